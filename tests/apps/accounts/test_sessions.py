import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from tests.apps.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
PAGE = "/compte/sessions/"


@pytest.fixture
def elsewhere():
    def open_one(name="Alice"):
        browser = Client()
        browser.post("/compte/login/", {"login": name, "password": PASSWORD})
        browser.get("/compte/")
        return browser

    return open_one


def test_list_shows_my_sessions_only(client, alice, bob, log_in, elsewhere):
    log_in("Alice")
    elsewhere()
    elsewhere("Bob")
    sessions = client.get(PAGE).context["sessions"]
    assert [session.user for session in sessions] == [alice, alice]


def test_one_session_is_closed(client, alice, log_in, elsewhere):
    log_in("Alice")
    other, third = elsewhere(), elsewhere()
    target = UserSession.objects.get(session_key=other.session.session_key)
    assert client.post(f"/compte/sessions/{target.pk}/fermer/").headers["Location"] == PAGE
    assert other.get("/compte/").status_code == 302
    assert third.get("/compte/").status_code == 200
    assert client.get("/compte/").status_code == 200


def test_all_others_are_closed(client, alice, log_in, elsewhere):
    log_in("Alice")
    other = elsewhere()
    client.post(PAGE)
    assert other.get("/compte/").status_code == 302
    assert client.get("/compte/").status_code == 200


def test_a_new_password_closes_them_all_but_this_one(client, alice, log_in, elsewhere):
    log_in("Alice")
    other = elsewhere()
    new = {"oldpassword": PASSWORD, "password1": "une rose à Poitiers", "password2": "une rose à Poitiers"}
    assert client.post("/compte/password/change/", new).status_code == 302
    assert (client.get("/compte/").status_code, other.get("/compte/").status_code) == (200, 302)


def test_session_of_another_is_not_found(client, alice, bob, log_in, elsewhere):
    log_in("Alice")
    theirs = elsewhere("Bob")
    target = UserSession.objects.get(session_key=theirs.session.session_key)
    assert client.post(f"/compte/sessions/{target.pk}/fermer/").status_code == 404
    assert theirs.get("/compte/").status_code == 200


def test_closing_is_a_post(client, alice, log_in):
    log_in("Alice")
    assert client.get("/compte/sessions/1/fermer/").status_code == 405
