"""The mails of forums, letters and moderation: short notices with a deep link, nothing secret in a
subject."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.courier.composing.mails import Link, compose
from apps.courier.services.posting import post
from apps.forums.models import Conversation, LetterChoice, Message, Notice, Post, Sanction

# By what is told of a post: the kind of mail; its subject where everybody may read the title, and elsewhere.
ABOUT_POST = {
    Notice.Kind.MENTION: (
        "mentions",
        gettext_lazy("Forum : on vous cite dans « %(topic)s »"),
        gettext_lazy("Forum : on vous cite"),
    ),
    Notice.Kind.REPLY: (
        "replies",
        gettext_lazy("Forum : du nouveau dans « %(topic)s »"),
        gettext_lazy("Forum : du nouveau dans un sujet que vous suivez"),
    ),
    Notice.Kind.TOPIC: (
        "replies",
        gettext_lazy("Forum : « %(topic)s »"),
        gettext_lazy("Forum : un nouveau sujet"),
    ),
}


def post_about(told: Notice.Kind, by: Post, readers: Iterable[Any]) -> None:
    """The title stands in the subject only where everybody may read it: subjects are seen by whoever
    passes."""
    topic, (kind, public, discreet) = by.topic, ABOUT_POST[told]
    subject = str(public) % {"topic": topic.title} if topic.board.is_public else str(discreet)
    link = Link(by.get_absolute_url(), _("Lire au forum"))
    post(
        compose(
            reader,
            kind=kind,
            key=f"{told}:{by.pk}:{reader.pk}",
            subject=subject,
            template=f"forums/mail/{told}",
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


def post_sanction(sanction: Sanction) -> None:
    """Word of the moderators always leaves: it is about the account itself."""
    mail = compose(
        sanction.user,
        kind="security",
        key=f"sanction:{sanction.pk}:{sanction.answered_at or ''}",
        subject=_("La modération vous a écrit"),
        template="forums/mail/sanction",
        context={"sanction": sanction},
        link=Link(reverse("forums:sanctions"), _("Lire et répondre")),
        list_id="moderation",
    )
    post([mail])
