"""What is asked about accounts: who is who, who wants which mail, which accounts were seen in the same
places."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404

from apps.accounts.models import AccountQuerySet, LoginTrace, MailFrequency, MailPreference, Person, User
from apps.accounts.profile.names import fold_name
from apps.accounts.registries.mail_kinds import all_kinds, mail_kind

SECOND_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


# Who
# ------------------------------------------------------------------------------------------------------------
def known_players() -> AccountQuerySet:
    """Accounts others may see: the address was verified, or it is an automaton, or it has retired."""
    verified = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    known = Q(Exists(verified)) | Q(is_bot=True) | Q(retired_at__isnull=False)
    return User.objects.get_queryset().filter(known)


def access_player(name: str) -> User:
    """The player of that name, for a public page; 404 when there is none."""
    return get_object_or_404(known_players().named(name))


def access_account(pk: int) -> User:
    """Any living account, for a referee; 404 when there is none."""
    return get_object_or_404(User, pk=pk, retired_at=None, is_bot=False)


def accounts_matching(search: str) -> QuerySet[User]:
    """Living accounts in alphabetical order, for referees; an empty search lists them all."""
    verified = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    accounts = User.objects.filter(retired_at=None, is_bot=False).annotate(is_verified=Exists(verified))
    if search:
        accounts = accounts.filter(folded_name__contains=fold_name(search))
    return accounts.order_by("folded_name")


def protected_accounts() -> QuerySet[User]:
    """People who are with us and have a second factor, as `has_second_factor` says it of one."""
    factors = Authenticator.objects.filter(user=OuterRef("pk"), type__in=SECOND_FACTORS)
    return User.objects.present().filter(Exists(factors))


def spelled_as_registered(name: str) -> str:
    """The registered spelling of a name typed at log-in, or the name as typed when nobody bears it."""
    return User.objects.named(name).values_list("username", flat=True).first() or name


def address_is_held_by_another(address: str, user_id: int | None) -> bool:
    held = EmailAddress.objects.filter(email__iexact=address, verified=True)
    return bool(held.exclude(user_id=user_id).exists())


def name_at_address(address: str) -> str:
    """Whose verified address it is, for mail sent to that very address; empty when it is nobody's."""
    owner = EmailAddress.objects.filter(email__iexact=address, verified=True).values_list(
        "user__username", flat=True
    )
    return owner.first() or ""


def has_second_factor(user: Person) -> bool:
    """Recovery codes alone do not count: they stand in for a factor that was lost."""
    return bool(Authenticator.objects.filter(user_id=user.pk, type__in=SECOND_FACTORS).exists())


def with_second_factor(accounts: Iterable[int]) -> set[int]:
    """Those of the accounts that have one, asked of all at once."""
    found = Authenticator.objects.filter(user_id__in=list(accounts), type__in=SECOND_FACTORS)
    return set(found.values_list("user_id", flat=True))


def open_sessions(user: User) -> QuerySet[UserSession]:
    sessions: QuerySet[UserSession] = UserSession.objects.filter(user=user).order_by("-last_seen_at")
    return sessions


# Mail
# ------------------------------------------------------------------------------------------------------------
def mail_choices(user: User) -> dict[str, MailFrequency]:
    """Every kind of mail and how often this person gets it."""
    chosen = dict(MailPreference.objects.filter(user=user).values_list("kind", "frequency"))
    return {kind.key: _effective(kind.key, chosen.get(kind.key)) for kind in all_kinds()}


def mail_frequencies(user_ids: Iterable[int], key: str) -> dict[int, MailFrequency]:
    """How often each of these people gets this kind of mail, in one query."""
    wanted = list(user_ids)
    chosen = dict(
        MailPreference.objects.filter(user__in=wanted, kind=key).values_list("user_id", "frequency")
    )
    return {user_id: _effective(key, chosen.get(user_id)) for user_id in wanted}


def _effective(key: str, chosen: str | None) -> MailFrequency:
    """A choice that the kind no longer offers falls back to its default."""
    kind = mail_kind(key)
    return MailFrequency(chosen) if chosen in kind.frequencies else kind.default


# Traces
# ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class SharedTrace:
    """Several accounts seen from one network or one browser. A hint for referees, never a proof."""

    kind: str  # "network" or "browser"
    users: tuple[User, ...]
    last_seen_at: datetime


def shared_traces(users: Iterable[User]) -> list[SharedTrace]:
    """What these accounts have in common among themselves; the strongest hints (same browser) first."""
    rows = LoginTrace.objects.filter(user__in=list(users)).select_related("user")
    return _gather(rows)


def traces_shared_with(user: User) -> list[SharedTrace]:
    """What this account has in common with any other."""
    mine = LoginTrace.objects.filter(user=user)
    rows = LoginTrace.objects.filter(
        Q(network__in=mine.values("network")) | Q(browser__in=mine.values("browser"))
    ).select_related("user")
    return [trace for trace in _gather(rows) if user in trace.users]


def _gather(rows: Iterable[LoginTrace]) -> list[SharedTrace]:
    seen: dict[tuple[str, str], dict[User, datetime]] = defaultdict(dict)
    for row in rows:
        for place in (("browser", row.browser), ("network", row.network)):
            seen[place][row.user] = max(row.last_seen_at, seen[place].get(row.user, row.last_seen_at))
    shared = [
        SharedTrace(kind, tuple(sorted(people, key=lambda user: user.folded_name)), max(people.values()))
        for (kind, _digest), people in seen.items()
        if len(people) > 1
    ]
    return sorted(shared, key=lambda trace: (trace.kind, -trace.last_seen_at.timestamp()))
