"""Reports, sanctions, inquiries, and the log of what moderators did. None of it is public."""

from datetime import datetime

from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.forums.models.letters import Message


class ReportQuerySet(QuerySet["Report"]):
    def judged_by(self, moderator: User) -> "ReportQuerySet":
        """Nobody judges a report about themselves, nor reads the letters of a game they have a part in."""
        games = Q(conversation__game__in=moderator.seats.values("game"))
        games |= Q(conversation__game__in=moderator.stewardships.values("seat__game"))
        own = Q(target=Report.Target.LETTER, target_id__in=Message.objects.filter(games).values("pk"))
        return self.exclude(about=moderator).exclude(own)


class Report(models.Model):
    class Target(models.TextChoices):
        POST = "message", _("message du forum")
        LETTER = "lettre", _("lettre")
        PLAYER = "joueur", _("joueur")
        ARTICLE = "article", _("article de gazette")
        EDITORIAL = "edito", _("éditorial de gazette")

    class Reason(models.TextChoices):
        INSULT = "insult", _("attaque contre la personne, hors du jeu")
        HATE = "hate", _("haine, racisme, menace")
        ADULT = "adult", _("contenu pornographique ou choquant")
        SPAM = "spam", _("publicité ou inondation")
        CHEAT = "cheat", _("tricherie, comptes multiples")
        OTHER = "other", _("autre chose")

    target = models.CharField(max_length=8, choices=Target.choices)
    target_id = models.PositiveBigIntegerField()
    about = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    excerpt = models.TextField(blank=True)  # as it stood when it was reported
    reporter = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=8, choices=Reason.choices)
    words = models.TextField(_("ce que vous voulez nous dire"), blank=True, max_length=1000)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    conclusion = models.CharField(max_length=300, blank=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        verbose_name = _("signalement")
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "target", "target_id"],
                condition=Q(closed_at=None),
                name="reports_a_thing_once",
            )
        ]


class SanctionQuerySet(QuerySet["Sanction"]):
    def running(self, now: datetime) -> "SanctionQuerySet":
        return self.filter(Q(until=None) | Q(until__gt=now), lifted_at=None).exclude(
            kind=Sanction.Kind.WARNING
        )


class Sanction(models.Model):
    class Kind(models.TextChoices):
        WARNING = "warning", _("avertissement")
        MUTE = "mute", _("silence")
        BAN = "ban", _("bannissement")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    reason = models.TextField(_("raison"), max_length=1000)  # read by the person
    created_at = models.DateTimeField()
    until = models.DateTimeField(_("jusqu’au"), null=True, blank=True)
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    report = models.ForeignKey(
        Report, null=True, blank=True, on_delete=models.SET_NULL, related_name="sanctions"
    )
    lifted_at = models.DateTimeField(null=True, blank=True)
    appeal = models.TextField(_("appel"), blank=True, max_length=2000)
    appealed_at = models.DateTimeField(null=True, blank=True)
    answer = models.TextField(_("réponse"), blank=True, max_length=1000)
    answered_at = models.DateTimeField(null=True, blank=True)

    objects = SanctionQuerySet.as_manager()

    class Meta:
        verbose_name = _("sanction")
        ordering = ["-created_at", "-pk"]

    @property
    def runs(self) -> bool:
        """Now, as `running` says it in SQL."""
        is_over = self.lifted_at is not None or (self.until is not None and self.until <= timezone.now())
        return self.kind != self.Kind.WARNING and not is_over


class ModeratorAct(models.Model):
    """Never changed afterwards."""

    class Kind(models.TextChoices):
        HIDE = "hide", _("a caché")
        SHOW = "show", _("a rétabli")
        EDIT = "edit", _("a modifié")
        PIN = "pin", _("a épinglé ou décroché")
        LOCK = "lock", _("a fermé ou rouvert")
        MOVE = "move", _("a déplacé")
        WARN = "warn", _("a averti")
        MUTE = "mute", _("a imposé le silence à")
        BAN = "ban", _("a banni")
        LIFT = "lift", _("a levé la sanction de")
        ANSWER = "answer", _("a répondu à l’appel de")
        CLOSE = "close", _("a classé un signalement")
        READ = "read", _("a lu une lettre signalée")
        INQUIRY = "inquiry", _("a ouvert une enquête")
        CONCLUDE = "conclude", _("a conclu une enquête")
        CHRONICLE = "chronicle", _("a clos ou rouvert la chronique")

    actor = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    about = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    what = models.CharField(max_length=200, blank=True)
    url = models.CharField(max_length=200, blank=True)
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "-pk"]

    @property
    def is_about_a_person(self) -> bool:
        """Its verb asks for a name (« a averti Ganelon »), not for a thing of theirs."""
        return self.kind in (self.Kind.WARN, self.Kind.MUTE, self.Kind.BAN, self.Kind.LIFT, self.Kind.ANSWER)


class Inquiry(models.Model):
    """A doubt about a game: while it lasts the game is paused."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="inquiries")
    opened_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.TextField(max_length=1000)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    conclusion = models.TextField(blank=True, max_length=1000)

    class Meta:
        ordering = ["-opened_at"]
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(closed_at=None), name="one_inquiry_a_game")
        ]
