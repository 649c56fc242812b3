"""The engine's own column: what every spectator may know of the turns since the last issue, in sentences."""

from apps.games.engine.positions import state_of
from apps.games.models import Game, Step
from apps.games.table import presentation

LONGEST = 40  # sentences


def news_between(game: Game, after: int, last: Step) -> list[str]:
    """Public events of the steps in ]after, last], told with the spectators' view of the last position."""
    steps = [*(_between(game, after, last.n) if after < last.n - 1 else ()), last]
    events = [event for step in steps for event in step.events_for(None)]
    return presentation.of(game.slug).public_news(game, events, state_of(game, last), LONGEST)


def _between(game: Game, after: int, before: int) -> list[Step]:
    """The last of the steps that have no issue yet; a weekly game never has any."""
    steps = game.steps.resolved().filter(n__gt=after, n__lt=before).defer("state", "moves", "draws")
    return list(steps.order_by("-n")[:LONGEST])[::-1]
