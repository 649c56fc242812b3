"""A question put to the readers of a topic."""

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User


class Poll(models.Model):
    topic = models.OneToOneField("forums.Topic", on_delete=models.CASCADE, related_name="poll")
    question = models.CharField(_("question"), max_length=200)
    several = models.BooleanField(_("plusieurs réponses"), default=False)
    ends_at = models.DateTimeField(null=True, blank=True)
    voters = models.PositiveIntegerField(default=0)

    def is_open(self, now: datetime) -> bool:
        return self.ends_at is None or now < self.ends_at


class PollOption(models.Model):
    poll = models.ForeignKey(Poll, on_delete=models.CASCADE, related_name="options")
    text = models.CharField(max_length=100)
    order = models.PositiveSmallIntegerField()
    votes = models.PositiveIntegerField(default=0)

    # Set by the page of the poll.
    percent: int
    leads: bool
    mine: bool

    class Meta:
        ordering = ["poll", "order"]


class PollVote(models.Model):
    option = models.ForeignKey(PollOption, on_delete=models.CASCADE, related_name="+")
    poll = models.ForeignKey(Poll, on_delete=models.CASCADE, related_name="ballots")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["option", "user"], name="one_voice_an_option")]
