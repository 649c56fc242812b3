"""The only authority on what may be ordered: shape, names, ownership and adjacency known now, money roughly.

It reads only what the seat may know. What could still become valid this turn is a warning, not an error.
"""

from collections.abc import Callable
from typing import Any

from engines.core.contract import BAD_SHAPE, Problem, errors
from engines.core.texts import Text, say
from engines.core.texts import gettext_noop as _
from engines.gloire.advice.purse import money_problems
from engines.gloire.orders.arguments import Desk, arguments_ok
from engines.gloire.orders.catalogue import CATALOGUE
from engines.gloire.orders.names import fold, known_to
from engines.gloire.state import Knight, State
from engines.gloire.tables import BUILDABLE, JOUST_LOWEST_PRIZE, KNIGHTS_A_TURN, ROYAL_JOUST_EVERY
from engines.gloire.words import decimal, men_words

MOST_ORDERS = 300


def check_action(state: State, seat: int, action: Any) -> list[Problem]:
    if not 0 <= seat < len(state.lords) or not state.lords[seat].alive or state.victory:
        return [Problem("not_asked", say(_("Ce seigneur n’a plus d’ordres à donner.")))]
    shape = _shape_problems(action)
    if shape:
        return shape
    desk = Desk(known_to(state, seat), action["orders"])
    for n, order in enumerate(desk.orders):
        desk.n = n
        spec = CATALOGUE[order["code"]]
        if arguments_ok(desk, spec, order):
            if spec.code in _TO_ANOTHER and order["lord"] == desk.known.seat:
                desk.error("yourself", "lord", _("C’est vous-même : choisissez un autre seigneur."))
            elif spec.code in _JUDGES:
                _JUDGES[spec.code](desk, order)
    _open_lands(desk)
    if not errors(desk.problems):
        _repetitions(desk)
        desk.problems += money_problems(desk.known, desk.orders)
    return desk.problems


def _shape_problems(action: Any) -> list[Problem]:
    if not isinstance(action, dict) or set(action) != {"orders"} or not isinstance(action["orders"], list):
        return [Problem(BAD_SHAPE, say(_('On attend une liste d’ordres : {{"orders": […]}}.')))]
    orders = action["orders"]
    if len(orders) > MOST_ORDERS:
        text = say(
            _("{count} ordres : il y en a au plus {most} par tour."), count=len(orders), most=MOST_ORDERS
        )
        return [Problem("too_many_orders", text)]
    return [problem for n, order in enumerate(orders) if (problem := _shape_problem(order, n)) is not None]


def _shape_problem(order: Any, n: int) -> Problem | None:
    """What keeps order `n` from being looked up in the catalogue; None when nothing does."""
    if not is_order(order):
        text = say(
            _("L’ordre {n} n’en est pas un : on attend un code, puis des mots ou des nombres."), n=n + 1
        )
        return Problem(BAD_SHAPE, text, ("orders", n))
    if order["code"] not in CATALOGUE:
        text = say(_("Chaque ordre a un code connu : {codes}."), codes=list(CATALOGUE))
        return Problem("unknown_order", text, ("orders", n))
    return None


def is_order(order: Any) -> bool:
    """It has the shape of one: a code, and words or numbers beside it. They are judged afterwards."""
    return (
        isinstance(order, dict)
        and type(order.get("code")) is str
        and not any(isinstance(value, (dict, list)) for value in order.values())
    )


# --- one judge for each order that needs more


def _rename(desk: Desk, order: dict[str, Any]) -> None:
    wanted = fold(order["name"])
    for knight in desk.known.knights.values():
        if knight.id != order["knight"] and fold(knight.name) == wanted:
            text = _("{name} est déjà le nom de {knight}.")
            desk.error("name_taken", "name", text, name=knight.name, knight=knight.id)


def _dismiss(desk: Desk, order: dict[str, Any]) -> None:
    if desk.known.knights[order["knight"]].is_lord:
        text = _("Le chevalier-seigneur ne peut pas être renvoyé : c’est vous-même.")
        desk.error("knight_lord", "knight", text)


def _disband(desk: Desk, order: dict[str, Any]) -> None:
    knight = desk.known.knights.get(order["army"])
    if knight is not None and knight.men == 0:
        desk.error("no_men", "army", _("{knight} ne commande aucun homme."), knight=knight.name)


def _tax(desk: Desk, order: dict[str, Any]) -> None:
    if order["level"] == 10:
        text = _("À 10, {land} se révoltera à la fin du tour.")
        desk.warn("will_revolt", "level", text, land=desk.label(order["land"]))


