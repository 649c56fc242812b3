"""Troops and scenarios that people keep. Whoever holds the address of one may read and copy it; its owner
changes it."""

import re
import secrets
from typing import Self, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import Person

K = TypeVar("K", bound="Kept")
CODE = re.compile(r"[0-9a-f]{16}")


def new_code() -> str:
    """Unguessable: the address is the permission to read."""
    return secrets.token_hex(8)


class KeptQuerySet(QuerySet[K]):
    def of(self, user: Person) -> Self:
        return self.filter(owner=user) if user.is_authenticated else self.none()

    def coded(self, code: str) -> Self:
        """The one of that address; none where the text cannot be one."""
        return self.filter(code=code) if CODE.fullmatch(code) else self.none()


class Kept(models.Model):
    """What troops and scenarios share."""

    shared: tuple[str, ...] = ("name", "data")  # what a copy has from its model
    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    name = models.CharField(_("nom"), max_length=80)
    data = models.JSONField()  # as the engine reads it
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = KeptQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["-updated_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class KeptTroop(Kept):
    shared = (*Kept.shared, "budget")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="argad_troops")
    budget = models.PositiveSmallIntegerField(_("budget"), default=100)

    class Meta(Kept.Meta):
        verbose_name = _("troupe")

    def get_absolute_url(self) -> str:
        return reverse("argad:troop", args=[self.code])


class KeptScenario(Kept):
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="argad_scenarios"
    )

    class Meta(Kept.Meta):
        verbose_name = _("scénario")

    def get_absolute_url(self) -> str:
        return reverse("argad:scenario", args=[self.code])


class TroopChoice(models.Model):
    """The troop someone means to raise at a table that has not opened yet; it becomes the draft of the first
    step."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    troop = models.JSONField()  # a ready troop's name, or a whole troop

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_troop_choice_a_player")]
