"""The engine's own column: what every spectator may know of the turns since the last issue, in sentences."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from apps.games.engine.positions import state_of, view_for
from apps.games.models import Game, Step
from engines.core.contract import Event
from engines.core.texts import render

LONGEST = 40  # sentences


def news_between(game: Game, after: int, last: Step) -> list[str]:
    """Public events of the steps in ]after, last], told with the spectators' view of the last position."""
    steps = [*(_between(game, after, last.n) if after < last.n - 1 else ()), last]
    events = [event for step in steps for event in step.events_for(None)]
    told = told_by_gloire if game.slug == "gloire" else told_by_rules
    return told(game, events, state_of(game, last))[-LONGEST:]


def _between(game: Game, after: int, before: int) -> list[Step]:
    """The last of the steps that have no issue yet; a weekly game never has any."""
    steps = game.steps.resolved().filter(n__gt=after, n__lt=before).defer("state", "moves", "draws")
    return list(steps.order_by("-n")[:LONGEST])[::-1]


def told_by_rules(game: Game, events: Sequence[Event], state: Any) -> list[str]:
    seen = game.rules.view(state, None)
    texts = (game.rules.narrate(event, seen) for event in events)
    return [render(text, gettext) for text in texts if text is not None]


def told_by_gloire(game: Game, events: Sequence[Event], state: Any) -> list[str]:
    """As in the BILAN: what is alike is gathered, what matters most comes first."""
    from apps.tables.gloire.bilan.sheet import bare
    from apps.tables.gloire.pages.news import news

    return [bare(one.words) for one in news(list(events), view_for(game, state, None))][:LONGEST]
