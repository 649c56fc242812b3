"""The map: every land a labelled link, the layers' figures, the list twin, the sheet, the search."""

import re

import pytest

from apps.tables.gloire.map.chart import chart, first_look, horizon, outline
from engines.gloire.maps import EDITIONS, load_map
from tests.apps.tables.gloire.court import post


def map_page(client, game, query=""):
    return client.get(f"/parties/{game.code}/cour/carte/{query}").content.decode()


@pytest.mark.parametrize("key", list(EDITIONS))
def test_every_land_is_drawn_and_touches_its_neighbours_by_land(key):
    drawn, lands = chart(key), load_map(key).lands
    assert set(drawn.shapes) == set(lands)
    for name, land in lands.items():
        beyond = {over for over, _path in drawn.shapes[name].borders}
        assert beyond - {""} >= set(land.neighbours) - set(land.sea), name


@pytest.mark.parametrize("key", list(EDITIONS))
def test_every_sea_link_is_drawn(key):
    lands = load_map(key).lands
    drawn = set(re.findall(r'data-between="([^"]+)"', chart(key).links))
    assert drawn == {f"{name} {other}" for name, land in lands.items() for other in land.sea if name < other}


def test_outline_of_a_realm_leaves_out_the_borders_within():
    drawn = chart("scandinavie")
    pair = {"NARVIK", next(over for over, _path in drawn.shapes["NARVIK"].borders if over)}
    within = [path for name in pair for over, path in drawn.shapes[name].borders if over in pair]
    assert within
    assert not any(path in outline(drawn, pair) for path in within)


def test_large_map_opens_on_the_lords_horizon_small_one_as_a_whole():
    small, large = chart("scandinavie"), chart("europe_100")
    assert first_look(small, ["NARVIK"]) == small.view_box
    land = next(iter(large.shapes))
    assert first_look(large, [land]) == horizon(large, [land])
    assert first_look(large, [land])[2] < large.view_box[2] / 2
    assert first_look(large, []) == large.view_box


def test_every_land_is_a_labelled_link_to_its_sheet(court, alice_client):
    page = alice_client.get(f"/parties/{court.code}/").content.decode()
    links = re.findall(
        r'<a class="land [^"]*" href="([^"]+)" data-verb="land" data-id="([^"]+)" aria-label="([^"]+)"', page
    )
    assert sorted(name for _href, name, _label in links) == sorted(load_map("scandinavie").lands)
    assert all(href == f"/parties/{court.code}/cour/terre/{name}/" for href, name, _label in links)
    assert all("habitants, bonheur" in label for _href, _name, label in links)


def test_list_says_what_the_map_says_and_leads_to_the_same_sheets(court, fief, alice_client):
    page = map_page(alice_client, court)
    rows = re.findall(r'<th scope="row" class="cell-title"><a href="[^"]+/terre/([A-Z-]+)/"', page)
    assert rows[0] == fief
    assert sorted(rows) == sorted(load_map("scandinavie").lands)


def test_wealth_and_fortifications_are_shown_of_ones_own_lands_only(
    court, fief, alice_client, bob, bob_client
):
    mine = alice_client.get(f"/parties/{court.code}/cour/terre/{fief}/").content.decode()
    theirs = bob_client.get(f"/parties/{court.code}/cour/terre/{fief}/").content.decode()
    assert "Richesse" in mine
    assert "Fortification" in mine
    assert "Richesse" not in theirs
    assert "Vos forces ici" not in theirs
    assert map_page(alice_client, court).count('class="v-w"') == 1


def test_sheet_offers_the_orders_possible_there(court, fief, alice_client):
    near = next(name for name in load_map("scandinavie").lands[fief].neighbours)
    mine = alice_client.get(f"/parties/{court.code}/cour/terre/{fief}/").content.decode()
    theirs = alice_client.get(f"/parties/{court.code}/cour/terre/{near}/").content.decode()
    offered = [re.findall(r'data-verb="([A-Z]{3})" data-id="[A-Z-]+"', page) for page in (mine, theirs)]
    assert {"IMP", "RED", "ARM", "FOR"} <= set(offered[0])
    assert "ATT" not in offered[0]
    assert {"ATT", "MOV", "ESP"} <= set(offered[1])
    assert "IMP" not in offered[1]


def test_sheet_is_a_fragment_for_the_page_and_a_page_by_itself(court, fief, alice_client):
    address = f"/parties/{court.code}/cour/terre/{fief}/"
    assert "<html" in alice_client.get(address).content.decode()
    assert "<html" not in alice_client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert alice_client.get(f"/parties/{court.code}/cour/terre/ATLANTIDE/").status_code == 404


def test_drafted_orders_are_arrows_and_seals(court, fief, alice_client):
    near = next(name for name in load_map("scandinavie").lands[fief].neighbours)
    post(alice_client, court, "texte", text=f"IMP 6 {fief}\nMOV C1 {near}")
    page = alice_client.get(f"/parties/{court.code}/").content.decode()
    assert page.count('class="order-arrow is-move"') == 1
    assert "<title>IMP 6</title>" in page


def test_spectator_sees_the_map_without_anybodys_house(court, client):
    page = client.get(f"/parties/{court.code}/").content.decode()
    assert 'id="map"' in page
    assert 'class="banner"' not in page
    assert "realm-edge" not in page
    assert 'id="desk"' not in page


@pytest.mark.parametrize(
    ("typed", "found"), [("narvik", "NARVIK"), ("vadvet jak", "VADVET-JAKKO"), ("JAKKO", "VADVET-JAKKO")]
)
def test_search_finds_a_land_by_part_of_its_name(court, alice_client, typed, found):
    answer = alice_client.get(f"/parties/{court.code}/cour/terre/", {"q": typed})
    assert answer.url == f"/parties/{court.code}/cour/terre/{found}/"


def test_search_without_result_says_so(court, alice_client):
    answer = alice_client.get(f"/parties/{court.code}/cour/terre/", {"q": "atlantide"}, follow=True)
    assert "Aucune terre ne s’appelle ainsi" in answer.content.decode()


def test_no_style_attribute_and_no_inline_script(court, fief, alice_client):
    for address in ("", "cour/carte/", f"cour/terre/{fief}/"):
        page = alice_client.get(f"/parties/{court.code}/{address}").content.decode()
        assert not re.search(r"<[^>]+\sstyle=", page)
        assert not re.search(r"<script(?![^>]*\ssrc=)", page)


def test_pages_of_another_game_have_no_court(alice_client, alice, bob):
    from apps.games.services.lobby import gathering, starting
    from apps.games.timing.pace import Pace

    game = gathering.create_game(
        alice, gathering.new_game("enchere", "Autre jeu", {}, 2, pace=Pace(kind="hours", every=24))
    )
    gathering.join_game(game, alice, "Alice")
    gathering.join_game(game, bob, "Bob")
    starting.start_game(game)
    assert alice_client.get(f"/parties/{game.code}/cour/carte/").status_code == 404
