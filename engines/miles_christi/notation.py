"""Actions as text a player could type: « Placer Temple Antioche »; case and accents do not matter."""

from difflib import get_close_matches

from engines.core.contract import Action, Problem
from engines.core.texts import fold, gettext_noop, say
from engines.miles_christi.actions import CATALOGUE
from engines.miles_christi.menu import complete_keys
from engines.miles_christi.state import State

BY_TYPED: dict[str, str] = {fold(move.typed): move.key for move in CATALOGUE.values()}


def notate(state: State, seat: int, action: Action) -> str:
    return CATALOGUE[action].typed


def parse(state: State, seat: int, text: str) -> tuple[Action | None, list[Problem]]:
    key = BY_TYPED.get(fold(text))
    if key is not None:
        return key, []
    known = [CATALOGUE[key].typed for key in complete_keys(state)] if state.ask else []
    near = tuple(get_close_matches(text, known, n=3, cutoff=0.4)) or tuple(known[:3])
    words = say(gettext_noop("« {text} » ne se lit pas. Ce qui irait : {near}"), text=text, near=near)
    return None, [Problem("unreadable", words, (1, 1), suggestions=near)]
