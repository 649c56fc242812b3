"""Figures as the table top and its list show them: where, drawn how, in which state, what they reach."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from apps.tables.argad import words
from apps.tables.argad.board import figures
from engines.argad.movement.allowance import allowance
from engines.argad.state import SHAPES, Figure, State, is_chief
from engines.argad.tables import MUSIC, VOICE, WEAPONS


@dataclass
class Man:
    """One figure of the view."""

    figure: Figure
    name: str
    what: str
    how: list[str]
    mine: bool
    art: SafeString
    x: float  # millimetres
    y: float
    radius: float
    most: int = 0  # millimetres of movement
    bands: str = ""  # millimetres, for the rings
    voice: int = 0
    plan: str = ""  # his order in words

    @property
    def id(self) -> str:
        return self.figure.id

    @property
    def seat(self) -> str:
        return "npc" if self.figure.seat < 0 else str(self.figure.seat)

    @property
    def scale(self) -> str:
        return figures.scale_of(self.figure)

    @property
    def present(self) -> bool:
        return self.figure.place == "table"

    @property
    def label(self) -> str:
        return ". ".join([self.name, self.what, *([", ".join(self.how)] if self.how else [])])

    @property
    def spot(self) -> str:
        """Where he stands, in centimetres from the north-west corner."""
        return f"{words.cm(self.figure.x)}/{words.cm(self.figure.y)}"


@dataclass
class Unit:
    """Men of one seat under one name."""

    name: str
    key: str
    men: list[Man] = field(default_factory=list)
    offers: list[tuple[str, str]] = field(default_factory=list)  # (value, label) of the orders proposed

    @property
    def losses(self) -> int:
        return sum(man.figure.place in ("dead", "captured", "fled") for man in self.men)

    @property
    def present(self) -> list[Man]:
        return [man for man in self.men if man.present]

    @property
    def plans(self) -> list[str]:
        """What its men are told to do, each thing once; empty while nobody has an order."""
        return list(dict.fromkeys(man.plan for man in self.present if man.plan))


@dataclass
class Party:
    """What one seat, or nobody's people, has on the table."""

    seat: int
    name: str
    role: str
    mine: bool
    units: list[Unit]
    score: int | None = None

    @property
    def count(self) -> int:
        return sum(len(unit.present) for unit in self.units)

    @property
    def mark(self) -> SafeString:
        return figures.seat_mark(self.seat)


def men_of(state: State, seat: int | None) -> list[Man]:
    """Every figure of a known state, back to front so that nearer ones cover those behind."""
    carried: dict[str, list[str]] = {}
    for item in state.items:
        if item.carrier and not item.gone:
            carried.setdefault(item.carrier, []).append(words.thing(item))
    found = [_man(state, figure, seat, carried.get(figure.id, [])) for figure in state.figures]
    return sorted(found, key=lambda man: (man.present, man.y))


def _man(state: State, figure: Figure, seat: int | None, carried: list[str]) -> Man:
    mine = figure.seat == seat and seat is not None
    man = Man(
        figure=figure,
        name=words.name_of(figure),
        what=words.description(figure),
        how=words.conditions(figure, carried, mine),
        mine=mine,
        art=figures.figure(figure, figure.seat, figure.heading, arms=figure.seat >= 0),
        x=figure.x / 10,
        y=figure.y / 10,
        radius=SHAPES[figure.base][0] / 10 if figure.mount == "foot" else 18,
    )
    if figure.mount != "pack":
        man.most = allowance(state, figure) // 10
        man.bands = _bands(figure)
        man.voice = MUSIC // 10 if "musician" in figure.roles else VOICE // 10 if is_chief(figure) else 0
    return man


def _bands(figure: Figure) -> str:
    """The ranges of his longest missile weapon."""
    rows = [WEAPONS[id].bands for id in figure.weapons if WEAPONS[id].is_ranged]
    return " ".join(str(limit // 10) for limit in max(rows, key=lambda bands: bands[-1])) if rows else ""


def parties(men: Iterable[Man], state: State, seat: int | None, scores: list[int]) -> list[Party]:
    """By seat, one's own first, then nobody's people."""
    grouped: dict[int, dict[str, Unit]] = {}
    for man in sorted(men, key=lambda man: man.id):
        units = grouped.setdefault(man.figure.seat, {})
        units.setdefault(man.figure.unit, Unit(_(man.figure.unit), man.figure.unit)).men.append(man)
    order = sorted(set(grouped) | set(range(len(state.seats))), key=lambda n: (n != seat, n < 0, n))
    return [_party(state, n, list(grouped.get(n, {}).values()), n == seat, scores) for n in order]


def _party(state: State, n: int, units: list[Unit], mine: bool, scores: list[int]) -> Party:
    if n < 0:
        return Party(n, _("Habitants et figurants"), "", False, units)
    place = state.seats[n]
    return Party(n, place.name, _(place.role), mine, units, scores[n] if n < len(scores) else None)
