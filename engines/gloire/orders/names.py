"""Names as players type them: case, accents, quotes, hyphens and underscores do not matter.

What a seat may name is only what it may know: lands and lords, its own knights and garrisons.
"""

import unicodedata
from difflib import get_close_matches
from functools import cache, lru_cache

import msgspec

from engines.core.dice import Dice
from engines.gloire.maps import GameMap, load_map
from engines.gloire.orders.catalogue import FORT_TYPED, FORT_WORDS
from engines.gloire.standing import land_means
from engines.gloire.state import Garrison, Knight, State, links
from engines.gloire.tables import KNIGHT_NAMES

SHORTEST_PREFIX = 3
LONGEST_COMPARED = 40
_HYPHENS = str.maketrans(dict.fromkeys(" _'’.\u00a0", "-"))
_LETTERS = str.maketrans({"Œ": "OE", "Æ": "AE", "Ø": "O"})


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """Upper case, without accents, every run of spaces, hyphens, underscores and apostrophes as one hyphen.

    Turns are resolved by it (two knights may not bear one name),
    so stored games depend on every letter of it.
    Unless kept, a turn takes a seventh longer (`make bench NAME=gloire-turn`).
    """
    plain = name.upper() if name.isascii() else _without_accents(name.upper())
    return "-".join(filter(None, plain.translate(_HYPHENS).split("-")))


def _without_accents(name: str) -> str:
    spread = unicodedata.normalize("NFD", name.translate(_LETTERS))
    return "".join([letter for letter in spread if not unicodedata.combining(letter)])


def fresh_name(dice: Dice, label: str, taken: set[str]) -> str:
    """A knight's name that nobody bears, with a number after it when the first bearers are still about."""
    first = dice.choice(KNIGHT_NAMES, label)
    name, number = first, 1
    while fold(name) in taken:
        number += 1
        name = f"{first} {number}"
    taken.add(fold(name))
    return name


class Known(msgspec.Struct):
    """What one seat may name, ready for the parser and `check`, with what the desks of all lords share."""

    state: State
    seat: int
    map: GameMap
    knights: dict[str, Knight]
    garrisons: dict[str, Garrison]
    allies: set[int]
    enemies: set[int]
    means: tuple[float, float]  # happiness and population of all lands
    names: dict[str, dict[str, list[str]]]  # by kind: folded name -> ids, made when first needed

    def directory(self, kind: str) -> dict[str, list[str]]:
        if kind not in self.names:
            self.names[kind] = _directory(self, kind)
        return self.names[kind]


def known_to(state: State, seat: int) -> Known:
    survey = _survey_of(state)
    known = survey.known.get(seat)
    if known is None:
        knights = {knight.id: knight for knight in survey.knights.get(seat, ())}
        garrisons = {garrison.id: garrison for garrison in survey.garrisons.get(seat, ())}
        relations = survey.allies.get(seat, set()), survey.enemies.get(seat, set())
        names = {"lord": survey.lord_names}
        known = Known(state, seat, load_map(state.map), knights, garrisons, *relations, survey.means, names)
        survey.known[seat] = known
    return known


class Survey(msgspec.Struct, frozen=True):
    """One position sorted by lord, kept from one desk to the next: a hundred lords have a thousand knights.

    Without it a turn of all lords takes 80 % longer (`make bench NAME=gloire-turn`).
    """

    state: State
    knights: dict[int, list[Knight]]
    garrisons: dict[int, list[Garrison]]
    allies: dict[int, set[int]]
    enemies: dict[int, set[int]]
    means: tuple[float, float]
    lord_names: dict[str, list[str]]
    known: dict[int, Known]


_last: Survey | None = None


def _survey_of(state: State) -> Survey:
    """The last survey serves as long as the very same state is asked about: states are never changed."""
    global _last
    if _last is None or _last.state is not state:
        _last = _survey(state)
    return _last


def _survey(state: State) -> Survey:
    knights: dict[int, list[Knight]] = {}
    for knight in state.knights:
        knights.setdefault(knight.lord, []).append(knight)
    garrisons: dict[int, list[Garrison]] = {}
    for garrison in state.garrisons:
        garrisons.setdefault(garrison.lord, []).append(garrison)
    allies, enemies = (
        dict(enumerate(links(pairs, len(state.lords)))) for pairs in (state.alliances, state.wars)
    )
    lord_names: dict[str, list[str]] = {}
    for seat, lord in enumerate(state.lords):
        lord_names.setdefault(fold(lord.name), []).append(str(seat))
    return Survey(state, knights, garrisons, allies, enemies, land_means(state), lord_names, {})


def matches(known: Known, kind: str, typed: str) -> list[str]:
    """The ids that the typed name may mean: one if clear, several if it must be asked, none if unknown."""
    names = known.directory(kind)
    wanted = fold(typed)
    if wanted in names:
        return names[wanted]
    if len(wanted) < SHORTEST_PREFIX:
        return []
    found: list[str] = []
    for name, ids in names.items():
        if name.startswith(wanted):
            found += [one for one in ids if one not in found]
    return found


def nearest(known: Known, kind: str, typed: str) -> list[str]:
    """The ids closest to a mistyped name, or to its beginning."""
    names = known.directory(kind)
    wanted = fold(typed[:LONGEST_COMPARED])
    forms: dict[str, list[str]] = {name[: len(wanted)]: ids for name, ids in names.items()}
    forms.update(names)
    letters = set(wanted)
    like = [form for form in forms if 2 * len(letters.intersection(form)) > len(letters)]
    found: list[str] = []
    for form in get_close_matches(wanted, like, n=4, cutoff=0.6):
        found += [one for one in forms[form] if one not in found]
    return found[:3]


def typed_name(known: Known, kind: str, one: str) -> str:
    """An id as a player may type it."""
    if kind == "lord":
        name = known.state.lords[int(one)].name
        return name if " " not in name else f'"{name}"'
    return FORT_TYPED[one] if kind == "fort" else one


def shown_name(known: Known, kind: str, one: str) -> str:
    """How an id is displayed."""
    if kind == "lord":
        return known.state.lords[int(one)].name
    if kind in ("knight", "knights", "any_knight", "army") and one in known.knights:
        return f"{one} ({known.knights[one].name})"
    if one in known.garrisons:
        return f"{one} ({known.garrisons[one].place})"
    return FORT_TYPED[one] if kind == "fort" else one


@cache  # like the map itself, which is read once
def _land_names(key: str) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for land in load_map(key).lands.values():
        names.setdefault(fold(land.name), []).append(land.name)
        if fold(land.label) != fold(land.name):
            names.setdefault(fold(land.label), []).append(land.name)
    return names


def _directory(known: Known, kind: str) -> dict[str, list[str]]:
    if kind in ("land", "own_land"):
        return _land_names(known.map.key)
    if kind == "fort":
        return {word: [fort] for word, fort in FORT_WORDS.items()}
    names: dict[str, list[str]] = {}
    if kind in ("garrison", "army"):
        for garrison in known.garrisons.values():
            names.setdefault(garrison.id, []).append(garrison.id)
    if kind != "garrison":
        for knight in known.knights.values():
            names.setdefault(fold(knight.name), []).append(knight.id)
        for knight in known.knights.values():
            names[knight.id] = [knight.id]  # an id is never ambiguous
    return names
