"""The waiting list of the old game: "I want to play in the next game", one list for each game and map."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from engines.core.registry import rules_of


def maps_of(slug: str) -> dict[str, str]:
    """The maps that a game may be played on, with their names."""
    return dict(next(option for option in rules_of(slug).meta.options if option.key == "map").choices)


class QueueEntryQuerySet(models.QuerySet["QueueEntry"]):
    def in_line(self) -> "QueueEntryQuerySet":
        return self.filter(state__in=("waiting", "asked", "confirmed"))

    def on_list(self, slug: str, variant: str) -> "QueueEntryQuerySet":
        """Those who wait for a game on this map, first come first."""
        return self.in_line().filter(slug=slug, variant=variant).order_by("entered_at", "pk")


class QueueEntry(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", _("en attente")
        ASKED = "asked", _("doit confirmer")
        CONFIRMED = "confirmed", _("a confirmé")
        SEATED = "seated", _("joue")
        LEFT = "left", _("s’est retiré")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="queue_entries")
    slug = models.CharField(max_length=24)
    variant = models.CharField(_("carte"), max_length=24)
    lord_name = models.CharField(_("nom de seigneur"), max_length=40)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    entered_at = models.DateTimeField(auto_now_add=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    answer_by = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    times_asked = models.PositiveSmallIntegerField(default=0)  # calls in a row that were not answered
    why = models.CharField(max_length=200, blank=True)  # shown: why the list did not start a game last time
    game = models.ForeignKey("games.Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    objects = QueueEntryQuerySet.as_manager()

    class Meta:
        ordering = ["slug", "variant", "entered_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "slug", "variant"],
                condition=models.Q(state__in=("waiting", "asked", "confirmed")),
                name="in_a_queue_once",
            )
        ]

    @property
    def label(self) -> str:
        """Which list it is: « Gloire et Pouvoir, Scandinavie »."""
        return f"{rules_of(self.slug).meta.title}, {gettext(maps_of(self.slug)[self.variant])}"
