"""An edition: the cards, sacraments and patrons that a TOML file prints, and the loader that proofreads it.

`read_edition` collects every fault of a file before it gives up,
each one as a French sentence with its place.
"""

import re
import tomllib
from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec.structs import replace

from engines.core.texts import Text, gettext_noop, say
from engines.theopolis.vocabulary import CITY_TYPES, FAMILIES, TYPES, Effect, Moment, read_effect

SEATS = (2, 3, 4)
BOARD_SIZE = 8
OPENING_HAND = 4
LAST_CARDS = 10  # the Apocalypse lies among them
NOT_TOML = gettext_noop(
    "Le fichier n’est pas du TOML lisible : la lecture s’arrête {place}. "
    "Comparez cet endroit au fichier d’origine."
)
AT_LINE = gettext_noop("à la ligne {line}, colonne {column}")
AT_THE_END = gettext_noop("à la fin du fichier, où quelque chose reste ouvert")


# What is printed, its effects still as text (`str`) or read (`Effect`).
E = TypeVar("E")


class PrintedCard(msgspec.Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    type: str
    text: str
    copies: tuple[int, int, int]
    cost: tuple[int, int, int] = (0, 0, 0)
    stones: int = 0
    points: int = 0
    tags: tuple[str, ...] = ()
    enter: tuple[E, ...] = ()
    static: tuple[E, ...] = ()
    compare: E | None = None
    strike: tuple[E, ...] = ()


class PrintedSacrament(msgspec.Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    family: str
    slots: tuple[tuple[str, ...], ...]  # one card for each slot, any of its tags
    text: str
    static: tuple[E, ...] = ()


class PrintedPatron(msgspec.Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    number: int
    name: str
    text: str
    static: tuple[E, ...] = ()
    setup: tuple[E, ...] = ()


Card = PrintedCard[Effect]
Sacrament = PrintedSacrament[Effect]
Patron = PrintedPatron[Effect]


class Edition(msgspec.Struct, frozen=True):
    name: str
    notice: str
    clergy: tuple[str, ...]
    tags: dict[str, str]
    cards: tuple[Card, ...]
    sacraments: tuple[Sacrament, ...]
    patrons: tuple[Patron, ...]


class EditionError(ValueError):
    """A file that cannot be played with; `faults` are the sentences to show."""

    def __init__(self, faults: list[Text]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = tuple(faults)


class _Heading(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    notice: str
    clergy: list[str]


def read_edition(written: str) -> Edition:
    """The edition that a TOML text describes; `EditionError` lists all that is wrong with it."""
    try:
        raw = tomllib.loads(written)
    except tomllib.TOMLDecodeError as error:
        reason = say(NOT_TOML, place=_place_of(error))
        raise EditionError([reason]) from error
    reader = _Reader(raw)
    edition = reader.edition()
    if not reader.faults:
        reader.faults.extend(faults_of(edition))
    if reader.faults:
        raise EditionError(reader.faults)
    return edition


def _place_of(error: tomllib.TOMLDecodeError) -> Text:
    """Where the parser stopped; it says so in English only."""
    found = re.search(r"at line (\d+), column (\d+)", str(error))
    return say(AT_LINE, line=found[1], column=found[2]) if found else say(AT_THE_END)


class _Reader:
    """Turns rows into structs and keeps the faults met on the way."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw
        self.faults: list[Text] = []

    def edition(self) -> Edition:
        unknown = sorted(set(self.raw) - {"edition", "tags", "card", "sacrament", "patron"})
        if unknown:
            self.faults.append(say(gettext_noop("Parties inconnues du fichier : {names}."), names=unknown))
        heading = self.row(self.raw.get("edition", {}), _Heading, "[edition]") or _Heading("", "", [])
        tags = self.row(self.raw.get("tags", {}), dict[str, str], "[tags]") or {}
        cards = [self.card(row) for row in self.rows("card", PrintedCard[str])]
        sacraments = [self.sacrament(row) for row in self.rows("sacrament", PrintedSacrament[str])]
        patrons = [self.patron(row) for row in self.rows("patron", PrintedPatron[str])]
        return Edition(
            heading.name,
            heading.notice,
            tuple(heading.clergy),
            tags,
            tuple(cards),
            tuple(sacraments),
            tuple(patrons),
        )

    def rows(self, part: str, kind: Any) -> list[Any]:
        listed = self.raw.get(part, [])
        if not isinstance(listed, list) or not listed:
            self.faults.append(say(gettext_noop("Il faut au moins une partie [[{part}]]."), part=part))
            return []
        rows = [self.row(raw, kind, f"[[{part}]] n° {place}") for place, raw in enumerate(listed, 1)]
        return [row for row in rows if row is not None]

    def row(self, raw: Any, kind: Any, place: str) -> Any:
        if isinstance(raw, dict) and ("id" in raw or "number" in raw):
            place = f"{place} ({raw.get('id', raw.get('number'))})"
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            self.faults.append(
                say(gettext_noop("{place} : {detail}"), place=place, detail=_in_french(str(error)))
            )
            return None

    def effects(self, written: tuple[str, ...], moment: Moment, owner: str) -> tuple[Effect, ...]:
        found: list[Effect] = []
        for text in written:
            effect = read_effect(text, moment)
            if isinstance(effect, Text):
                self.faults.append(say(gettext_noop("{owner} : {detail}"), owner=owner, detail=effect))
            else:
                found.append(effect)
        return tuple(found)

    def card(self, row: PrintedCard[str]) -> Card:
        owner = f"{row.id} {row.name}"
        compare = self.effects((row.compare,), "compare", owner) if row.compare else ()
        read = replace(
            row,
            enter=self.effects(row.enter, "enter", owner),
            static=self.effects(row.static, "static", owner),
            compare=compare[0] if compare else None,
            strike=self.effects(row.strike, "strike", owner),
        )
        return cast(Card, read)

    def sacrament(self, row: PrintedSacrament[str]) -> Sacrament:
        return cast(Sacrament, replace(row, static=self.effects(row.static, "static", row.name)))

    def patron(self, row: PrintedPatron[str]) -> Patron:
        owner = f"{row.number} {row.name}"
        static = self.effects(row.static, "patron", owner)
        setup = self.effects(row.setup, "setup", owner)
        return cast(Patron, replace(row, static=static, setup=setup))


def _in_french(detail: str) -> Text:
    """What msgspec says of a badly shaped row, in the reader's words."""
    where = detail.partition(" - at `")[2].rstrip("`").replace("$.", "").replace("$", "")
    if "missing required field" in detail:
        return say(gettext_noop("il manque la clé « {key} »."), key=detail.split("`")[1])
    if "unknown field" in detail:
        return say(gettext_noop("la clé « {key} » n’existe pas."), key=detail.split("`")[1])
    if "of length" in detail:
        return say(gettext_noop("« {where} » n’a pas le bon nombre d’éléments (il en faut 3)."), where=where)
    wanted = {"`int": gettext_noop("un nombre entier"), "`str": gettext_noop("un texte entre guillemets")}
    for mark, words in wanted.items():
        if f"Expected {mark}" in detail:
            return say(
                gettext_noop("« {where} » devrait être {words}."), where=where or "?", words=Text(words)
            )
    return say(gettext_noop("« {where} » devrait être une liste ou une table."), where=where or "?")


def faults_of(edition: Edition) -> list[Text]:
    """What is wrong with an edition whose rows are well shaped."""
    faults: list[Text] = []
    for card in edition.cards:
        faults.extend(_card_faults(card, edition))
    faults.extend(_repetition_faults([card.id for card in edition.cards]))
    faults.extend(_repetition_faults([patron.number for patron in edition.patrons]))
    faults.extend(_repetition_faults([sacrament.id for sacrament in edition.sacraments]))
    for sacrament in edition.sacraments:
        faults.extend(_sacrament_faults(sacrament, edition))
    faults.extend(_pile_faults(edition))
    if len(edition.patrons) < 2 * SEATS[-1]:
        faults.append(
            say(
                gettext_noop("Il faut au moins {wanted} saints patrons, il y en a {found}."),
                wanted=2 * SEATS[-1],
                found=len(edition.patrons),
            )
        )
    for family in FAMILIES:
        if not any(sacrament.family == family for sacrament in edition.sacraments):
            faults.append(say(gettext_noop("Aucun sacrement de la famille « {family} »."), family=family))
    return faults


_OUTSIDE = ("desastre", "apocalypse")  # never in a city
# What no card may be.
_CARD_FAULTS: tuple[tuple[Callable[[Card, Edition], object], str], ...] = (
    (
        lambda card, edition: card.type not in TYPES,
        gettext_noop("{card} : le type devrait être l’un de : {types}."),
    ),
    (
        lambda card, edition: min(*card.cost, *card.copies, card.stones, card.points) < 0,
        gettext_noop("{card} : coût, pierres, points et exemplaires ne peuvent pas être négatifs."),
    ),
    (
        lambda card, edition: card.type in CITY_TYPES and not any(card.cost),
        gettext_noop("{card} : une carte de la cité coûte au moins 1 ressource."),
    ),
    (
        lambda card, edition: card.type in CITY_TYPES and (card.compare or card.strike),
        gettext_noop("{card} : « compare » et « strike » sont réservés aux désastres."),
    ),
    (
        lambda card, edition: card.type == "desastre" and not (card.compare and card.strike),
        gettext_noop("{card} : un désastre a besoin de « compare » et de « strike »."),
    ),
    (
        lambda card, edition: (
            card.type in _OUTSIDE and (any(card.cost) or card.stones or card.points or card.tags)
        ),
        gettext_noop(
            "{card} : cette carte n’entre jamais dans une cité : ni coût, ni pierres, ni points, ni signes."
        ),
    ),
    (
        lambda card, edition: card.type in _OUTSIDE and (card.enter or card.static),
        gettext_noop("{card} : « enter » et « static » sont réservés aux cartes de la cité."),
    ),
    (
        lambda card, edition: card.points and card.type != "homme",
        gettext_noop("{card} : seuls les Hommes portent des points ; utilisez « drain(n) »."),
    ),
    (
        lambda card, edition: not set(card.tags) <= set(edition.tags),
        gettext_noop("{card} : un signe n’est pas nommé dans [tags] : {tags}."),
    ),
)


def _card_faults(card: Card, edition: Edition) -> list[Text]:
    facts = {"card": f"{card.id} {card.name}", "types": list(TYPES), "tags": list(card.tags)}
    return [say(template, **facts) for is_wrong, template in _CARD_FAULTS if is_wrong(card, edition)]


def _sacrament_faults(sacrament: Sacrament, edition: Edition) -> list[Text]:
    said: list[str] = []
    tags = [tag for slot in sacrament.slots for tag in slot]
    carried = {tag for card in edition.cards for tag in card.tags}
    if sacrament.family not in FAMILIES:
        said.append(gettext_noop("{name} : la famille devrait être l’une de : {families}."))
    if not sacrament.slots or not all(sacrament.slots):
        said.append(gettext_noop("{name} : il faut au moins une place, et un signe pour chacune."))
    if len(set(tags)) != len(tags):
        said.append(gettext_noop("{name} : un signe ne peut servir qu’à une place du même sacrement."))
    if not carried.issuperset(tags):
        said.append(gettext_noop("{name} : aucune carte ne porte l’un de ces signes : {tags}."))
    if any(_fills_two_slots(card, sacrament) for card in edition.cards):
        said.append(gettext_noop("{name} : une même carte remplirait deux places."))
    return [say(template, name=sacrament.name, families=list(FAMILIES), tags=tags) for template in said]


def _fills_two_slots(card: Card, sacrament: Sacrament) -> bool:
    return sum(not set(slot).isdisjoint(card.tags) for slot in sacrament.slots) > 1


def _pile_faults(edition: Edition) -> list[Text]:
    """The Apocalypse is one card, and lies deep enough that the opening deal cannot reach it."""
    faults: list[Text] = []
    ends = [card for card in edition.cards if card.type == "apocalypse"]
    if len(ends) != 1 or ends[0].copies != (1, 1, 1):
        faults.append(
            say(gettext_noop("Il faut exactement une Apocalypse, en un exemplaire à 2, 3 et 4 joueurs."))
        )
    for column, seats in enumerate(SEATS):
        ordinary = sum(card.copies[column] for card in edition.cards if card.type in CITY_TYPES)
        wanted = BOARD_SIZE + OPENING_HAND * seats + LAST_CARDS
        if ordinary < wanted:
            faults.append(
                say(
                    gettext_noop(
                        "À {seats} joueurs il faut au moins {wanted} cartes de cité, il y en a {found}."
                    ),
                    seats=seats,
                    wanted=wanted,
                    found=ordinary,
                )
            )
    return faults


def _repetition_faults(keys: list[Any]) -> list[Text]:
    twice = sorted({key for key in keys if keys.count(key) > 1})
    return [say(gettext_noop("« {key} » sert deux fois d’identifiant."), key=key) for key in twice]
