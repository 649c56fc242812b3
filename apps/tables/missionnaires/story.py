"""What has happened, from the events of the last steps: sentences, the ways that pieces took, the cards
turned up.

One query, however many steps; moves that were taken back are left out.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from apps.games.models import Step
from apps.games.table.sight import Sight
from apps.tables.missionnaires.chart import way
from apps.tables.missionnaires.faces import Face, face_of
from apps.tables.past import recent
from engines.core.contract import Event
from engines.core.texts import render
from engines.missionnaires.board import NAMES

SHOWN = 18  # steps told, or more where more has happened since the reader last decided
CARDS_SHOWN = 3
NEW_CARDS_SHOWN = 6  # where so many were drawn since the reader last decided
DRAWN = ("ms.sea", "ms.terr")
AFTER_CARD = ("ms.effect", "ms.moved", "ms.overseer", "ms.gendarme", "ms.bon", "ms.visit")
PLACES = ("to", "cong", "space", "over")  # what an event may name, the most telling first


@dataclass
class Line:
    text: str
    seat: int | None
    space: str  # where the map shows it
    kind: str


@dataclass
class Track:
    """The way one piece took. `beat` orders ways and cards as they happened."""

    n: int
    beat: int
    piece: str
    spaces: list[str]

    @property
    def d(self) -> str:
        return way(self.spaces)


@dataclass
class Turned:
    """A card turned up, who drew it, and what it did."""

    n: int
    beat: int
    face: Face
    who: str
    seat: int
    after: list[str] = field(default_factory=list)


@dataclass
class Entry:
    n: int
    automatic: bool
    news: bool  # since the reader last decided
    lines: list[Line] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    cards: list[Turned] = field(default_factory=list)


class Story:
    """The last steps, newest first."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    @cached_property
    def entries(self) -> list[Entry]:
        found = [self._entry(step, news) for step, news in recent(self.sight, SHOWN)]
        return [entry for entry in found if entry.lines]

    @property
    def tracks(self) -> list[Track]:
        """In the order in which they were walked."""
        return [track for entry in reversed(self.entries) for track in entry.tracks]

    @property
    def cards(self) -> list[Turned]:
        """The last cards turned up, newest first."""
        cards = [(card, entry.news) for entry in self.entries for card in reversed(entry.cards)]
        return [
            card for place, (card, news) in enumerate(cards[:NEW_CARDS_SHOWN]) if news or place < CARDS_SHOWN
        ]

    def _entry(self, step: Step, news: bool) -> Entry:
        entry = Entry(step.n, self.sight.answered_for_somebody(step), news)
        over = ""
        for beat, event in enumerate(self.sight.events_of(step)):
            text = self._sentence(event)
            if text:
                entry.lines.append(Line(text, event.params.get("seat"), _place(event), event.kind))
            if event.kind == "ms.jump":
                over = event.params["over"]
            elif event.kind in DRAWN:
                seat = event.params["seat"]
                who = self.sight.view["players"][seat]["name"]
                entry.cards.append(Turned(step.n, beat, face_of(event.params["card"]), who, seat))
            elif text and entry.cards and event.kind in AFTER_CARD:
                entry.cards[-1].after.append(text)
            for piece, spaces in _ways_taken(event, over):
                _walk_on(entry, Track(step.n, beat, piece, spaces))
                over = ""
        return entry

    def _sentence(self, event: Event) -> str:
        text = self.sight.game.rules.narrate(event, self.sight.engine_view)
        return render(text, _) if text is not None else ""


def _walk_on(entry: Entry, track: Track) -> None:
    """Sections walked one after the other are one way, unless a card was turned up between them."""
    last = entry.tracks[-1] if entry.tracks else None
    drawn_since = any(last.beat < card.beat for card in entry.cards) if last else False
    if last and last.piece == track.piece and last.spaces[-1] == track.spaces[0] and not drawn_since:
        last.spaces += track.spaces[1:]
    else:
        entry.tracks.append(track)


def _ways_taken(event: Event, over: str) -> Iterable[tuple[str, list[str]]]:
    """Which piece an event moved, and through which spaces."""
    params = event.params
    origin, to = params.get("origin"), params.get("to")
    if not origin or not to or origin == to:
        return
    if event.kind in ("ms.section", "ms.moved"):
        yield f"pawn-{params['seat']}", [origin, over, to] if over else [origin, to]
    elif event.kind == "ms.gendarme":
        yield f"gendarme-{params['home']}", [origin, to]
    elif event.kind == "ms.overseer":
        yield f"overseer-{params['who']}", [origin, to]


def _place(event: Event) -> str:
    params: dict[str, Any] = event.params
    return next((params[key] for key in PLACES if params.get(key) in NAMES), "")
