"""What may be chosen: `menu` offers it, `check` decides on it, `default` answers for the absent.

An action is {"do": "stake", "coins": 2} and so on; FIELDS lists what each one needs.
"""

from typing import Any

from engines.core.contract import BAD_SHAPE, Action, Choice, Menu, Problem, Seat
from engines.core.texts import Text, gettext_noop, say
from tests.small_game.state import State

FIELDS: dict[str, tuple[str, ...]] = {
    "stake": ("coins",),
    "draw": (),
    "play": ("card", "face"),
    "keep": (),
    "announce": ("coins",),
    "pass": (),
    "offer": ("coins",),
}
PART_OF = {
    "stake": "turn",
    "draw": "turn",
    "play": "turn",
    "keep": "turn",
    "announce": "free",
    "pass": "free",
    "offer": "sealed",
}
FACES = {"open": gettext_noop("ouverte"), "hidden": gettext_noop("cachée")}

PROMPTS = {
    "turn": gettext_noop("À vous de vendre : jouez une carte ou gardez-les toutes."),
    "free": gettext_noop("Annoncez votre offre minimale, ou passez."),
    "sealed": gettext_noop("Faites votre offre secrète."),
}
WAIT = gettext_noop("Ce n’est pas à vous de jouer.")


def asked(state: State) -> tuple[Seat, ...]:
    if state.part == "turn":
        return (state.seller,)
    if state.part == "free":
        return tuple(seat for seat, least in enumerate(state.announced) if least is None)
    return tuple(state.bidders) if state.part == "sealed" else ()


def menu(state: State, seat: Seat, draft: Action | None = None) -> Menu:
    if seat not in asked(state):
        return Menu(say(WAIT))
    if state.part == "turn":
        return _turn_menu(state, seat, draft or {})
    verb, label = (
        ("announce", gettext_noop("Annoncer {coins}"))
        if state.part == "free"
        else ("offer", gettext_noop("Offrir {coins}"))
    )
    choices = [
        _choice({"do": verb, "coins": coins}, say(label, coins=coins)) for coins in amounts(state, seat, verb)
    ]
    if state.part == "free":
        choices.append(_choice({"do": "pass"}, say(gettext_noop("Passer"))))
    return Menu(say(PROMPTS[state.part]), tuple(choices))


def amounts(state: State, seat: Seat, verb: str) -> range:
    """How many coins the seat may name."""
    low = {"stake": 1, "announce": 0, "offer": 0}[verb]
    if verb == "offer" and seat < len(state.announced):
        low = state.announced[seat] or 0
    return range(low, state.players[seat].coins + 1)


def _turn_menu(state: State, seat: Seat, draft: Action) -> Menu:
    """A compound choice: the verb, then the card, then its face; or the verb, then the coins."""
    if draft.get("do") == "stake":
        label = gettext_noop("{coins} pièces")
        choices = [
            _choice({"do": "stake", "coins": n}, say(label, coins=n)) for n in amounts(state, seat, "stake")
        ]
        return Menu(say(gettext_noop("Combien de pièces ajouter au lot ?")), tuple(choices))
    if draft.get("do") == "play" and "card" in draft:
        faces = [
            Choice({**draft, "face": face}, say(name), "play", face, reveals=face == "open")
            for face, name in FACES.items()
        ]
        return Menu(say(gettext_noop("Face ouverte ou cachée ?")), tuple(faces))
    if draft.get("do") == "play":
        cards = [
            Choice(
                {"do": "play", "card": card},
                say(gettext_noop("Carte {card}"), card=card),
                "play",
                f"card-{card}",
                complete=False,
            )
            for card in state.players[seat].hand
        ]
        return Menu(say(gettext_noop("Quelle carte mettre en vente ?")), tuple(cards))
    return Menu(say(PROMPTS["turn"]), tuple(_verbs(state, seat)))


def _verbs(state: State, seat: Seat) -> list[Choice]:
    verbs = [_choice({"do": "keep"}, say(gettext_noop("Garder ses cartes")))]
    if state.players[seat].hand:
        verbs.insert(0, Choice({"do": "play"}, say(gettext_noop("Jouer une carte…")), "play", complete=False))
    if not state.drawn and state.deck:
        verbs.append(Choice({"do": "draw"}, say(gettext_noop("Piocher")), "draw", "deck", reveals=True))
    if not state.lot.pot and state.players[seat].coins:
        verbs.append(Choice({"do": "stake"}, say(gettext_noop("Miser sur le lot…")), "stake", complete=False))
    return verbs


def _choice(action: Action, label: Text) -> Choice:
    return Choice(action, label, action["do"], str(action.get("coins", "")))


def check(state: State, seat: Seat, action: Action) -> list[Problem]:
    if seat not in asked(state):
        return [Problem("not_asked", say(WAIT))]
    problem = _bad_shape(action) or _bad_moment(state, action["do"]) or _bad_value(state, seat, action)
    return [problem] if problem else []


def _bad_shape(action: Any) -> Problem | None:
    verb = action.get("do") if isinstance(action, dict) else None
    if not isinstance(verb, str) or verb not in FIELDS:
        text = say(gettext_noop("Action inconnue ; il y a : {verbs}."), verbs=list(FIELDS))
        return Problem("unknown_action" if isinstance(verb, str) else BAD_SHAPE, text, ("do",))
    if set(action) != {"do", *FIELDS[verb]}:
        text = say(
            gettext_noop("« {verb} » veut exactement : {fields}."), verb=verb, fields=["do", *FIELDS[verb]]
        )
        return Problem(BAD_SHAPE, text)
    return None


def _bad_moment(state: State, verb: str) -> Problem | None:
    if PART_OF[verb] != state.part:
        return Problem(
            "wrong_part",
            say(gettext_noop("Pas maintenant. {prompt}"), prompt=say(PROMPTS[state.part])),
            ("do",),
        )
    if verb == "draw" and state.drawn:
        return Problem(
            "drawn_already",
            say(gettext_noop("Vous avez déjà pioché ; on pioche une fois par tour.")),
            ("do",),
        )
    if verb == "draw" and not state.deck:
        return Problem("empty_deck", say(gettext_noop("La pioche est vide.")), ("do",))
    if verb == "stake" and state.lot.pot:
        return Problem(
            "staked_already", say(gettext_noop("Vous avez déjà misé ; on mise une fois par tour.")), ("do",)
        )
    return None


def _bad_value(state: State, seat: Seat, action: Action) -> Problem | None:
    if "coins" in action:
        allowed = amounts(state, seat, action["do"])
        if type(action["coins"]) is not int or action["coins"] not in allowed:
            text = say(
                gettext_noop("Indiquez de {low} à {high} pièces."), low=allowed.start, high=allowed.stop - 1
            )
            return Problem("bad_coins", text, ("coins",))
    if action["do"] != "play":
        return None
    hand = state.players[seat].hand
    if type(action["card"]) is not int or action["card"] not in hand:
        text = say(gettext_noop("Vous n’avez pas cette carte ; votre main : {hand}."), hand=sorted(hand))
        return Problem(
            "not_your_card", text, ("card",), suggestions=tuple(str(card) for card in sorted(hand))
        )
    if not isinstance(action["face"], str) or action["face"] not in FACES:
        return Problem(
            "bad_face", say(gettext_noop("La carte est ouverte (open) ou cachée (hidden).")), ("face",)
        )
    return None


def default(state: State, seat: Seat) -> Action:
    if state.part == "turn":
        return {"do": "keep"}
    if state.part == "free":
        return {"do": "pass"}
    return {"do": "offer", "coins": state.announced[seat]}
