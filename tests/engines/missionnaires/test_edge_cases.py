"""The edge cases of the specification (§1.10 and around), each by name."""

import pytest

from engines.core.dice import Dice
from engines.missionnaires.state import TurnContext
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
    opening,
    pick,
    play,
    refused,
    sea,
    table,
    targets,
)

PASS = {"do": "pass"}


def test_to_and_fro_is_no_move():
    assert refused(table("paris"), go("auxerre", "paris")) == "back_and_forth"


def test_two_pawns_in_line_cannot_be_jumped():
    assert ("lyon", "marseille") not in costs(table("dijon", "lyon", "marseille"))


def test_a_gendarme_on_each_of_two_spaces_costs_three():
    state = table("milan/3")
    state.gend = {**state.gend, "skopje": "venise"}
    assert costs(state)["verone", "venise"] == 3
    state.players[0].per = 2
    assert ("verone", "venise") not in costs(state)


def test_a_gendarme_behind_a_jumped_pawn_adds_up():
    state = table("dijon", "lyon")
    state.gend = {**state.gend, "verone": "marseille"}
    assert costs(state)["lyon", "marseille"] == 2


def test_three_passes_then_one_must_move():
    state = table("paris", "lyon")
    for _ in range(3):
        state = play(state, PASS, PASS).state
    assert refused(state, PASS) == "must_move"
    assert all(choice.verb != "pass" for choice in leaves(state))
    default = RULE.default(state, 0, "late")
    assert default["do"] == "move"
    assert RULE.check(state, 0, default) == []
    assert play(state, default).state.players[0].stay == 0


def test_an_absent_player_passes_and_takes_the_safe_option():
    """1.10, time-out: option 0 of a pending choice, otherwise pass."""
    assert RULE.default(table("paris"), 0, "absent") == PASS
    step = play(sea(table("marseille/3"), "M19"), go("s-lion"))
    assert RULE.default(step.state, 0, "absent") == {"do": "pick", "opt": 0}


@pytest.mark.parametrize("count", [2, 3])
def test_players_who_have_left_are_played_to_the_end(count):
    """1.10, time-out: the bot plays on for those who are gone, so that no table waits for ever, even when all
    are."""
    state = opening(count, b"left:%d" % count)
    for number in range(1, 1_000):
        ask = RULE.asks(state)
        if ask is None:
            break
        action = RULE.default(state, ask.seats[0], "left")
        assert RULE.check(state, ask.seats[0], action) == []
        state = RULE.apply(state, {ask.seats[0]: action}, Dice(b"left", number)).state
    assert sorted(player.rank for player in state.players) == list(range(1, count + 1))


def test_on_bethel_one_may_wait_for_ever():
    state = table("bethel", "bethel")
    for _ in range(5):
        state = play(state, PASS, PASS).state
    assert refused(state, PASS) == ""


def test_a_pass_pays_only_the_poor_and_lonely():
    assert play(table("paris/1"), PASS).state.players[0].per == 1
    assert play(companion(table("paris/0"), "C"), PASS).state.players[0].per == 0


def test_no_legal_path_leaves_only_the_pass():
    """Both ways out of Dijon are guarded and nothing is left to pay with: the pass brings a periodical and is
    no parking."""
    state = table("dijon/0")
    state.gend = {**state.gend, "verone": "auxerre", "bayonne": "lyon"}
    state.players[0].stay = 3
    assert [choice.action for choice in leaves(state)] == [PASS]
    me = play(state, PASS).state.players[0]
    assert (me.per, me.stay) == (1, 3)


def test_a_gendarme_on_my_congregation_is_bought_off_after_a_pass():
    state = table("dijon/0", "nantes")
    state.gend = {**state.gend, "verone": "lyon"}
    state.players[0].todo = ("ankara", "lyon")
    assert refused(state, go("lyon>grenoble")) == "too_dear"
    step = play(state, PASS, PASS, go("lyon>grenoble"))
    assert (step.state.players[0].done, step.state.players[0].per) == (("lyon",), 0)
    assert step.state.gend["verone"] == "grenoble"


