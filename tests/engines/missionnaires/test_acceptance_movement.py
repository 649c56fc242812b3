"""The specification's acceptance tests 1 to 18: setup, paths, periodicals, sea, gendarmes, other
missionaries."""

import pytest

from engines.missionnaires.board import BARRACKS, REGIONS
from tests.engines.missionnaires.table import (
    FAR,
    RULE,
    cards,
    companion,
    costs,
    go,
    kinds,
    land,
    opening,
    play,
    refused,
    sea,
    table,
    targets,
)

PASS = {"do": "pass"}


def per_region(hand):
    return [sum(town in towns for town in hand) for towns in REGIONS.values()]


def test_setup_for_two():
    """Acceptance 1."""
    state = opening(2)
    for player in state.players:
        assert len(player.todo) == 12
        assert per_region(player.todo) == [2] * 6
        assert (player.pos, player.per, player.ov) == ("bethel", 8, "")
    assert len(state.reserve) == 24
    assert state.gend == {home: home for home in BARRACKS}
    assert state.lone == {"C": "", "D": ""}


@pytest.mark.parametrize("seed", [b"a", b"b", b"c"])
def test_setup_for_three_and_four(seed):
    """Acceptance 2."""
    for player in opening(3, seed).players:
        assert len(player.todo) == 8
        assert min(per_region(player.todo)) >= 1
    for player in opening(4, seed).players:
        assert per_region(player.todo) == [1] * 6
    for count, hand in ((2, 12), (3, 8), (4, 6)):
        state = opening(count, seed, deal="libre")
        towns = [town for player in state.players for town in player.todo]
        assert [len(player.todo) for player in state.players] == [hand] * count
        assert len(set(towns) | set(state.reserve)) == 48


TWO_SPACES = [("paris", "auxerre"), ("orleans", "auxerre"), ("orleans", "limoges"), ("le-mans", "nantes")]


def test_first_turn_and_elan():
    """Acceptance 3."""
    state = opening(2)
    found = costs(state)
    assert [found[space,] for space in ("paris", "le-mans", "orleans")] == [0, 0, 0]
    assert [found[path] for path in TWO_SPACES] == [1, 1, 1, 1]
    state = play(state, PASS).state
    assert [costs(state)[path] for path in TWO_SPACES] == [0, 0, 0, 0]
    state = play(state, PASS, PASS).state
    assert [costs(state)[path] for path in TWO_SPACES] == [1, 1, 1, 1]


def test_a_stop_visits_a_congregation():
    """Acceptance 4."""
    state = table("bethel")
    state.players[0].todo = ("ankara", "paris")
    step = play(state, go("paris"))
    me = step.state.players[0]
    assert (me.done, me.todo, me.per, cards(step)) == (("paris",), FAR, 8, [])


def test_only_the_last_green_town_draws():
    """Acceptance 5."""
    step = play(land(table("bethel"), "T05"), go("orleans", "limoges"))
    assert cards(step) == ["T05"]
    assert step.state.players[0].per == 7


@pytest.mark.parametrize(("visit_on_pass", "done"), [(False, ()), (True, ("paris",))])
def test_passing_through_is_no_visit(visit_on_pass, done):
    """Acceptance 6."""
    state = land(table("bethel", visit_on_pass=visit_on_pass), "T05")
    state.players[0].todo = ("ankara", "paris")
    assert play(state, go("paris", "auxerre")).state.players[0].done == done


def test_a_port_must_be_stopped_at_before_sailing():
    """Acceptance 7."""
    state = table("nice")
    assert ("marseille", "perpignan") in costs(state)
    assert refused(state, go("marseille", "s-lion")) == "port_stop"


def test_landing_needs_no_stop():
    """Acceptance 8."""
    state = sea(table("s-lion"), "M01")
    state.players[0].embark = "marseille"
    assert refused(state, go("marseille", "s-ligure")) == "port_stop"
    step = play(state, go("marseille", "nice"))
    assert cards(step) == ["M01"]
    assert (step.state.players[0].pos, step.state.players[0].per) == ("nice", 7)


def test_a_storm_stops_the_section_it_is_drawn_for():
    """Acceptance 9."""
    step = play(sea(table("palma"), "M01", "M04"), go("s-baleares", "s-lion"))
    assert (step.state.players[0].pos, step.state.players[0].per) == ("s-baleares", 8)
    step = play(sea(table("palma"), "M04"), go("s-baleares", "s-lion"))
    assert (step.state.players[0].pos, step.state.players[0].per, cards(step)) == ("palma", 8, ["M04"])


@pytest.mark.parametrize(("who", "drawn"), [("D", []), ("C", ["M01", "M02"])])
def test_overseers_at_sea(who, drawn):
    """Acceptance 10."""
    step = play(sea(companion(table("palma"), who), "M01", "M02"), go("s-baleares", "s-lion"))
    assert cards(step) == drawn
    assert (step.state.players[0].pos, step.state.players[0].per) == ("s-lion", 8)


def test_pushing_a_gendarme():
    """Acceptance 11."""
    state = table("milan/3")
    assert targets(state, "verone") == {"bologne", "venise"}
    step = play(state, go("verone>bologne"))
    assert step.state.players[0].per == 2
    assert step.state.gend["verone"] == "bologne"
    assert refused(state, go("verone>milan")) == "push_target"


def test_without_periodicals_the_gendarme_stays():
    """Acceptance 12."""
    state = table("milan/0")
    assert ("verone",) not in costs(state)
    assert refused(state, go("verone>bologne")) == "too_dear"
    assert play(state, PASS).state.players[0].per == 1


def test_accompanied_gendarmes_cost_nothing():
    """Acceptance 13."""
    found = costs(companion(table("milan/0"), "C"))
    assert (found["verone",], found["verone", "venise"]) == (0, 0)


def test_a_gendarme_on_an_island_goes_home():
    """Acceptance 14."""
    state = sea(table("s-tyrrhenienne/2"), "M01")
    state.players[0].embark = "naples"
    state.gend = {**state.gend, "constantine": "cagliari"}
    step = play(state, go("cagliari"))
    assert step.state.players[0].per == 1
    assert step.state.gend["constantine"] == "constantine"


def test_a_gendarme_without_neighbour_nor_barracks():
    """Acceptance 15."""
    step = play(table("caire/2", "el-arich"), go("port-said"))
    assert step.state.gend["port-said"] == "alexandrie"
    assert kinds(step, "ms.gendarme")[0]["by"] == "refuge"


def test_a_missionary_is_only_jumped_over():
    """Acceptance 16."""
    state = table("dijon", "lyon")
    found = costs(state)
    assert ("lyon",) not in found
    assert (found["lyon", "marseille"], found["lyon", "grenoble"]) == (1, 1)
    assert refused(state, go("lyon")) == "pawn_in_the_way"
    assert not {path for path in costs(table("dijon/0", "lyon")) if path[0] == "lyon"}


def test_no_jump_from_road_to_sea():
    """Acceptance 17."""
    state = table("nice", "marseille")
    assert ("marseille", "lyon") in costs(state)
    assert refused(state, go("marseille", "s-lion")) == "port_stop"


def test_a_jump_at_sea_draws_both_cards_first():
    """Acceptance 18."""
    state = sea(table("palma", "s-baleares"), "M01", "M05")
    state.players[1].embark = "barcelone"
    step = play(state, go("s-baleares", "s-lion"))
    assert (step.state.players[0].pos, step.state.players[0].per) == ("palma", 8)
    assert cards(step) == ["M01", "M05"]
    assert RULE.asks(step.state).seats == (1,)
