"""Telling the table that an issue came out, by a mail too for those who want one, and an author that the desk
gives an article back."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import MailFrequency, User
from apps.accounts.queries import mail_frequencies
from apps.courier.composing.mails import Link, compose
from apps.courier.services.posting import post
from apps.forums.models import Notice
from apps.forums.services.notices import tell
from apps.games.models import Game
from apps.gazette.models import Article, Issue

KIND = "gazette"  # of mail


def of_issue(issue: Issue) -> None:
    """Every player alike, authors included: who is told says nothing."""
    game = issue.gazette.game
    players = User.objects.present().filter(pk__in=game.seats.values("user"), is_bot=False)
    url = reverse("gazette:issue", args=[game.code, issue.number])
    what = _("le n° %(number)d vient de paraître (%(game)s)") % {"number": issue.number, "game": game.name}
    params = {"who": issue.gazette.title, "what": what}
    due = tell(
        players, Notice.Kind.GAZETTE, issue_cause(game), url, now=issue.published_at, quiet=True, **params
    )
    _post_issue(issue, due)


def _post_issue(issue: Issue, readers: Iterable[Any]) -> None:
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


def of_return(article: Article, author: User, now: datetime) -> None:
    """On the author's own page; no mail, whose subject somebody might read over a shoulder."""
    url = reverse("gazette:mine", args=[article.gazette.game.code])
    what = _("on vous rend « %(title)s »") % {"title": article.title}
    tell(
        [author],
        Notice.Kind.GAZETTE,
        return_cause(article),
        url,
        now=now,
        who=article.gazette.title,
        what=what,
    )


def issue_cause(game: Game) -> str:
    return f"issue:{game.pk}"


def return_cause(article: Article) -> str:
    return f"returned:{article.pk}"
