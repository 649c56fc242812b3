"""What may be ordered: everything knowable before the dice. The only judge of plots and packets."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from engines.argad.field.battlefield import Field
from engines.argad.field.ground import ground_of
from engines.argad.melee.aftermath import is_encircled
from engines.argad.movement.allowance import IDLE_ACTS, allowance, may_relieve, path_length
from engines.argad.movement.boats import ABOARD_ACTS, boat_alongside, landing
from engines.argad.movement.ranks import anchor_of, is_drilled
from engines.argad.orders import MODES, TIMINGS, WHENS, Aim, Order, When, read_packet, read_plot
from engines.argad.problems import Where, problem
from engines.argad.state import Figure, State, by_id, enemies, is_mounted, paces, portable
from engines.argad.tables import SIGHT, WEAPONS
from engines.argad.words import ACT_NAMES
from engines.core.contract import Problem
from engines.core.texts import Text, gettext_noop, say

MOST_ORDERS, MOST_POINTS = 80, 16
FALLEN_ROLES = ("troop_chief", "chief", "banner", "musician", "vip", "hero")
TARGETED = {"charge", "follow", "help", "talk"}
PACKET_WORDS = {
    "follow": ("always", "on_kill", "never"),
    "blocked": ("die", "surrender"),
    "obstacle": ("assault", "hold", "none"),
}


def check_plot(state: State, seat: int, raw: Any) -> list[Problem]:
    plot, problems = read_plot(raw)
    if plot is None:
        return problems
    if plot.end not in ("", "concede", "propose"):
        text = gettext_noop("Fin de partie inconnue : écrivez « concede » ou « propose ».")
        problems.append(problem("bad_end", text))
    if len(plot.orders) > MOST_ORDERS:
        text = gettext_noop("{most} ordres au plus : groupez les figurines.")
        return [*problems, problem("too_many", text, most=MOST_ORDERS)]
    if plot.cloud and (not state.has("cloud") or state.seats[seat].cloud_used):
        text = gettext_noop(
            "La nuée de flèches n’est pas possible : elle se commande une fois par partie, "
            "si l’option est là."
        )
        problems.append(problem("no_cloud", text))
    figures = by_id(state)
    taken: set[str] = set()
    for row, order in enumerate(plot.orders):
        where = ("orders", row)
        problems += check_order(state, figures, seat, order, where)
        for id in order.figs:
            if id in taken:
                text = gettext_noop("{fig} a deux ordres : gardez-en un.")
                problems.append(problem("twice", text, where, fig=id))
            taken.add(id)
    return problems


def check_order(
    state: State,
    figures: dict[str, Figure],
    seat: int,
    order: Order,
    where: Where,
    conditional: bool = False,
) -> list[Problem]:
    """Everything knowable before the dice: owner, reach, drill, one action only."""
    problems = _shape(order, where)
    if problems:
        return problems
    if order.figs[0] not in figures:
        return [_not_yours(order.figs[0][:20], where)]
    for id in order.figs:
        problems += _check_figure(state, figures, seat, id, order, where)
    if conditional and order.when:
        text = gettext_noop("Un ordre conditionnel n’a pas de conditions à son tour.")
        return [*problems, problem("nested", text, where)]
    for row, condition in enumerate(order.when):
        spot = (*where, "when", row)
        for branch in (condition.then, condition.else_):
            if branch is None:
                continue
            problems += check_order(state, figures, seat, branch, spot, conditional=True)
            if branch.figs != order.figs:
                text = gettext_noop("Une condition commande les mêmes figurines que l’ordre.")
                problems.append(problem("other_figures", text, spot))
    return problems


def _check_figure(
    state: State, figures: dict[str, Figure], seat: int, id: str, order: Order, where: Where
) -> list[Problem]:
    if not _is_own(figures, seat, id):
        return [_not_yours(id, where)]
    figure = figures[id]
    if figure.mount == "pack" and seat >= 0 and state.since(2):
        text = gettext_noop(
            "{fig} est un animal de bât : mené, il suit son meneur ; lâché, il reste où il est. "
            "Donnez l’ordre à un homme."
        )
        return [problem("pack_animal", text, where, fig=id)]
    if figure.fleeing or figure.hesitating:
        text = gettext_noop("{fig} n’obéit pas ce tour-ci : ne lui donnez pas d’ordre.")
        return [problem("will_not_obey", text, where, fig=id)]
    refusals = cannot(state, figures, figure, order, figures[order.figs[0]])
    return [Problem(code, text, where) for code, text in refusals]


def _is_own(figures: dict[str, Figure], seat: int, id: str) -> bool:
    return id in figures and figures[id].seat == seat and figures[id].place == "table"


def _not_yours(id: str, where: Where) -> Problem:
    text = gettext_noop("{fig} n’est pas à vous ou n’est plus sur la table : désignez une de vos figurines.")
    return problem("not_yours", text, where, fig=id)


def _shape(order: Order, where: Where) -> list[Problem]:
    stance, fire = order.stance, order.fire
    if not order.figs:
        return [problem("nobody", gettext_noop("Cet ordre ne désigne personne."), where)]
    if order.do not in ACT_NAMES:
        text = gettext_noop("« {do} » n’est pas une action ; possibles : {known}.")
        return [problem("unknown_act", text, where, do=order.do, known=list(ACT_NAMES))]
    words: Iterable[tuple[str, tuple[str, ...]]] = (
        (stance.contact, ("accept", "evade")),
        (stance.obstacle, ("assault", "hold", "none")),
        (stance.pace, ("fast", "spread", "depart")),
        (fire.timing, TIMINGS),
        (order.offsets, ("keep", "line", "column")),
        *((condition.if_.k, WHENS) for condition in order.when),
    )
    for word, known in words:
        if word not in known:
            return [_unknown("unknown_word", word, known, where)]
    if len(order.path) > MOST_POINTS or len(order.when) > 2:
        text = gettext_noop("Au plus {points} points de passage et deux conditions par ordre.")
        return [problem("too_long", text, where, points=MOST_POINTS)]
    for condition in order.when:
        wrong = _wrong_when(condition.if_)
        if wrong is not None:
            return [Problem("bad_condition", wrong, where)]
    if not 0 <= fire.unless <= SIGHT:
        return [problem("out_of_bounds", gettext_noop("Le tir se retient jusqu’à 200 cm au plus."), where)]
    if not 0 <= stance.depart <= 100 or any(abs(c) > 100_000 for point in order.path for c in point):
        text = gettext_noop("Un nombre sort des limites de la table ou du tour.")
        return [problem("out_of_bounds", text, where)]
    return []


def _wrong_when(when: When) -> Text | None:
    """What a condition lacks to ever come true."""
    if when.k == "enemy_within" and not 0 < when.distance <= SIGHT:
        return say(
            gettext_noop("Condition : dites à combien de centimètres l’ennemi s’approche, de 1 à 200.")
        )
    if when.k == "time" and not 0 < when.time <= 100:
        return say(gettext_noop("Condition : dites combien de centièmes du tour doivent passer, de 1 à 100."))
    if when.k == "ally_down" and when.role not in FALLEN_ROLES:
        text = gettext_noop("Condition : dites qui doit tomber ; possibles : {known}.")
        return say(text, known=list(FALLEN_ROLES))
    if when.k == "enemy_enters" and not (when.zone[0] < when.zone[2] and when.zone[1] < when.zone[3]):
        return say(gettext_noop("Condition : la zone va d’un coin à l’autre, par exemple de 80/40 à 110/60."))
    return None


Refusal = tuple[str, Text]  # code and reason


class Ordered(NamedTuple):
    """An order as one of its figures would carry it out."""

    state: State
    figures: dict[str, Figure]
    figure: Figure
    order: Order

    def refuse(self, code: str, msgid: str, **params: Any) -> Refusal:
        return code, say(msgid, fig=self.figure.id, **params)


def cannot(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order, leader: Figure
) -> list[Refusal]:
    """Why this figure cannot do that."""
    one = Ordered(state, figures, figure, order)
    wrong: list[Refusal] = []
    walk = path_length(leader, order.path)
    reach = max(allowance(state, figure), allowance(state, leader))
    if walk > reach + 5:
        text = gettext_noop(
            "{fig} : chemin de {cm} cm, son mouvement est de {most} cm au plus ; raccourcissez."
        )
        wrong.append(one.refuse("too_far", text, cm=in_cm(walk), most=in_cm(reach)))
    if figure.aboard and order.do not in ABOARD_ACTS:
        text = gettext_noop(
            "{fig} est dans une barque : il rame (marcher), tire, recharge ou débarque, rien d’autre."
        )
        wrong.append(one.refuse("aboard", text))
    if order.do in IDLE_ACTS and walk > paces(figure):
        text = gettext_noop(
            "{fig} : cette action ne laisse que deux pas ({most} cm) ; raccourcissez le chemin."
        )
        wrong.append(one.refuse("one_action", text, most=in_cm(paces(figure))))
    special = None if wrong else _SPECIAL.get(order.do)
    last = _cannot_aim(one) or (special(one) if special is not None else None)
    return [*wrong, last] if last is not None else wrong


def _cannot_aim(one: Ordered) -> Refusal | None:
    figure, order = one.figure, one.order
    if not order.target and order.do not in TARGETED:
        return None
    target = one.figures.get(order.target)
    if target is None or target.place != "table" or (target.hidden and enemies(target, figure)):
        return one.refuse("no_target", gettext_noop("{fig} : désignez une figurine présente sur la table."))
    if order.do == "charge" and not enemies(target, figure):
        text = gettext_noop("{fig} : {target} est de votre camp ; on ne charge que l’ennemi.")
        return one.refuse("friend", text, target=order.target)
    return None


def _cannot_reload(one: Ordered) -> Refusal | None:
    if one.figure.unloaded:
        return None
    return one.refuse("nothing_to_reload", gettext_noop("{fig} n’a pas d’arme à recharger."))


def _cannot_dismount(one: Ordered) -> Refusal | None:
    if is_mounted(one.figure):
        return None
    return one.refuse("on_foot", gettext_noop("{fig} est déjà à pied."))


def _cannot_mount(one: Ordered) -> Refusal | None:
    if not one.figure.horse:
        return one.refuse("no_horse", gettext_noop("{fig} n’a pas de cheval à monter."))
    if _under_a_roof(one.state, one.figure):
        text = gettext_noop("{fig} : sortez de la maison pour monter en selle.")
        return one.refuse("under_a_roof", text)
    return None


def _under_a_roof(state: State, figure: Figure) -> bool:
    """Horses wait outside, except in a tall wide building."""
    ground = ground_of(state.terrain, state.width, state.height)
    house = ground.building(figure.x, figure.y)
    return bool(house) and not ground.by_id[house].piece.tall


def _cannot_close(one: Ordered) -> Refusal | None:
    if not one.state.has("close_order"):
        return "no_close_order", say(gettext_noop("Cette partie se joue sans l’ordre serré."))
    if one.order.do == "break_close":
        return None
    if not is_drilled(one.figure):
        text = gettext_noop(
            "{fig} n’est pas exercé à l’ordre serré : il faut un grand bouclier, un pavois "
            "ou une lance de classe 3."
        )
        return one.refuse("not_drilled", text)
    if one.order.do == "form_close" and anchor_of(one.state, one.order, one.figures) is None:
        text = gettext_noop(
            "{fig} : les rangs se forment autour d’un chef ou d’un porte-bannière à vous ; "
            "désignez-le comme cible."
        )
        return one.refuse("no_anchor", text)
    return None


def _cannot_take(one: Ordered) -> Refusal | None:
    figure, order = one.figure, one.order
    if order.do == "pick_up" and order.target:
        beast = one.figures.get(order.target)
        if beast is not None and beast.mount == "pack" and not is_mounted(figure):
            return None
        text = gettext_noop("{fig} : seul un piéton prend un animal de bât par la bride.")
        return one.refuse("no_beast", text)
    item = next((i for i in one.state.items if i.id == order.item and not i.gone and portable(i)), None)
    if item is None or (order.do != "pick_up" and item.carrier != figure.id):
        text = gettext_noop("{fig} : désignez un objet qu’il peut prendre ou qu’il porte.")
        return one.refuse("no_item", text)
    return None


def _cannot_jump(one: Ordered) -> Refusal | None:
    if is_mounted(one.figure) and one.figure.armour != 5:
        return None
    text = gettext_noop("{fig} ne peut pas sauter : il faut être à cheval, sans armure complète.")
    return one.refuse("no_jump", text)


def _cannot_leave(one: Ordered) -> Refusal | None:
    """Not when encircled; a comrade may take his place if he is on foot, free and near enough."""
    if is_encircled(Field(one.state), one.figure):
        text = gettext_noop(
            "{fig} est encerclé : il ne peut pas quitter la mêlée ; laissez-le tenir ou se rendre."
        )
        return one.refuse("encircled", text)
    friend = one.figures.get(one.order.target)
    if friend is None or may_relieve(one.state, one.figure, friend):
        return None
    text = gettext_noop(
        "{fig} : {friend} ne peut pas prendre sa place ; il faut un des vôtres, à pied, libre et assez près."
    )
    return one.refuse("no_relief", text, friend=one.order.target)


def _cannot_climb(one: Ordered) -> Refusal | None:
    if not is_mounted(one.figure):
        return None
    return one.refuse("no_climb", gettext_noop("{fig} : on monte à l’échelle à pied."))


def _cannot_embark(one: Ordered) -> Refusal | None:
    figure = one.figure
    ashore = figure.mount == "foot" and not figure.aboard
    if ashore and boat_alongside(one.state, figure, one.order.item) is not None:
        return None
    text = gettext_noop(
        "{fig} ne peut pas embarquer : il faut être à pied, à côté d’une barque qui a de la place."
    )
    return one.refuse("no_boat", text)


def _cannot_land(one: Ordered) -> Refusal | None:
    if landing(one.state, one.figure) is not None:
        return None
    text = gettext_noop("{fig} ne peut pas débarquer : il faut être dans une barque qui touche la rive.")
    return one.refuse("no_landing", text)


def _cannot_caracole(one: Ordered) -> Refusal | None:
    rider = one.figure.mount == "cavalier" and any(WEAPONS[w].is_ranged for w in one.figure.weapons)
    if rider and one.state.has("caracole"):
        return None
    text = gettext_noop("{fig} ne peut pas caracoler : il faut l’option, un cavalier et une arme de tir.")
    return one.refuse("no_caracole", text)


def _cannot_cut(one: Ordered) -> Refusal | None:
    if "heavy_lance" in one.figure.weapons and not one.figure.lance_dropped:
        return None
    return one.refuse("no_heavy_lance", gettext_noop("{fig} n’a pas de lance lourde à raccourcir."))


_SPECIAL = {
    "reload": _cannot_reload,
    "mount": _cannot_mount,
    "dismount": _cannot_dismount,
    "form_close": _cannot_close,
    "join_close": _cannot_close,
    "break_close": _cannot_close,
    "pick_up": _cannot_take,
    "drop": _cannot_take,
    "hand_over": _cannot_take,
    "jump": _cannot_jump,
    "leave_melee": _cannot_leave,
    "climb": _cannot_climb,
    "embark": _cannot_embark,
    "land": _cannot_land,
    "caracole": _cannot_caracole,
    "cut_lance": _cannot_cut,
}


def in_cm(value: int) -> str:
    """Hundredths of a centimetre as a Frenchman reads them: 12,5."""
    whole, rest = divmod(value, 100)
    return f"{whole},{rest:02d}".rstrip("0") if rest else str(whole)


def check_packet(state: State, seat: int, raw: Any) -> list[Problem]:
    """Owners and words. What a shot or blow can no longer do when its moment comes is simply not done."""
    packet, problems = read_packet(raw)
    if packet is None:
        return problems
    figures = by_id(state)
    for row, aim in enumerate(packet.shots):
        where = ("shots", row)
        problems += _check_owners(figures, seat, aim.figs, where)
        problems += _check_foe(figures, seat, state, aim.target, where)
        problems += _check_aim(aim, where)
    for row, strike in enumerate(packet.strikes):
        where = ("strikes", row)
        problems += _check_owners(figures, seat, (strike.fig,), where)
        if strike.target:
            problems += _check_foe(figures, seat, state, strike.target, where)
        if strike.weapon and strike.weapon not in WEAPONS:
            problems.append(problem("no_weapon", gettext_noop("Arme inconnue."), where))
    for field, known in PACKET_WORDS.items():
        for id, word in getattr(packet, field).items():
            problems += _check_owners(figures, seat, (id,), (field, id))
            if word not in known:
                problems.append(_unknown("unknown_word", word, known, (field, id)))
    others = packet.point_blank + packet.free_swing + packet.hold
    return problems + _check_owners(figures, seat, others, ("point_blank",))


def _check_aim(aim: Aim, where: Where) -> list[Problem]:
    problems = []
    weapon = WEAPONS.get(aim.weapon)
    if aim.weapon and (weapon is None or not (weapon.is_ranged or weapon.throwable)):
        problems.append(problem("no_weapon", gettext_noop("Cette arme ne se tire pas."), where))
    if aim.aim not in ("any", "exposed"):
        text = gettext_noop("Visée inconnue : « any » ou « exposed ».")
        problems.append(problem("bad_aim", text, where))
    if aim.mode not in ("", *MODES):
        problems.append(_unknown("bad_mode", aim.mode[:20], MODES, where))
    return problems


def _unknown(code: str, word: str, known: tuple[str, ...], where: Where) -> Problem:
    text = gettext_noop("« {word} » n’est pas possible ici ; possibles : {known}.")
    return problem(code, text, where, word=word, known=list(known))


def _check_owners(figures: dict[str, Figure], seat: int, ids: tuple[str, ...], where: Where) -> list[Problem]:
    return [_not_yours(id, where) for id in ids if not _is_own(figures, seat, id)]


def _check_foe(figures: dict[str, Figure], seat: int, state: State, id: str, where: Where) -> list[Problem]:
    figure = figures.get(id)
    side = state.seats[seat].side
    if figure is not None and figure.place == "table" and figure.side != side and not figure.hidden:
        return []
    text = gettext_noop("{fig} n’est pas un ennemi visible sur la table.")
    return [problem("no_target", text, where, fig=id)]
