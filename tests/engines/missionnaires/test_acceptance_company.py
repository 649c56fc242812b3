"""The specification's acceptance tests 19 to 28: overseers, Béthel, finishing, BONs, sea cards that lead
elsewhere."""

import pytest

from tests.engines.missionnaires.table import (
    RULE,
    cards,
    companion,
    costs,
    go,
    hold,
    kinds,
    land,
    leaves,
    lone,
    pick,
    play,
    refused,
    sea,
    table,
    targets,
)

PASS = {"do": "pass"}


def test_joining_a_lone_overseer():
    """Acceptance 19."""
    state = land(lone(table("auxerre"), "C", "dijon"), "T05")
    step = play(state, go("dijon", join=True))
    assert cards(step) == ["T05"]
    assert step.state.players[0].ov == "C"
    assert step.state.lone["C"] == ""
    assert costs(play(step.state, PASS).state)["lyon", "marseille"] == 0


def test_joining_ends_the_move():
    """Acceptance 19: nobody is joined on the way; to go on, he must be pushed."""
    state = lone(table("auxerre"), "C", "dijon")
    assert refused(state, go("dijon", "lyon", join=True)) == "push_target"
    assert refused(state, go("dijon", "lyon")) == "push_target"


def test_pushing_a_lone_overseer():
    """Acceptance 20."""
    state = lone(table("dijon"), "C", "lyon")
    assert targets(state, "lyon") == {"grenoble", "marseille"}
    step = play(state, go("lyon>grenoble"))
    assert (step.state.players[0].per, step.state.players[0].ov, step.state.lone["C"]) == (7, "", "grenoble")


def test_the_other_overseer_is_pushed_or_exchanged():
    """Acceptance 21."""
    state = lone(companion(table("dijon"), "C"), "D", "lyon")
    assert costs(state)["lyon",] == 0
    assert refused(state, go("lyon", join=True)) == "nobody_to_join"
    assert play(state, go("lyon>marseille")).state.players[0].per == 8
    step = play(state, go("lyon", join=True, drop=True))
    assert step.state.players[0].ov == "D"
    assert step.state.lone == {"C": "dijon", "D": ""}


def test_a_card_takes_an_overseer_from_another_player():
    """Acceptance 22."""
    state = companion(land(table("bethel", "lyon"), "T11"), "C", seat=1)
    step = play(state, go("orleans"))
    assert [player.ov for player in step.state.players] == ["C", ""]
    assert step.state.step.acc == ""


def test_d_is_kept_and_c_gives_way():
    """Acceptance 23."""
    step = play(companion(land(table("bethel"), "T11"), "D"), go("orleans"))
    assert step.state.players[0].ov == "D"
    step = play(companion(sea(table("palma"), "M10"), "C"), go("s-baleares"))
    assert step.state.players[0].ov == "D"
    assert step.state.lone == {"C": "", "D": ""}


def test_bethel_refills_only_those_who_stop():
    """Acceptance 24."""
    assert play(table("paris/2"), go("bethel")).state.players[0].per == 8
    step = play(land(table("paris/2"), "T05"), go("bethel", "orleans"))
    assert step.state.players[0].per == 1


def test_finishing_leaves_the_overseer_on_bethel():
    """Acceptance 25."""
    state = companion(table("paris", "lyon", "nice"), "C")
    state.players[0].todo = ()
    step = play(state, go("bethel"))
    assert step.state.players[0].rank == 1
    assert step.state.lone["C"] == "bethel"
    assert kinds(step, "ms.finish") == [{"seat": 0, "rank": 1, "turns": 1}]
    assert step.state.phase == "play"


def test_nobody_finishes_with_a_bon():
    """Acceptance 26."""
    state = hold(table("paris", "lyon", "nice"), "M18")
    state.players[0].todo = ()
    step = play(state, go("bethel"), PASS, PASS)
    assert step.state.players[0].rank == 0
    step = play(step.state, {"do": "return", "card": "M18"})
    assert step.state.players[0].rank == 1
    assert RULE.asks(step.state).seats == (1,)
    state = hold(table("bethel", "lyon", "nice"), "T22")
    state.players[0].todo = ()
    assert play(state, {"do": "bon", "card": "T22", "arg": None}).state.players[0].rank == 1


def test_a_bon_played_when_it_is_drawn():
    """Acceptance 27, first half."""
    state = sea(table("marseille/3"), "M19")
    step = play(state, go("s-lion"))
    assert step.state.step.ask == "bon_now"
    step = play(step.state, {"do": "pick", "opt": 1})
    assert (step.state.players[0].per, step.state.players[0].pos) == (6, "s-lion")
    assert "M19" in step.state.sea_discard


def test_the_wind_behind_lets_one_declare_again():
    """Acceptance 27, second half."""
    state = sea(table("palma"), "M03", "M01")
    state.players[0].todo = ("alger", "ankara")
    first = play(state, go("s-baleares"))
    assert first.state.step.ask == "sail"
    assert leaves(first.state)[0].target == "space:s-baleares"
    found = [choice for choice in leaves(first.state) if choice.target == "space:alger"]
    step = play(first.state, found[0].action)
    assert cards(first) + cards(step) == ["M03", "M01"]
    assert (step.state.players[0].pos, step.state.players[0].per) == ("alger", 8)
    assert step.state.players[0].done == ("alger",)


def test_driven_back_to_an_occupied_port():
    """Acceptance 28, first part."""
    state = sea(table("s-sardaigne", "marseille"), "M06")
    state.players[0].embark = "marseille"
    step = play(state, go("s-lion"))
    assert step.state.step.ask == "go"
    assert {choice.target for choice in leaves(step.state)} == {"space:barcelone", "space:bastia"}
    step = play(step.state, pick(step.state, "Bastia"))
    assert step.state.players[0].pos == "bastia"


def test_a_lost_turn_is_only_said():
    """Acceptance 28, second part."""
    step = play(land(table("bethel", "lyon"), "T08"), go("orleans"), PASS)
    assert kinds(step, "ms.skip") == [{"seat": 0, "left": 0}]
    assert RULE.asks(step.state).seats == (1,)


@pytest.mark.parametrize("discards", [("M01",), ("M01", "M02", "M01")])
def test_an_empty_sea_deck_is_renewed(discards):
    """Acceptance 28, third part."""
    state = table("palma")
    state.sea, state.sea_discard = (), discards
    step = play(state, go("s-baleares"))
    assert kinds(step, "ms.shuffle") == [{"pile": "mer", "cards": len(discards)}]
    assert len(cards(step)) == 1
    assert len(step.state.sea) == len(discards) - 1
