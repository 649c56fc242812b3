"""What can be done to an account. Each verb is one transaction; time and the acting user come in as
arguments."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.dispatch import Signal
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import LoginTrace, MailPreference, Membership, Role, User, new_token
from apps.accounts.permissions import can_referee
from apps.accounts.profile.names import RETIRED_PREFIX, fold_name
from apps.accounts.registries.mail_kinds import mail_kind

UNVERIFIED_KEPT = timedelta(days=3)
TRACES_KEPT = timedelta(days=365)

# Sent with `user` and `at`, in the transaction that erases the identity: receivers erase what they hold of
# it, and keep what belongs to the games of others.
account_retiring = Signal()
# Sent with `membership`, in the transaction that grants it.
membership_granted = Signal()


def lock_account(user: User) -> None:
    """Inside a transaction: whatever counts what this account has already done waits for its turn. Rows that
    name the account may be written meanwhile."""
    User.objects.select_for_update(of=("self",), no_key=True).only("pk").get(pk=user.pk)


# Opening
# ------------------------------------------------------------------------------------------------------------
def accept_charter(user: User, now: datetime) -> None:
    user.charter_accepted_at = now
    user.save(update_fields=["charter_accepted_at"])


# Profile
# ------------------------------------------------------------------------------------------------------------
def describe_player(user: User, *, presentation: str, time_zone: str, language: str) -> None:
    user.presentation, user.time_zone, user.language = presentation, time_zone, language
    user.save(update_fields=["presentation", "time_zone", "language"])


def bear_arms(user: User, arms: str) -> None:
    """`arms` is the text form of apps/heraldry, already checked there."""
    user.arms = arms
    user.save(update_fields=["arms"])


@transaction.atomic
def choose_mail(user: User, choices: Mapping[str, str]) -> None:
    """Keep only what differs from the default, so that a default may change for those who never chose."""
    for key, frequency in choices.items():
        if frequency not in mail_kind(key).frequencies:
            raise ValidationError(_("Ce courrier ne se règle pas ainsi."))
    MailPreference.objects.filter(user=user, kind__in=choices).delete()
    MailPreference.objects.bulk_create(
        MailPreference(user=user, kind=key, frequency=frequency)
        for key, frequency in choices.items()
        if frequency != mail_kind(key).default
    )


def renew_feed_token(user: User) -> None:
    """The former address of the calendar stops answering."""
    user.feed_token = new_token()
    user.save(update_fields=["feed_token"])


# Roles and membership
# ------------------------------------------------------------------------------------------------
def grant_role(user: User, role: str, *, administration: bool = False) -> None:
    user.role = Role(role)
    if administration:
        user.is_staff = user.is_superuser = True
    user.save(update_fields=["role", "is_staff", "is_superuser"])


@transaction.atomic
def grant_membership(referee: User, user: User, until: date) -> Membership:
    """Rulebook §9, granted for a year at a time; the member is told."""
    if not can_referee(referee):
        raise PermissionDenied
    now = timezone.now()
    require_membership_end(user, until, timezone.localdate(now))
    User.objects.filter(pk=user.pk).update(member_until=until)
    user.member_until = until
    membership = Membership.objects.create(user=user, granted_by=referee, granted_at=now, until=until)
    membership_granted.send(sender=Membership, membership=membership)
    return membership


def require_membership_end(user: User, until: date, today: date) -> None:
    latest = latest_membership_end(user, today)
    if not today < until <= latest:
        raise ValidationError(
            _("L’adhésion se termine après aujourd’hui et au plus tard le %(latest)s."),
            params={"latest": latest.strftime("%d/%m/%Y")},
        )


def latest_membership_end(user: User, today: date) -> date:
    """One year from today, or from the end of the running membership."""
    start = max(today, user.member_until or today)
    try:
        return start.replace(year=start.year + 1)
    except ValueError:  # the 29th of February
        return start.replace(year=start.year + 1, day=28)


# Sessions and traces
# -------------------------------------------------------------------------------------------------
@transaction.atomic
def close_session(user: User, session_id: int) -> None:
    get_object_or_404(UserSession, user=user, pk=session_id).end()


@transaction.atomic
def close_other_sessions(user: User, kept_key: str | None) -> None:
    sessions = UserSession.objects.filter(user=user).exclude(session_key=kept_key or "")
    Session.objects.filter(session_key__in=list(sessions.values_list("session_key", flat=True))).delete()
    sessions.delete()


@transaction.atomic
def record_login(user: User, network: str, browser: str, now: datetime) -> None:
    trace, is_new = LoginTrace.objects.get_or_create(
        user=user, network=network, browser=browser, defaults={"last_seen_at": now}
    )
    if not is_new:
        LoginTrace.objects.filter(pk=trace.pk).update(last_seen_at=now, times=F("times") + 1)


def forget_old_traces(now: datetime) -> int:
    return LoginTrace.objects.filter(last_seen_at__lt=now - TRACES_KEPT).delete()[0]


@transaction.atomic
def purge_unverified(now: datetime) -> int:
    """Names squatted by addresses that nobody ever confirmed become free again."""
    verified = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    stale = User.objects.filter(
        ~Exists(verified),
        date_joined__lt=now - UNVERIFIED_KEPT,
        last_login=None,
        retired_at=None,
        is_bot=False,
        is_staff=False,
    )
    return stale.delete()[1].get(User._meta.label, 0)


# Leaving
# ------------------------------------------------------------------------------------------------------------
@transaction.atomic
def retire_account(user: User, now: datetime) -> None:
    """Sever the identity and keep the row, on which the games of others stand. There is no way back."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.is_retired:
        return
    account_retiring.send(sender=User, user=user, at=now)
    close_other_sessions(user, None)
    for kept_about_them in (EmailAddress, Authenticator, MailPreference, LoginTrace, Membership):
        kept_about_them.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    _erase(user, now)


def _erase(user: User, now: datetime) -> None:
    name = f"{RETIRED_PREFIX} {user.pk}"
    user.set_unusable_password()
    User.objects.filter(pk=user.pk).update(
        username=name,
        folded_name=fold_name(name),
        email="",
        password=user.password,
        presentation="",
        arms="",
        time_zone=User._meta.get_field("time_zone").default,
        language=User._meta.get_field("language").default,
        feed_token=new_token(),
        role=Role.PLAYER,
        member_until=None,
        charter_accepted_at=None,
        last_login=None,
        is_active=False,
        is_staff=False,
        is_superuser=False,
        retired_at=now,
    )
