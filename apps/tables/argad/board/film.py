"""A step as a film: scenes made from the events these eyes may see, each with its captions, its dice and what
moves.

The page plays it; without a script the same captions stand in the log.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from engines.argad.view import TableView
from engines.core.contract import Event
from engines.core.texts import Text, render

MARCHES = ("move", "rowed")
TRACKED = ("recoil", "push", "follow", "overrun", "closes_in", "embarked", "landed")
GOES = ("killed", "captured", "fled")
COMES = ("arrives", "reveal")
OPENS = ("turn", "over", "arrives")  # the next turn begins: a scene of its own
Narrator = Callable[[Event, TableView], Text | None]


@dataclass
class Scene:
    """`tracks`: places by figure, null while unseen. `marks`: what flashes where. `lines`: shots. `gone`: who
    falls."""

    kind: str
    captions: list[str] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    hits: list[int] = field(default_factory=list)  # which of these dice count
    tracks: dict[str, list[Any]] = field(default_factory=dict)
    marks: list[dict[str, Any]] = field(default_factory=list)
    lines: list[list[float]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    come: list[str] = field(default_factory=list)
    about: set[str] = field(default_factory=set)  # whom it struck

    def as_json(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if value and key != "about"}


def scenes(events: Iterable[Event], view: TableView, narrate: Narrator) -> list[Scene]:
    """All that moves together is one scene; then each volley, each blow with what follows from it."""
    found: list[Scene] = []
    march = Scene("march")
    known = {figure.id for figure in view.figures}
    for event in events:
        text = narrate(event, view)
        caption = render(text, _) if text is not None else ""
        if event.kind in MARCHES:
            _track_on_the_march(march, event, caption, known)
        elif "t" in event.params:
            _note_on_the_march(march, event, caption)
        elif event.kind == "volley":
            found.append(_volley(event.params, caption))
        elif event.kind == "strike":
            found.append(_strike(event.params, caption))
        else:
            _note(_scene_for(found, event), event, caption, known)
    if march.tracks or march.captions:
        early = sum(scene.kind == "volley-before" for scene in found)
        found.insert(early, march)
    return [scene for scene in found if scene.captions or scene.tracks]


def _track_on_the_march(march: Scene, event: Event, caption: str, known: set[str]) -> None:
    """The way of a man, told by itself, or of a boat, with its sentence."""
    params = event.params
    track = [_place(spot) for spot in params["track"]]
    if event.kind == "rowed":
        march.tracks[f"item:{params['item']}"] = track
        march.captions += [caption] if caption else []
    elif params["fig"] in known:
        march.tracks[params["fig"]] = track


def _note_on_the_march(march: Scene, event: Event, caption: str) -> None:
    params = event.params
    if caption:
        march.captions.append(caption)
    march.dice += params.get("dice", [])
    if event.kind == "contact":
        march.marks.append({"at": _place(params["at"][0]), "t": params["t"], "kind": "contact"})
    elif event.kind == "reveal":
        march.marks.append({"at": _place(params["at"]), "t": params["t"], "kind": "reveal"})


def _scene_for(found: list[Scene], event: Event) -> Scene:
    """A fall or a recoil belongs to the blow that caused it; what opens a turn is apart; the rest goes on."""
    fig = event.params.get("fig", "")
    blow = next((scene for scene in reversed(found) if fig in scene.about), None)
    if blow is not None and event.kind in (*GOES, *TRACKED, "wounded", "held"):
        return blow
    kind = "start" if event.kind in OPENS else "after"
    if not found or found[-1].kind != kind:
        found.append(Scene(kind))
    return found[-1]


def _note(scene: Scene, event: Event, caption: str, known: set[str]) -> None:
    params, kind = event.params, event.kind
    if caption:
        scene.captions.append(caption)
    if kind in TRACKED and params["fig"] in known:
        scene.tracks[params["fig"]] = [_place(spot) for spot in params["track"]]
    if kind in GOES:
        scene.gone.append(params["fig"])
    if kind in COMES:
        scene.come.append(params["fig"])
    if kind not in TRACKED:
        scene.dice += params.get("dice", [])


def _volley(params: dict[str, Any], caption: str) -> Scene:
    lines = [[value / 10 for value in row] for row in params["lines"]]
    return Scene(
        f"volley-{params['timing']}",
        [caption],
        dice=dice_of("volley", params),
        hits=[place for place, row in enumerate(params["dice"]) if row[5]],
        lines=lines,
        marks=[{"at": lines[0][2:], "t": 0, "kind": "volley"}] if lines else [],
        about={row[2] for row in params["dice"] if row[5]},
    )


def _strike(params: dict[str, Any], caption: str) -> Scene:
    return Scene(
        "strike",
        [caption],
        dice=dice_of("strike", params),
        hits=list(range(len(params["blows"]))) if params["outcome"] == "kill" else [],
        marks=[{"at": _place(params["at"]), "t": 0, "kind": params["outcome"]}],
        about={params["target"], *(row[0] for row in params["blows"] if params["outcome"] == "kill")},
    )


def _place(spot: Any) -> list[float] | None:
    return None if spot is None else [spot[0] / 10, spot[1] / 10]


def dice_of(kind: str, params: dict[str, Any]) -> list[int]:
    """Every die that an event shows, rerolls last."""
    if kind == "volley":
        return [row[1] for row in params["dice"]] + list(params["rerolls"])
    if kind == "strike":
        return [row[2] for row in params["blows"]] + list(params["rerolls"])
    return [die for die in params.get("dice", ()) if isinstance(die, int)]
