"""The daily mail: one for everything a person wants once a day, at 18 h where they live."""

import re
import zoneinfo
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.accounts.models import MailFrequency, User
from apps.accounts.queries import mail_choices
from apps.accounts.registries.mail_kinds import AT_ONCE, MailKind, register
from apps.courier.composing.mails import Link, Words, compose_words, frame_html, stored_key
from apps.courier.composing.message import open_mail
from apps.courier.composing.unsubscribe_link import DIGEST
from apps.courier.models import Mail
from apps.courier.services.claims import new_claim
from apps.courier.services.posting import post

HOUR = 18
WORDS_SHOWN = 120  # of each mail; the rest is on the site

register(
    MailKind(
        DIGEST,
        gettext_lazy("Courrier du jour"),
        gettext_lazy("Une seule lettre, à 18 h, pour tout ce que vous avez demandé « une fois par jour »."),
        AT_ONCE,
        (AT_ONCE,),
    )
)


def post_digests(now: datetime) -> int:
    """A mail for everybody whose hour has come since their oldest mail. Returns how many were posted."""
    waiting = Mail.objects.filter(state=Mail.State.GATHERING)
    users = User.objects.filter(pk__in=waiting.values("user"))
    return sum(_post_digest(user, last_hour(user.time_zone, now)) for user in users)


def last_hour(zone: str, now: datetime) -> datetime:
    """The latest 18 h that has struck in that zone."""
    local = now.astimezone(zoneinfo.ZoneInfo(zone))
    struck = local.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return struck if struck <= local else struck - timedelta(days=1)


@transaction.atomic
def _post_digest(user: User, hour: datetime) -> bool:
    """The conditional UPDATE makes the mails ours; a second worker finds none left."""
    claim = new_claim()
    gathering = Mail.objects.filter(user=user, state=Mail.State.GATHERING, created_at__lt=hour)
    if not gathering.exists() or not gathering.update(state=Mail.State.GATHERED, claim=claim):
        return False
    mails = _still_wanted(
        user, list(Mail.objects.filter(claim=claim, state=Mail.State.GATHERED).order_by("created_at", "pk"))
    )
    if not mails or not user.email:
        return False
    digest = _post(user, hour, mails)
    Mail.objects.filter(pk__in=[mail.pk for mail in mails]).update(digest=digest, claim="")
    return True


def _still_wanted(user: User, gathered: Sequence[Mail]) -> list[Mail]:
    """Whoever stopped a kind since then gets none of it, not even gathered."""
    never = [kind for kind, frequency in mail_choices(user).items() if frequency == MailFrequency.NEVER]
    unwanted = [mail.pk for mail in gathered if mail.kind in never]
    Mail.objects.filter(pk__in=unwanted).update(state=Mail.State.HELD, claim="")
    return [mail for mail in gathered if mail.kind not in never]


def _post(user: User, hour: datetime, mails: Sequence[Mail]) -> Mail:
    key = f"digest:{user.pk}:{hour:%Y-%m-%d}"
    subject = ngettext(
        "Votre courrier du jour : %(n)s nouvelle", "Votre courrier du jour : %(n)s nouvelles", len(mails)
    )
    subject %= {"n": len(mails)}
    link = Link(reverse("courier:mine"), _("Voir mes courriers"))
    items = [{"mail": mail, "text": _excerpt(mail, user)} for mail in mails]
    context = {"reader": user, "items": items, "url": link.url, "subject": subject}
    text = render_to_string("courier/digest.txt", context)
    html = frame_html(render_to_string("courier/digest.html", context), subject, link)
    post(
        [compose_words(user, kind=DIGEST, key=key, subject=subject, words=Words(text, html), list_id=DIGEST)]
    )
    return Mail.objects.get(key=stored_key(key))


def _excerpt(mail: Mail, reader: User) -> str:
    """What the mail says, line by line: without its greeting, its signature and its foot, cut when it is
    long."""
    of_each_mail = (
        f"{reader.username},",
        _("Bonjour {name},").format(name=reader.username),
        _("Le Scribe royal"),
    )
    body = open_mail(mail.content).text.split("\n-- \n")[0]
    lines = [line for line in body.splitlines() if line.strip() not in of_each_mail]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    words = list(re.finditer(r"\S+", text))
    return text if len(words) <= WORDS_SHOWN else text[: words[WORDS_SHOWN - 1].end()] + " …"
