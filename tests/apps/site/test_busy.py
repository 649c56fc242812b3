"""A database that does not answer: a page that says so, and nothing lost or half done."""

import json

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import include, path

urlpatterns = [
    path("bad/", lambda request: locked()),
    path("worse/", lambda request: 1 / 0),
    path("", include("config.urls")),
]
handler500 = "apps.site.errors.server_error"


def locked():
    raise OperationalError("database is locked")


@pytest.fixture
def away(settings):
    settings.ROOT_URLCONF = __name__


@pytest.mark.django_db
def test_page_is_told_in_words_that_need_no_database(client, away):
    page = client.get("/bad/")
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert "n’a pas confirmé votre envoi" in page.content.decode()


@pytest.mark.django_db
def test_live_page_and_program_are_told_in_their_ways(client, away):
    live = client.post("/bad/", headers={"hx-request": "true"})
    assert (live.status_code, live.content) == (503, b"")
    assert json.loads(live["HX-Trigger"])["toast"]["level"] == "error"
    program = Client().post("/bad/", headers={"accept": "application/json"})
    assert program.status_code == 503
    assert "recommencez" in program.json()["error"]


@pytest.mark.django_db
def test_other_faults_are_still_faults(client, away):
    client.raise_request_exception = False
    assert client.get("/worse/").status_code == 500


def test_database_that_is_away_before_any_view_is_reached_is_told_in_the_same_words(client, alice):
    """The reader's session is read by a middleware."""
    client.force_login(alice)
    client.raise_request_exception = False
    with connection.execute_wrapper(lambda *_statement: locked()):
        page = client.get("/")
    assert (page.status_code, page["Retry-After"]) == (503, "5")
