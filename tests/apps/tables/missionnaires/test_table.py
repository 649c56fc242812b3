"""The table in the page: what may be chosen and at what price, one's own tour, pieces, cards, the chronicle,
the list twin."""

import json
import re

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext

from apps.games.engine.positions import position_before
from apps.games.table.sight import look
from apps.tables.missionnaires import chart
from apps.tables.missionnaires.faces import face_of
from apps.tables.missionnaires.pieces import strips
from engines.missionnaires.board import NAMES
from engines.missionnaires.words import from_place, to_place
from tests.apps.tables.missionnaires.conftest import (
    arrange,
    asked_seat,
    pending,
    play,
    signed_in,
    table_of,
    walk,
)
from tests.pages import page_of


def spots(page):
    return set(re.findall(r'class="ms-spot" id="spot-([\w-]+)"', page))


def listed(page):
    """The spaces that the list of choices leads to."""
    return set(re.findall(r'<button class="button" data-verb="\w+" data-id="space:([\w-]+)"', page))


def test_first_turn_glows_where_the_specification_says(duel, browsers):
    """Acceptance test 3: one space at 0, two spaces at 1."""
    seat = asked_seat(duel)
    found = {spot.space: spot for spot in table_of(duel, seat.user).offers.spots}
    assert {space for space, spot in found.items() if spot.first.steps == 1} == {
        "paris",
        "le-mans",
        "orleans",
    }
    assert {space: spot.first.cost for space, spot in found.items() if spot.first.steps == 2} == {
        "auxerre": 1,
        "limoges": 1,
        "nantes": 1,
    }


def test_map_and_list_offer_the_same_spaces(duel, browsers):
    seat = asked_seat(duel)
    page = page_of(browsers[seat.number], duel)
    assert spots(page) == listed(page) == {"paris", "le-mans", "orleans", "auxerre", "limoges", "nantes"}


def test_two_ways_to_the_same_space_are_two_choices_of_one_spot(duel):
    seat = asked_seat(duel)
    auxerre = next(spot for spot in table_of(duel, seat.user).offers.spots if spot.space == "auxerre")
    assert [offer.label for offer in auxerre.offers] == ["Orléans puis Auxerre", "Paris puis Auxerre"]


def test_way_of_a_choice_follows_the_sections(duel):
    seat = asked_seat(duel)
    found = {offer.label: offer.d for offer in table_of(duel, seat.user).offers.all}
    assert found["Orléans puis Limoges"] == "M345 32L368 84L348 167"
    assert chart.way(["nice", "marseille"]) == "M533 252L474 268"
    assert chart.way(["marseille", "perpignan"]).count("L") == 4  # a bent road


def test_free_choice_goes_at_once_and_a_price_asks_first(duel):
    seat = asked_seat(duel)
    arrange(duel, lambda state, me: setattr(me, "todo", ("limoges", "rome")))
    found = {offer.label: offer for offer in table_of(duel, seat.user).offers.all}
    assert found["Paris"].asks == ""
    assert found["Orléans puis Limoges"].asks.endswith("Ce choix ne pourra pas être repris.")


def at_milan(state, me):
    me.pos, me.per = "milan", 3


def test_gendarme_shows_his_price_then_asks_where_he_goes(duel, browsers):
    """Acceptance test 11: milan to verone, push targets exactly bologne and venise."""
    arrange(duel, at_milan)
    seat = asked_seat(duel)
    verone = next(offer for offer in table_of(duel, seat.user).offers.all if offer.label == "Vérone")
    assert (verone.cost, verone.guard, verone.choice.complete) == (1, True, False)
    page = page_of(browsers[seat.number], duel, f"?siege={seat.number}&brouillon={verone.action}")
    assert spots(page) == {"bologne", "venise"}
    assert "Celui qui occupe Vérone va à Bologne" in page


def test_tour_is_numbered_in_the_suggested_order(duel):
    seat = asked_seat(duel)
    table = table_of(duel, seat.user)
    assert [stop["space"].id for stop in table.tour] == table.view["route"]["visits"]
    assert [stop["n"] for stop in table.tour] == list(range(1, 13))
    assert table.route.startswith("M345 32")
    assert table.route.endswith("L345 32")
    assert sum(stop["sections"] for stop in table.tour) < table.sections


