"""The outbox: a mail is a row with its final bytes and its Message-ID, written in the transaction that caused
it."""

import secrets
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.registries.mail_kinds import mail_kind
from apps.courier.fields import PackedMailField


def new_code() -> str:
    return secrets.token_urlsafe(12)


class MailQuerySet(models.QuerySet["Mail"]):
    def due(self, now: datetime) -> Self:
        return self.filter(state=Mail.State.WAITING, next_attempt_at__lte=now)

    def lapsed(self, now: datetime) -> Self:
        """Claimed by a worker that has not been heard of since."""
        return self.filter(state=Mail.State.SENDING, claimed_until__lt=now)

    def failing(self) -> Self:
        """What a referee should look at: not delivered, or deferred at least once."""
        ended = Q(state__in=(Mail.State.UNKNOWN, Mail.State.REFUSED, Mail.State.EXPIRED))
        return self.filter(ended | Q(state=Mail.State.WAITING, attempts__gt=0))

    def visible_to(self, user: models.Model) -> Self:
        return self.filter(user=user)

    def without_content(self) -> Self:
        return self.defer("content")


class Mail(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", _("en attente")
        SENDING = "sending", _("en cours d’envoi")
        SENT = "sent", _("remis")
        UNKNOWN = "unknown", _("remise incertaine")
        REFUSED = "refused", _("refusé")
        EXPIRED = "expired", _("abandonné après 48 heures")
        HELD = "held", _("retenu")
        GATHERING = "gather", _("attend le courrier du jour")
        GATHERED = "gathered", _("réuni dans le courrier du jour")

    ENDED = (State.SENT, State.UNKNOWN, State.REFUSED, State.EXPIRED, State.HELD, State.GATHERED)
    RESENDABLE = (State.UNKNOWN, State.REFUSED, State.EXPIRED)

    # In addresses of pages.
    code = models.CharField(max_length=24, unique=True, default=new_code, editable=False)
    # The cause, for example report:12:4: one cause, one mail.
    key = models.CharField(max_length=100, unique=True)
    kind = models.CharField(max_length=24)  # of apps/accounts/registries/mail_kinds.py
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="mails")
    address = models.EmailField()
    provider = models.CharField(max_length=24)  # of transport/providers.py: who is at the other end
    subject = models.CharField(max_length=250)
    message_id = models.CharField(max_length=200, unique=True)
    content = PackedMailField()  # the rendered message, headers included; emptied once a code has left
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    rank = models.PositiveSmallIntegerField(default=1)  # codes (0) pass before the rest
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField()
    give_up_at = models.DateTimeField()
    claim = models.CharField(max_length=32, blank=True)  # whose hands it is in
    claimed_until = models.DateTimeField(null=True, blank=True)
    # Written before DATA: from here on, a crash leaves doubt.
    handed_at = models.DateTimeField(null=True, blank=True)
    digest = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="gathered"
    )
    created_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)

    objects = MailQuerySet.as_manager()

    class Meta:
        verbose_name = _("courrier")
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(
                fields=["provider", "rank", "next_attempt_at"],
                condition=Q(state="waiting"),
                name="waiting_mail_by_time",
            ),
            models.Index(
                fields=["claimed_until"], condition=Q(state="sending"), name="claimed_mail_by_lease"
            ),
            models.Index(fields=["user", "-created_at", "-id"], name="mail_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.get_state_display()})"

    @property
    def kind_label(self) -> str:
        return str(mail_kind(self.kind).label)

    @property
    def is_secret(self) -> bool:
        """Codes are read in one's own mailbox, never on the site: an open session must not suffice to take an
        account."""
        return self.kind == "security"


class Attempt(models.Model):
    """One try at handing a mail over, and what the other side said; or somebody's wish to try again."""

    mail = models.ForeignKey(Mail, on_delete=models.CASCADE, related_name="tries")
    at = models.DateTimeField()
    code = models.PositiveSmallIntegerField(null=True, blank=True)  # SMTP answer, when there was one
    result = models.CharField(max_length=8, choices=Mail.State.choices)
    answer = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("essai")
        verbose_name_plural = _("essais")
        ordering = ["mail", "at", "pk"]

    def __str__(self) -> str:
        return f"{self.mail_id} : {self.code or ''} {self.get_result_display()}"


class ProviderConnection(models.Model):
    """The right to one connection towards a provider, held for a while by one worker, whatever their
    number."""

    provider = models.CharField(max_length=24)
    slot = models.PositiveSmallIntegerField()
    holder = models.CharField(max_length=32, blank=True)
    held_until = models.DateTimeField(null=True, blank=True)
    # The provider asked for quiet, or did not answer.
    rests_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "courier_lane"
        constraints = [models.UniqueConstraint(fields=["provider", "slot"], name="one_lane_a_slot")]
