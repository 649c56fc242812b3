"""Passwords tried too often: strangers are stopped, the owner is not; with and without a cache."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.login import devices, throttle
from apps.accounts.models import LoginTry
from tests.apps.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

HOME, ELSEWHERE, STRANGER = "192.0.2.1", "198.51.100.7", "203.0.113.9"
NEW = "un second secret bien long"


def enter(address, password=PASSWORD, client=None, name="Alice"):
    client = client or Client()
    return client.post("/compte/login/", {"login": name, "password": password}, REMOTE_ADDR=address)


def fail(times, address=STRANGER, **more):
    return [enter(address, "faux faux faux", **more).status_code for _time in range(times)]


@pytest.fixture
def own_browser(alice):
    """Alice signed in from here once, and left."""
    client = Client()
    assert enter(HOME, client=client).status_code == 302
    client.post("/compte/logout/")
    return client


def test_strangers_guesses_are_stopped_and_told_so_in_french(alice):
    assert fail(50) == [200] * 5 + [429] * 45
    page = enter(STRANGER)  # even the right one is not looked at
    assert page.status_code == 429
    assert "Trop d’essais manqués" in page.content.decode()
    assert "Mot de passe oublié" in page.content.decode()


def test_owner_enters_from_a_browser_that_signed_in_before(own_browser):
    fail(50)
    assert enter(HOME, client=own_browser).status_code == 302


def test_owner_enters_from_a_known_browser_at_the_very_address_of_the_stranger(own_browser):
    """One household, one school, or a proxy that was not declared."""
    fail(50, HOME)
    assert enter(HOME, client=own_browser).status_code == 302


def test_owner_enters_from_a_new_browser_at_another_address(alice):
    fail(50)
    assert enter(ELSEWHERE).status_code == 302


def test_refused_tries_do_not_prolong_the_wait(alice, time_machine_later):
    fail(50)
    time_machine_later(throttle.MINUTES.total_seconds() + 1)
    assert enter(STRANGER).status_code == 302


def test_many_addresses_together_have_a_hundred_guesses_a_day(own_browser):
    statuses = [fail(1, f"203.0.113.{n}")[0] for n in range(130)]
    assert statuses == [200] * 100 + [429] * 30
    assert enter(HOME, client=own_browser).status_code == 302
    assert enter(ELSEWHERE).status_code == 429


def test_a_new_password_lets_in_where_strangers_had_closed(alice, mailoutbox):
    for n in range(100):
        fail(1, f"203.0.113.{n}")
    client = Client()
    assert enter(ELSEWHERE, client=client).status_code == 429
    client.post("/compte/password/reset/", {"email": alice.email}, REMOTE_ADDR=ELSEWHERE)
    code = re.search(r"^ {4}(\S+)$", mailoutbox[0].body, re.MULTILINE).group(1)
    client.post("/compte/password/reset/confirm/", {"code": code}, REMOTE_ADDR=ELSEWHERE)
    client.post(
        "/compte/password/reset/complete/", {"password1": NEW, "password2": NEW}, REMOTE_ADDR=ELSEWHERE
    )
    assert enter(ELSEWHERE, NEW, client).status_code == 302


def test_one_address_is_stopped_at_all_accounts_together(make_user):
    for n in range(12):
        make_user(f"Joueur{n}")
    statuses = [enter(STRANGER, "faux faux faux", name=f"Joueur{n % 12}").status_code for n in range(36)]
    assert statuses == [200] * 30 + [429] * 6


def test_a_known_browser_is_counted_by_itself(own_browser):
    assert fail(12, HOME, client=own_browser) == [200] * 10 + [429] * 2
    assert enter(HOME).status_code == 302


def test_addresses_of_one_ipv6_household_are_one(alice):
    statuses = [fail(1, f"2001:db8:1:2::{n:x}")[0] for n in range(1, 8)]
    assert statuses == [200] * 5 + [429] * 2
    assert enter("2001:db8:1:3::1").status_code == 302


def test_a_right_password_is_no_failure(alice):
    for _time in range(20):
        assert enter(ELSEWHERE).status_code == 302
    assert not LoginTry.objects.exists()


def test_an_unknown_name_is_stopped_like_a_known_one(alice):
    assert fail(7, name="Personne") == fail(7, address=ELSEWHERE)


def test_the_administration_is_behind_the_same_count(alice):
    fail(5)
    page = Client().get("/administration/login/", REMOTE_ADDR=STRANGER)
    assert page.headers["Location"].startswith("/compte/login/")


# The cookie
# ----------------------------------------------------------------------------------------------------------
def test_cookie_of_a_known_browser_is_for_the_server_alone(own_browser):
    cookie = own_browser.cookies[devices.COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", devices.COOKIE_AGE)


def test_a_new_password_makes_every_browser_a_stranger(rf, own_browser, alice):
    request = rf.get("/")
    request.COOKIES[devices.COOKIE_NAME] = own_browser.cookies[devices.COOKIE_NAME].value
    assert devices.is_known(request, alice)
    alice.set_password(NEW)
    alice.save()
    assert not devices.is_known(request, alice)


def test_one_browser_knows_several_accounts_and_none_of_another(rf, own_browser, alice, bob, charlie):
    enter(HOME, client=own_browser, name="Bob")
    request = rf.get("/")
    request.COOKIES[devices.COOKIE_NAME] = own_browser.cookies[devices.COOKIE_NAME].value
    assert [devices.is_known(request, user) for user in (alice, bob, charlie, None)] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("forged", ["", "x", '{"1":"x"}:abc:def', "é" * 5000])
def test_a_forged_cookie_is_none(rf, alice, forged):
    request = rf.get("/")
    request.COOKIES[devices.COOKIE_NAME] = forged
    assert not devices.is_known(request, alice)


# Housekeeping
# --------------------------------------------------------------------------------------------------------
def test_tries_are_forgotten_after_a_day_and_hold_no_name_or_address(alice):
    fail(1)
    kept = LoginTry.objects.get()
    assert "alice" not in f"{kept.login}{kept.source}".lower()
    assert STRANGER not in kept.source
    assert throttle.forget_old_tries(timezone.now() + timedelta(hours=23)) == 0
    assert throttle.forget_old_tries(timezone.now() + timedelta(hours=25)) == 1
