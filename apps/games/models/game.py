"""A game: what is played, how, by whose leave, and how it ended."""

import secrets
from typing import Any

import msgspec
from django.db import models
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import Person, User
from apps.accounts.permissions import can_referee
from apps.games.engine.calls import under_watch
from apps.games.timing.pace import Pace
from engines.core.contract import Rules
from engines.core.registry import rules_of


def new_code() -> str:
    """The id in addresses: unguessable, since private games have one too."""
    return secrets.token_hex(6)


def new_invitation() -> str:
    return secrets.token_urlsafe(18)


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class GameQuerySet(QuerySet["Game"]):
    def gathering(self) -> "GameQuerySet":
        return self.filter(status=Game.Status.GATHERING)

    def under_way(self) -> "GameQuerySet":
        """Begun and not over: played, or suspended."""
        return self.filter(status__in=(Game.Status.RUNNING, Game.Status.PAUSED))

    def finished(self) -> "GameQuerySet":
        return self.filter(status=Game.Status.FINISHED)

    def public(self) -> "GameQuerySet":
        return self.filter(visibility=Game.Visibility.PUBLIC, kind=Game.Kind.TABLE)

    def live(self) -> "GameQuerySet":
        """As `Game.is_live` says it of one."""
        return self.filter(kind=Game.Kind.TABLE, pace_data__kind="live")

    def by_correspondence(self) -> "GameQuerySet":
        """Tables whose players are elsewhere, so that each step is mailed: neither live nor played alone."""
        return self.filter(kind=Game.Kind.TABLE).exclude(pk__in=Game.objects.live())

    def visible_to(self, user: Person) -> "GameQuerySet":
        """Public tables for everyone; the rest for those who sit, serve as steward or created them, and for
        the site's referees. `permissions.seers_among` says the same of many people."""
        public = Q(visibility=Game.Visibility.PUBLIC, kind=Game.Kind.TABLE)
        if not user.is_authenticated:
            return self.filter(public)
        if can_referee(user):
            return self.all()
        served = user.stewardships.standing().values("seat__game")
        own = Q(creator=user) | Q(pk__in=user.seats.values("game")) | Q(pk__in=served)
        return self.filter(public | own)


class Game(models.Model):
    class Status(models.TextChoices):
        GATHERING = "gathering", _("en attente de joueurs")
        RUNNING = "running", _("en cours")
        PAUSED = "paused", _("suspendue")
        FINISHED = "finished", _("terminée")
        CANCELLED = "cancelled", _("annulée")

    class Kind(models.TextChoices):
        TABLE = "table", _("table")
        TRAINING = "training", _("entraînement")
        HOTSEAT = "hotseat", _("un seul écran")
        SANDBOX = "sandbox", _("bac à sable")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("publique")
        PRIVATE = "private", _("privée")

    class Spectators(models.TextChoices):
        OPEN = "open", _("admis")
        DELAYED = "delayed", _("admis avec retard")
        CLOSED = "closed", _("non admis")

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    name = models.CharField(_("nom de la partie"), max_length=80)
    slug = models.CharField(_("jeu"), max_length=24)  # the engine's folder
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.TABLE)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.GATHERING, db_index=True)
    visibility = models.CharField(
        _("visibilité"), max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    password = models.CharField(max_length=128, blank=True)  # hashed
    invitation = models.CharField(max_length=32, default=new_invitation, unique=True, editable=False)
    seats_wanted = models.PositiveSmallIntegerField(_("nombre de places"))
    pace_data = models.JSONField(default=dict)
    early = models.BooleanField(_("résoudre dès que tous sont prêts"), default=False)
    bots_allowed = models.BooleanField(_("automates admis"), default=True)
    spectators = models.CharField(
        _("spectateurs"), max_length=8, choices=Spectators.choices, default=Spectators.OPEN
    )
    spectator_delay = models.PositiveSmallIntegerField(default=1)  # steps, when delayed
    special_rules = models.TextField(_("règles particulières"), blank=True, max_length=4000)
    creator = models.ForeignKey(User, on_delete=models.PROTECT, related_name="games_created")
    referee = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="games_refereed"
    )
    forked_from = models.ForeignKey(
        "games.Step", null=True, blank=True, on_delete=models.SET_NULL, related_name="sandboxes"
    )
    previous = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematches"
    )
    seed = models.BinaryField(default=new_seed, editable=False)  # secret until the end
    # SHA-256 of the seed, public from the start.
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    # Before the start: somebody last sat down or left.
    stirred_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    extensions_used = models.PositiveSmallIntegerField(default=0)
    outcome = models.JSONField(null=True, blank=True)

    _spoken_for: tuple[int, list[Any]]  # whose seats were looked up last; see apps/forums/permissions.py

    objects = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("partie")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("games:game", args=[self.code])

    @cached_property
    def table(self) -> list[Any]:
        """The seats in their order, read once for one look at the game."""
        return list(self.seats.order_by("number"))

    @property
    def rules(self) -> Rules:
        return under_watch(rules_of(self.slug, self.rules_version))  # type: ignore[arg-type]  # hashed by identity

    @property
    def title(self) -> str:
        return self.rules.meta.title

    @property
    def pace(self) -> Pace:
        return msgspec.convert(self.pace_data, Pace)

    @property
    def is_live(self) -> bool:
        """People sit at this table together: to seal is to answer, and the last answer resolves the step."""
        return self.kind == self.Kind.TABLE and self.pace.kind == "live"

    def names_the_silent(self, sealing: int, *, has_answered: bool) -> bool:
        """Whether somebody is told which of `sealing` people have not answered a secret question. At a table
        by correspondence only their number is public; of two, whoever has answered knows the other."""
        return self.is_live or self.is_solo or (has_answered and sealing == 2)

    @property
    def acting_referee(self) -> Any:
        """Who watches over this table by name, as long as he may."""
        named = self.referee
        return named if named is not None and self.may_be_watched_by(named) else None

    def may_be_watched_by(self, user: Person) -> bool:
        """One of the site's referees, with a second factor here as elsewhere, or whoever leads his own
        table."""
        return can_referee(user) or (user.pk == self.creator_id and not user.is_referee)

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)

    @property
    def is_public(self) -> bool:
        """For everyone's eyes, as `GameQuerySet.public` says it in SQL."""
        return self.visibility == self.Visibility.PUBLIC and self.kind == self.Kind.TABLE

    @property
    def is_solo(self) -> bool:
        """One person decides when to resolve: training, hotseat and sandboxes."""
        return self.kind != self.Kind.TABLE