def test_visit_turns_a_ring_into_a_tick_and_is_told(duel, browsers):
    arrange(duel, lambda state, me: setattr(me, "todo", ("paris", "rome")))
    seat = asked_seat(duel)
    play(duel, walk("paris"))
    page = page_of(browsers[seat.number], duel)
    assert 'id="done-paris"' in page
    assert 'id="stop-paris"' not in page
    assert 'id="stop-rome"' in page
    lines = [line.text for line in table_of(duel, seat.user).story.entries[0].lines]
    assert lines == [f"{seat.name} va du Béthel à Paris.", f"{seat.name} visite Paris\u00a0: plus que 1."]


def put_on_top(card):
    def change(state, me):
        state.land = (*[other for other in state.land if other != card], card)

    return change


def test_card_turned_up_is_shown_with_what_it_did(duel, browsers):
    arrange(duel, put_on_top("T08"))
    seat = asked_seat(duel)
    play(duel, walk("le-mans"))
    card = table_of(duel, seat.user).story.cards[0]
    assert (card.face.title, card.who) == ("Longue discussion au café", seat.name)
    assert card.after == [f"{seat.name} passera son prochain tour."]
    for client in browsers:  # everybody sees it
        assert "Longue discussion au café" in page_of(client, duel)


def test_piece_moves_along_its_way_and_the_card_follows(duel):
    arrange(duel, put_on_top("T05"))
    seat = asked_seat(duel)
    play(duel, walk("orleans", "limoges"))
    entry = table_of(duel, seat.user).story.entries[0]
    assert [(track.piece, track.spaces) for track in entry.tracks] == [
        (f"pawn-{seat.number}", ["bethel", "orleans", "limoges"])
    ]
    assert entry.tracks[0].beat < entry.cards[0].beat


def test_jump_is_drawn_over_the_other_missionary(duel):
    def change(state, me):
        other = next(player for player in state.players if player is not me)
        me.pos, other.pos = "dijon", "lyon"

    arrange(duel, change)
    seat = asked_seat(duel)
    play(duel, walk("lyon", "marseille"))
    assert table_of(duel, seat.user).story.tracks[-1].spaces == ["dijon", "lyon", "marseille"]


def test_bon_lies_before_its_owner_and_is_lit_when_playable(duel, browsers):
    arrange(duel, lambda state, me: setattr(me, "bons", ("T22", "T24")))
    seat = asked_seat(duel)
    lit = {row["face"].id: bool(row["offers"]) for row in table_of(duel, seat.user).hand}
    assert lit == {"T22": True, "T24": True}  # T24 may be returned on Béthel
    other = page_of(browsers[1 - seat.number], duel)
    assert f"2 bons devant {seat.name}" in other
    assert 'data-verb="bon"' not in other


def test_bon_may_be_taken_back_before_moving(duel, browsers):
    arrange(duel, lambda state, me: setattr(me, "bons", ("T22",)))
    seat = asked_seat(duel)
    play(duel, {"do": "bon", "card": "T22", "arg": None})
    page = page_of(browsers[seat.number], duel)
    assert "Reprendre mon coup" in page
    answer = browsers[seat.number].post(
        f"/ordres/{duel.code}/reprendre/", {"step": pending(duel).n, "seat": seat.number}
    )
    assert answer.status_code == 302
    assert table_of(duel, seat.user).me["bons"] == ["T22"]


def test_companion_walks_with_his_missionary_and_a_lone_one_stands_alone(duel):
    def change(state, me):
        me.ov, state.lone = "C", {"C": "", "D": "rome"}

    arrange(duel, change)
    seat = asked_seat(duel)
    found = {piece.key: piece for piece in table_of(duel, seat.user).pieces}
    assert found[f"pawn-{seat.number}"].mate == "C"
    assert found["overseer-D"].label == "Le surveillant de district, seul à Rome"
    assert len(found) == 8 + 1 + 2


def test_strip_says_when_the_second_space_is_free_and_forgets_lost_turns_at_the_end(duel, alice, browsers):
    """The élan of whoever plays second; and a turn to lose means nothing once the game is over."""
    first = asked_seat(duel).number
    assert [strip["swift"] for strip in table_of(duel, alice).strips] == [False, False]
    play(duel, {"do": "pass"})
    assert [strip["swift"] for strip in table_of(duel, alice).strips] == [False, True]
    assert "2ᵉ case gratuite" in page_of(browsers[first], duel)

    view = {**look(duel, alice).view}
    view["players"] = [{**player, "skip": 1, "rank": player["seat"]} for player in view["players"]]
    assert {strip["seat"]: strip["skip"] for strip in strips(view)} == {0: 1, 1: 0}


