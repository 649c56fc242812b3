"""What seats decide, as rows of a step's log: drafts, submissions, lamps. `apps/orders` writes them, and
`due.py` at the deadline.

Submissions are append-only and never shown to anyone but the seat until the step is resolved. Drafts and
submissions remember who held the seat when they were written: until then no later holder reads them
(`queries/decisions.py`).

The tables keep the names that they had in another app.
"""

import secrets
from datetime import datetime
from typing import Any

import msgspec
from django.db import models
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.games.models.fields import PackedField
from apps.games.models.seat import Seat
from apps.games.models.step import Step
from apps.games.records.receipts import receipt_of
from engines.core import codec


def new_salt() -> str:
    return secrets.token_hex(16)


class Draft(models.Model):
    """What a seat is preparing, saved as it goes. It binds nobody."""

    step = models.ForeignKey("games.Step", on_delete=models.CASCADE, related_name="drafts")
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="drafts")
    action = models.JSONField()
    text = models.TextField(blank=True)  # as typed, errors included, so that nothing typed is lost
    author = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    holder = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "orders_draft"
        constraints = [models.UniqueConstraint(fields=["step", "seat"], name="one_draft_a_seat_and_step")]


class SubmissionQuerySet(QuerySet["Submission"]):
    def append(
        self,
        step: Step,
        seat: Seat,
        revision: int,
        action: Any,
        author: User | None,
        key: str,
        now: datetime,
        draft: Draft | None = None,
    ) -> "Submission":
        """A decision of whoever holds the seat now; one made from a draft is that of whoever held it then."""
        salt = new_salt()
        return self.create(
            step=step,
            seat=seat,
            revision=revision,
            action=codec.dump(action),
            author=author,
            holder_id=seat.user_id if draft is None else draft.holder_id,
            key=key,
            salt=salt,
            receipt=receipt_of(salt, action),
            from_draft=draft is not None,
            created_at=now,
        )


class Submission(models.Model):
    """One acknowledged decision. The last revision before the deadline is the one that counts."""

    step = models.ForeignKey("games.Step", on_delete=models.CASCADE, related_name="submissions")
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="submissions")
    revision = models.PositiveSmallIntegerField()
    action = PackedField()
    author = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    holder = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    key = models.CharField(max_length=64)  # the page's idempotency key: the same key gives the same receipt
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    receipt = models.CharField(max_length=64)
    from_draft = models.BooleanField(_("brouillon pris à l’échéance"), default=False)
    created_at = models.DateTimeField()

    objects = SubmissionQuerySet.as_manager()

    class Meta:
        db_table = "orders_submission"
        ordering = ["step", "seat", "revision"]
        constraints = [
            models.UniqueConstraint(fields=["step", "seat", "revision"], name="one_submission_a_revision"),
            models.UniqueConstraint(fields=["step", "seat", "key"], name="one_submission_a_key"),
        ]

    def decision(self) -> Any:
        return msgspec.json.decode(self.action)

    @property
    def as_sealed(self) -> str:
        """The very characters of which the receipt is the hash, after the salt and a line's end."""
        return bytes(self.action).decode()


class Readiness(models.Model):
    """The "ready" light of a seat for a step. A courtesy in a weekly game, a reason to resolve early at a
    table."""

    step = models.ForeignKey("games.Step", on_delete=models.CASCADE, related_name="readiness")
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="+")

    class Meta:
        db_table = "orders_readiness"
        constraints = [models.UniqueConstraint(fields=["step", "seat"], name="one_ready_light_a_seat")]