def test_a_missionary_parked_on_my_congregation_is_passed_and_come_back_to():
    state = table("dijon", "lyon")
    state.players[0].todo = ("ankara", "lyon")
    state = play(state, go("lyon", "marseille")).state
    assert state.players[0].done == ()
    step = play(land(state, "T05"), go("grenoble"), go("lyon"))
    assert step.state.players[0].done == ("lyon",)


def test_an_overseer_on_the_first_of_two_spaces_is_pushed_for_one_more():
    state = lone(table("auxerre"), "C", "dijon")
    assert refused(state, go("dijon", "lyon", join=True)) == "push_target"
    assert costs(state)["dijon", "lyon"] == 2
    assert costs(lone(companion(table("auxerre"), "D"), "C", "dijon"))["dijon", "lyon"] == 0


def test_several_pawns_on_bethel_are_never_in_the_way():
    state = table("paris", "bethel", "bethel", "bethel")
    assert costs(state)["bethel",] == 0
    assert costs(state)["bethel", "orleans"] == 1  # a plain two-space move, no jump
    assert kinds(play(land(state, "T05"), go("bethel", "orleans")), "ms.jump") == []


def test_an_overseer_without_room_goes_to_bethel():
    state = lone(table("caire", "el-arich"), "C", "port-said")
    state.gend = {**state.gend, "port-said": "amman"}
    assert targets(state, "port-said") == {""}
    assert play(state, go("port-said")).state.lone["C"] == "bethel"


def test_an_overseer_may_be_pushed_onto_bethel_but_no_gendarme():
    state = lone(table("auxerre"), "C", "paris")
    assert "bethel" in targets(state, "paris")
    state = table("auxerre")
    state.gend = {**state.gend, "verone": "paris"}
    assert "bethel" not in targets(state, "paris")


def test_bethel_is_shared_and_its_overseer_may_be_taken():
    state = lone(lone(table("paris", "bethel"), "C", "bethel"), "D", "bethel")
    assert play(state, go("bethel", join=True)).state.players[0].ov == "D"
    state = lone(table("bethel"), "C", "bethel")
    assert play(state, {"do": "pass", "join": True}).state.players[0].ov == "C"
    assert refused(table("bethel"), {"do": "pass", "join": True}) == "nobody_to_join"


def test_nobody_is_dropped_at_sea_and_a_cancelled_move_drops_nobody():
    state = companion(table("s-lion"), "C")
    state.players[0].embark = "marseille"
    assert refused(state, go("marseille", drop=True)) == "no_drop"
    step = play(sea(companion(table("palma"), "D"), "M04"), go("s-baleares", drop=True))
    assert (step.state.players[0].ov, cards(step)) == ("D", ["M04"])


def test_gaining_an_overseer_changes_nothing_this_turn():
    step = play(sea(table("palma"), "M10", "M01"), go("s-baleares", "s-lion"))
    assert cards(step) == ["M10", "M01"]
    assert (step.state.players[0].ov, step.state.players[0].per) == ("D", 7)


def test_losing_the_overseer_changes_nothing_this_turn():
    step = play(sea(companion(table("palma"), "C"), "M12", "M01"), go("s-baleares", "s-lion"))
    assert step.state.lone["C"] == "tunis"
    assert step.state.players[0].per == 8


def test_the_last_periodical_lost_stops_on_the_first_space():
    step = play(sea(table("palma/1"), "M08", "M01"), go("s-baleares", "s-lion"))
    assert (step.state.players[0].pos, step.state.players[0].per) == ("s-baleares", 0)
    assert cards(step) == ["M08", "M01"]


