"""What waits for somebody besides the games themselves: letters, mentions, answers, words of the
moderators."""

from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User


class NoticeQuerySet(QuerySet["Notice"]):
    def unread(self) -> "NoticeQuerySet":
        return self.filter(read_at=None)


class Notice(models.Model):
    """One line for one cause; news of the same cause wake the line instead of adding another."""

    class Kind(models.TextChoices):
        LETTER = "letter", _("lettre")
        MENTION = "mention", _("mention")
        REPLY = "reply", _("réponse")
        TOPIC = "topic", _("nouveau sujet")
        MODERATION = "moderation", _("modération")
        REPORT = "report", _("signalement")
        GAZETTE = "gazette", _("gazette")
        TABLE = "table", _("table")

    TEXTS = {
        Kind.LETTER: _("%(who)s vous a écrit"),
        Kind.MENTION: _("%(who)s vous cite dans « %(what)s »"),
        Kind.REPLY: _("%(who)s a répondu dans « %(what)s »"),
        Kind.TOPIC: _("%(who)s a ouvert « %(what)s »"),
        Kind.MODERATION: _("La modération vous a écrit : %(what)s"),
        Kind.REPORT: _("Un signalement attend : %(what)s"),
        Kind.GAZETTE: _("%(who)s : %(what)s"),
        Kind.TABLE: _("« %(who)s » : %(what)s"),
    }

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=60)  # the cause
    params = models.JSONField(default=dict)
    url = models.CharField(max_length=200)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_notice_a_cause")]
        indexes = [models.Index(fields=["user"], condition=Q(read_at=None), name="unread_notices")]

    @property
    def text(self) -> str:
        shown = {"who": gettext("Quelqu’un"), "what": "…", **self.params}
        return str(self.TEXTS[self.Kind(self.kind)]) % shown
