"""Actions as text a player could type:
`Dijon-Lyon*Grenoble`, `Milan-Vérone(g>Bologne)-Venise`, `=`, `!T22`, `>M18`, `?0`.

`*` jumps over a missionary, `(g>X)` and `(s>X)` push a gendarme or an overseer, a final `+` joins one,
`(s)` after the start leaves one behind. Case and accents do not matter.
"""

import re
from difflib import get_close_matches

from engines.core.contract import Action, Problem
from engines.core.texts import fold, gettext_noop, say
from engines.missionnaires.actions import Deed, action_of, read
from engines.missionnaires.board import NAMES, WAYS
from engines.missionnaires.deck import DECK
from engines.missionnaires.obstacles import GENDARME, PAWN, Hops, standing
from engines.missionnaires.state import State

LONGEST = 200


BY_NAME = {fold(name): space for space, name in NAMES.items()}
_NAME = "|".join(re.escape(name) for name in sorted(BY_NAME, key=len, reverse=True))
_MOVE = re.compile(
    rf"(?P<start>{_NAME})(?P<drop>\(s\))?"
    rf"(?P<path>(?: ?[-*] ?(?:{_NAME})(?:\([gs]>(?:{_NAME})\))?){{1,2}}) ?(?P<join>\+?)"
)
_HOP = re.compile(rf"[-*] ?({_NAME})(?:\([gs]>({_NAME})\))?")
_BON = re.compile(rf"!([tm][0-9]{{2}})(?:>({_NAME}))?")
_RETURN = re.compile(r">([tm][0-9]{2})(\+?)")
_PICK = re.compile(r"\?([0-9]{1,4})")


def notate(state: State, seat: int, action: Action) -> str:
    deed = read(action)
    if deed is None:
        return ""
    if deed.do == "move":
        return _notate_move(state, deed)
    if deed.do == "bon":
        return f"!{deed.card}>{NAMES[deed.arg]}" if deed.arg in NAMES else f"!{deed.card}"
    if deed.do == "return":
        return f">{deed.card}{'+' if deed.join else ''}"
    if deed.do == "pick":
        return f"?{deed.opt}"
    return "abandon" if deed.do == "resign" else "=+" if deed.join else "="


def _notate_move(state: State, deed: Deed) -> str:
    me = state.players[state.active]
    taken = standing(state, me)
    text = NAMES[me.pos] + ("(s)" if deed.drop else "")
    jumped = False
    for index, (space, push) in enumerate(deed.hops):
        text += ("*" if jumped else "-") + NAMES.get(space, space)
        if push:
            first = taken.get(space) == GENDARME or (index > 0 and deed.hops[0][1] == space)
            text += f"({'g' if first else 's'}>{NAMES.get(push, push)})"
        jumped = taken.get(space) == PAWN
    return text + ("+" if deed.join else "")


def parse(state: State, seat: int, text: str) -> tuple[Action | None, list[Problem]]:
    deed = _read_text(fold(text)) if len(text) <= LONGEST else None
    if deed is None:
        return None, [_unreadable(state, text)]
    if deed.do == "move":
        me = state.players[state.active]
        start = deed.card
        if start != me.pos:
            said = say(
                gettext_noop("Vous êtes à {here}, pas à {there}."), here=NAMES[me.pos], there=NAMES[start]
            )
            return None, [Problem("wrong_start", said, (1, 1), suggestions=(NAMES[me.pos],))]
        deed = deed._replace(card="")
    return action_of(deed), []


def _read_text(text: str) -> Deed | None:
    """The deed; for a move, `card` still holds the start."""
    if text in ("=", "=+"):
        return Deed("pass", join=text == "=+")
    if text == "abandon":
        return Deed("resign")
    if found := _PICK.fullmatch(text):
        return Deed("pick", opt=int(found[1]))
    if found := _RETURN.fullmatch(text):
        return Deed("return", join=bool(found[2]), card=found[1].upper())
    if found := _BON.fullmatch(text):
        return Deed("bon", card=found[1].upper(), arg=BY_NAME[found[2]] if found[2] else "")
    if found := _MOVE.fullmatch(text):
        return Deed(
            "move", _hops(found["path"]), bool(found["join"]), bool(found["drop"]), BY_NAME[found["start"]]
        )
    return None


def _hops(path: str) -> Hops:
    return tuple((BY_NAME[hop[1]], BY_NAME[hop[2]] if hop[2] else "") for hop in _HOP.finditer(path))


def _unreadable(state: State, text: str) -> Problem:
    """What was typed, and what would be right:
    the nearest town names, or examples from where the player stands."""
    here = state.players[state.active].pos
    words = re.split(r"[-*()>+]", fold(text[:LONGEST]))
    known = {fold(NAMES[space]): NAMES[space] for space in WAYS[here]}
    near = [
        known[match] for word in words if word for match in get_close_matches(word.strip(), known, 1, 0.7)
    ]
    examples = [f"{NAMES[here]}-{town}" for town in near or [NAMES[space] for space in list(WAYS[here])[:2]]]
    examples += ["=", f"!{next(iter(DECK))}"] if not near else []
    said = say(gettext_noop("« {text} » ne se lit pas. Ce qui irait : {near}"), text=text[:60], near=examples)
    return Problem("unreadable", said, (1, 1), suggestions=tuple(examples))
