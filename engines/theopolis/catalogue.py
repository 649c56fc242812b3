"""An edition made ready to play with:
cards by id, and the facts of a city (stones, drain, sacraments, discounts…).

Facts are a pure function of the patron and the cards of a city.
They are never stored in a state: the catalogue keeps the last few thousand in a cache.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.resources import files

import msgspec

from engines.core.texts import Text
from engines.theopolis.edition import SEATS, Card, Edition, Patron, Sacrament, read_edition
from engines.theopolis.vocabulary import CITY_TYPES, FAMILIES, Effect

Cost = tuple[int, int, int]

STONES_TO_WIN = 10
HAND_SIZE = 4
LARGE_HAND = 5  # the vocabulary has no other
NOTHING: frozenset[str] = frozenset()
NO_CAP = 99


class Facts(msgspec.Struct, frozen=True, gc=False):
    """What the cards of a city and its patron amount to. Tags and sacraments are bit masks."""

    stones: int
    drain: int
    tags: int
    sacraments: int
    held: int  # how many sacraments
    complete: bool  # the set of sacraments that wins
    hommes: int
    edifices: int
    symboles: int
    clergy: int
    hand_size: int
    swaps: int  # a turn
    discounts: dict[str, Cost]
    safe_from_take: frozenset[str]
    safe_from_disaster: frozenset[str]
    cap_loss: int
    no_regain: bool
    score_bonus: int


class Catalogue:
    """Lookups over one edition. Immutable after construction, so it may be shared by all tables."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.cards: dict[str, Card] = {card.id: card for card in edition.cards}
        self.patrons: dict[int, Patron] = {patron.number: patron for patron in edition.patrons}
        self.sacraments: tuple[Sacrament, ...] = edition.sacraments
        self.tag_bits = {tag: 1 << place for place, tag in enumerate(sorted(edition.tags))}
        self.tag_masks = {card.id: self.mask(card.tags) for card in edition.cards}
        self.slots = tuple(
            tuple(self.mask(slot) for slot in sacrament.slots) for sacrament in edition.sacraments
        )
        self.drains = {card.id: card.points + _drain(card.static) for card in edition.cards}
        self.titles = {card.id: Text(card.name) for card in edition.cards}
        self.clerics = frozenset(self._bearers(edition.clergy))
        self.apocalypse = self._of_type("apocalypse")[0].id
        self.disasters = self._of_type("desastre")
        self.winners = tuple(card.id for card in edition.cards if Effect("win", ("merveille",)) in card.enter)
        self.families = {family: self._family(family) for family in FAMILIES}  # masks of sacraments
        # Bench theopolis: without the facts a random game takes three fifths longer, without what is held
        # a tenth; without the slots a game among bots twice as long.
        self.facts: Callable[[int, tuple[str, ...]], Facts] = lru_cache(maxsize=8192)(self._facts)
        self.held: Callable[[int], int] = lru_cache(maxsize=4096)(self._held)
        self.slots_missing: Callable[[int], int] = lru_cache(maxsize=4096)(self._slots_missing)

    def _of_type(self, kind: str) -> tuple[Card, ...]:
        return tuple(card for card in self.edition.cards if card.type == kind)

    def _bearers(self, tags: tuple[str, ...]) -> list[str]:
        """The cards with one of these tags."""
        return [card.id for card in self.edition.cards if not set(tags).isdisjoint(card.tags)]

    def mask(self, tags: tuple[str, ...]) -> int:
        bits = 0
        for tag in tags:
            bits |= self.tag_bits[tag]
        return bits

    def pile(self, seats: int, *, full: bool) -> list[str]:
        """The ids of the draw pile for that many seats, in the edition's order, without the Apocalypse."""
        column = SEATS.index(SEATS[-1] if full else seats)
        drawn = [card for card in self.edition.cards if card.type != "apocalypse"]
        return [card.id for card in drawn for _ in range(card.copies[column])]

    def copies(self, card: str, seats: int, *, full: bool) -> int:
        return self.cards[card].copies[SEATS.index(SEATS[-1] if full else seats)]

    def cost(self, card: Card, facts: Facts) -> Cost:
        """What a card costs the owner of that city: discounts add up, no cost falls below 0."""
        less = facts.discounts.get(card.type)
        if less is None:
            return card.cost
        faith, hope, love = card.cost
        return (max(0, faith - less[0]), max(0, hope - less[1]), max(0, love - less[2]))

    def wins_by_sacraments(self, held: int) -> bool:
        """Every sacrament of initiation, one of healing, one of mission."""
        initiation = self.families["initiation"]
        healing, mission = self.families["guerison"], self.families["mission"]
        return held & initiation == initiation and bool(held & healing) and bool(held & mission)

    def sacraments_in(self, mask: int) -> list[Sacrament]:
        return [sacrament for place, sacrament in enumerate(self.sacraments) if mask >> place & 1]

    def _family(self, family: str) -> int:
        bits = 0
        for place, sacrament in enumerate(self.sacraments):
            if sacrament.family == family:
                bits |= 1 << place
        return bits

    def _held(self, tags: int) -> int:
        bits = 0
        for place, slots in enumerate(self.slots):
            if all(tags & slot for slot in slots):
                bits |= 1 << place
        return bits

    def sacrament_drain(self, held: int) -> int:
        return sum(_drain(sacrament.static) for sacrament in self.sacraments_in(held))

    def _slots_missing(self, tags: int) -> int:
        """How many slots the cheapest winning set of sacraments still lacks."""

        def lacking(places: list[int]) -> int:
            # One card can fill slots of several sacraments:
            # a Prêtre serves four, and fills « Prêtre ou Diacre » too.
            empty = {slot for place in places for slot in self.slots[place] if not tags & slot}
            return sum(not any(other != slot and other & slot == other for other in empty) for slot in empty)

        by_family = {
            family: [p for p in range(len(self.sacraments)) if bits >> p & 1]
            for family, bits in self.families.items()
        }
        return min(
            lacking([*by_family["initiation"], healing, mission])
            for healing in by_family["guerison"]
            for mission in by_family["mission"]
        )

    def _facts(self, patron: int, city: tuple[str, ...]) -> Facts:
        stones = drain = tags = clergy = 0
        effects: list[Effect] = []
        types: list[str] = []
        for card_id in city:
            card = self.cards[card_id]
            types.append(card.type)
            stones += card.stones
            drain += card.points
            tags |= self.tag_masks[card_id]
            clergy += card_id in self.clerics
            effects += card.static
        held = self.held(tags)
        if held:
            effects += [effect for sacrament in self.sacraments_in(held) for effect in sacrament.static]
        if patron in self.patrons:
            effects += self.patrons[patron].static
        totals: dict[str, int] = {}
        for effect in effects:
            amount = effect.args[0] if effect.args else 1
            totals[effect.name] = totals.get(effect.name, 0) + (amount if type(amount) is int else 1)
        return Facts(
            stones=stones + totals.get("bonus_stones", 0),
            drain=drain + totals.get("drain", 0),
            tags=tags,
            sacraments=held,
            held=held.bit_count(),
            complete=self.wins_by_sacraments(held),
            hommes=types.count("homme"),
            edifices=types.count("edifice"),
            symboles=types.count("symbole"),
            clergy=clergy,
            hand_size=LARGE_HAND if "hand_size" in totals else HAND_SIZE,
            swaps=1 + totals.get("extra_swap", 0),
            discounts=_discounts(effects) if "discount" in totals else {},
            safe_from_take=_safe(effects, "take") if "protect" in totals else NOTHING,
            safe_from_disaster=_safe(effects, "disaster") if "protect" in totals else NOTHING,
            cap_loss=min(_amounts(effects, "cap_loss")) if "cap_loss" in totals else NO_CAP,
            no_regain="no_regain" in totals,
            score_bonus=totals.get("score_bonus", 0),
        )


def project_edition() -> Edition:
    """The edition that comes with the game."""
    return read_edition(files("engines.theopolis").joinpath("data/cards.toml").read_text(encoding="utf-8"))


def _amounts(effects: Iterable[Effect], name: str) -> list[int]:
    return [int(effect.args[0]) for effect in effects if effect.name == name]


def _drain(effects: Iterable[Effect]) -> int:
    return sum(_amounts(effects, "drain"))


def _discounts(effects: list[Effect]) -> dict[str, Cost]:
    order = {"foi": 0, "esperance": 1, "charite": 2}
    less: dict[str, list[int]] = {}
    for effect in effects:
        if effect.name == "discount":
            target, kind, amount = effect.args
            for type_ in CITY_TYPES if target == "any" else (str(target),):
                less.setdefault(type_, [0, 0, 0])[order[str(kind)]] += int(amount)
    return {type_: (kinds[0], kinds[1], kinds[2]) for type_, kinds in less.items()}


def _safe(effects: list[Effect], cause: str) -> frozenset[str]:
    targets = {
        str(effect.args[0]) for effect in effects if effect.name == "protect" and effect.args[1] == cause
    }
    return frozenset(CITY_TYPES if "any" in targets else targets)
