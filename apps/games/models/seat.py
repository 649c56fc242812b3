"""A seat at a game, and who held it when."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User

if TYPE_CHECKING:
    from apps.games.models.people import Absence, Steward


class SeatQuerySet(QuerySet["Seat"]):
    def held(self) -> "SeatQuerySet":
        return self.filter(state=Seat.State.HELD)

    def wanting_substitute(self) -> "SeatQuerySet":
        return self.filter(state=Seat.State.OPEN)

    def of(self, user: User) -> "SeatQuerySet":
        return self.filter(user=user)


class Seat(models.Model):
    class State(models.TextChoices):
        HELD = "held", _("tenue")
        OPEN = "open", _("cherche un remplaçant")
        GONE = "gone", _("quittée")  # out of the game for good: the default plays on

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("nom de seigneur"), max_length=40)
    arms = models.CharField(_("armoiries"), max_length=200, blank=True)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats")
    # The engine's bot that plays, when one does.
    bot = models.CharField(_("automate"), max_length=24, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.HELD)
    misses = models.PositiveSmallIntegerField(default=0)  # in a row
    clock_left = models.DurationField(null=True, blank=True)  # live games
    joined_at = models.DateTimeField(auto_now_add=True)

    objects = SeatQuerySet.as_manager()

    # What queries and pages put on a seat that they fetched.
    has_answered: bool
    own: int
    absence: "Absence | None"
    steward: "Steward | None"
    mail_fails: bool

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_a_number"),
            models.UniqueConstraint("game", Lower("name"), name="one_lord_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def bot_label(self) -> str:
        """Which automaton plays, as players read it."""
        label = self.game.rules.bot_levels.get(self.bot, "")
        return gettext(label) if label else self.bot

    @property
    def held_by(self) -> User:
        """Who holds it, where somebody does for sure."""
        assert self.user is not None
        return self.user

    @property
    def is_human(self) -> bool:
        return self.user_id is not None and self.state == self.State.HELD

    @property
    def may_answer(self) -> bool:
        """A decision may come from here: somebody holds the seat, or may take it or come back to it."""
        return self.is_human or (self.state == self.State.OPEN and not self.bot)


class SeatHolderQuerySet(QuerySet["SeatHolder"]):
    def opening_names(self, game: Any) -> list[str]:
        """The names that the seats of a game bore when it started."""
        rows = self.filter(seat__game=game).order_by("seat__number", "-from_step", "-pk")
        return list(dict(rows.values_list("seat__number", "name")).values())

    def at_the_end_of(self, n: Any) -> "SeatHolderQuerySet":
        """Who held his seat when step `n` (a number or an expression) was resolved, and kept it."""
        return self.filter(Q(to_step=None) | Q(to_step__gt=n), from_step__lte=n)

    def lost_by_missing(self, n: int) -> "SeatHolderQuerySet":
        """Who held his seat until step `n` was resolved without him, once too often."""
        return self.filter(to_step=n, reason=SeatHolder.Reason.ABSENT)


class SeatHolder(models.Model):
    """Who held the seat from which step on: a substitute begins a new record and inherits no penalty."""

    class Reason(models.TextChoices):
        JOINED = "joined", _("s’est assis à la table")
        SUBSTITUTE = "substitute", _("a repris le siège")
        HEIR = "heir", _("a succédé au seigneur qui abdiquait")
        REPLACED = "replaced", _("a été remplacé par l’arbitre")
        RESIGNED = "resigned", _("a quitté la partie")
        ABSENT = "absent", _("n’a pas donné d’ordres")

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="holders")
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    name = models.CharField(_("nom de seigneur"), max_length=40)  # a successor gives the house his own
    from_step = models.PositiveIntegerField(default=0)
    to_step = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=12, choices=Reason.choices, default=Reason.JOINED)

    objects = SeatHolderQuerySet.as_manager()

    class Meta:
        ordering = ["seat", "from_step", "pk"]
