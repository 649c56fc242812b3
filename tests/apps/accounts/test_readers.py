"""Who stands behind a session, for sockets: the same person as on a page, and nothing is written."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from apps.accounts.login.sessions import readers_of

pytestmark = pytest.mark.django_db
NOBODY = ["", "a" * 32, "court", "\0" * 32, "é" * 32, "a" * 41, "a' OR 1=1 --------"]


def session_of(user) -> str:
    browser = Client()
    browser.force_login(user)
    return browser.session.session_key


def names(*keys) -> list[str]:
    readers = readers_of(keys)
    return [readers[key].username for key in keys]


def test_each_session_gives_its_person(alice, bob):
    assert names(session_of(alice), session_of(bob), session_of(alice)) == ["Alice", "Bob", "Alice"]


@pytest.mark.parametrize("key", NOBODY)
def test_key_worth_nothing_is_a_visitor_beside_others(alice, key):
    mine = session_of(alice)
    readers = readers_of([key, mine])
    assert (readers[key].is_authenticated, readers[mine]) == (False, alice)


def test_session_that_has_run_out_is_a_visitor(alice):
    key = session_of(alice)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert names(key) == [""]


def test_changed_password_closes_the_session_and_deletes_nothing(alice):
    key = session_of(alice)
    alice.set_password("un autre mot de passe")
    alice.save()
    assert names(key) == [""]
    assert Session.objects.filter(session_key=key).exists()


def test_closed_account_is_a_visitor(alice):
    key = session_of(alice)
    alice.is_active = False
    alice.save()
    assert names(key) == [""]


def test_deleted_account_is_a_visitor(alice):
    key = session_of(alice)
    alice.delete()
    assert names(key) == [""]


def test_unknown_way_in_is_a_visitor(alice, settings):
    key = session_of(alice)
    settings.AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
    assert names(key) == [""]


def test_session_signed_with_a_former_secret_is_kept_as_it_is(alice, settings):
    """A page would give it a new key and a new cookie; a socket cannot."""
    key = session_of(alice)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "un nouveau secret"
    assert names(key) == ["Alice"]
    assert Session.objects.filter(session_key=key).exists()
    settings.SECRET_KEY_FALLBACKS = []
    assert names(key) == [""]


def test_visitor_with_a_session_is_a_visitor():
    session = SessionStore()
    session["theme"] = "dark"
    session.create()
    assert names(session.session_key) == [""]


@pytest.mark.postgres
@pytest.mark.parametrize("people", [1, 3])
def test_any_number_of_sessions_costs_two_queries(make_user, django_assert_num_queries, people):
    keys = [session_of(make_user(f"Sire{number}")) for number in range(people)]
    with django_assert_num_queries(2):
        assert len(readers_of(keys)) == people
