"""Browsers that an account has signed in from: a signed cookie, worth something until the password
changes."""

import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from apps.accounts.models import User

COOKIE_NAME = "__Host-kalan-appareil" if settings.SECURE else "kalan-appareil"
COOKIE_AGE = 60 * 60 * 24 * 365
SALT = "apps.accounts.devices"
MOST_ACCOUNTS = 8  # that one browser is known for: a family's


def is_known(request: HttpRequest, user: User | None) -> bool:
    """This browser signed in to this account since its password last changed."""
    return user is not None and constant_time_compare(_marks(request).get(str(user.pk), ""), _mark(user))


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Give the browser its cookie, the account it just opened last."""
    others = {pk: mark for pk, mark in _marks(request).items() if pk != str(user.pk)}
    kept = dict(list(others.items())[1 - MOST_ACCOUNTS :])
    response.set_signed_cookie(
        COOKIE_NAME,
        json.dumps({**kept, str(user.pk): _mark(user)}, separators=(",", ":")),
        salt=SALT,
        max_age=COOKIE_AGE,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def _marks(request: HttpRequest) -> dict[str, Any]:
    """By account. Nothing for a browser without the cookie, or with one that we did not sign."""
    signed = request.get_signed_cookie(COOKIE_NAME, default="", salt=SALT, max_age=COOKIE_AGE)
    return json.loads(signed) if signed else {}


def _mark(user: User) -> str:
    """Changes with the password; tells nothing of it."""
    return salted_hmac(SALT, f"{user.pk}:{user.password}", algorithm="sha256").hexdigest()[:32]
