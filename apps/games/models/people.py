"""What people declare around a game: absences, stewards, successions, votes."""

from datetime import datetime

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User


class AbsenceQuerySet(QuerySet["Absence"]):
    def covering(self, moment: datetime) -> "AbsenceQuerySet":
        return self.filter(starts_at__lte=moment, ends_at__gte=moment)

    def not_over(self, moment: datetime) -> "AbsenceQuerySet":
        return self.filter(ends_at__gte=moment)


class Absence(models.Model):
    """A declared absence, visible to the tables where the person plays."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="absences")
    starts_at = models.DateTimeField(_("du"))
    ends_at = models.DateTimeField(_("au"))
    note = models.CharField(_("mot pour la table"), max_length=120, blank=True)

    objects = AbsenceQuerySet.as_manager()

    class Meta:
        ordering = ["starts_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("starts_at")), name="an_absence_ends_after_it_starts"
            )
        ]

    @property
    def has_begun(self) -> bool:
        return self.starts_at <= timezone.now()


class StewardQuerySet(QuerySet["Steward"]):
    def serving(self, step: int) -> "StewardQuerySet":
        return self.filter(revoked_at=None, from_step__lte=step, to_step__gte=step)

    def at_work(self) -> "StewardQuerySet":
        """Those whose term covers what is being decided in their game."""
        return self.filter(
            revoked_at=None,
            seat__game__steps__status__in=("open", "sealed", "quarantined"),
            seat__game__steps__n__gte=F("from_step"),
            seat__game__steps__n__lte=F("to_step"),
        )

    def standing(self) -> "StewardQuerySet":
        """Neither dismissed nor at the end of their term: what they serve is still their business."""
        from apps.games.models.step import Step

        return self.filter(
            ~Exists(Step.objects.filter(game=OuterRef("seat__game"), n__gt=OuterRef("to_step"))),
            revoked_at=None,
        )

    def of(self, user: User) -> "StewardQuerySet":
        return self.filter(user=user)


class Steward(models.Model):
    """Someone who may enter orders for a seat during some of its turns; the table sees it. `to_step` is put
    off by every step that is no turn of the seat."""

    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="stewards")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="stewardships")
    from_step = models.PositiveIntegerField()
    to_step = models.PositiveIntegerField()
    named_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    turns: int  # that are left; set by pages

    objects = StewardQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(to_step__gte=F("from_step")), name="a_steward_serves_some_steps"
            )
        ]

    def turns_left(self, step: int) -> int:
        """How many turns of the seat remain to him, the one under way included."""
        return self.to_step - step + 1


class Succession(models.Model):
    """A lord looks for someone to follow him; `user`, when there is one, waits to take his place and name
    it."""

    seat = models.OneToOneField("games.Seat", on_delete=models.CASCADE, related_name="succession")
    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="successions"
    )
    name = models.CharField(_("nom de seigneur"), max_length=40, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)


class Vote(models.Model):
    """One seat's voice for one proposal during one step."""

    class Proposal(models.TextChoices):
        EXTENSION = "extension", _("reporter l’échéance")
        PAUSE = "pause", _("suspendre la partie")
        RESUME = "resume", _("reprendre la partie")

    step = models.ForeignKey("games.Step", on_delete=models.CASCADE, related_name="votes")
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="votes")
    proposal = models.CharField(max_length=10, choices=Proposal.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["step", "seat", "proposal"], name="one_voice_a_seat")]
