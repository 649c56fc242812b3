"""The phases of a battle on the page: muster, set-up, orders, combat; each button of the form, and what it
refuses."""

import re

import pytest

from apps.games.engine.positions import position_before
from apps.games.models import Draft, Submission
from tests.apps.tables.argad.battle import decide, pending, resolve, skip_to
from tests.pages import page_of


def drafted(game, seat):
    return Draft.objects.get(step=pending(game), seat__number=seat).action


def sealed(game, seat):
    return Submission.objects.filter(step=pending(game), seat__number=seat).latest("revision").decision()


def men_of(game, seat):
    return [f for f in position_before(pending(game)).figures if f.seat == seat and f.place == "table"]


def test_muster_seals_a_ready_troop(battle, browsers):
    page = page_of(browsers[0], battle)
    assert len(re.findall(r'data-verb="muster"', page)) == 7
    assert decide(browsers[0], battle, 0, troop="vikings", seal="1").status_code == 302
    assert sealed(battle, 0) == {"kind": "muster", "troop": "vikings"}
    assert "Choisie" in page_of(browsers[0], battle)
    assert "Choisie" not in page_of(browsers[1], battle)


def test_unknown_troop_is_refused_in_french_and_nothing_changes(battle, browsers):
    answer = decide(browsers[0], battle, 0, troop="martiens", seal="1")
    assert answer.status_code == 422
    assert "Troupe inconnue" in answer.content.decode()
    assert not Submission.objects.filter(step=pending(battle)).exists()


def test_set_up_is_tried_on_the_table_before_it_is_sealed(battle, browsers):
    state = skip_to(battle, lambda state: state.phase == "deploy")
    man = next(f for f in state.figures if f.seat == 0)
    page = page_of(browsers[0], battle)
    assert f'id="fig-{man.id}"' in page
    assert 'class="ag-zone"' in page
    answer = decide(browsers[0], battle, 0, **{"layout": "loose", f"at:{man.id}": "5/60", "try": "1"})
    assert answer.status_code == 302
    assert drafted(battle, 0)["places"] == {man.id: [500, 6000]}
    assert f'data-fig="{man.id}" data-x="50.0" data-y="600.0"' in page_of(browsers[0], battle)
    answer = decide(browsers[0], battle, 0, **{"layout": "loose", f"at:{man.id}": "170/10", "seal": "1"})
    assert answer.status_code == 422
    assert "zones de placement" in answer.content.decode()
    answer = decide(browsers[0], battle, 0, **{"layout": "loose", f"at:{man.id}": "là-bas", "seal": "1"})
    assert "écrivez sa place" in answer.content.decode()


def test_order_by_path_direction_or_squad_goes_into_the_plan(plotting, browsers):
    first, second, third = men_of(plotting, 0)[:3]
    spot = f"{first.x / 100 + 5:.1f}/{first.y / 100:.1f}".replace(".", ",")
    assert (
        decide(
            browsers[0], plotting, 0, figs=[first.id, second.id], do="move", path=spot, give="1"
        ).status_code
        == 302
    )
    assert (
        decide(browsers[0], plotting, 0, figs=third.id, do="move", dir="e", cm="4", give="1").status_code
        == 302
    )
    orders = drafted(plotting, 0)["orders"]
    assert [order["figs"] for order in orders] == [[first.id, second.id], [third.id]]
    assert orders[1]["path"] == [[third.x + 400, third.y]]
    page = page_of(browsers[0], plotting)
    assert len(re.findall(r'class="ag-ghost ', page)) == 3
    assert "chemin de 4 cm" in page


def test_taking_the_leader_out_of_an_order_keeps_the_others_where_they_were_going(plotting, browsers):
    first, second = men_of(plotting, 0)[:2]
    spot = f"{first.x / 100 + 6}/{first.y / 100}"
    decide(browsers[0], plotting, 0, figs=[first.id, second.id], do="move", path=spot, give="1")
    decide(browsers[0], plotting, 0, figs=first.id, do="crouch", give="1")
    orders = drafted(plotting, 0)["orders"]
    assert orders[0] == {"figs": [second.id], "do": "move", "path": [[second.x + 600, second.y]]}
    assert orders[1] == {"figs": [first.id], "do": "crouch"}


