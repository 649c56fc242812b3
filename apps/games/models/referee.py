"""The log of what referees did, never changed afterwards. The public part stands on the game's page."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class RefereeAct(models.Model):
    class Kind(models.TextChoices):
        POSTPONE = "postpone", _("a reporté l’échéance")
        PAUSE = "pause", _("a suspendu la partie")
        RESUME = "resume", _("a repris la partie")
        RESOLVE = "resolve", _("a fait résoudre le tour")
        ROLLBACK = "rollback", _("est revenu en arrière")
        REPLACE = "replace", _("a remplacé un joueur")
        REMOVE = "remove", _("a écarté un joueur")
        ANSWER = "answer", _("a répondu pour un absent")
        MESSAGE = "message", _("a écrit à tous")
        RESEND = "resend", _("a renvoyé un courrier")
        CANCEL = "cancel", _("a annulé la partie")
        OPEN_ORDERS = "open_orders", _("a ouvert des ordres scellés")
        RELEASE = "release", _("a levé la quarantaine")
        VOTE = "vote", _("vote de la table")
        OUTAGE = "outage", _("temps rendu après une panne")
        UNMASK = "unmask", _("a levé un masque de la gazette")
        RULE = "rule", _("a tranché, comme organisateur")

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="referee_acts")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    step = models.PositiveIntegerField(null=True)
    reason = models.TextField(blank=True, max_length=1000)
    details = models.JSONField(default=dict)  # never secret
    public = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
