"""What remains of games: careers, rankings, reliability, honours."""

from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.models import Game, Honour, Rating, Result, Seat, SeatHolder, Step
from apps.games.problems import Refusal

LAST_STEPS = 20


def reliability(user: User) -> tuple[int, int]:
    """Steps answered and asked among the last twenty of one's tables; steps played by default do not count as
    answered."""
    held = SeatHolder.objects.filter(user=user, seat__game__kind=Game.Kind.TABLE).select_related("seat")
    tenures = {holder.seat.game_id: holder for holder in held.order_by("from_step", "pk")}
    steps = (
        Step.objects.resolved()
        .light()
        .filter(game__in=tenures, kind=Step.Kind.MOVE)
        .order_by("-resolved_at")[:400]
    )
    mine = [(step, tenures[step.game_id]) for step in steps if _was_asked(step, tenures[step.game_id])][
        :LAST_STEPS
    ]
    return sum(1 for step, holder in mine if holder.seat.number not in step.automatic), len(mine)


def _was_asked(step: Step, holder: SeatHolder) -> bool:
    """Whether the step asked this person: while the seat was theirs, nobody inherits another's misses."""
    within = holder.from_step <= step.n and (holder.to_step is None or step.n <= holder.to_step)
    in_time = step.was_hurried and holder.seat.number in step.automatic  # the deadline had not come
    return within and not in_time and holder.seat.number in step.asked


def career(user: User) -> dict[str, Any] | None:
    """For the public profile: results, ratings, reliability, honours. Only what is public."""
    results = list(
        Result.objects.filter(user=user, game__visibility=Game.Visibility.PUBLIC)
        .select_related("game", "seat")
        .order_by("-game__ended_at", "-pk")[:50]
    )
    ratings = list(Rating.objects.filter(user=user))
    games = Game.objects.public().under_way()
    playing = Seat.objects.of(user).filter(game__in=games).select_related("game", "user")
    running = list(playing.order_by("-game__started_at", "-pk")[:20])
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
    return sorted(rows, key=lambda rating: -rating.figure)[:100]


def honours_of(game: Game) -> list[tuple[str, str, int]]:
    """The honours of a finished game: which, to whom, how many voices."""
    rows = Honour.objects.filter(game=game).values_list("kind", "receiver__name").annotate(n=Count("pk"))
    kinds = dict(Honour.Kind.choices)
    return [(str(kinds[kind]), name, n) for kind, name, n in rows.order_by("kind", "-n", "receiver__number")]


def give_honour(giver: Seat, receiver: Seat, kind: str) -> None:
    """One honour of each kind, after the end, never to oneself."""
    if giver.game.status != Game.Status.FINISHED:
        raise Refusal(_("Les honneurs se décernent quand la partie est terminée."))
    if giver.pk == receiver.pk or kind not in Honour.Kind.values:
        raise Refusal(_("Un honneur se décerne à un autre que soi : choisissez un autre siège."))
    if receiver.bot:
        raise Refusal(_("Un automate n’a que faire des honneurs : choisissez une personne."))
    Honour.objects.update_or_create(
        giver=giver, kind=kind, defaults={"game": giver.game, "receiver": receiver}
    )
