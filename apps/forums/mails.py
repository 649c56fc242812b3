"""The mails of forums, letters and moderation: short notices with a deep link, nothing secret in a subject."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.template.defaultfilters import linebreaks
from django.template.loader import render_to_string
from django.utils.html import escape, format_html
from django.utils.translation import gettext as _

from apps.accounts.zones import clock_of, whose_hour
from apps.courier.rendering import framed
from apps.courier.services import Letter, post_many
from apps.forums.models import Conversation, LetterChoice, Message, Post, Sanction, Topic


def post_mention(topic: Topic, post: Post, readers: Iterable[Any]) -> None:
    subject = _("Forum : on vous cite dans « %(topic)s »"), _("Forum : on vous cite")
    _post_about(topic, post, readers, "mentions", "mention", subject)


def post_reply(topic: Topic, post: Post, readers: Iterable[Any]) -> None:
    subject = (
        _("Forum : du nouveau dans « %(topic)s »"),
        _("Forum : du nouveau dans un sujet que vous suivez"),
    )
    _post_about(topic, post, readers, "replies", "reply", subject)


def post_new_topic(topic: Topic, post: Post, readers: Iterable[Any]) -> None:
    subject = _("Forum : « %(topic)s »"), _("Forum : un nouveau sujet")
    _post_about(topic, post, readers, "replies", "topic", subject)


def _post_about(
    topic: Topic, post: Post, readers: Iterable[Any], kind: str, template: str, subjects: tuple[str, str]
) -> None:
    """The title stands in the subject only where everybody may read it: subjects are seen by whoever passes."""
    url = settings.SITE_URL + post.get_absolute_url()
    subject = subjects[0] % {"topic": topic.title} if topic.board.is_public else subjects[1]
    letters = [
        Letter(
            key=f"{template}:{post.pk}:{reader.pk}",
            kind=kind,
            user=reader,
            subject=subject,
            **_written(template, {"topic": topic, "post": post}, subject, url, _("Lire au forum"), reader),
            list_id=f"forum-{topic.board.slug}",
        )
        for reader in readers
    ]
    post_many(letters)


def post_letter(conversation: Conversation, message: Message, readers: Sequence[Any]) -> None:
    """Who wrote, where to read; the text only for those who asked for it."""
    wanting = set(
        LetterChoice.objects.filter(user__in=readers, text_by_mail=True).values_list("user_id", flat=True)
    )
    url = settings.SITE_URL + conversation.get_absolute_url()
    where = conversation.game.name if conversation.game else _("Kalan")
    subject = _("%(where)s : une lettre vous attend") % {"where": where}
    letters = []
    for reader in readers:
        context = {"conversation": conversation, "letter": message, "with_text": reader.pk in wanting}
        letters.append(
            Letter(
                key=f"letter:{message.pk}:{reader.pk}",
                kind="letters",
                user=reader,
                subject=subject,
                **_written("letter", context, subject, url, _("Lire la lettre"), reader),
                list_id=f"lettres-{conversation.game.code}" if conversation.game else "lettres",
            )
        )
    post_many(letters)


def post_sanction(sanction: Sanction, url: str) -> None:
    """Word of the moderators always leaves: it is about the account itself."""
    subject = _("La modération vous a écrit")
    letter = Letter(
        key=f"sanction:{sanction.pk}:{sanction.answered_at or ''}",
        kind="security",
        user=sanction.user,
        subject=subject,
        **_written(
            "sanction",
            {"sanction": sanction},
            subject,
            settings.SITE_URL + url,
            _("Lire et répondre"),
            sanction.user,
        ),
        list_id="moderation",
    )
    post_many([letter])


def _written(
    template: str, context: dict[str, Any], subject: str, url: str, link: str, reader: Any
) -> dict[str, str]:
    """Both bodies from one plain-text template, by the reader's clock; the HTML is that text, escaped."""
    with clock_of(reader):
        words = {**context, "reader": reader, "hour": whose_hour(reader)}
        text = render_to_string(f"forums/mail/{template}.txt", words).strip()
    heading = format_html("<h1>{}</h1>", subject)
    return {
        "text": f"{text}\n\n{link} : {url}\n",
        "html": framed(heading + linebreaks(escape(text)), title=subject, url=url, link=link),
    }
