"""The board in the page: every element the engine may point at, what a choice brings, what has just moved."""

import json
import re

from apps.games.engine.positions import position_before
from apps.games.table.sight import look
from apps.tables.miles_christi.chart import HOLY_LAND
from apps.tables.miles_christi.offers import gap_changes
from engines.miles_christi.tables import MILITARY, ZONES
from tests.apps.tables.miles_christi.conftest import asked_seat, pending, play, signed_in, skip_to
from tests.pages import page_of


def ids(page):
    """The elements of the board tied to something that can be chosen."""
    board = page[page.index('id="mc-board"') : page.index('class="sheet mc-choices"')]
    return set(re.findall(r'data-(?:id|many)="([^"]+)"', board))


def test_board_draws_every_element_that_a_menu_may_point_at(table, browsers):
    found = ids(page_of(browsers[0], table))
    orders = ("temple", "teutonic", "sepulchre")
    wanted = (
        {f"zone:{zone}" for zone in ZONES}
        | {f"baphomet:{n}" for n in range(1, 7)}
        | {f"rank:{n}" for n in (1, 2, 3)}
    )
    wanted |= {f"{part}:{order}" for part in ("hall", "column") for order in orders}
    wanted |= {f"marker:{order}:{track}" for order in orders for track in ("military", "religious")}
    wanted |= {
        f"token:{order}:{token}" for order in orders for token in ("blessing", "blasphemy", "application")
    }
    assert wanted - found == set()


def test_every_military_zone_has_its_land(table):
    assert set(HOLY_LAND["regions"]) == set(MILITARY)
    assert all(path.startswith("M") and path.endswith("Z") for path in HOLY_LAND["regions"].values())


def test_zones_glow_with_their_verb_only_once_a_militia_is_in_hand(table, browsers):
    seat = asked_seat(table)
    client = browsers[seat.number]
    assert 'data-verb="place"' not in page_of(client, table)
    colour = next(iter(look(table, seat.user).menu.choices)).action
    page = page_of(client, table, f"?siege={seat.number}&brouillon={json.dumps(colour)}")
    assert 'data-id="zone:antioch" data-verb="place"' in page
    assert "Milice en main" in page


def test_choice_tells_coins_and_the_projected_gap_before_it_is_made(table, browsers):
    """Jérusalem leaves a gap alone; Antioche moves the military marker alone."""
    seat = asked_seat(table)
    colour = next(iter(look(table, seat.user).menu.choices)).action
    sight = look(table, seat.user, draft=colour)
    rows = {row["choice"].target: row for row in sight.board["choices"]}
    owner = colour.partition(" ")[2]
    player = next(player for player in sight.view["players"] if player["order"] == owner)
    before = player["projected"]["gap"]
    moved = abs(player["projected"]["military"] + 1 - player["projected"]["religious"])
    assert rows["zone:jerusalem"]["changes"] == []
    assert rows["zone:antioch"]["changes"] == [(owner, before, moved)]
    assert rows["zone:antioch"]["hint"].endswith(f"{before} → {moved}")
    assert "2 pièces" in rows["zone:antioch"]["hint"]


def test_foreseeing_leaves_the_view_as_it_is(table, alice):
    view = look(table, alice).view
    kept = json.dumps(view)
    order = view["players"][view["active"]]
    colour = next(view["players"][owner]["order"] for owner, count in enumerate(order["card"]) if count)
    gap_changes(view, f"place {colour} acre")
    assert json.dumps(view) == kept


def test_gap_foretold_is_what_the_view_shows_once_the_move_is_made(table):
    seat = asked_seat(table)
    state = position_before(pending(table))
    colour = table.rules.menu(state, seat.number).choices[0].action
    view = look(table, seat.user).view
    changes = {order: after for order, _before, after in gap_changes(view, f"{colour} acre")}
    play(table, f"{colour} acre")
    after = look(table, seat.user).view["players"]
    assert {
        player["order"]: player["projected"]["gap"] for player in after if player["order"] in changes
    } == changes
    assert changes


def test_militia_just_placed_is_marked_for_its_animation(table, browsers):
    seat = asked_seat(table)
    state = position_before(pending(table))
    colour = table.rules.menu(state, seat.number).choices[0].action
    play(table, f"{colour} acre")
    page = page_of(browsers[0], table)
    assert re.findall(r'class="mc-militia is-new" id="([^"]+)"', page) == [
        f"militia-acre-0-{colour.partition(' ')[2]}"
    ]


def test_place_with_several_choices_asks_instead_of_choosing_the_first(table, browsers):
    state = skip_to(table, lambda state: state.ask == "edessa")
    seat = asked_seat(table)
    page = page_of(browsers[seat.number], table)
    order = state.players[seat.number].order
    assert f'data-many="marker:{order}:military"' in page
    assert re.findall(rf'data-id="marker:{order}:military" data-verb="(\w+)"', page)[:2] == ["up", "down"]


def test_chronicle_tells_the_round_in_sentences_and_leaves_out_what_was_taken_back(table, browsers):
    seat = asked_seat(table)
    state = position_before(pending(table))
    colour = table.rules.menu(state, seat.number).choices[0].action
    play(table, f"{colour} acre")
    client = browsers[seat.number]
    assert "place" in " ".join(told(page_of(client, table)))
    answer = client.post(f"/ordres/{table.code}/reprendre/", {"step": pending(table).n, "seat": seat.number})
    assert answer.status_code == 302
    assert not any("Acre" in line for line in told(page_of(client, table)))


def told(page):
    return re.findall(r'class="log-line[^"]*">.*?<span>([^<]+)', page, re.S)


def test_spectator_sees_the_board_and_no_choice(table, make_user):
    page = page_of(signed_in(make_user("Denise")), table)
    assert "zone:jerusalem" in ids(page)
    assert 'id="hand-title"' not in page
    assert 'class="choices"' not in page


def test_past_step_shows_the_board_without_choices(table, browsers):
    seat = asked_seat(table)
    play(table, table.rules.default(position_before(pending(table)), seat.number, "absent"))
    page = page_of(browsers[0], table, "pas/0/")
    assert 'id="mc-map"' in page
    assert 'id="choices-title"' not in page


def test_finished_game_shows_the_ranking(table, browsers):
    skip_to(table, lambda state: state.turn == 12 and state.phase in ("envoys", "baphomet", "halls"))
    for _ in range(60):
        step = table.steps.pending().first()
        if step is None:
            break
        play(table, table.rules.default(position_before(pending(table)), step.asked[0], "absent"))
    page = page_of(browsers[0], table)
    assert "Le jugement du roi" in page
    assert len(re.findall(r'<strong class="final-place">', page)) == 3
    assert "Prévu" not in page  # nothing is foreseen any more


def test_rules_page_prints_the_engine_s_tables_and_our_decisions(client, db):
    page = client.get("/regles/miles_christi/").content.decode()
    assert "6 / 8 / 10" in page
    assert page.count("mc-token") >= 5
    assert "Nos décisions" in page
