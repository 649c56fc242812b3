"""Topics, and how far each reader has come in them. Counters are kept by the services."""

from django.db import models
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import Person, User
from apps.forums.models.boards import Board, readable_by
from apps.forums.models.posts import Voice

POSTS_A_PAGE = 15
TOPICS_A_PAGE = 20


class TopicQuerySet(QuerySet["Topic"]):
    def visible_to(self, user: Person) -> "TopicQuerySet":
        return self.shown().filter(readable_by(user, "board__"))

    def shown(self) -> "TopicQuerySet":
        return self.filter(hidden_at=None)


class Topic(models.Model):
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="topics")
    title = models.CharField(_("titre"), max_length=120)
    author = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    voice = models.CharField(max_length=6, choices=Voice.choices, default=Voice.PLAYER)
    signed_name = models.CharField(max_length=40, blank=True)  # the lord, when a lord opened it
    cause = models.CharField(max_length=60, blank=True)  # of topics that the site opened by itself
    created_at = models.DateTimeField()
    pinned = models.BooleanField(default=False)
    locked = models.BooleanField(default=False)
    hidden_at = models.DateTimeField(null=True, blank=True)
    last_number = models.PositiveIntegerField(
        default=0
    )  # of its posts, hidden ones included: pages are cut by number
    post_count = models.PositiveIntegerField(default=0)  # that can be read
    last_post_at = models.DateTimeField()
    last_post = models.ForeignKey("forums.Post", null=True, on_delete=models.SET_NULL, related_name="+")

    has_poll: bool  # told by `access_topic`
    # What `access_topic` and `with_unread` tell of the reader.
    read_number: int
    has_news: bool

    objects = TopicQuerySet.as_manager()

    class Meta:
        verbose_name = _("sujet")
        ordering = ["-pinned", "-last_post_at"]
        indexes = [models.Index(fields=["board", "-pinned", "-last_post_at"], name="topics_of_a_board")]
        constraints = [
            models.UniqueConstraint(fields=["cause"], condition=~models.Q(cause=""), name="one_topic_a_cause")
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("forums:topic", args=[self.pk])

    @property
    def pages(self) -> int:
        return max(1, -(-self.last_number // POSTS_A_PAGE))

    @property
    def replies(self) -> int:
        return max(0, self.post_count - 1)

    @property
    def opened_by(self) -> str:
        if self.voice == Voice.LORD or self.author is None:
            return self.signed_name or str(_("Joueur retiré"))
        return self.author.username


class TopicRead(models.Model):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    topic = models.ForeignKey(Topic, on_delete=models.CASCADE, related_name="reads")
    number = models.PositiveIntegerField()  # the last post that was shown to them

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "topic"], name="one_mark_a_topic")]
