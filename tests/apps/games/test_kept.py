"""What is kept of a resolved position: made once, least used first out, never shown to other eyes or after
another turn."""

import pytest
from django.contrib.auth.models import AnonymousUser

from apps.games.engine.kept import kept_values
from apps.games.services.steps import due
from apps.games.table.sight import look
from apps.games.timing.clock import database_now
from tests.apps.tables.gloire.court import open_court, pending


@pytest.fixture(autouse=True)
def nothing_kept():
    kept_values.cache_clear()
    yield
    kept_values.cache_clear()


def test_value_is_made_once():
    made = []
    for _ in range(2):
        assert kept_values("a", 1).take("word", lambda: made.append(1) or "kept") == "kept"
    assert made == [1]


def test_what_nobody_asked_for_longest_makes_room():
    first = kept_values("a")
    kept_values("b")["kept"] = True
    for number in range(kept_values.cache_parameters()["maxsize"] - 2):
        kept_values(number)
    assert kept_values("a") is first
    kept_values("c")
    first["kept"] = True
    assert ("kept" in kept_values("a"), kept_values("b") == {}) == (True, True)


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
