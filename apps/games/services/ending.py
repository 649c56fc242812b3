"""The end of a game: outcome, results, ratings. The seed is no longer secret."""

from django.db.models import Max

from apps.games.models import Game, Result, Seat, SeatHolder, Step
from apps.games.ratings import rate_game
from apps.orders.models import Submission
from engines.core import codec
from engines.core.contract import Outcome, Rank


def finish(game: Game, last: Step, outcome: Outcome | None) -> None:
    """Inside the transaction that resolved the last step."""
    game.status = Game.Status.FINISHED
    game.ended_at = last.resolved_at
    game.outcome = codec.builtins(outcome) if outcome else None
    game.save(update_fields=["status", "ended_at", "outcome"])
    if outcome is None or game.is_solo:
        return
    seats = {seat.number: seat for seat in game.seats.select_related("user")}
    places = _places(game, outcome)
    Result.objects.bulk_create([_result(game, seats[rank.seat], rank, places) for rank in outcome.ranking])
    rate_game(game)


def _places(game: Game, outcome: Outcome) -> dict[int, int]:
    """The place of each seat: as the rules rank them, and where they say so whoever left behind all who stayed. A seat that
    somebody took over keeps the rank it earns: a substitute inherits nothing."""
    gone = _resigned(game) if game.rules.meta.resigned_last else set()
    stayed = [rank for rank in outcome.ranking if rank.seat not in gone]
    if not gone or not stayed:
        return {rank.seat: rank.place for rank in outcome.ranking}
    places = {rank.seat: 1 + sum(other.place < rank.place for other in stayed) for rank in stayed}
    return places | dict.fromkeys(gone, len(stayed) + 1)


def _resigned(game: Game) -> set[int]:
    """Seats whose holder left of his own will, that nobody has taken, and for which the rules had the last word: who looks
    for a substitute and plays on has not left."""
    return {seat.number for seat in game.seats.filter(state=Seat.State.OPEN) if _has_left(seat)}


def _has_left(seat: Seat) -> bool:
    last = seat.holders.order_by("-from_step", "-pk").first()
    if last is None or last.reason != SeatHolder.Reason.RESIGNED:
        return False
    own = Submission.objects.filter(seat=seat).aggregate(last=Max("step__n"))["last"] or 0
    since = Step.objects.resolved().filter(game_id=seat.game_id, n__gte=last.to_step or 0, n__gt=own)
    return any(seat.number in automatic for automatic in since.values_list("automatic", flat=True))


def _result(game: Game, seat: Seat, rank: Rank, places: dict[int, int]) -> Result:
    return Result(game=game, seat=seat, user=seat.user, place=places[rank.seat], score=rank.score)
