"""No order is lost in silence: what the form holds and the plan does not is given or dropped before anything
is sealed."""

import re

import pytest

from apps.games.models import Draft, Submission
from tests.apps.tables.argad.battle import decide, opened, pending, skip_to
from tests.apps.tables.argad.test_phases import drafted, men_of, sealed
from tests.pages import page_of

NOTHING_SEALED = "Rien n’est scellé"


def nobody_sealed(game) -> bool:
    return not Submission.objects.filter(step=pending(game)).exists()


def path_of(man, cm=5) -> str:
    return f"{man.x / 100 + cm:.1f}/{man.y / 100:.1f}"


def test_order_left_in_the_form_is_not_sealed_away(plotting, browsers):
    first, second = men_of(plotting, 0)[:2]
    decide(browsers[0], plotting, 0, figs=second.id, do="crouch", give="1")
    answer = decide(browsers[0], plotting, 0, figs=first.id, do="move", path=path_of(first), seal="1")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert nobody_sealed(plotting)
    notice = page[page.index('id="ag-refused"') : page.index("button-seal")]
    waiting, would_be_sealed = notice.split("Serait scellé")
    assert NOTHING_SEALED in waiting
    assert f"{first.name} {first.id}" in waiting
    assert "chemin de 5 cm" in waiting
    assert f"{second.name} {second.id}" in would_be_sealed
    assert re.findall(r'name="seal" value="(\w+)"', notice) == ["give", "drop"]
    assert f'value="{first.id}" checked' in page
    assert f'value="{path_of(first)}"' in page


def test_pending_order_is_given_and_sealed(plotting, browsers):
    man = men_of(plotting, 0)[0]
    answer = decide(browsers[0], plotting, 0, figs=man.id, do="move", path=path_of(man), seal="give")
    assert answer.status_code == 302
    orders = [{"figs": [man.id], "do": "move", "path": [[man.x + 500, man.y]]}]
    assert sealed(plotting, 0) == {"kind": "plot", "orders": orders}


def test_pending_order_is_dropped_and_the_rest_sealed(plotting, browsers):
    first, second = men_of(plotting, 0)[:2]
    decide(browsers[0], plotting, 0, figs=second.id, do="crouch", give="1")
    answer = decide(browsers[0], plotting, 0, figs=first.id, do="move", path=path_of(first), seal="drop")
    assert answer.status_code == 302
    assert sealed(plotting, 0) == {"kind": "plot", "orders": [{"figs": [second.id], "do": "crouch"}]}


@pytest.mark.parametrize(
    ("fields", "lacks"),
    [
        ({"figs": "A01"}, "Dites où aller"),
        ({"figs": ["A01", "A02"]}, "Dites où aller"),
        ({"figs": "A01", "do": "charge"}, "désignez une figurine présente"),
        ({"figs": "A01", "target": "B01"}, "Dites où aller"),
        ({"figs": "A01", "path": "par là"}, "Chemin illisible"),
        ({"figs": "A01", "dir": "e"}, "Dites où aller"),
        ({"figs": "A01", "path": "179/60"}, "raccourcissez"),
        ({"figs": "A01", "do": "crouch"}, ""),
        ({"figs": "A01", "do": "form_close"}, "serrer les rangs"),
        ({"do": "charge"}, "Choisissez au moins une figurine"),
        ({"path": "20/60"}, "Choisissez au moins une figurine"),
        ({"timing": "before"}, "Choisissez au moins une figurine"),
        ({"if1": "enemy_within", "n1": "10"}, "Choisissez au moins une figurine"),
        ({"path2": "20/60"}, "Choisissez au moins une figurine"),
    ],
)
def test_whatever_is_half_made_holds_the_seal_back(plotting, browsers, fields, lacks):
    answer = decide(browsers[0], plotting, 0, **fields, seal="1")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert nobody_sealed(plotting)
    assert not Draft.objects.filter(step=pending(plotting)).exists()
    assert NOTHING_SEALED in page
    assert lacks in page[page.index('id="ag-refused"') : page.index("button-seal")]
    assert ('data-verb="seal-give"' in page) is (lacks == "")
    assert decide(browsers[0], plotting, 0, **fields, seal="drop").status_code == 302
    assert sealed(plotting, 0) == {"kind": "plot"}


