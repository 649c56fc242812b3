"""The end of a game: outcome, results, ratings. The seed is no longer secret."""

from django.db.models import Max

from apps.games.models import Game, Result, Seat, SeatHolder, Step
from apps.games.records.ratings import rate_game
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
    places = _places(game, outcome)
    results = []
    for rank in outcome.ranking:
        seat, place = seats[rank.seat], places[rank.seat]
        results.append(Result(game=game, seat=seat, user=seat.user, place=place, score=rank.score))
    Result.objects.bulk_create(results)
    rate_game(game)


def _places(game: Game, outcome: Outcome) -> dict[int, int]:
    """The place of each seat: as the rules rank them, and where they say so whoever left behind all who
    stayed. A seat that somebody took over keeps the rank it earns: a substitute inherits nothing."""
    gone = _resigned_seats(game) if game.rules.meta.resigned_last else set()
    stayed = [rank for rank in outcome.ranking if rank.seat not in gone]
    if not gone or not stayed:
        return {rank.seat: rank.place for rank in outcome.ranking}
    places = {rank.seat: 1 + sum(other.place < rank.place for other in stayed) for rank in stayed}
    return places | dict.fromkeys(gone, len(stayed) + 1)


def _resigned_seats(game: Game) -> set[int]:
    """Seats whose holder left of his own will, that nobody has taken, and for which the rules had the last
    word: who looks for a substitute and plays on has not left."""
    last_own = Max("submissions__step__n", default=0)
    abandoned = game.seats.filter(state=Seat.State.OPEN)
    abandoned = abandoned.annotate(own=last_own)  # type: ignore[no-redef]  # declared on the model for its readers
    since = {}
    for seat in abandoned.prefetch_related("holders"):
        last = max(seat.holders.all(), key=lambda holder: (holder.from_step, holder.pk), default=None)
        if last is not None and last.reason == SeatHolder.Reason.RESIGNED:
            since[seat.number] = max(seat.own + 1, last.to_step or 0)
    if not since:
        return set()
    decided = game.steps.resolved().filter(n__gte=min(since.values())).values_list("n", "automatic")
    return {
        number for n, automatic in decided for number in automatic if number in since and n >= since[number]
    }
