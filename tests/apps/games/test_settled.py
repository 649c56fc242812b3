"""What is kept of a resolved position: made once, least used first out, never shown to other eyes or after
another turn."""

import pytest
from django.contrib.auth.models import AnonymousUser

from apps.games.engine import kept
from apps.games.services.steps import due
from apps.games.table.sight import look
from apps.games.timing.clock import database_now
from tests.apps.tables.gloire.court import open_court, pending


@pytest.fixture(autouse=True)
def empty_shelves():
    kept.forget()
    yield
    kept.forget()


def test_shelf_makes_a_value_once():
    made = []
    for _ in range(2):
        assert kept.shelf("a", 1).take("word", lambda: made.append(1) or "kept") == "kept"
    assert made == [1]


def test_shelves_nobody_asked_for_longest_make_room(monkeypatch):
    monkeypatch.setattr(kept, "MOST", 2)
    first = kept.shelf("a")
    kept.shelf("b")
    assert kept.shelf("a") is first
    kept.shelf("c")
    first["kept"] = True
    assert ("kept" in kept.shelf("a"), kept.shelf("b") == {}) == (True, True)


@pytest.mark.django_db
def test_views_are_kept_for_each_seat_and_made_anew_with_the_turn(alice, bob):
    court = open_court(alice, bob)
    mine, again, his = look(court, alice).view, look(court, alice).view, look(court, bob).view
    assert again is mine
    assert (mine["me"]["seat"], his["me"]["seat"], look(court, AnonymousUser()).view["me"]) == (0, 1, None)
    step = pending(court)
    due.seal(step.pk, database_now(), early=True)
    due.resolve(step.pk)
    assert (mine["turn"], look(court, alice).view["turn"]) == (1, 2)
