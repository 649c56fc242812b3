"""Votes of a poll: whoever may answer in the topic votes there, and may change their mind until it ends."""

from datetime import datetime

from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.forums.models import Poll, PollOption, PollVote
from apps.forums.permissions import why_not_reply, why_silenced
from apps.games.problems import Refusal, require


@transaction.atomic
def vote(user: User, poll: Poll, chosen: list[int], now: datetime) -> None:
    rows = Poll.objects.select_for_update(of=("self",)).select_related("topic__board__game")
    poll = rows.get(pk=poll.pk)
    if not poll.is_open(now):
        raise Refusal(_("Ce sondage est terminé."))
    require(why_not_reply(user, poll.topic) or why_silenced(user, now))
    options = list(PollOption.objects.filter(poll=poll, pk__in=chosen))
    if not options or len(options) != len(set(chosen)) or (len(options) > 1 and not poll.several):
        raise Refusal(_("Choisissez une des réponses proposées."))
    PollVote.objects.filter(poll=poll, user=user).delete()
    PollVote.objects.bulk_create(PollVote(poll=poll, option=option, user=user) for option in options)
    _count(poll)


def _count(poll: Poll) -> None:
    votes = dict(poll.ballots.order_by().values_list("option").annotate(n=Count("pk")))
    for option in poll.options.all():
        PollOption.objects.filter(pk=option.pk).update(votes=votes.get(option.pk, 0))
    poll.voters = poll.ballots.order_by().values("user").distinct().count()
    poll.save(update_fields=["voters"])
