"""The mail about a new issue, for those who want one: the same words for all, no title and no name in it."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import MailFrequency
from apps.accounts.queries import mail_frequencies
from apps.courier.composing.mails import Link, compose
from apps.courier.services.posting import post
from apps.gazette.models import Issue

KIND = "gazette"


def post_issue(issue: Issue, readers: Iterable[Any]) -> None:
    """Nothing is written for those who want none: the page tells them, and a turn has mails enough of its
    own."""
    people = {reader.pk: reader for reader in readers}
    chosen = mail_frequencies(people, KIND) if people else {}
    game = issue.gazette.game
    link = Link(reverse("gazette:issue", args=[game.code, issue.number]), _("Lire la gazette"))
    post(
        compose(
            person,
            kind=KIND,
            key=f"gazette:{issue.pk}:{pk}",
            subject=_("%(game)s : la gazette vient de paraître") % {"game": game.name},
            template="gazette/mail/issue",
            context={"issue": issue, "gazette": issue.gazette, "game": game},
            link=link,
            list_id=f"gazette-{game.code}",
        )
        for pk, person in people.items()
        if chosen[pk] != MailFrequency.NEVER
    )
