"""What a seat has sealed, read back: every version of every turn, in the words of the game."""

from django.db.models import QuerySet

from apps.games.models import Seat, Step
from apps.games.positions import position_before
from apps.orders.models import Submission


def steps_sealed_by(seat: Seat) -> QuerySet[Step]:
    """The steps for which this seat sealed orders, the newest first."""
    steps = Step.objects.light().filter(game_id=seat.game_id, mode="sealed").select_related("game")
    return steps.filter(pk__in=Submission.objects.filter(seat=seat).values("step")).order_by("-n")


def sealed_versions(step: Step, seat: Seat) -> list[tuple[Submission, str]]:
    """Each version with its orders in text, the last one first: it is the one that counts."""
    state, rules = position_before(step), step.game.rules
    sealed = Submission.objects.filter(step=step, seat=seat).select_related("author").order_by("-revision")
    return [(one, rules.notate(state, seat.number, one.decision())) for one in sealed]
