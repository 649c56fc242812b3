"""« Si… alors… sinon… » and held fire: the form's lines become orders, the plan tells them back, a wrong one
is named."""

import html

import pytest

from apps.games.models import Draft
from apps.tables.argad.decisions.conditions import sentence_of, with_men
from engines.argad.orders import Condition, Order, When
from tests.apps.tables.argad.battle import decide, pending
from tests.apps.tables.argad.test_phases import drafted, men_of
from tests.engines.argad.board import battle as field
from tests.engines.argad.board import man
from tests.pages import page_of


def text_of(answer) -> str:
    return html.unescape(answer.content.decode())


def test_zone_fallback_and_held_fire_go_into_the_plan(plotting, browsers):
    archer = men_of(plotting, 0)[0]
    fields = {
        "if1": "enemy_enters",
        "zone1": "110/60 – 80/40",
        "then1": "move",
        "path1": "12/60",
        "else1": "reload",
    }
    fields |= {
        "if2": "ally_down",
        "role2": "troop_chief",
        "then2": "flee",
        "unless": "35",
        "obstacle": "hold",
    }
    assert decide(browsers[0], plotting, 0, figs=archer.id, do="hold", give="1", **fields).status_code == 422
    fields["else1"] = "work"  # he has nothing to reload, and was told so
    assert decide(browsers[0], plotting, 0, figs=archer.id, do="hold", give="1", **fields).status_code == 302
    [order] = drafted(plotting, 0)["orders"]
    assert order["fire"] == {"unless": 3500}
    assert order["stance"] == {"obstacle": "hold"}
    assert order["when"] == [
        {
            "if": {"k": "enemy_enters", "zone": [8000, 4000, 11000, 6000]},
            "then": {"figs": [archer.id], "do": "move", "path": [[1200, 6000]]},
            "else": {"figs": [archer.id], "do": "work"},
        },
        {"if": {"k": "ally_down", "role": "troop_chief"}, "then": {"figs": [archer.id], "do": "flee"}},
    ]
    page = html.unescape(page_of(browsers[0], plotting))
    assert "si un ennemi entre dans la zone 80/40 – 110/60 : marcher jusqu’en 12/60, sinon travailler" in page
    assert "si chef de troupe est tombé : fuir" in page
    assert "ne tire que sur un ennemi à moins de 35 cm" in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"if1": "enemy_enters", "zone1": "80/40"}, "écrivez deux coins"),
        ({"if1": "enemy_enters", "zone1": "ici ; là"}, "Chemin illisible « ici »"),
        ({"if1": "enemy_within", "then1": "hold"}, "à combien de centimètres"),
        ({"if1": "time", "n1": "140", "then1": "hold"}, "centièmes du tour"),
        ({"if1": "ally_down", "role1": "", "then1": "hold"}, "qui doit tomber"),
        ({"if1": "time", "n1": "20", "then1": "move"}, "dites où marcher"),
        ({"unless": "beaucoup"}, "La distance de tir : écrivez un nombre"),
    ],
)
def test_line_that_cannot_be_read_is_named_and_kept_in_the_form(plotting, browsers, fields, said):
    answer = decide(browsers[0], plotting, 0, figs=men_of(plotting, 0)[0].id, do="hold", give="1", **fields)
    assert answer.status_code == 422
    assert said in text_of(answer)
    for name, value in fields.items():
        if name.startswith(("zone", "n1", "unless")):
            assert f'name="{name}" value="{value}"' in text_of(answer)
    assert not Draft.objects.filter(step=pending(plotting)).exists()


def test_condition_is_told_with_the_enemy_it_names():
    state = field(man("A01", 50, 50), man("B01", 80, 50))
    condition = Condition(
        When("enemy_within", distance=2000, who="B01"), Order(("A01",), "charge", target="B01")
    )
    assert sentence_of(state, condition) == "si B01 B01 s’approche à moins de 20 cm : charger B01 B01"


def test_condition_of_fewer_men_moves_with_their_new_leader():
    then = Order(("A01", "A02"), "move", ((6000, 5000),))
    moved = with_men(
        Condition(When("time", time=20), then, Order(("A01", "A02"), "work")), ("A02",), (0, 400)
    )
    assert moved.then == Order(("A02",), "move", ((6000, 5400),))
    assert moved.else_ == Order(("A02",), "work")
