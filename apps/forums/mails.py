"""The mails of forums, letters and moderation: short notices with a deep link, nothing secret in a
subject."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from apps.courier.composing.mails import Link, compose
from apps.courier.services.posting import post
from apps.forums.models import Conversation, LetterChoice, Message, Post, Sanction, Topic


def post_mention(topic: Topic, by: Post, readers: Iterable[Any]) -> None:
    subjects = _("Forum : on vous cite dans « %(topic)s »"), _("Forum : on vous cite")
    _post_about(topic, by, readers, "mentions", "mention", subjects)


def post_reply(topic: Topic, by: Post, readers: Iterable[Any]) -> None:
    subjects = (
        _("Forum : du nouveau dans « %(topic)s »"),
        _("Forum : du nouveau dans un sujet que vous suivez"),
    )
    _post_about(topic, by, readers, "replies", "reply", subjects)


def post_new_topic(topic: Topic, by: Post, readers: Iterable[Any]) -> None:
    subjects = _("Forum : « %(topic)s »"), _("Forum : un nouveau sujet")
    _post_about(topic, by, readers, "replies", "topic", subjects)


def _post_about(
    topic: Topic, by: Post, readers: Iterable[Any], kind: str, template: str, subjects: tuple[str, str]
) -> None:
    """The title stands in the subject only where everybody may read it: subjects are seen by whoever
    passes."""
    subject = subjects[0] % {"topic": topic.title} if topic.board.is_public else subjects[1]
    link = Link(by.get_absolute_url(), _("Lire au forum"))
    post(
        compose(
            reader,
            kind=kind,
            key=f"{template}:{by.pk}:{reader.pk}",
            subject=subject,
            template=f"forums/mail/{template}",
            context={"topic": topic, "post": by},
            link=link,
            list_id=f"forum-{topic.board.slug}",
        )
        for reader in readers
    )


def post_letter(conversation: Conversation, message: Message, readers: Sequence[Any]) -> None:
    """Who wrote, where to read; the text only for those who asked for it."""
    choices = LetterChoice.objects.filter(user__in=readers, text_by_mail=True)
    wanting = set(choices.values_list("user_id", flat=True))
    where = conversation.game.name if conversation.game else _("Kalan")
    link = Link(conversation.get_absolute_url(), _("Lire la lettre"))
    post(
        compose(
            reader,
            kind="letters",
            key=f"letter:{message.pk}:{reader.pk}",
            subject=_("%(where)s : une lettre vous attend") % {"where": where},
            template="forums/mail/letter",
            context={
                "conversation": conversation,
                "letter": message,
                "with_text": reader.pk in wanting,
            },
            link=link,
            list_id=f"lettres-{conversation.game.code}" if conversation.game else "lettres",
        )
        for reader in readers
    )


def post_sanction(sanction: Sanction, path: str) -> None:
    """Word of the moderators always leaves: it is about the account itself."""
    mail = compose(
        sanction.user,
        kind="security",
        key=f"sanction:{sanction.pk}:{sanction.answered_at or ''}",
        subject=_("La modération vous a écrit"),
        template="forums/mail/sanction",
        context={"sanction": sanction},
        link=Link(path, _("Lire et répondre")),
        list_id="moderation",
    )
    post([mail])
