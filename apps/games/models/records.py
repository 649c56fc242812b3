"""What remains of a game: results, ratings, honours."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from engines.core.registry import rules_of


class Result(models.Model):
    """One person's result in one finished game."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="results")
    seat = models.OneToOneField("games.Seat", on_delete=models.CASCADE, related_name="result")
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="results")
    place = models.PositiveSmallIntegerField()
    score = models.FloatField(default=0)
    rated = models.BooleanField(default=False)
    rating_change = models.FloatField(default=0)

    class Meta:
        ordering = ["game", "place"]


class Rating(models.Model):
    """openskill's belief about one person at one game title."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="ratings")
    slug = models.CharField(max_length=24)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "slug"], name="one_rating_a_title")]
        ordering = ["slug", "-mu"]

    @property
    def title(self) -> str:
        return rules_of(self.slug).meta.title

    @property
    def figure(self) -> int:
        """A cautious figure: what the person is almost surely worth."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


class Honour(models.Model):
    """A small honour voted by peers at the end."""

    class Kind(models.TextChoices):
        LOYAL = "loyal", _("le plus loyal")
        CUNNING = "cunning", _("le plus rusé")
        PEN = "pen", _("la plus belle plume")
        COURTEOUS = "courteous", _("le plus courtois")

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="honours")
    giver = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="honours_given")
    receiver = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="honours_received")
    kind = models.CharField(max_length=10, choices=Kind.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["giver", "kind"], name="one_honour_of_a_kind")]