def test_the_last_periodical_lost_before_a_jump_is_declared_again():
    state = sea(table("palma/1", "s-baleares"), "M08")
    state.players[1].embark = "barcelone"
    step = play(sea(state, "M08", "M01"), go("s-baleares", "s-lion"))
    assert step.state.step.ask == "reroute"
    assert leaves(step.state)[0].verb == "pass"
    other = [choice for choice in leaves(step.state) if choice.target == "space:s-algerien"]
    after = play(step.state, other[0].action)
    assert after.state.players[0].pos == "s-algerien"
    assert cards(after) == []
    assert play(step.state, {"do": "pick", "opt": 0}).state.players[0].pos == "palma"


def test_a_current_cancels_the_second_section_and_a_jump():
    step = play(sea(table("palma"), "M15"), go("s-baleares", "s-lion"))
    assert (step.state.players[0].pos, step.state.players[0].per) == ("s-baleares", 8)
    state = sea(table("palma", "s-baleares"), "M15", "M01")
    state.players[1].embark = "barcelone"
    step = play(state, go("s-baleares", "s-lion"))
    assert step.state.step.ask == "reroute"
    assert {choice.target for choice in leaves(step.state)} == {"", "space:s-algerien"}


def test_a_storm_in_port_and_a_breakdown_in_port_are_halts():
    for card in ("M06", "M16"):
        step = play(sea(table("palma"), card), go("s-baleares"))
        assert (step.state.players[0].pos, step.state.players[0].per) == ("palma", 8)


def test_forced_into_the_nearest_port_visits_it():
    state = sea(table("s-lion"), "M16")
    state.players[0].embark, state.players[0].todo = "palma", ("ankara", "marseille")
    step = play(state, go("s-baleares"))
    assert step.state.players[0].pos == "marseille"
    assert step.state.players[0].done == ("marseille",)


def test_the_port_gendarme_closes_the_port_one_sails_to():
    state = sea(table("s-lion"), "M14")
    state.players[0].embark = "palma"
    step = play(state, go("marseille"))
    assert "marseille" in step.state.gend.values()
    assert step.state.step.ask == "reroute"


def test_muted_sea_cards_do_nothing_and_a_bon_is_kept():
    state = hold(table("palma"), "M17")
    step = play(
        sea(state, "M04", "M18"), {"do": "bon", "card": "M17", "arg": None}, go("s-baleares", "s-lion")
    )
    assert step.state.players[0].pos == "s-lion"
    assert step.state.players[0].bons == ("M18",)


def test_ferry_on_draw_replaces_the_movement():
    step = play(sea(table("palma"), "M18"), go("s-baleares"))
    step = play(step.state, {"do": "pick", "opt": 1})
    assert step.state.step.ask == "ferry"
    step = play(step.state, pick(step.state, "Alger"))
    assert (step.state.players[0].pos, step.state.players[0].bons) == ("alger", ())
    assert RULE.asks(step.state).seats == (1,)


def test_ferry_at_the_start_of_a_turn_needs_a_port():
    state = hold(table("lyon"), "M18")
    assert refused(state, {"do": "bon", "card": "M18", "arg": "alger"}) == "bon_condition"
    state = hold(table("palma"), "M18")
    assert refused(state, {"do": "bon", "card": "M18", "arg": "beyrouth"}) == "bon_arg"
    assert play(state, {"do": "bon", "card": "M18", "arg": "alger"}).state.players[0].pos == "alger"


def test_one_bon_a_turn():
    state = hold(table("bethel/1"), "T22", "T24")
    state = play(state, {"do": "bon", "card": "T24", "arg": None}).state
    assert state.players[0].per == 5
    assert refused(state, {"do": "bon", "card": "T22", "arg": None}) == "one_bon"


def test_a_pass_card_makes_gendarmes_free():
    state = hold(table("milan/0"), "T21")
    assert costs(play(state, {"do": "bon", "card": "T21", "arg": None}).state)["verone",] == 0


def test_reassignment_is_seen_by_its_owner_alone():
    state = hold(table("bethel"), "T23")
    new = state.reserve[-1]
    step = play(state, {"do": "bon", "card": "T23", "arg": "ankara"})
    assert step.state.players[0].todo == (new,)
    assert step.state.reserve[0] == "ankara"
    assert len(step.state.reserve) == 24
    private = [event for event in step.events if event.kind == "ms.reassign"]
    assert [event.audience for event in private] == [(0,)]
    assert all(new not in str(event.params) for event in step.events if event.audience is None)
    assert step.reveals


