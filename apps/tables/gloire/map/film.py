"""The film of the map: one frame a turn, made from stored positions and events as these eyes saw them."""

from typing import Any

from django.utils.translation import ngettext

from apps.games.engine.positions import state_of, view_for
from apps.games.models import Step
from apps.games.table.sight import Sight
from apps.tables.gloire.bilan.sheet import bare
from apps.tables.gloire.map.layers import seats_of_arms
from apps.tables.gloire.pages.news import near_first, news
from engines.core.contract import Event

TOLD = ("land_taken", "land_freed", "land_sold", "battle")  # events that mark a land on the film


def turns_of(sight: Sight) -> list[int]:
    """The numbers of the steps that may be shown, the first position included."""
    steps = Step.objects.resolved().filter(game=sight.game, n__lte=sight.shown_step.n).order_by("n")
    return list(steps.values_list("n", flat=True))


def frame_of(sight: Sight, step: Step) -> dict[str, Any]:
    """One frame: who holds what after this step, how it fares, and what was heard of it."""
    is_shown = step.pk == sight.shown_step.pk
    view = sight.view if is_shown else view_for(sight.game, state_of(sight.game, step), sight.number)
    events = sight.events_of(step)
    lands = {
        name: [land["owner"], land["happiness"], land["population"]] for name, land in view["lands"].items()
    }
    return {
        "n": step.n,
        "turn": view["turn"],
        "lands": lands,
        "arms": list(seats_of_arms(view).items()),
        "ties": _ties(view),
        "marked": sorted(
            {event.params["land"] for event in events if event.kind in TOLD and "land" in event.params}
        ),
        "news": news_of(sight, events, view),
        "standings": [[lord["name"], lord["standing"], lord["lands"]] for lord in view["lords"]],
    }


def _ties(view: dict[str, Any]) -> dict[str, Any] | None:
    """What the reader was to the others then; None for someone who only watches."""
    if view["me"] is None:
        return None
    mine = view["lords"][view["me"]["seat"]]
    return {"me": mine["seat"], "allies": mine["allies"], "enemies": mine["enemies"]}


def news_of(sight: Sight, events: list[Event], view: dict[str, Any]) -> list[str]:
    """What the realm talks about; at a large court, what these eyes hear of it."""
    told, rest = near_first(news(events, view), view, sight.number)
    lines = [bare(one.words) for one in told]
    if rest:
        text = ngettext("Et {n} autre nouvelle de plus loin.", "Et {n} autres nouvelles de plus loin.", rest)
        lines.append(text.format(n=rest))
    return lines
