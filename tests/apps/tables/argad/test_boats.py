"""Boats on the table top: drawn with their crew, told in the list, ordered by the form, placed in the
editor."""

import json
import re

from tests.apps.tables.argad.battle import decide, opened, signed_in, skip_to
from tests.apps.tables.argad.test_editor import SCENARIO, drawn, send
from tests.engines.argad.test_boats import RIVER
from tests.pages import page_of, source


def river(alice, bob):
    """Everybody on the bank, the first man of seat 0 in the first boat."""
    game = opened(alice, bob, scenario="custom", custom=RIVER)

    def aboard(state):
        if state.phase != "plot":
            return False
        skiff = state.items[0]
        man = next(f for f in state.figures if f.seat == 0 and f.place == "table")
        man.x, man.y, man.aboard = skiff.x - 105, skiff.y - 105, skiff.id
        man.now.start = (man.x, man.y)
        return True

    return game, skip_to(game, aboard)


def test_boat_is_drawn_and_its_crew_is_named_in_the_list(alice, bob):
    game, _state = river(alice, bob)
    page = page_of(signed_in(bob), game)
    assert page.count('class="ag-boat"') == 4
    text = source(signed_in(bob).get(f"/parties/{game.code}/"))
    assert "à bord : Jarl A01" in text
    assert text.count("personne à bord") == 3
    assert "dans une barque" in text


def test_rowing_and_landing_are_ordered_by_the_form(alice, bob):
    game, _state = river(alice, bob)
    client = signed_in(alice)
    assert decide(client, game, 0, figs="A01", do="move", path="40/18", give="1").status_code == 302
    assert "ramer, chemin de" in source(client.get(f"/parties/{game.code}/"))
    assert decide(client, game, 0, figs="A01", do="land", give="1").status_code == 302
    refused = decide(client, game, 0, figs="A01", do="crouch", give="1")
    assert refused.status_code == 422
    assert "est dans une barque" in source(refused)


def test_path_that_leaves_the_water_stops_at_the_bank(alice, bob):
    game, _state = river(alice, bob)
    answer = signed_in(alice).get(f"/parties/{game.code}/argad/chemin/", {"figs": "A01", "path": "25/19"})
    assert "arrêt devant : la rive" in json.dumps(answer.json(), ensure_ascii=False)


def test_editor_places_a_boat_on_water_and_says_when_it_is_aground(alice):
    client = signed_in(alice)
    raw = drawn(client.get(f"{SCENARIO}nouveau/"))
    raw = drawn(send(client, raw, "place", kind="deep", x="40", y="30"))
    raw = drawn(send(client, raw, "add items", x="40", y="30"))
    page = send(
        client,
        raw,
        "check",
        chosen="items:0",
        **{"e-there": "1", "e-kind": "boat", "e-id": "barque", "p0-x": "40", "p0-y": "30"},
    )
    assert drawn(page)["items"][0]["kind"] == "boat"
    assert "Ce scénario peut être joué." in source(page)
    assert re.search(r'href="#ag-item-boat"', page.content.decode())
    aground = send(client, drawn(page), "shift items:0 60 0")
    assert "une barque se pose sur l’eau" in source(aground)
