"""What remains of games: careers, rankings, reliability, honours."""

from typing import Any

from django.db.models import Count

from apps.games.models import Game, Honour, Rating, Result, Seat, Step
from apps.games.problems import Refusal

LAST_STEPS = 20


def reliability(user: Any) -> tuple[int, int]:
    """Steps answered and asked among the last twenty of one's tables; steps played by default do not count as answered."""
    seats = {seat.game_id: seat.number for seat in Seat.objects.of(user).filter(game__kind=Game.Kind.TABLE)}
    steps = Step.objects.resolved().light().filter(game__in=seats, kind=Step.Kind.MOVE).order_by("-resolved_at")[:400]
    asked = [step for step in steps if seats[step.game_id] in step.asked][:LAST_STEPS]
    answered = sum(1 for step in asked if seats[step.game_id] not in step.automatic)
    return answered, len(asked)


def career(user: Any) -> dict[str, Any] | None:
    results = list(
        Result.objects.filter(user=user, game__visibility=Game.Visibility.PUBLIC)
        .select_related("game", "seat")
        .order_by("-game__ended_at")[:50]
    )
    ratings = list(Rating.objects.filter(user=user))
    running = list(Seat.objects.of(user).filter(game__in=Game.objects.public().running()).select_related("game")[:20])
    if not (results or ratings or running):
        return None
    answered, asked = reliability(user)
    honours = Honour.objects.filter(receiver__user=user).values_list("kind").annotate(n=Count("pk"))
    kinds = dict(Honour.Kind.choices)
    return {
        "results": results,
        "ratings": ratings,
        "running": running,
        "answered": answered,
        "asked": asked,
        "honours": [(kinds[kind], n) for kind, n in honours],
    }


def ranking(slug: str) -> list[Rating]:
    rows = Rating.objects.filter(slug=slug, user__is_active=True).select_related("user")
    return sorted(rows, key=lambda rating: -rating.shown)[:100]


def give_honour(giver: Seat, receiver: Seat, kind: str) -> None:
    """One honour of each kind, after the end, never to oneself."""
    if giver.game.status != Game.Status.FINISHED or giver.pk == receiver.pk or kind not in Honour.Kind.values:
        raise Refusal
    Honour.objects.update_or_create(giver=giver, kind=kind, defaults={"game": giver.game, "receiver": receiver})