def test_going_back_needs_the_place_to_be_free():
    step = play(land(table("lyon"), "T10"), go("dijon"))
    assert step.state.players[0].pos == "lyon"
    step = play(land(companion(table("lyon"), "C"), "T10"), go("dijon", drop=True))
    assert (step.state.players[0].pos, step.state.lone["C"]) == ("dijon", "lyon")


def test_a_lift_draws_no_second_card_but_visits():
    state = land(table("auxerre"), "T06")
    state.players[0].todo = ("ankara", "lyon")
    step = play(state, go("dijon"))
    assert step.state.step.ask == "step"
    step = play(step.state, pick(step.state, "Lyon"))
    assert step.state.players[0].done == ("lyon",)
    step = play(land(table("lyon"), "T07"), go("dijon"))
    step = play(step.state, pick(step.state, "Auxerre, Orléans"))
    assert (step.state.players[0].pos, step.state.players[0].per, cards(step)) == ("orleans", 8, [])


def test_a_lift_past_obstacles_is_optional():
    """Both ways out of Dijon cost something: one may decline; one free neighbour, and one must go."""
    state = land(table("lyon", "auxerre"), "T06")
    state.players[0].pos, state.step = "grenoble", TurnContext(origin="grenoble")
    state.gend = {**state.gend, "verone": "dijon"}
    assert play(state, go("lyon")).state.players[0].pos == "lyon"  # a congregation: no card
    state = land(table("grenoble", "auxerre"), "T06")
    state.gend = {**state.gend, "verone": "lyon"}
    step = play(state, go("lyon>marseille", "dijon"))
    assert step.state.step.ask == ""  # Auxerre is taken, Lyon is free: there is only one way
    assert step.state.players[0].pos == "lyon"
    state = land(companion(table("lyon", "auxerre"), "C"), "T06")
    step = play(state, go("dijon", drop=True))
    assert [choice.verb for choice in leaves(step.state)] == ["pass", "join", "go", "go"]
    assert play(step.state, {"do": "pick", "opt": 0}).state.players[0].pos == "dijon"


def test_driven_to_the_nearest_congregation_by_road():
    step = play(land(table("bethel"), "T20"), go("orleans"))
    assert step.state.players[0].pos == "paris"
    assert kinds(step, "ms.moved")[0]["why"] == "goto"


def test_driven_past_an_occupied_congregation_to_the_next():
    """Nantes is beside Le Mans, Paris two sections away."""
    assert play(land(table("bethel"), "T20"), go("le-mans")).state.players[0].pos == "nantes"
    assert play(land(table("bethel", "nantes"), "T20"), go("le-mans")).state.players[0].pos == "paris"


def test_another_missionary_is_moved_and_visits():
    state = land(table("bethel", "dijon"), "T18")
    state.players[1].todo = ("ankara", "lyon")
    state = companion(state, "D", seat=1)
    step = play(state, go("orleans"))
    step = play(step.state, pick(step.state, "Lyon"))
    other = step.state.players[1]
    assert (other.pos, other.done, other.ov) == ("lyon", ("lyon",), "D")


def test_a_missionary_moved_to_a_green_town_draws_nothing():
    state = land(table("bethel", "lyon"), "T18", "T05")
    step = play(state, go("orleans"))
    after = play(step.state, pick(step.state, "Dijon"))
    assert after.state.players[1].pos == "dijon"
    assert cards(step) + cards(after) == ["T18"]


def test_nobody_to_move_is_no_effect():
    step = play(land(table("bethel", "s-lion"), "T18"), go("orleans"))
    assert kinds(step, "ms.effect") == [{"seat": 0, "op": "none"}]


