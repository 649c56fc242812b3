"""Boards: those of the site, one of table talk for each title, and one for every game, created with it."""

from typing import Any

from django.db import models
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import Person, User
from apps.accounts.permissions import can_moderate, is_member
from apps.games.models import Game


class BoardQuerySet(QuerySet["Board"]):
    def visible_to(self, user: Person) -> "BoardQuerySet":
        return self.filter(readable_by(user))

    def of_site(self) -> "BoardQuerySet":
        return self.exclude(kind=Board.Kind.GAME)


def readable_by(user: Person, prefix: str = "") -> Q:
    """Which boards the person may read, as a condition on a board or on what hangs from one (`prefix`)."""

    def where(**conditions: Any) -> Q:
        return Q(**{prefix + name: value for name, value in conditions.items()})

    everyone = where(readers=Board.Readers.EVERYONE)
    if not user.is_authenticated:
        public = {"game__visibility": Game.Visibility.PUBLIC, "game__kind": Game.Kind.TABLE}
        return everyone | where(readers=Board.Readers.GAME, **public)
    if is_member(user) or can_moderate(user):
        everyone |= where(readers=Board.Readers.MEMBERS)
    return everyone | where(readers=Board.Readers.GAME, game__in=Game.objects.visible_to(user).values("pk"))


class Board(models.Model):
    class Kind(models.TextChoices):
        SITE = "site", _("la cour")
        TALK = "talk", _("autour des tables")
        GAME = "game", _("les parties")

    class Readers(models.TextChoices):
        EVERYONE = "everyone", _("tout le monde")
        MEMBERS = "members", _("les membres de l’association")
        GAME = "game", _("ceux qui peuvent voir la partie")

    class Writers(models.TextChoices):
        EVERYONE = "everyone", _("tous les joueurs inscrits")
        MEMBERS = "members", _("les membres de l’association")
        PLAYERS = "players", _("les joueurs de la partie")
        MODERATORS = "moderators", _("les aides de camp")

    slug = models.SlugField(max_length=40, unique=True)
    kind = models.CharField(max_length=4, choices=Kind.choices, default=Kind.SITE)
    title = models.CharField(_("titre"), max_length=120)
    about = models.CharField(_("sujet"), max_length=240, blank=True)
    order = models.PositiveSmallIntegerField(default=100)
    emblem = models.CharField(max_length=24, blank=True)  # a charge of apps/heraldry or the slug of a game
    game = models.OneToOneField(
        "games.Game", null=True, blank=True, on_delete=models.CASCADE, related_name="forum"
    )
    readers = models.CharField(max_length=10, choices=Readers.choices, default=Readers.EVERYONE)
    openers = models.CharField(max_length=10, choices=Writers.choices, default=Writers.EVERYONE)
    writers = models.CharField(max_length=10, choices=Writers.choices, default=Writers.EVERYONE)
    closed_at = models.DateTimeField(null=True, blank=True)  # a chronicle: read-only on the referee's word
    closed_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    # Kept up to date by the services, so that lists count nothing:
    topic_count = models.PositiveIntegerField(default=0)
    post_count = models.PositiveIntegerField(default=0)
    last_post_at = models.DateTimeField(null=True, blank=True)
    last_topic = models.ForeignKey(
        "forums.Topic", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    unread: int  # topics; set by `boards_for`

    objects = BoardQuerySet.as_manager()

    class Meta:
        verbose_name = _("tableau")
        verbose_name_plural = _("tableaux")
        ordering = ["order", "pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("forums:board", args=[self.slug])

    @property
    def is_public(self) -> bool:
        """For everyone's eyes, visitors included, as `readable_by` says it in SQL."""
        if self.readers == self.Readers.GAME:
            return self.game is not None and self.game.is_public
        return self.readers == self.Readers.EVERYONE

    @property
    def is_chronicle(self) -> bool:
        return self.closed_at is not None


class BoardRead(models.Model):
    """Everything of this board up to that moment counts as read."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="reads")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "board"], name="one_mark_a_board")]


class Subscription(models.Model):
    """Someone who follows a topic (its answers) or a board (its new topics)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    board = models.ForeignKey(Board, null=True, on_delete=models.CASCADE, related_name="subscriptions")
    topic = models.ForeignKey(
        "forums.Topic", null=True, on_delete=models.CASCADE, related_name="subscriptions"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "topic"], name="follows_a_topic_once"),
            models.UniqueConstraint(fields=["user", "board"], name="follows_a_board_once"),
            models.CheckConstraint(
                condition=Q(board=None, topic__isnull=False) | Q(topic=None, board__isnull=False),
                name="follows_a_board_or_a_topic",
            ),
        ]