def test_squad_left_chosen_holds_the_seal_back_and_stays_chosen(plotting, browsers):
    man = men_of(plotting, 0)[0]
    answer = decide(browsers[0], plotting, 0, units=man.unit, seal="1")
    assert answer.status_code == 422
    assert f'data-unit="{man.unit}" checked' in answer.content.decode()


def test_fields_that_hold_a_given_order_hold_nothing_back(plotting, browsers):
    man = men_of(plotting, 0)[0]
    fields = {"figs": man.id, "do": "move", "path": path_of(man)}
    decide(browsers[0], plotting, 0, **fields, give="1")
    assert decide(browsers[0], plotting, 0, **fields, seal="1").status_code == 302
    assert sealed(plotting, 0)["orders"] == [{"figs": [man.id], "do": "move", "path": [[man.x + 500, man.y]]}]


def test_looking_at_men_who_have_their_order_holds_nothing_back(plotting, browsers):
    man = men_of(plotting, 0)[0]
    decide(browsers[0], plotting, 0, figs=man.id, do="crouch", give="1")
    assert decide(browsers[0], plotting, 0, figs=man.id, do="move", seal="1").status_code == 302


def test_another_button_keeps_the_half_made_order_in_the_form(plotting, browsers):
    """Without a script too: the page answers with the fields as they were."""
    man = men_of(plotting, 0)[0]
    value = re.search(r'name="offer" value="([^"]+\|crouch)"', page_of(browsers[0], plotting))[1]
    fields = {"figs": man.id, "do": "move", "path": path_of(man)}
    for button in ({"offer": value}, {"drop": "0"}):
        answer = decide(browsers[0], plotting, 0, **fields, **button)
        assert answer.status_code == 200
        assert f'value="{path_of(man)}"' in answer.content.decode()
        assert f'value="{man.id}" checked' in answer.content.decode()


def test_men_are_taken_out_of_the_plan_where_their_path_was_traced(plotting, browsers):
    first, second = men_of(plotting, 0)[:2]
    decide(browsers[0], plotting, 0, figs=[first.id, second.id], do="crouch", give="1")
    decide(browsers[0], plotting, 0, figs=first.id, forget="1")
    assert drafted(plotting, 0)["orders"] == [{"figs": [second.id], "do": "crouch"}]


def test_what_stands_beside_the_seal_is_kept_by_every_button_but_giving_up(plotting, browsers):
    man = men_of(plotting, 0)[0]
    order = {"figs": man.id, "do": "crouch", "give": "1"}
    decide(browsers[0], plotting, 0, **order, end="propose")
    assert drafted(plotting, 0)["end"] == "propose"
    answer = decide(browsers[0], plotting, 0, **order, end="concede")
    assert drafted(plotting, 0)["end"] == "propose"
    assert 'value="concede" selected' in answer.content.decode()
    decide(browsers[0], plotting, 0, end="concede", seal="1")
    assert sealed(plotting, 0)["end"] == "concede"


def test_mules_among_the_men_of_an_order_are_led_and_alone_are_refused(alice, bob, browsers):
    game = opened(alice, bob, scenario="convoy")
    state = skip_to(game, lambda state: state.phase == "plot")
    mule = next(f for f in state.figures if f.mount == "pack" and f.seat == 0)
    man = next(f for f in state.figures if f.id == mule.led_by)
    decide(browsers[0], game, 0, figs=[mule.id, man.id], do="move", path=path_of(man, 4), give="1")
    assert [order["figs"] for order in drafted(game, 0)["orders"]] == [[man.id]]
    answer = decide(browsers[0], game, 0, figs=mule.id, do="move", dir="e", cm="4", give="1")
    assert answer.status_code == 422
    assert "animal de bât" in answer.content.decode()