def _levy(desk: Desk, order: dict[str, Any]) -> None:
    if "knight" in order:
        _within_reach(desk, desk.known.knights[order["knight"]].place, order["land"], "knight")


def _within_reach(desk: Desk, here: str, there: str, key: str) -> None:
    if not desk.near(here, there):
        text = _("{here} ne touche pas {there} : il faut la même terre ou une voisine.")
        desk.error("too_far", key, text, here=desk.label(here), there=desk.label(there))


def _take_garrison(desk: Desk, order: dict[str, Any]) -> None:
    knight, garrison = desk.known.knights[order["knight"]], desk.known.garrisons[order["garrison"]]
    _within_reach(desk, knight.place, garrison.place, "knight")


def _transfer(desk: Desk, order: dict[str, Any]) -> None:
    giver, taker = desk.known.knights[order["knight"]], desk.known.knights.get(order["other"])
    if taker is None:
        text = _("{id} n’est pas à vous : le transfert dépendra de sa place.")
        desk.warn("other_lord", "other", text, id=order["other"])
    elif taker is giver:
        desk.error("same_knight", "other", _("Le chevalier qui donne et celui qui reçoit sont le même."))
    else:
        _within_reach(desk, giver.place, taker.place, "other")
    if giver.men < order["men"]:
        _warn_of_few_men(desk, giver)


def _warn_of_few_men(desk: Desk, knight: Knight) -> None:
    text = _("{knight} n’a que {men} aujourd’hui.")
    desk.warn("few_men", "men", text, knight=knight.name, men=men_words(knight.men))


def _leave_garrison(desk: Desk, order: dict[str, Any]) -> None:
    knight = desk.known.knights[order["knight"]]
    if desk.owner(knight.place) != desk.known.seat:
        text = _("{land} n’est pas à vous : on ne laisse de garnison que chez soi.")
        desk.error("not_your_land", "knight", text, land=desk.label(knight.place))
    if knight.men < order["men"]:
        _warn_of_few_men(desk, knight)


def _attack(desk: Desk, order: dict[str, Any]) -> None:
    knight, land = desk.known.knights[order["knight"]], order["land"]
    _within_reach(desk, knight.place, land, "land")
    owner = desk.owner(land)
    if owner == desk.known.seat:
        text = _("{land} est à vous : l’attaque ne servira que si on vous la prend.")
        desk.warn("own_land", "land", text, land=desk.label(land))
    elif owner in desk.known.allies:
        text = _("{land} est à votre allié : l’attaque sera annulée.")
        desk.warn("allied_land", "land", text, land=desk.label(land))
    elif owner is not None and owner not in desk.known.enemies:
        _warn_of_felony(desk, owner, land)
    if knight.men == 0 and not _receives_men(desk, knight.id):
        text = _("{knight} ne commande aucun homme pour l’instant.")
        desk.warn("no_men", "knight", text, knight=knight.name)


def _warn_of_felony(desk: Desk, owner: int, land: str) -> None:
    text = _("{lord} n’est pas votre ennemi déclaré : attaquer {land} serait une félonie ({cost}).")
    if any(other["code"] == "GUE" and other.get("lord") == owner for other in desk.orders):
        text = _(
            "Votre guerre contre {lord} ne commence qu’en phase 8, après l’attaque : "
            "ce serait une félonie ({cost}). Attaquez au tour prochain."
        )
    facts = {"lord": desk.state.lords[owner].name, "land": desk.label(land), "cost": _felony_cost(desk)}
    desk.warn("maybe_felony", "land", text, **facts)


def _felony_cost(desk: Desk) -> Text:
    """What a felony leaves of the knight-lord's renown."""
    renown = next((knight.renown for knight in desk.known.knights.values() if knight.is_lord), 1.0)
    left = max(1.0, renown - renown * 2 / 3)
    return say(_("renommée {before} → {after}"), before=decimal(renown, 0), after=decimal(left, 0))


def _open_lands(desk: Desk) -> None:
    """One's own lands beside an enemy which the last of their defenders leave to attack."""
    leaving = {str(order.get("knight")): n for n, order in enumerate(desk.orders) if order["code"] == "ATT"}
    if not leaving or not desk.known.enemies:
        return
    for here, last in _lands_left(desk, leaving).items():
        desk.n = last
        foe = _foe_beside(desk, here)
        if foe is not None and not _leaves_garrison(desk, here):
            text = _("{land} resterait sans défenseur, à côté de votre ennemi {lord}.")
            facts = {"land": desk.label(here), "lord": desk.state.lords[foe].name}
            desk.warn("will_not_defend", "knight", text, **facts)