def test_pawns_on_bethel_stand_side_by_side(duel):
    seat = asked_seat(duel)
    places = [(piece.x, piece.y) for piece in table_of(duel, seat.user).pieces if piece.space == "bethel"]
    assert len(set(places)) == len(places) == 2


def test_board_as_a_list_says_all_that_the_map_shows(duel):
    arrange(duel, lambda state, me: setattr(me, "todo", ("barcelone", "rome")))
    seat = asked_seat(duel)
    page = render_to_string("missionnaires/_spaces.html", {"table": table_of(duel, seat.user)})
    rows = re.findall(r"<tr.*?</tr>", page.partition("<tbody>")[2], re.S)
    cells = {
        re.search(r"<th[^>]*>([^<]+) <", row)[1]: [
            re.sub(r"<[^>]+>", "", cell).strip() for cell in re.split(r"</t[hd]>", row)
        ]
        for row in rows
    }
    assert set(cells) == set(NAMES.values())
    assert cells["Vérone"][1:5] == ["caserne", "Bologne, Milan, Venise", "—", "Gendarme de Vérone, à Vérone"]
    assert cells["Barcelone"][1:4] == [
        "congrégation, port",
        "Perpignan, Saragosse, Valence",
        "Mer des Baléares",
    ]
    assert [name for name, row in cells.items() if "à visiter" in row[0]] == ["Barcelone", "Rome"]
    assert cells["Béthel"][4].count(", au Béthel") == 2


def test_places_are_spoken_of_in_french():
    wanted = {
        "bethel": ("du Béthel", "au Béthel"),
        "caire": ("du Caire", "au Caire"),
        "la-valette": ("de La Valette", "à La Valette"),
        "alger": ("d’Alger", "à Alger"),
        "s-ionienne": ("de la mer Ionienne", "en mer Ionienne"),
        "s-lion": ("du golfe du Lion", "dans le golfe du Lion"),
        "s-toscan": ("de l’archipel toscan", "dans l’archipel toscan"),
        "s-cyclades": ("des Cyclades", "aux Cyclades"),
    }
    assert {space: (from_place(space), to_place(space)) for space in wanted} == wanted


def test_card_face_parts_title_and_sentence():
    face = face_of("M18")
    assert (face.title, face.text) == (
        "Cabine offerte",
        "D’un port, rejoignez un port à quatre sections maximum.",
    )
    assert face.bon
    assert face.need


def test_resigning_is_asked_before_it_is_done(duel, browsers):
    seat = asked_seat(duel)
    client = browsers[seat.number]
    assert "Abandonner la partie…" in page_of(client, duel)
    draft = json.dumps({"do": "resign"})
    page = page_of(client, duel, f"?siege={seat.number}&brouillon={draft}")
    assert "Vous serez classé derrière ceux qui continuent" in page
    play(duel, {"do": "resign"})
    page = page_of(client, duel)
    assert "Retour au Béthel" in page
    assert page.count('<strong class="final-place">') == 2


def test_finish_shows_the_ranking(duel, browsers):
    def change(state, me):
        me.pos, me.todo, me.done = "paris", (), ("paris",)

    arrange(duel, change)
    seat = asked_seat(duel)
    play(duel, walk("bethel"))
    table = table_of(duel, seat.user)
    assert [(row["place"], row["strip"]["seat"]) for row in table.places] == [
        (1, seat.number),
        (2, 1 - seat.number),
    ]
    assert [piece.key for piece in table.pieces if piece.is_pawn] == [f"pawn-{1 - seat.number}"]
    page = page_of(browsers[0], duel)
    assert "La partie est terminée" in page
    assert "arrivé, rang 1" in page
    assert "en route, rang 2" in page  # the last one left is ranked where he is
    assert "Que faire" not in page


def test_past_step_shows_the_map_without_choices(duel, browsers):
    play(duel, walk("paris"))
    page = page_of(browsers[0], duel, "pas/0/")
    assert 'id="ms-map"' in page
    assert 'id="choices-title"' not in page
    assert spots(page) == set()


def test_refused_move_says_what_would_be_right_and_changes_nothing(duel, browsers):
    seat, step = asked_seat(duel), pending(duel)
    data = {
        "step": step.n,
        "seat": seat.number,
        "key": "refused-move-key",
        "action": json.dumps(walk("rome")),
    }
    answer = browsers[seat.number].post(f"/ordres/{duel.code}/", data, headers={"HX-Request": "true"})
    assert 400 <= answer.status_code < 500
    assert "Rome n’est pas voisine du Béthel" in answer.content.decode()
    assert pending(duel).n == step.n


