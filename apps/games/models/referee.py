"""The log of what referees did, never changed afterwards. The public part stands on the game's page."""

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.games.timing.clock import long_date


class RefereeActQuerySet(QuerySet["RefereeAct"]):
    def public(self) -> "RefereeActQuerySet":
        return self.filter(public=True)

    def looks(self) -> "RefereeActQuerySet":
        """Acts after which somebody knows what the players do not: he takes no seat in that game any more."""
        return self.filter(kind__in=RefereeAct.LOOKS)


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
        DRY_RUN = "dry_run", _("a essayé le tour à blanc")
        OPEN_ORDERS = "open_orders", _("a ouvert des ordres scellés")
        RELEASE = "release", _("a levé la quarantaine")
        VOTE = "vote", _("vote de la table")
        OUTAGE = "outage", _("a rendu le temps perdu dans une panne")
        UNMASK = "unmask", _("a levé un masque de la gazette")
        RULE = "rule", _("a tranché, comme organisateur")

    LOOKS = (Kind.DRY_RUN, Kind.OPEN_ORDERS, Kind.ANSWER, Kind.UNMASK, Kind.RULE)

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="referee_acts")
    actor = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    step = models.PositiveIntegerField(null=True)
    reason = models.TextField(blank=True, max_length=1000)
    details = models.JSONField(default=dict)  # never secret
    public = models.BooleanField(default=True)
    # Of the preview it was confirmed from: one preview, one act.
    key = models.CharField(max_length=32, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RefereeActQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], condition=~Q(key=""), name="one_act_a_preview"),
        ]

    @property
    def who(self) -> str:
        """Whoever did it: a person, the site itself, or else the table by its vote."""
        if self.actor is not None:
            return self.actor.username
        by_itself = self.kind == self.Kind.OUTAGE or self.details.get("by_itself")
        return gettext("Le site") if by_itself else gettext("La table")

    @property
    def sentence(self) -> str:
        """What was done, with its seat, its step and its dates; entries of before these were kept say only
        what."""
        words, needed = SENTENCES.get(self.kind, ("", ()))
        facts = {**self.details, "step": self.step}
        if not words or any(facts.get(name) in (None, "") for name in needed):
            return self.get_kind_display()
        return str(words) % {name: _as_read(facts[name], name) for name in needed}


# What is said of an act, and the facts it is said with.
SENTENCES: dict[str, tuple[Any, tuple[str, ...]]] = {
    "postpone": (gettext_lazy("a reporté l’échéance du %(from)s au %(due_at)s"), ("from", "due_at")),
    "resume": (gettext_lazy("a repris la partie ; nouvelle échéance : %(due_at)s"), ("due_at",)),
    "resolve": (gettext_lazy("a fait résoudre le pas %(step)s avant l’échéance"), ("step",)),
    "rollback": (gettext_lazy("est revenu à la position d’après le pas %(to)s"), ("to",)),
    "replace": (gettext_lazy("a confié le siège « %(lord)s » à %(person)s"), ("lord", "person")),
    "remove": (gettext_lazy("a écarté %(person)s du siège « %(lord)s »"), ("person", "lord")),
    "answer": (gettext_lazy("a répondu pour %(lord)s, pas %(step)s"), ("lord", "step")),
    "resend": (gettext_lazy("a renvoyé son dernier courrier à %(lord)s"), ("lord",)),
    "dry_run": (gettext_lazy("a essayé le pas %(step)s à blanc"), ("step",)),
    "open_orders": (gettext_lazy("a ouvert les ordres scellés du pas %(step)s"), ("step",)),
    "release": (gettext_lazy("a levé la quarantaine du pas %(step)s"), ("step",)),
    "outage": (
        gettext_lazy("a rendu le temps perdu dans une panne ; nouvelle échéance : %(due_at)s"),
        ("due_at",),
    ),
}


def _as_read(fact: Any, name: str) -> str:
    if name not in ("from", "due_at"):
        return str(fact)
    return long_date(datetime.fromisoformat(fact))
