"""Stopping one kind of mail. It stops the mail, not the game."""

from apps.accounts.models import MailFrequency, User
from apps.accounts.queries import mail_choices
from apps.accounts.registries.mail_kinds import MailKind, optional_kinds
from apps.accounts.services import choose_mail
from apps.courier.composing.unsubscribe_link import DIGEST


def stop(user: User, kind: MailKind) -> None:
    """No more mail of that kind; the choices of the other kinds stay."""
    choose_mail(user, dict.fromkeys(_stopped_keys(user, kind), MailFrequency.NEVER))


def _stopped_keys(user: User, kind: MailKind) -> list[str]:
    if kind.key != DIGEST:
        return [kind.key]
    chosen = mail_choices(user)
    return [other.key for other in optional_kinds() if chosen[other.key] == MailFrequency.DAILY]