def _lands_left(desk: Desk, leaving: dict[str, int]) -> dict[str, int]:
    """Own lands that all armies leave, and the last attack from there."""
    knights = [knight for knight in desk.known.knights.values() if knight.men]
    kept = {knight.place for knight in knights if knight.id not in leaving}
    kept.update(garrison.place for garrison in desk.known.garrisons.values())
    left: dict[str, int] = {}
    for knight in knights:
        here = knight.place
        if here not in kept and desk.owner(here) == desk.known.seat:
            left[here] = max(left.get(here, 0), leaving[knight.id])
    return left


def _foe_beside(desk: Desk, here: str) -> int | None:
    beyond = [desk.owner(near) for near in desk.known.map.lands[here].neighbours]
    return min((lord for lord in beyond if lord is not None and lord in desk.known.enemies), default=None)


def _leaves_garrison(desk: Desk, here: str) -> bool:
    """Whether the draft leaves men there."""
    for order in desk.orders:
        if order["code"] == "ARM" and order.get("land") == here and "knight" not in order:
            return True
        knight = desk.known.knights.get(str(order.get("knight"))) if order["code"] == "GAR" else None
        if knight is not None and knight.place == here:
            return True
    return False


def _receives_men(desk: Desk, knight: str) -> bool:
    keys = {"ARM": "knight", "AFF": "knight", "TSF": "other"}
    return any(other.get(keys.get(other["code"], "")) == knight for other in desk.orders)


def _defend(desk: Desk, order: dict[str, Any]) -> None:
    if any(other["code"] == "ATT" and other.get("knight") == order["army"] for other in desk.orders):
        text = _("{army} attaque ce tour : il ne défendra pas la terre d’où il part.")
        desk.warn("will_not_defend", "army", text, army=order["army"])


def _war(desk: Desk, order: dict[str, Any]) -> None:
    name = desk.state.lords[order["lord"]].name
    if order["lord"] in desk.known.enemies:
        desk.warn("already_at_war", "lord", _("Vous êtes déjà en guerre avec {lord}."), lord=name)
    elif order["lord"] in desk.known.allies:
        text = _(
            "{lord} est votre allié : ce serait une félonie ({cost}). "
            "Annulez l’alliance ce tour-ci (ANN), déclarez la guerre au prochain."
        )
        desk.warn("maybe_felony", "lord", text, lord=name, cost=_felony_cost(desk))


def _ally(desk: Desk, order: dict[str, Any]) -> None:
    name = desk.state.lords[order["lord"]].name
    if order["lord"] in desk.known.enemies:
        text = _("Vous êtes en guerre avec {lord} : faites d’abord la paix (PAI).")
        desk.error("at_war", "lord", text, lord=name)
    elif order["lord"] in desk.known.allies:
        desk.warn("already_allied", "lord", _("{lord} est déjà votre allié."), lord=name)


def _peace(desk: Desk, order: dict[str, Any]) -> None:
    if order["lord"] not in desk.known.enemies:
        name = desk.state.lords[order["lord"]].name
        desk.warn("not_at_war", "lord", _("Vous n’êtes pas en guerre avec {lord} aujourd’hui."), lord=name)


def _needs_ally(desk: Desk, order: dict[str, Any]) -> None:
    if order["lord"] not in desk.known.allies:
        name = desk.state.lords[order["lord"]].name
        desk.warn("not_allied", "lord", _("{lord} n’est pas votre allié aujourd’hui."), lord=name)
    if order["code"] == "APP" and not desk.known.enemies:
        desk.warn("no_war", "lord", _("Vous n’avez pas d’ennemi aujourd’hui : l’appel ne vaudrait rien."))


def _move(desk: Desk, order: dict[str, Any]) -> None:
    knight, land = desk.known.knights[order["knight"]], order["land"]
    if land == knight.place:
        text = _("{knight} est déjà à {land}.")
        desk.error("same_land", "land", text, knight=knight.name, land=desk.label(land))
        return
    _within_reach(desk, knight.place, land, "land")
    owner = desk.owner(land)
    if owner is not None and owner != desk.known.seat and owner not in desk.known.allies:
        text = _("{land} est à {lord}, qui n’est pas votre allié aujourd’hui.")
        desk.warn("hostile_land", "land", text, land=desk.label(land), lord=desk.state.lords[owner].name)


