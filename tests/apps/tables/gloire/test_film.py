"""The film: one frame a turn, from stored positions and the events these eyes saw."""

import pytest

from apps.games.services.steps import due
from apps.games.timing.clock import database_now
from engines.gloire.maps import load_map
from tests.apps.tables.gloire.court import pending, post


@pytest.fixture
def played(court, fief, alice_client):
    """One turn in which Alice declares war on the third lord."""
    post(alice_client, court, "texte", text="GUE @3")
    step = pending(court)
    due.seal(step.pk, database_now(), early=True)
    due.resolve(step.pk)
    return court


def frame(client, game, n):
    return client.get(f"/parties/{game.code}/cour/carte/{n}/")


def test_each_turn_has_a_frame_with_owners_and_news(played, fief, alice_client):
    first, second = frame(alice_client, played, 0).json(), frame(alice_client, played, 1).json()
    assert (first["n"], first["turn"], second["turn"]) == (0, 1, 2)
    assert set(first["lands"]) == set(load_map("scandinavie").lands)
    assert first["lands"][fief][0] == 0
    assert any("déclare la guerre" in line for line in second["news"])


def test_a_frame_says_where_each_house_stood_and_whom_the_reader_was_tied_to(
    played, fief, alice_client, charlie_client
):
    first, second = frame(alice_client, played, 0).json(), frame(alice_client, played, 1).json()
    assert [0, fief] in first["arms"]
    assert sorted(seat for seat, _land in first["arms"]) == list(range(6))
    assert (first["ties"], second["ties"]["enemies"]) == ({"me": 0, "allies": [], "enemies": []}, [2])
    assert frame(charlie_client, played, 0).json()["ties"] is None


def test_past_frames_may_be_kept_by_the_browser_the_present_may_not(played, alice_client):
    assert frame(alice_client, played, 0)["Cache-Control"] == "private, max-age=86400"
    assert frame(alice_client, played, 1)["Cache-Control"] == "private, no-store"


def test_there_is_no_frame_of_what_has_not_happened(played, alice_client):
    assert frame(alice_client, played, 2).status_code == 404


def test_without_javascript_links_lead_from_turn_to_turn(played, alice_client):
    page = alice_client.get(f"/parties/{played.code}/cour/carte/").content.decode()
    assert 'href="?tour=0#film"' in page
    past = alice_client.get(f"/parties/{played.code}/cour/carte/?tour=0").content.decode()
    assert 'href="?tour=1#film"' in past
    assert "au début du tour 1" in past


def test_frames_hold_nothing_that_the_viewer_may_not_know(played, alice_client, bob_client):
    mine, theirs = frame(alice_client, played, 1), frame(bob_client, played, 1)
    assert "wealth" not in mine.content.decode()
    assert mine.json()["lands"] == theirs.json()["lands"]
