"""What is told before sealing: the way over the ground, the volley, the duel; pure, and only from what the
seat knows."""

import json

from apps.games.table.sight import look
from apps.tables.argad.decisions import foresight
from engines.argad.field.battlefield import Field
from engines.argad.field.geometry import CM
from engines.argad.state import Figure, Piece, Place, State
from engines.argad.view import known_state
from engines.core import codec
from tests.apps.tables.argad.battle import skip_to


def man(id, x, y=30, seat=0, **more):
    figure = Figure(
        id=id, seat=seat, side=seat, unit="Troupe", name="Homme", cls=3, place="table", x=x * CM, y=y * CM
    )
    for key, value in more.items():
        setattr(figure, key, value)
    return figure


def field(*figures, terrain=()):
    return State(
        scenario="ambush",
        options=("stuck",),
        width=18_000,
        height=12_000,
        terrain=tuple(terrain),
        figures=list(figures),
        items=[],
        objectives=[],
        seats=[Place("A", "Colonne", 0, 100), Place("B", "Embusqué", 1, 100)],
        phase="plot",
        turn=1,
    )


BRUSH = Piece("b", "brush", ((2000, 0), (6000, 0), (6000, 6000), (2000, 6000)))
WALL = Piece("w", "palisade", ((2500, 0), (2500, 6000)))


def test_path_in_the_open_is_sure_to_its_end():
    found = foresight.walk(field(man("A1", 5)), man("A1", 5), ((1500, 3000),))
    assert [kind for kind, _line in found.parts] == ["sure"]
    assert found.text == "chemin de 10 cm sur 20 cm"


def test_path_into_brush_is_sure_to_the_edge_then_left_to_the_die():
    """A light man at 10 cm from the brush: the edge is certain, 14 to 19 cm by the die, one chance in six to
    be stuck."""
    found = foresight.walk(field(man("A1", 10), terrain=[BRUSH]), man("A1", 10), ((3000, 3000),))
    assert [kind for kind, _line in found.parts] == ["sure", "perhaps", "barred"]
    assert (found.low, found.high, found.stuck) == (1400, 1900, (1, 6))
    assert found.end == (2900, 3000)  # as far as the best die leads
    assert "broussailles : de 14 à 19 cm selon les dés, 1 chance sur 6 d’être bloqué" in found.text


def test_path_stops_at_a_wall_and_says_so():
    found = foresight.walk(field(man("A1", 10), terrain=[WALL]), man("A1", 10), ((2900, 3000),))
    assert found.end[0] < 2500
    assert "arrêt devant : palissade" in found.text


def test_path_is_clipped_at_the_allowance():
    found = foresight.walk(field(man("A1", 10)), man("A1", 10), ((9000, 3000),))
    assert abs(found.end[0] - 3000) <= foresight.STRIDE


def test_volley_of_three_bows_at_fifty_centimetres_has_the_published_odds():
    """Specification 9.21: three shooters needing 7, 19/144 of at least one hit."""
    chief = man("A0", 10, 32, roles=("troop_chief",))
    archers = [man(f"A{n}", 10, 26 + 3 * n, weapons=("bow",)) for n in (1, 2, 3)]
    foes = [man(f"B{n}", 60, 26 + 3 * n, seat=1) for n in (1, 2, 3)]
    found = foresight.shooting(Field(field(chief, *archers, *foes)), archers, foes[1])
    assert (found["need"], found["exact"]) == ("7", "19/144")
    assert found["some"] == "13\u00a0%"


def test_duel_tells_kill_recoil_and_miss_both_ways():
    """Specification 9.29: a class 3 man is killed 1/2, driven back 1/6, missed 1/3."""
    lancer, swordsman = man("A1", 10, weapons=("lance",)), man("B1", 12, seat=1)
    found = foresight.fighting(Field(field(lancer, swordsman)), lancer, swordsman)
    assert found["rows"][0]["exact"] == "1/2"
    assert [found["rows"][0][key] for key in ("kill", "recoil", "miss")] == [
        "50\u00a0%",
        "17\u00a0%",
        "33\u00a0%",
    ]
    assert found["first"] == "frappe d’abord, son arme est plus longue"


def test_enquiry_changes_nothing(plotting, alice):
    seen = look(plotting, alice).engine_view
    before = codec.dump(seen)
    state = known_state(seen)
    mine = [f for f in state.figures if f.seat == 0 and f.place == "table"]
    foresight.enquiry(state, mine, None, ((mine[0].x + 500, mine[0].y),))
    assert codec.dump(seen) == before


def test_way_and_odds_answer_the_seat_that_asks(plotting, browsers, alice):
    state = known_state(look(plotting, alice).engine_view)
    first = next(f for f in state.figures if f.seat == 0 and f.place == "table")
    path = f"{first.x / 100 + 5}/{first.y / 100}"
    query = {"siege": 0, "figs": first.id, "path": path}
    answer = browsers[0].get(f"/parties/{plotting.code}/argad/chemin/", query)
    assert json.loads(answer.content)["text"].startswith("chemin de 5 cm")
    page = browsers[0].get(f"/parties/{plotting.code}/argad/chances/", query)
    assert "mouvement du plus lent" in page.content.decode()
    assert browsers[0].get(f"/parties/{plotting.code}/argad/chances/", {"siege": 0}).status_code == 422


def test_odds_do_not_speak_of_a_hidden_man(battle, browsers):
    """Asking about somebody one cannot see answers as if nobody had that name."""
    state = skip_to(battle, lambda state: state.phase == "plot" and any(f.hidden for f in state.figures))
    hidden = next(f for f in state.figures if f.hidden)
    mine = next(f for f in state.figures if f.seat == 0 and f.place == "table")
    address = f"/parties/{battle.code}/argad/chances/"
    known = browsers[0].get(
        address, {"siege": 0, "figs": mine.id, "target": hidden.id}, headers={"hx-request": "true"}
    )
    nobody = browsers[0].get(
        address, {"siege": 0, "figs": mine.id, "target": "X77"}, headers={"hx-request": "true"}
    )
    assert known.content == nobody.content
