"""Letters: between lords of a game, between players, to the referee. A lord's letters belong to the seat, not
to the person.

Whoever holds the seat reads them, so that they stay in the game when a substitute takes over.
"""

import secrets

from django.db import models
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import Person, Role, User
from apps.accounts.permissions import acting_referees, can_referee


def new_letter_code() -> str:
    return secrets.token_urlsafe(12)


class Conversation(models.Model):
    class Kind(models.TextChoices):
        LORDS = "lords", _("de seigneur à seigneur")
        PLAYERS = "players", _("de joueur à joueur")
        REFEREE = "referee", _("à l’arbitre")

    code = models.CharField(max_length=24, unique=True, default=new_letter_code, editable=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.CASCADE, related_name="letters"
    )
    subject = models.CharField(_("objet"), max_length=120)
    created_at = models.DateTimeField()
    last_at = models.DateTimeField()
    last_number = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("correspondance")
        ordering = ["-last_at"]

    def get_absolute_url(self) -> str:
        return reverse("forums:conversation", args=[self.code])


def _referee_acts() -> Q:
    """As `Game.acting_referee` says it: a referee of the site with a second factor, or whoever leads his
    own table."""
    leads = Q(conversation__game__referee=F("conversation__game__creator"))
    return Q(conversation__game__referee__in=acting_referees().values("pk")) | (
        leads & ~Q(conversation__game__referee__role=Role.REFEREE)
    )


class ParticipantQuerySet(QuerySet["Participant"]):
    def of(self, user: Person) -> "ParticipantQuerySet":
        """As oneself, as the lord one plays now, or as the referee's desk of one's games; for referees also
        the desk of games that have no referee."""
        desk = Q(is_desk=True, conversation__game__referee=user) & _referee_acts()
        own = Q(user=user) | Q(seat__user=user) | desk
        if user.is_authenticated and can_referee(user):
            unled = Q(conversation__game=None) | Q(conversation__game__referee=None) | ~_referee_acts()
            own |= Q(is_desk=True) & unled & ~Q(conversation__game__in=user.seats.values("game"))
        return self.filter(own, left_at=None)


class Participant(models.Model):
    """One side of a conversation: a player, a lord (the seat), or the referee's desk."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="participants")
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    seat = models.ForeignKey("games.Seat", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    is_desk = models.BooleanField(default=False)
    read_number = models.PositiveIntegerField(default=0)
    archived_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)

    others: "list[Participant]"  # set by the page of letters

    objects = ParticipantQuerySet.as_manager()

    class Meta:
        ordering = ["conversation", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["conversation", "seat"], name="one_side_a_seat"),
            models.UniqueConstraint(fields=["conversation", "user"], name="one_side_a_user"),
        ]

    @property
    def name(self) -> str:
        if self.is_desk:
            return str(_("L’arbitre"))
        if self.seat is not None:
            return self.seat.name
        return self.user.username if self.user else str(_("Joueur retiré"))

    @property
    def arms(self) -> str:
        if self.is_desk:
            return "gules; bend argent"
        if self.seat is not None:
            return self.seat.arms
        return self.user.arms if self.user else ""


class Message(models.Model):
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    number = models.PositiveIntegerField()
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    signed_name = models.CharField(max_length=40)  # frozen for lords, empty for players
    signed_title = models.CharField(max_length=40, blank=True)
    signed_arms = models.CharField(max_length=200, blank=True)
    text = models.TextField()
    html = models.TextField(editable=False)
    key = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_why = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("lettre")
        ordering = ["conversation", "number"]
        indexes = [models.Index(fields=["author", "-created_at"], name="letters_of_an_author")]
        constraints = [
            models.UniqueConstraint(fields=["conversation", "number"], name="one_letter_a_number"),
            models.UniqueConstraint(fields=["author", "key"], condition=~Q(key=""), name="one_letter_a_form"),
        ]

    @property
    def signature(self) -> str:
        return self.signed_name or (self.author.username if self.author else str(_("Joueur retiré")))


class LetterDraft(models.Model):
    """A letter not sent yet: a new one (recipients as they were chosen) or an answer."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="letter_drafts")
    conversation = models.ForeignKey(
        Conversation, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    game = models.ForeignKey("games.Game", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Conversation.Kind.choices)
    recipients = models.JSONField(default=list)  # seat numbers, or names
    subject = models.CharField(max_length=120, blank=True)
    text = models.TextField(blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at"]


class Block(models.Model):
    """Whose letters somebody refuses: a player's, or those of one lord in one game."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="+")
    seat = models.ForeignKey("games.Seat", null=True, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "user"], name="blocks_a_player_once"),
            models.UniqueConstraint(fields=["owner", "seat"], name="blocks_a_lord_once"),
        ]

    @property
    def name(self) -> str:
        if self.seat is not None:
            return self.seat.name
        assert self.user is not None
        return self.user.username


class LetterChoice(models.Model):
    """Whether the mail about a letter may carry its text. Without a row it does not."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="letter_choice")
    text_by_mail = models.BooleanField(_("recevoir le texte des lettres par courriel"), default=False)
