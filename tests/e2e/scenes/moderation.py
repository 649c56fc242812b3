"""What moderators did before the test looks."""

from datetime import timedelta

from django.utils import timezone

from apps.accounts.models import Role
from apps.forums.models import Post, Sanction
from apps.forums.reportable import find
from apps.forums.services import moderation
from tests.e2e.scenes.people import person


def sanction(by, about, kind, reason, days=None) -> int:
    now = timezone.now()
    until = now + timedelta(days=days) if days else None
    return moderation.sanction(person(by, Role.MODERATOR), person(about), kind, reason, now, until=until).pk


def complain(by, topic, words) -> int:
    """About the first message of a topic."""
    post = Post.objects.filter(topic=topic).earliest("pk")
    return moderation.report(person(by), find("message", post.pk), "insult", words, timezone.now()).pk


def lift_all(about) -> None:
    Sanction.objects.filter(user=person(about), lifted_at=None).update(lifted_at=timezone.now())
