"""Actions as text a player could type:
« jouer Prêtre 41 », « échanger Eau 3 contre Chapelle 17 », « choisir rien ».

The number is the card's own; without it, the first card of that name in the right place is meant.
"""

import re

from engines.core.contract import Action, Problem
from engines.core.texts import fold, gettext_noop, say
from engines.theopolis.catalogue import Catalogue
from engines.theopolis.effects import options_of
from engines.theopolis.state import State
from engines.theopolis.vocabulary import KIND_NAMES, KINDS

UNREADABLE = gettext_noop(
    "« {text} » ne se lit pas. Écrivez par exemple « ajouter foi », « jouer Prêtre », "
    "« échanger Eau contre Chapelle », « choisir Moine », « choisir rien », « patron 7 » ou « finir »."
)
UNKNOWN_CARD = gettext_noop("« {text} » n’est pas ici. Il y a : {names}.")
NO_CARD_HERE = gettext_noop("« {text} » n’est pas ici : aucune carte ne peut être nommée maintenant.")
UNKNOWN_KIND = gettext_noop("« {text} » n’est pas une ressource : écrivez foi, espérance ou charité.")

_CARD = re.compile(r"(.*?)\s*([0-9]{1,4})?")


def notate(state: State, catalogue: Catalogue, seat: int, action: Action) -> str:
    kind = action["type"]
    if kind == "add_resource":
        return f"ajouter {KIND_NAMES[KINDS.index(action['kind'])].lower()}"
    if kind == "swap":
        given, taken = (_name_and_number(state, catalogue, seat, action[end]) for end in ("hand", "board"))
        return f"échanger {given} contre {taken}"
    if kind == "play":
        return f"jouer {_name_and_number(state, catalogue, seat, action['cid'])}"
    if kind == "choose":
        picks = ", ".join(_name_and_number(state, catalogue, seat, cid) for cid in action["picks"])
        return f"choisir {picks or 'rien'}"
    return f"patron {action['number']}" if kind == "patron" else "finir"


def parse(state: State, catalogue: Catalogue, seat: int, text: str) -> tuple[Action | None, list[Problem]]:
    """The action that the text names, or what is unreadable in it. Legality is for `check`."""
    verb, _, rest = " ".join(text.split()).partition(" ")
    reader = _Reader(state, catalogue, seat)
    readers = {
        "ajouter": reader.add,
        "echanger": reader.swap,
        "jouer": reader.play,
        "choisir": reader.choose,
        "patron": reader.patron,
        "finir": reader.end,
    }
    read = readers.get(fold(verb))
    action = read(rest) if read else None
    if action is None and not reader.problems:
        reader.problems.append(Problem("unreadable", say(UNREADABLE, text=text)))
    return (None if reader.problems else action), reader.problems


def is_visible(state: State, seat: int | None, cid: int) -> bool:
    """Whether the seat sees this card face up."""
    if cid in state.board or cid in state.discard or state.phase == "over":
        return True
    for other, player in enumerate(state.players):
        if cid in player.city or cid in player.known or (other == seat and cid in player.hand):
            return True
    return False


def _name_and_number(state: State, catalogue: Catalogue, seat: int, cid: int) -> str:
    if not 0 <= cid < len(state.cards) or not is_visible(state, seat, cid):
        return str(cid)
    return f"{catalogue.cards[state.cards[cid]].name} {cid}"


class _Reader:
    """Reads what stands after the verb."""

    def __init__(self, state: State, catalogue: Catalogue, seat: int) -> None:
        self.state = state
        self.catalogue = catalogue
        self.hand = list(state.players[seat].hand) if 0 <= seat < len(state.players) else []
        self.problems: list[Problem] = []

    def add(self, rest: str) -> Action | None:
        names = [fold(name) for name in KIND_NAMES]
        if fold(rest) not in names:
            self.problems.append(Problem("unknown_kind", say(UNKNOWN_KIND, text=rest)))
            return None
        return {"type": "add_resource", "kind": KINDS[names.index(fold(rest))]}

    def swap(self, rest: str) -> Action | None:
        ends = re.split(r"\s+contre\s+", rest, flags=re.IGNORECASE)
        if len(ends) != 2:
            return None
        given, taken = self.card(ends[0], self.hand), self.card(ends[1], list(self.state.board))
        return {"type": "swap", "hand": given, "board": taken}

    def play(self, rest: str) -> Action | None:
        return {"type": "play", "cid": self.card(rest, self.hand)}

    def choose(self, rest: str) -> Action | None:
        question = self.state.pending[-1] if self.state.pending else None
        options = options_of(self.state, self.catalogue, question) if question else []
        named = [] if fold(rest) in ("rien", "aucune") else rest.split(",")
        picks = [self.card(name, options) for name in named]
        return {"type": "choose", "decision": question.number if question else 0, "picks": picks}

    def patron(self, rest: str) -> Action | None:
        return {"type": "patron", "number": int(rest)} if re.fullmatch(r"[0-9]{1,4}", rest) else None

    def end(self, rest: str) -> Action | None:
        return None if rest and fold(rest) not in ("tour", "le tour") else {"type": "end_turn"}

    def card(self, text: str, here: list[int]) -> int | None:
        match = _CARD.fullmatch(text.strip())
        if match and match[2]:
            return int(match[2])
        titles = {cid: self.catalogue.cards[self.state.cards[cid]].name for cid in here}
        for cid, title in titles.items():
            if fold(title) == fold(text):
                return cid
        names = tuple(dict.fromkeys(titles.values()))
        reason = say(UNKNOWN_CARD if names else NO_CARD_HERE, text=text, names=list(names))
        self.problems.append(Problem("unknown_card", reason, suggestions=names))
        return None
