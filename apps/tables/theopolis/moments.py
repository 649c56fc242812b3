"""What just happened: the chronicle of the last steps, the headlines, and which elements move on the page."""

from dataclasses import dataclass, field

from django.utils.translation import gettext

from apps.games.models import Step
from apps.games.table.sight import Sight
from apps.tables.past import LOOKED_AT, news_from, standing, steps_to
from apps.tables.theopolis.faces import face_of
from engines.core.contract import Event
from engines.core.texts import render

REMEMBERED = (
    14  # steps in the chronicle of the table, or more where more has happened since the reader last decided
)
MOVES = {"entered": "is-entering", "board_drawn": "is-drawn", "returned": "is-drawn", "picked": "is-picked"}
HEADLINES = {
    "disaster": "bad",
    "apocalypse": "bad",
    "sacrament_lost": "bad",
    "sacrament_gained": "good",
    "finished": "good",
}


@dataclass(frozen=True)
class Headline:
    text: str
    tone: str
    emblem: str = ""


@dataclass(frozen=True)
class Entry:
    """One step of the chronicle; `news` if it came after the reader's last decision."""

    n: int
    lines: list[str]
    news: bool


@dataclass
class Moments:
    chronicle: list[Entry] = field(default_factory=list)  # newest first
    headlines: list[Headline] = field(default_factory=list)
    marks: dict[int, str] = field(default_factory=dict)  # cid -> class
    struck: set[int] = field(default_factory=set)  # seats a disaster hit
    changed: set[tuple[int, str]] = field(
        default_factory=set
    )  # (seat, what): points, foi, esperance, charite


def moments_of(sight: Sight, *, public: bool) -> Moments:
    """`public`: as a spectator would be told, when the screen may be read by anyone."""
    found = Moments()
    steps = list(steps_to(sight).filter(n__gt=sight.shown_step.n - LOOKED_AT))
    first = news_from(steps, sight.number)
    kept = {step.n for step in standing(steps, sight.shown_step.n)}
    for place, step in enumerate(steps):
        news = step.n >= first
        if not news and place >= REMEMBERED:
            break
        events = [event for event in sight.events_of(step) if event.audience is None or not public]
        found.chronicle.append(Entry(step.n, _lines(sight, step, events), news))
        if step.n == sight.shown_step.n:
            for event in events:
                _note(found, sight, event)
        elif news and step.n in kept:
            found.headlines += [_headline(sight, event) for event in events if _befell(event, sight.number)]
    return found


def _befell(event: Event, seat: int | None) -> bool:
    """What happened to this seat while others played, and must not be missed."""
    if event.kind == "disaster":
        return seat in event.params["hit"]
    return event.kind in ("left", "sacrament_lost") and event.params["seat"] == seat


def _lines(sight: Sight, step: Step, events: list[Event]) -> list[str]:
    if step.kind == Step.Kind.UNDO:
        return [gettext("Un coup est repris.")]
    told = (sight.game.rules.narrate(event, sight.engine_view) for event in events)
    return [render(text, gettext) for text in told if text is not None]


def _note(found: Moments, sight: Sight, event: Event) -> None:
    params = event.params
    if event.kind in MOVES:
        found.marks[params["cid"]] = MOVES[event.kind]
    elif event.kind == "swapped":
        found.marks[params["taken"]["cid"]] = "is-picked"
        found.marks[params["given"]["cid"]] = "is-drawn"
    elif event.kind == "points_changed":
        found.changed.add((params["seat"], "points"))
    elif event.kind == "resource_added":
        found.changed.add((params["seat"], params["kind"]))
    elif event.kind == "disaster":
        found.struck.update(params["hit"])
    if event.kind in HEADLINES or _befell(event, sight.number):
        found.headlines.append(_headline(sight, event))


def _headline(sight: Sight, event: Event) -> Headline:
    text = sight.game.rules.narrate(event, sight.engine_view)
    assert text is not None  # every headline has its sentence
    emblem = face_of(event.params["card"]).emblem if "card" in event.params else ""
    return Headline(render(text, gettext), HEADLINES.get(event.kind, "bad"), emblem)