def test_the_patrol_moves_a_gendarme_by_road():
    step = play(land(table("bethel"), "T16"), go("orleans"))
    first = RULE.menu(step.state, 0)
    assert all(not choice.complete and choice.verb == "take" for choice in first.choices)
    chosen = next(choice for choice in first.choices if choice.target == "space:verone")
    towns = {choice.target for choice in RULE.menu(step.state, 0, chosen.action).choices}
    assert {"space:milan", "space:venise", "space:bologne"} <= towns
    step = play(step.state, RULE.menu(step.state, 0, chosen.action).choices[0].action)
    assert step.state.gend["verone"] != "verone"


def test_the_relief_sends_each_gendarme_home_in_turn():
    state = land(table("bethel"), "T17")
    state.gend = {**state.gend, "verone": "skopje", "skopje": "sofia"}
    assert play(state, go("orleans")).state.gend["skopje"] == "skopje"
    state.gend = {**state.gend, "verone": "skopje", "skopje": "verone"}
    assert play(state, go("orleans")).state.gend["skopje"] == "verone"


def test_the_overseer_settles_in_the_nearest_congregation():
    step = play(land(companion(table("bethel"), "C"), "T12"), go("le-mans"))
    assert step.state.players[0].ov == ""
    assert step.state.lone["C"] == "nantes"


def test_an_overseer_sent_to_an_occupied_town_stops_nearby():
    """The nearest free town, the first by alphabet: Florence before Naples."""
    state = land(table("bethel", "rome"), "T14")
    assert play(state, go("orleans")).state.lone["D"] == "florence"
    state = land(table("bethel", "rome", "florence"), "T14")
    assert play(state, go("orleans")).state.lone["D"] == "naples"


def test_a_skip_received_while_finishing_is_forgotten():
    state = table("paris", "lyon", "nice")
    state.players[0].todo, state.players[0].skip = (), 1  # as a card of this very turn leaves it
    step = play(state, go("bethel"))
    assert (step.state.players[0].rank, step.state.players[0].skip) == (1, 0)


def test_conceding_ranks_from_the_bottom():
    state = companion(table("lyon", "nice", "rome"), "C")
    step = play(state, {"do": "resign"})
    assert (step.state.players[0].rank, step.state.players[0].out) == (3, True)
    assert step.state.lone["C"] in ("dijon", "grenoble", "marseille")
    assert step.state.phase == "play"
    step = play(step.state, {"do": "resign"})
    assert [player.rank for player in step.state.players] == [3, 2, 1]
    outcome = RULE.outcome(step.state)
    assert [rank.seat for rank in outcome.ranking] == [2, 1, 0]
    assert str(outcome.how) == "Claire l’emporte\u00a0: les autres ont abandonné."


@pytest.mark.parametrize(
    ("finish", "phase", "ranks"), [("first", "over", [1, 2, 3]), ("ranking", "play", [1, 0, 0])]
)
def test_after_the_winner(finish, phase, ranks):
    state = table("paris", "lyon/8", "nice/2", finish=finish)
    state.players[0].todo = ()
    step = play(state, go("bethel"))
    assert step.state.phase == phase
    assert [player.rank for player in step.state.players] == ranks


def test_the_end_says_who_won_and_why():
    state = table("paris", "lyon", turns=43)
    state.players[0].todo = ()
    outcome = RULE.outcome(play(state, go("bethel")).state)
    assert str(outcome.how) == "Ada l’emporte, de retour au Béthel avant tout le monde, en 43 tours."


def test_who_has_arrived_obstructs_nothing():
    state = table("paris", "lyon", "nice")
    state.players[1].rank, state.players[1].pos = 1, "bethel"
    step = play(state, PASS)
    assert RULE.asks(step.state).seats == (2,)


def test_both_decks_hold_thirty_six_cards_and_an_empty_world_is_calm():
    state = table("palma")
    state.sea = ()
    step = play(state, go("s-baleares"))
    assert step.state.players[0].pos == "s-baleares"
    assert kinds(step, "ms.effect") == [{"seat": 0, "op": "calm"}]
