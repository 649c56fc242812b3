"""Weak signals of double accounts: hashed, shown to referees, forgotten after a year."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.login.traces import COOKIE_NAME, network_of
from apps.accounts.models import LoginTrace
from apps.accounts.queries import shared_traces, traces_shared_with
from apps.accounts.services import forget_old_traces, record_login
from tests.apps.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def enter(browser, name, address="192.0.2.7"):
    browser.post("/compte/login/", {"login": name, "password": PASSWORD}, REMOTE_ADDR=address)
    browser.post("/compte/logout/")


def test_log_in_leaves_a_hashed_trace_and_a_lasting_cookie(alice):
    browser = Client()
    enter(browser, "Alice")
    cookie = browser.cookies[COOKIE_NAME]
    trace = LoginTrace.objects.get()
    assert (cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (31536000, True, "Lax")
    assert cookie.value not in (trace.browser, trace.network)
    assert "192.0.2" not in trace.network + trace.browser
    enter(browser, "Alice", "192.0.2.99")
    assert browser.cookies[COOKIE_NAME].value == cookie.value
    assert LoginTrace.objects.get().times == 2


def test_a_forged_cookie_is_replaced(alice):
    browser = Client()
    browser.cookies[COOKIE_NAME] = "<script>"
    enter(browser, "Alice")
    assert len(browser.cookies[COOKIE_NAME].value) == 22


def test_networks_are_coarse():
    assert network_of("192.0.2.77") == "192.0.2.0/24"
    assert network_of("2001:db8:aaaa:bbbb::1") == "2001:db8:aaaa::/48"


def test_two_accounts_of_one_browser_are_noticed(alice, bob, charlie):
    browser = Client()
    enter(browser, "Alice", "192.0.2.7")
    enter(browser, "Bob", "198.51.100.7")
    enter(Client(), "Charlie", "203.0.113.7")
    found = shared_traces([alice, bob, charlie])
    assert [(trace.kind, trace.users) for trace in found] == [("browser", (alice, bob))]
    assert [(trace.kind, trace.users) for trace in traces_shared_with(bob)] == [("browser", (alice, bob))]
    assert traces_shared_with(charlie) == []


def test_two_accounts_of_one_network_are_noticed(alice, bob):
    enter(Client(), "Alice", "192.0.2.7")
    enter(Client(), "Bob", "192.0.2.200")
    assert [(trace.kind, trace.users) for trace in shared_traces([alice, bob])] == [("network", (alice, bob))]


def test_shared_traces_take_one_query(alice, bob, charlie, django_assert_num_queries):
    now = timezone.now()
    for user in (alice, bob, charlie):
        record_login(user, "n", "b", now)
    with django_assert_num_queries(1):
        assert len(shared_traces([alice, bob, charlie])) == 2


def test_traces_are_forgotten_after_twelve_months(alice, bob):
    now = timezone.now()
    record_login(alice, "n", "b", now - timedelta(days=366))
    record_login(bob, "n", "b", now - timedelta(days=364))
    assert forget_old_traces(now) == 1
    assert LoginTrace.objects.get().user == bob


def test_referee_sees_them_as_hints_and_the_owner_does_not(client, alice, bob, referee):
    now = timezone.now()
    record_login(alice, "n", "b", now)
    record_login(bob, "n2", "b", now)
    client.force_login(referee)
    html = client.get(f"/compte/arbitre/{alice.pk}/").content.decode()
    assert "Même navigateur" in html
    assert "Même réseau" not in html
    assert "/compte/joueur/Bob/" in html
    client.force_login(alice)
    assert "Bob" not in client.get("/compte/").content.decode()
