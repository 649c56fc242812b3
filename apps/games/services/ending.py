"""The end of a game: outcome, results, ratings. The seed is no longer secret."""

from typing import Any

from apps.games.models import Game, Result, Seat, Step
from apps.games.ratings import rate_game
from engines.core import codec
from engines.core.contract import Outcome


def finish(game: Game, last: Step, outcome: Outcome | None) -> None:
    """Inside the transaction that resolved the last step."""
    game.status = Game.Status.FINISHED
    game.ended_at = last.resolved_at
    game.outcome = codec.builtins(outcome) if outcome else None
    game.save(update_fields=["status", "ended_at", "outcome"])
    if outcome is None or game.is_solo:
        return
    seats = {seat.number: seat for seat in game.seats.select_related("user")}
    Result.objects.bulk_create([_result(game, seats[rank.seat], rank) for rank in outcome.ranking])
    rate_game(game)


def _result(game: Game, seat: Seat, rank: Any) -> Result:
    return Result(game=game, seat=seat, user=seat.user, place=rank.place, score=rank.score)