def _hold_joust(desk: Desk, order: dict[str, Any]) -> None:
    if order["prize"] < JOUST_LOWEST_PRIZE:
        text = _("Une récompense sous {low} écus n’est pas prise au sérieux : la joute serait annulée.")
        desk.error("prize_too_small", "prize", text, low=JOUST_LOWEST_PRIZE)


def _ride(desk: Desk, order: dict[str, Any]) -> None:
    if "lord" in order and "password" not in order:
        desk.error("missing", "password", _("Il faut le mot de passe que l’organisateur vous a donné."))
    elif "lord" not in order and "password" in order:
        desk.error("missing", "lord", _("Le mot de passe ne sert qu’avec le nom de l’organisateur."))
    elif "lord" not in order and desk.state.turn % ROYAL_JOUST_EVERY:
        next_one = desk.state.turn + ROYAL_JOUST_EVERY - desk.state.turn % ROYAL_JOUST_EVERY
        text = _("La prochaine joute royale est au tour {turn}.")
        desk.error("no_royal_joust", "lord", text, turn=next_one)


def _sell(desk: Desk, order: dict[str, Any]) -> None:
    land = desk.state.lands[order["land"]]
    label = desk.label(order["land"])
    if desk.state.turn == 1:
        desk.error("first_turn", "", _("Aucune terre ne se vend au premier tour."))
    elif land.sold and land.sold == desk.state.turn - 1:
        text = _("{land} a été vendue au tour précédent : attendez un tour.")
        desk.error("just_sold", "land", text, land=label)
    seller = desk.known.seat if order["code"] == "VND" else order["lord"]
    if land.owner != seller:
        text = _("{land} n’est pas à {lord} aujourd’hui.")
        desk.warn("not_sellers_land", "land", text, land=label, lord=desk.state.lords[seller].name)


def _spy(desk: Desk, order: dict[str, Any]) -> None:
    if desk.owner(order["land"]) == desk.known.seat:
        text = _("{land} est à vous : vous savez déjà tout.")
        desk.warn("own_land", "land", text, land=desk.label(order["land"]))


def _fortify(desk: Desk, order: dict[str, Any]) -> None:
    land = desk.state.lands[order["land"]]
    label = desk.label(order["land"])
    if land.owner != desk.known.seat:
        desk.warn("not_your_land", "land", _("{land} n’est pas à vous aujourd’hui."), land=label)
    elif land.fort in BUILDABLE and BUILDABLE.index(order["fort"]) < BUILDABLE.index(land.fort):
        desk.warn("weaker_fort", "fort", _("{land} a déjà mieux : l’ancienne serait remplacée."), land=label)


_TO_ANOTHER = ("GUE", "ALL", "PAI", "ANN", "APP", "VND", "ACH")  # orders that name another lord
_JUDGES: dict[str, Callable[[Desk, dict[str, Any]], None]] = {
    "REN": _rename,
    "LIB": _dismiss,
    "DEM": _disband,
    "IMP": _tax,
    "DEF": _defend,
    "ARM": _levy,
    "AFF": _take_garrison,
    "TSF": _transfer,
    "GAR": _leave_garrison,
    "ATT": _attack,
    "GUE": _war,
    "ALL": _ally,
    "PAI": _peace,
    "ANN": _needs_ally,
    "APP": _needs_ally,
    "MOV": _move,
    "ORG": _hold_joust,
    "PAR": _ride,
    "VND": _sell,
    "ACH": _sell,
    "ESP": _spy,
    "FOR": _fortify,
}


# --- the orders together

_ONCE: dict[str, tuple[str, ...]] = {
    "IMP": ("land",),
    "ORG": (),
    "MOV": ("knight",),
    "ACH": (),
    "VND": ("land",),
    "ABD": (),
}


def _repetitions(desk: Desk) -> None:
    """Orders of which only the first is carried out, and calls for more knights than come."""
    seen: set[tuple[Any, ...]] = set()
    called = 0
    for n, order in enumerate(desk.orders):
        desk.n, code = n, order["code"]
        if code == "CHE":
            called += order["count"]
            if called > KNIGHTS_A_TURN:
                text = _("Il vient au plus {most} chevaliers par tour.")
                desk.warn("too_many_knights", "count", text, most=KNIGHTS_A_TURN)
        elif code in _ONCE:
            key = (code, *(order[name] for name in _ONCE[code]))
            if key in seen:
                desk.warn("repeated", "", _("Seul le premier ordre {code} de ce genre compte."), code=code)
            seen.add(key)