@pytest.mark.postgres
def test_page_takes_the_same_queries_after_one_and_after_nine_steps(duel, browsers):
    def queries():
        with CaptureQueriesContext(connection) as asked:
            page_of(browsers[0], duel)
        return len(asked)

    play(duel, {"do": "pass"})
    page_of(browsers[0], duel)
    first = queries()
    for _ in range(8):
        play(duel, {"do": "pass"})
    assert queries() == first <= 20


# Secrets


def test_page_never_shows_what_the_other_has_to_visit(duel, browsers):
    for number, client in enumerate(browsers):
        page = page_of(client, duel)
        hidden = position_before(pending(duel)).players[1 - number].todo
        assert len(hidden) == 12
        assert [town for town in hidden if f'id="stop-{town}"' in page] == []
        tour = page[page.index('id="tour-title"') :].partition("</section>")[0]
        assert [town for town in hidden if f"#case-{town}" in tour] == []


def test_other_player_s_page_does_not_change_with_hidden_data(duel, browsers):
    seat = asked_seat(duel)
    watcher = browsers[1 - seat.number]

    def stable(page):
        return re.sub(
            r'name="(?:key|csrfmiddlewaretoken)" value="[^"]+"|"X-CSRFToken": "[^"]+"|nonce="[^"]+"', "", page
        )

    before = stable(page_of(watcher, duel))

    def change(state, me):
        me.todo, state.reserve = state.reserve[: len(me.todo)], (*me.todo, *state.reserve[len(me.todo) :])
        state.sea, state.land = state.sea[::-1], state.land[::-1]

    arrange(duel, change)
    assert stable(page_of(watcher, duel)) == before


def test_spectator_sees_the_map_and_nobody_s_tour(duel, make_user):
    page = page_of(signed_in(make_user("Denise")), duel)
    assert 'id="ms-map"' in page
    assert 'class="ms-stop"' not in page
    assert 'id="tour-title"' not in page
    assert 'class="choices"' not in page


def test_rules_page_prints_every_card_and_our_decisions(client, db):
    page = client.get("/regles/missionnaires/").content.decode()
    assert page.count('class="ms-card ') == 43
    assert "Nos décisions" in page
    assert "Édition du projet" in page
    assert "missionnaires" in client.get("/regles/").content.decode()


# The reader's own wish for his round


def put_first(client, game, town, seat=None):
    number = asked_seat(game).number if seat is None else seat
    return client.post(f"/parties/{game.code}/tournee/d-abord/", {"seat": number, "town": town})


def stops(page):
    return re.findall(r'class="ms-stop" id="stop-([\w-]+)"', page)


def test_chosen_congregation_begins_the_round_until_it_is_chosen_again(duel, browsers):
    seat = asked_seat(duel)
    client = browsers[seat.number]
    advised = stops(page_of(client, duel))
    assert put_first(client, duel, advised[-1]).status_code == 302
    page = page_of(client, duel)
    assert stops(page)[0] == advised[-1]
    assert sorted(stops(page)) == sorted(advised)
    assert "choisie d’abord" in page
    put_first(client, duel, advised[-1])
    assert stops(page_of(client, duel)) == advised


def test_wish_is_one_s_own_and_must_be_on_the_list(duel, browsers):
    seat = asked_seat(duel)
    mine, other = browsers[seat.number], browsers[1 - seat.number]
    advised, foreign = stops(page_of(mine, duel)), stops(page_of(other, duel))
    put_first(mine, duel, foreign[0])
    assert stops(page_of(mine, duel)) == advised
    put_first(mine, duel, "nulle-part")
    assert stops(page_of(mine, duel)) == advised
    put_first(mine, duel, advised[-1])
    assert stops(page_of(other, duel)) == foreign
    assert put_first(other, duel, foreign[-1], seat=seat.number).status_code == 404


def test_wish_is_forgotten_once_visited(duel, browsers):
    arrange(duel, lambda state, me: setattr(me, "todo", ("ankara", "paris", "rome")))
    seat = asked_seat(duel)
    client = browsers[seat.number]
    put_first(client, duel, "paris")
    play(duel, walk("paris"))
    page = page_of(client, duel)
    assert sorted(stops(page)) == ["ankara", "rome"]
    assert "choisie d’abord" not in page
