"""The kinds of mail a person may receive, and how often each may come. Other apps register theirs when they
load."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from apps.accounts.models import MailFrequency
from apps.site.texts import LazyText

AT_ONCE, DAILY, NEVER = MailFrequency.AT_ONCE, MailFrequency.DAILY, MailFrequency.NEVER


@dataclass(frozen=True)
class MailKind:
    key: str
    label: LazyText
    help: LazyText
    default: MailFrequency
    frequencies: tuple[MailFrequency, ...] = (AT_ONCE, DAILY, NEVER)

    @property
    def is_imposed(self) -> bool:
        """Only one frequency: nothing to choose. Codes and warnings about the account itself."""
        return len(self.frequencies) == 1


_kinds: dict[str, MailKind] = {}


def register(kind: MailKind) -> None:
    if kind.key in _kinds:
        raise ValueError(f"mail kind {kind.key!r} is registered twice")
    if kind.default not in kind.frequencies:
        raise ValueError(f"mail kind {kind.key!r}: its default is not among its frequencies")
    _kinds[kind.key] = kind


def mail_kind(key: str) -> MailKind:
    return _kinds[key]


def all_kinds() -> Iterator[MailKind]:
    yield from _kinds.values()


def optional_kinds() -> list[MailKind]:
    return [kind for kind in _kinds.values() if not kind.is_imposed]


for kind in (
    MailKind(
        "security",
        _("Codes et sécurité"),
        _("Les codes que vous demandez et les avertissements sur votre compte : ils partent toujours."),
        AT_ONCE,
        (AT_ONCE,),
    ),
    MailKind(
        "bilan",
        _("Bilans"),
        _("Le bilan de votre maison après chaque tour. Il reste de toute façon lisible sur le site."),
        AT_ONCE,
        (AT_ONCE, NEVER),
    ),
    MailKind(
        "turn_reminder",
        _("Rappels d’échéance"),
        _("Quand une échéance approche et que vos ordres manquent encore."),
        AT_ONCE,
        (AT_ONCE, NEVER),
    ),
    MailKind("table_turn", _("À vous de jouer"), _("Quand une table attend votre coup."), AT_ONCE),
    MailKind(
        "confirmations",
        _("Appels à confirmer"),
        _("Quand une partie va s’ouvrir et que vous devez confirmer votre présence."),
        AT_ONCE,
        (AT_ONCE, NEVER),
    ),
    MailKind("letters", _("Lettres"), _("Quand un autre joueur vous écrit une lettre sur le site."), AT_ONCE),
    MailKind("mentions", _("Mentions"), _("Quand votre nom est cité au forum."), DAILY),
    MailKind("replies", _("Réponses"), _("Quand on répond à un sujet que vous suivez."), DAILY),
    MailKind(
        "association",
        _("Nouvelles de l’association"),
        _("La vie de l’ASGP : adhésions, rencontres, assemblées."),
        AT_ONCE,
        (AT_ONCE, NEVER),
    ),
):
    register(kind)