def test_proposed_order_is_taken_and_taken_back(plotting, browsers):
    page = page_of(browsers[0], plotting)
    value = re.search(r'name="offer" value="([^"]+\|crouch)"', page)[1]
    decide(browsers[0], plotting, 0, offer=value)
    assert drafted(plotting, 0)["orders"][0]["do"] == "crouch"
    decide(browsers[0], plotting, 0, drop="0")
    assert drafted(plotting, 0) == {"kind": "plot"}
    assert decide(browsers[0], plotting, 0, offer="Personne|rien").status_code == 422


def test_conditions_and_stance_are_told_in_plain_words(plotting, browsers):
    man = men_of(plotting, 0)[0]
    fields = {"contact": "evade", "timing": "before", "if1": "enemy_within", "n1": "10", "then1": "crouch"}
    decide(browsers[0], plotting, 0, figs=man.id, do="hold", **fields, give="1")
    page = page_of(browsers[0], plotting)
    assert "tenir, esquive le contact, tire avant le mouvement" in page
    assert "si un ennemi s’approche à moins de 10 cm : se baisser" in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"do": "move"}, "Choisissez au moins une figurine"),
        ({"figs": "A01", "do": "move"}, "Dites où aller"),
        ({"figs": "A01", "do": "move", "path": "par là"}, "Chemin illisible"),
        ({"figs": "A01", "do": "move", "path": "179/60"}, "raccourcissez"),
        ({"figs": "A01", "do": "move", "dir": "n", "cm": "beaucoup"}, "nombre entier"),
        ({"figs": "Z99", "do": "hold"}, "désignez une de vos figurines"),
        ({"figs": "A01", "do": "danser"}, "n’est pas une action"),
        ({"figs": "A01", "do": "charge", "target": "A02"}, "on ne charge que l’ennemi"),
    ],
)
def test_bad_order_is_refused_with_what_would_be_right(plotting, browsers, fields, said):
    answer = decide(browsers[0], plotting, 0, **fields, give="1")
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Draft.objects.filter(step=pending(plotting)).exists()


def test_plan_changed_after_the_seal_says_that_it_must_be_sealed_again(plotting, browsers):
    man = men_of(plotting, 0)[0]
    decide(browsers[0], plotting, 0, seal="1")
    assert "Vos ordres sont scellés. Vous pouvez" in page_of(browsers[0], plotting)
    decide(browsers[0], plotting, 0, figs=man.id, do="crouch", give="1")
    assert "Vous avez changé vos ordres" in page_of(browsers[0], plotting)
    assert sealed(plotting, 0) == {"kind": "plot"}


def test_combat_shows_exact_odds_and_seals_the_choice(fighting, browsers):
    state = position_before(pending(fighting))
    page = page_of(browsers[0], fighting) + page_of(browsers[1], fighting)
    assert "La mêlée" in page
    assert re.search(r"\d+\s% de tuer|moins de 1\s% de tuer", page)
    striker = re.search(r'name="strike:([AB]\d+)".*?<option value="([AB]\d+)"', page, re.S)
    seat = next(f.seat for f in state.figures if f.id == striker[1])
    fields = {f"strike:{striker[1]}": striker[2], f"follow:{striker[1]}": "never", "seal": "1"}
    assert decide(browsers[seat], fighting, seat, **fields).status_code == 302
    packet = sealed(fighting, seat)
    assert packet["strikes"] == [{"fig": striker[1], "target": striker[2]}]
    assert packet["follow"] == {striker[1]: "never"}


def test_everybody_ready_resolves_and_the_film_tells_it(fighting, browsers):
    for seat in (0, 1):
        decide(browsers[seat], fighting, seat, seal="usage")
    if pending(fighting).n == 1:
        resolve(fighting)
    page = page_of(browsers[0], fighting)
    assert 'id="ag-scenes"' in page
    assert '"kind": "strike"' in page


def test_stale_form_is_refused_with_the_present_table(plotting, browsers):
    answer = browsers[0].post(
        f"/parties/{plotting.code}/argad/decider/", {"step": 99, "seat": 0, "seal": "1"}
    )
    assert answer.status_code == 409
    assert "La partie a avancé" in answer.content.decode()


def test_other_peoples_seat_and_other_games_are_not_there(plotting, browsers):
    assert decide(browsers[1], plotting, 0, seal="1").status_code == 404
    assert browsers[0].get(f"/parties/{plotting.code}/argad/chances/?siege=1&figs=B01").status_code == 404
