"""Who plays: one cast for the wide window and one for the narrow one, so that neither meets the other's
limits."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.db.models import F
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.games.models import Game

AT_COURT_FOR = timedelta(days=40)


def enter(names, role=Role.PLAYER, member=False) -> dict:
    """The cookie of each, by name; accounts that are not there yet are made."""
    return {name: _cookie(person(name, role, member)) for name in names}


def person(name, role=Role.PLAYER, member=False) -> User:
    found = User.objects.filter(username=name).first()
    if found is not None:
        return found
    user = User(username=name, email=f"{name.lower()}@kalan.example", role=role)
    user.date_joined = timezone.now() - AT_COURT_FOR
    user.member_until = timezone.localdate() + timedelta(days=200) if member else None
    user.set_unusable_password()
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    if role != Role.PLAYER:
        TOTP.activate(user, generate_totp_secret())
    return user


def rested(names) -> None:
    """What these people opened in an earlier test was opened the day before yesterday, and nobody waits or
    plays alone there any more: they meet the limits of their account in no other test."""
    own = Game.objects.filter(creator__username__in=names)
    own.update(created_at=F("created_at") - timedelta(days=2))
    left = own.exclude(kind=Game.Kind.TABLE, status__in=("running", "paused"))
    left.exclude(status="finished").update(status="cancelled", ended_at=timezone.now())


def with_password(name, password) -> None:
    """Somebody who comes in by the door."""
    user = person(name)
    user.set_password(password)
    user.save(update_fields=["password"])


def _cookie(user) -> dict:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value}
