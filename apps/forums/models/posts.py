"""Posts in their three voices, their former versions and their pictures. The HTML is made once, at
writing."""

import secrets

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User


class Voice(models.TextChoices):
    """Rulebook §6.2–6.3: the lord who speaks, the tale that is told, the player who chats."""

    LORD = "lord", _("en jeu")
    TALE = "tale", _("récit")
    PLAYER = "player", _("hors jeu")


def new_picture_code() -> str:
    return secrets.token_urlsafe(20)


class Post(models.Model):
    topic = models.ForeignKey("forums.Topic", on_delete=models.CASCADE, related_name="posts")
    number = models.PositiveIntegerField()
    author = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="posts")
    voice = models.CharField(max_length=6, choices=Voice.choices, default=Voice.PLAYER)
    # The lord as he was when he spoke, whatever becomes of him:
    seat = models.ForeignKey("games.Seat", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    signed_name = models.CharField(max_length=40, blank=True)
    signed_title = models.CharField(max_length=40, blank=True)
    signed_arms = models.CharField(max_length=200, blank=True)
    text = models.TextField(_("texte"))
    html = models.TextField(editable=False)
    words = models.TextField(editable=False, default="")  # what search reads: see apps/forums/search.py
    key = models.CharField(
        max_length=40, blank=True
    )  # of the form it came from: the same POST twice is one post
    created_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True, blank=True)
    edited_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    edited_by_moderator = models.BooleanField(default=False)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_why = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("message")
        ordering = ["topic", "number"]
        indexes = [models.Index(fields=["author", "-created_at"], name="posts_of_an_author")]
        constraints = [
            models.UniqueConstraint(fields=["topic", "number"], name="one_post_a_number"),
            models.UniqueConstraint(
                fields=["author", "key"], condition=~models.Q(key=""), name="one_post_a_form"
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("forums:post", args=[self.pk])

    @property
    def signature(self) -> str:
        """The lord's frozen name in game, the Scribe's on what the site says; else the player's, as borne
        today."""
        if self.voice == Voice.LORD or (self.author_id is None and self.signed_name):
            return self.signed_name
        return self.author.username if self.author else str(_("Joueur retiré"))


class Revision(models.Model):
    """What a post said before it was changed."""

    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="revisions")
    text = models.TextField()
    written_at = models.DateTimeField()
    replaced_at = models.DateTimeField()
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=300, blank=True)

    html: str  # set by the page that shows it

    class Meta:
        ordering = ["-replaced_at", "-pk"]


class Picture(models.Model):
    """Re-encoded by us, without what the file said about its maker; shown to whoever may read the post."""

    code = models.CharField(max_length=40, unique=True, default=new_picture_code, editable=False)
    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="pictures")
    place = models.PositiveSmallIntegerField()
    file = models.FileField(upload_to="forums/%Y/%m")
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["post", "place"]
        constraints = [models.UniqueConstraint(fields=["post", "place"], name="one_picture_a_place")]

    def get_absolute_url(self) -> str:
        return reverse("forums:picture", args=[self.code])
