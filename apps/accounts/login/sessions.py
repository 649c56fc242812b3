"""Whose sessions these are, for whoever comes without a request: the sockets of live pages."""

import re
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from apps.accounts.models import User

KEY = re.compile(r"[0-9a-z]{8,40}")


def readers_of(keys: Iterable[str]) -> dict[str, Any]:
    """The person behind each session key, in two queries however many they are; a visitor behind a key worth
    nothing.

    Nothing is written, not even for a session whose password has changed: a socket could not hand a new
    cookie back.
    """
    keys = set(keys)
    opened = _open_sessions([key for key in keys if KEY.fullmatch(key)])
    users = _users(opened.values())
    readers: dict[str, Any] = dict.fromkeys(keys, AnonymousUser())
    for key, data in opened.items():
        user = users.get(data.get(auth.SESSION_KEY, ""))
        if user is not None and _is_sound(data, user):
            readers[key] = user
    return readers


def _open_sessions(keys: list[str]) -> dict[str, dict[str, Any]]:
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return {session.session_key: session.get_decoded() for session in sessions}


def _users(sessions: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The users named in these sessions, by the text that names them there."""
    named = {data[auth.SESSION_KEY] for data in sessions if auth.SESSION_KEY in data}
    return {str(pk): user for pk, user in auth.get_user_model().objects.in_bulk(named).items()}


def _is_sound(data: dict[str, Any], user: User) -> bool:
    """As `django.contrib.auth.get_user` judges: a way in that we know, an account that may come in, the same
    password."""
    path = data.get(auth.BACKEND_SESSION_KEY)
    if path not in settings.AUTHENTICATION_BACKENDS:
        return False
    backend = auth.load_backend(path)
    assert isinstance(backend, ModelBackend)
    if not backend.user_can_authenticate(user):
        return False
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(data.get(auth.HASH_SESSION_KEY, ""), one) for one in hashes)
