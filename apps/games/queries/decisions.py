"""What a seat has prepared and sealed, read back: every version of every turn, in the words of the game.

A change of holder, by whatever hand, opens nothing: until a step is played, what was drafted or sealed for it
is shown only while the person who held the seat then holds it, to him and to his steward. Every page that
shows orders asks here.
"""

from collections.abc import Iterable
from itertools import dropwhile, groupby, takewhile
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from apps.games.engine.positions import position_before
from apps.games.models import Draft, Game, Seat, Step, Submission


class Sealed(NamedTuple):
    """One step of what a seat sealed."""

    step: Step
    versions: list[tuple[Submission, str]]  # each with its orders in text, the last one first
    kept_secret: bool  # another holder sealed some that are not shown


def is_own(one: Draft | Submission, seat: Seat) -> bool:
    """Written while the present holder of the seat held it."""
    return one.holder_id is not None and one.holder_id == seat.user_id


def readable_draft(step: Step, seat: Seat) -> Draft | None:
    draft = Draft.objects.filter(step=step, seat=seat).first()
    return draft if draft is not None and is_own(draft, seat) else None


def readable_submissions(step: Step, seat: Seat) -> list[Submission]:
    """The last one first: it is the one that counts. Before the step is played, those since which nobody else
    sealed."""
    sealed = Submission.objects.filter(step=step, seat=seat).order_by("-revision")
    return list(sealed if _is_played(step) else takewhile(lambda one: is_own(one, seat), sealed))


def steps_sealed_by(seat: Seat) -> QuerySet[Step]:
    """The steps for which this seat sealed orders, the newest first."""
    steps = Step.objects.light().filter(game_id=seat.game_id, mode="sealed").select_related("game")
    return steps.filter(pk__in=Submission.objects.filter(seat=seat).values("step")).order_by("-n")


def versions_of(seat: Seat) -> QuerySet[Submission]:
    """Every version of every turn, the newest first; `is_last` marks the one that counts of each turn."""
    later = Submission.objects.filter(
        step=OuterRef("step"), seat=OuterRef("seat"), revision__gt=OuterRef("revision")
    )
    sealed = Submission.objects.filter(seat=seat, step__mode="sealed").select_related("author")
    return sealed.annotate(is_last=~Exists(later)).order_by("-step__n", "-revision")


def in_words(versions: Iterable[Submission], seat: Seat) -> list[Sealed]:
    """Of these versions those that may be read, by turn, each with its orders in text. A position is read
    once for its turn."""
    rows = []
    steps = steps_sealed_by(seat).in_bulk({one.step_id for one in versions})
    hidden = _hidden_versions(steps.values(), seat)
    for step, sealed in groupby(versions, key=lambda one: steps[one.step_id]):
        state, rules = position_before(step), step.game.rules
        listed = list(sealed)
        readable = [one for one in listed if one.pk not in hidden]
        told = [(one, rules.notate(state, seat.number, one.decision())) for one in readable]
        rows.append(Sealed(step, told, len(readable) < len(listed)))
    return rows


def _hidden_versions(steps: Iterable[Step], seat: Seat) -> set[int]:
    """The versions of unplayed steps that another holder sealed, and those before them."""
    unplayed = [step for step in steps if not _is_played(step)]
    sealed = (
        Submission.objects.filter(step__in=unplayed, seat=seat).order_by("step", "-revision").defer("action")
    )
    hidden: set[int] = set()
    for _step, versions in groupby(sealed, key=lambda one: one.step_id):
        hidden.update(one.pk for one in dropwhile(lambda one: is_own(one, seat), versions))
    return hidden


def _is_played(step: Step) -> bool:
    """Its orders were carried out, or the game is over and hides nothing. A step that became the return to an
    earlier one is resolved, and its orders never were."""
    carried_out = step.status == Step.Status.RESOLVED and step.kind == Step.Kind.MOVE
    return carried_out or step.game.status == Game.Status.FINISHED
