"""The log of a game. Step 0 is the setup; step n holds the moves made in position n-1 and the position they
led to."""

from typing import TYPE_CHECKING, Any

import msgspec
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from apps.games.models.fields import PackedField, SheetField
from engines.core import codec
from engines.core.contract import Event
from engines.core.dice import Draw

if TYPE_CHECKING:
    from apps.games.models.game import Game


class StepQuerySet(QuerySet["Step"]):
    def open(self) -> "StepQuerySet":
        return self.filter(status=Step.Status.OPEN)

    def resolved(self) -> "StepQuerySet":
        return self.filter(status=Step.Status.RESOLVED)

    def pending(self) -> "StepQuerySet":
        return self.exclude(status=Step.Status.RESOLVED)

    def acts_of_organiser(self) -> "StepQuerySet":
        """Steps that someone who leads the game put between two decisions: they asked nobody."""
        return self.filter(status=Step.Status.RESOLVED, kind=Step.Kind.MOVE, mode="")

    def pending_of(self, game: "Game") -> "Step | None":
        """What this game waits for, without the heavy columns; None before its start and after its end."""
        step = self.pending().light().filter(game=game).order_by().first()
        if step is not None:
            step.game = game
        return step

    def lock(self, step: "Step") -> "Step":
        """The row as it is now, with its game; nobody else's until the end of the transaction."""
        return self.light().select_for_update(of=("self",)).select_related("game").get(pk=step.pk)

    def light(self) -> "StepQuerySet":
        """Without the heavy columns, for lists."""
        return self.defer("state", "events", "moves", "draws")


class Step(models.Model):
    class Status(models.TextChoices):
        OPEN = "open", _("ouvert")
        SEALED = "sealed", _("scellé")
        RESOLVED = "resolved", _("résolu")
        QUARANTINED = "quarantined", _("en quarantaine")

    class Kind(models.TextChoices):
        SETUP = "setup", _("mise en place")
        MOVE = "move", _("coup")
        UNDO = "undo", _("reprise")
        ROLLBACK = "rollback", _("retour en arrière")

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="steps")
    n = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.MOVE)
    base = models.PositiveIntegerField(null=True)  # the step whose position this one starts from
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.OPEN)
    mode = models.CharField(max_length=8, blank=True)  # of what was asked: turn, free, sealed
    asked = models.JSONField(default=list)  # seat numbers
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    scheduled_at = models.DateTimeField(null=True, blank=True)  # due_at on the grid, before extensions
    sealed_at = models.DateTimeField(null=True, blank=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    fault = models.TextField(blank=True)  # for referees: why the last attempt failed
    reason = models.TextField(blank=True)  # shown to all: why a referee went back
    # Filled in at resolution, all at once:
    moves = PackedField(null=True)
    automatic = models.JSONField(default=list)  # seats the default or a bot answered for
    draws = PackedField(null=True)
    events = PackedField(null=True)
    state = PackedField(null=True)
    reveals = models.BooleanField(default=False)
    state_hash = models.CharField(max_length=64, blank=True)
    chain = models.CharField(max_length=64, blank=True)
    clocks = models.JSONField(null=True, blank=True)  # live tables: seconds left to each seat, by its number
    over = models.BooleanField(default=False)  # the position after this step asks nobody

    objects = StepQuerySet.as_manager()

    class Meta:
        ordering = ["game", "n"]
        constraints = [
            models.UniqueConstraint(fields=["game", "n"], name="one_step_a_number"),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(status__in=("open", "sealed", "quarantined")),
                name="one_pending_step_a_game",
            ),
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(status="open"), name="open_steps_by_deadline")]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.n}"

    @property
    def was_hurried(self) -> bool:
        """Sealed before its deadline: everyone was ready, or somebody in charge would not wait."""
        return self.due_at is not None and self.sealed_at is not None and self.sealed_at < self.due_at

    @property
    def starts_from(self) -> int:
        """The step on whose position this one stands. The setup alone has none, and nobody decides there."""
        assert self.base is not None
        return self.base

    def all_moves(self) -> dict[int, Any]:
        return {int(seat): action for seat, action in msgspec.json.decode(self.moves or b"{}").items()}

    def all_draws(self) -> list[Draw]:
        return codec.load(self.draws or b"[]", list[Draw])

    def all_events(self) -> list[Event]:
        """Every event, whoever may see it: filter with `events_for` before showing anything."""
        return codec.load(self.events or b"[]", list[Event])

    def events_for(self, seat: int | None) -> list[Event]:
        """What that seat (None: a spectator) may know of this step."""
        return [e for e in self.all_events() if e.audience is None or seat in e.audience]


class Report(models.Model):
    """What one seat was told of one step (the BILAN). Written once, with the step."""

    step = models.ForeignKey(Step, on_delete=models.CASCADE, related_name="reports")
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="reports")
    subject = models.CharField(max_length=200)
    text = models.TextField()
    html = SheetField()
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["seat", "-step__n"]
        constraints = [models.UniqueConstraint(fields=["step", "seat"], name="one_report_a_seat_and_step")]


class Reminder(models.Model):
    """A reminder that was sent for one deadline: a postponed deadline deserves a new one."""

    step = models.ForeignKey(Step, on_delete=models.CASCADE, related_name="reminders")
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="+")
    due_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["step", "seat", "due_at"], name="one_reminder_a_deadline")
        ]
