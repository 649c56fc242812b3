"""The mail about a new issue, for those who want one: the same words for all, no title and no name in it."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.template.defaultfilters import linebreaks
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.translation import gettext as _

from apps.accounts.models import MailFrequency
from apps.courier.preferences import wanted_by
from apps.courier.rendering import framed
from apps.courier.services import Letter, post_many
from apps.gazette.models import Issue

KIND = "gazette"


def post_issue(issue: Issue, readers: Iterable[Any]) -> None:
    """Nothing is written for those who want none: the page tells them, and a turn has mails enough of its own."""
    people = {reader.pk: reader for reader in readers}
    wanted = wanted_by(list(people), KIND) if people else {}
    wanting = [person for pk, person in people.items() if wanted[pk] != MailFrequency.NEVER]
    if not wanting:
        return
    game = issue.gazette.game
    url = settings.SITE_URL + reverse("gazette:issue", args=[game.code, issue.number])
    subject, link = _("%(game)s : la gazette vient de paraître") % {"game": game.name}, _("Lire la gazette")
    text = render_to_string(
        "gazette/mail/issue.txt", {"issue": issue, "gazette": issue.gazette, "game": game}
    ).strip()
    html = framed(
        format_html("<h1>{}</h1>", subject) + linebreaks(escape(text)), title=subject, url=url, link=link
    )
    post_many(
        [
            Letter(
                key=f"gazette:{issue.pk}:{person.pk}",
                kind=KIND,
                user=person,
                subject=subject,
                text=f"{text}\n\n{link} : {url}\n",
                html=html,
                list_id=f"gazette-{game.code}",
            )
            for person in wanting
        ]
    )
