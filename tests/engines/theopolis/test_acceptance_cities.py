"""Acceptance tests 21 to 25, 27, 28 and 30 of the specification: cities, sacraments, bishops, hand sizes,
ranking."""

from engines.core.dice import Dice
from engines.theopolis.cities import remove_from_city
from engines.theopolis.play import Table
from engines.theopolis.state import Options, neighbours
from tests.engines.theopolis.positions import (
    catalogue,
    choose,
    cid,
    end_turn,
    facts,
    held,
    kinds,
    names,
    play,
    position,
    rules,
    swap,
)

FIVE_SACRAMENTS = [
    "Prêtre",
    "Eau",
    "Évêque pasteur",
    "Saint chrême",
    "Pain et vin",
    "Étole",
    "Huile des malades",
]


def test_ten_stones_win_before_the_effect():
    """21: 8 stones and a Cathédrale: 11 stones, `stones`, and its effect has not happened: still 20
    points."""
    state = position({"city": ["Église"] * 4, "hand": ["Cathédrale"]}, {})
    state = play(state, "Cathédrale").state
    assert facts(state).stones == 11
    assert state.players[0].ending == "stones"
    assert state.players[0].points == 20


def test_bishops_are_not_priests():
    """22: Prêtre + Pain et vin + Huile: Eucharistie and Malades; with an Évêque instead, none."""
    assert held(position({"city": ["Prêtre", "Pain et vin", "Huile des malades"]}, {})) == [
        "eucharistie",
        "malades",
    ]
    assert held(position({"city": ["Évêque pasteur", "Pain et vin", "Huile des malades"]}, {})) == []


def test_winning_set_of_sacraments():
    """23: five sacraments without a mission do not win; Fiancés + Alliances do, Diacre + Évangéliaire too."""
    state = position({"city": FIVE_SACRAMENTS, "hand": ["Fiancés", "Alliances"]}, {})
    assert len(held(state)) == 5
    state = play(state, "Fiancés").state
    assert state.players[0].ending is None
    assert play(state, "Alliances").state.players[0].ending == "sacraments"
    state = position({"city": FIVE_SACRAMENTS, "hand": ["Diacre", "Évangéliaire"]}, {})
    state = play(state, "Diacre").state
    assert play(state, "Évangéliaire").state.players[0].ending == "sacraments"


def test_taken_symbol_breaks_the_sacrament_but_not_the_hand():
    """24: B loses Eucharistie and keeps five cards; at its step C it discards one and draws none."""
    state = position(
        {"hand": ["Évêque liturgiste", "Eau", "Eau", "Eau", "Eau"]},
        {"city": ["Prêtre", "Pain et vin"], "hand": ["Croix"] * 5},
    )
    state = play(state, "Évêque liturgiste").state
    step = choose(state, cid(state, state.players[1].city, "Pain et vin"))
    assert "sacrament_lost" in kinds(step)
    assert (held(step.state, 1), len(step.state.players[1].hand)) == ([], 5)
    state = end_turn(step.state).state
    assert state.active == 1
    state = end_turn(state).state
    assert state.pending[-1].kind == "discard_down"
    state = choose(state, state.players[1].hand[0]).state
    assert state.active == 0
    assert len(state.players[1].hand) == 4
    assert names(state, state.discard) == ["Croix"]


def test_taken_caveau_works_for_the_taker():
    """25: A takes Caveau: +1 stone, B −1; Prêtre of the discard replaces Moine; nothing is drawn."""
    state = position(
        {"hand": ["Évêque bâtisseur"]},
        {"city": ["Caveau"]},
        board=["Moine", *["Pèlerin"] * 7],
        discard=["Prêtre"],
    )
    state = play(state, "Évêque bâtisseur").state
    state = choose(state, cid(state, state.players[1].city, "Caveau")).state
    assert (facts(state, 0).stones, facts(state, 1).stones) == (1, 0)
    state = choose(state, state.discard[0]).state
    step = choose(state, cid(state, state.board, "Moine"))
    assert names(step.state, step.state.discard) == ["Moine"]
    assert names(step.state, step.state.board) == ["Pèlerin"] * 7 + ["Prêtre"]
    assert step.state.deck == state.deck
    assert step.reveals is False


def test_protected_and_opposite_cities_are_out_of_reach():
    """27: left has Rempart, right has Confirmation, opposite has a Prêtre: no target, no question; the Évêque
    stays."""
    state = position(
        {"hand": ["Évêque pasteur"]},
        {"city": ["Diacre", "Rempart"]},
        {"city": ["Prêtre"]},
        {"city": ["Diacre", "Évêque pasteur", "Saint chrême"]},
    )
    state = play(state, "Évêque pasteur").state
    assert state.pending == ()
    assert names(state, state.players[0].city) == ["Évêque pasteur"]


def test_two_sources_of_five_cards():
    """28: Moine + Eucharistie: 5, and still 5 when the Moine leaves."""
    state = position({"city": ["Moine", "Prêtre", "Pain et vin"]}, {})
    assert facts(state).hand_size == 5
    table = Table(state, catalogue, Dice(b"test", 1))
    remove_from_city(table, 0, state.players[0].city[0], "test")
    assert facts(table.state).hand_size == 5


def test_play_goes_on_for_the_ranking():
    """30: A wins and leaves: B's only neighbour is C, Guerre compares B and C only; the one who does not
    finish is last."""
    state = position(
        {"city": ["Église"] * 4 + ["Prêtre"] * 3, "hand": ["Église"]},
        {"city": ["Prêtre", "Diacre"], "hand": ["Guerre", "Eau", "Eau", "Merveille"]},
        {"city": ["Prêtre"], "hand": ["Eau"] * 4},
        options=Options(continue_for_ranking=True),
    )
    state = play(state, "Église").state
    assert (state.players[0].rank, state.players[0].ending) == (1, "stones")
    assert state.active == 1
    assert neighbours(state, 1) == [2]
    step = swap(state, "Guerre", "Pèlerin")
    disaster = next(event for event in step.events if event.kind == "disaster")
    assert (disaster.params["values"], disaster.params["hit"]) == ([None, 2, 1], [1])
    final = play(step.state, "Merveille").state
    ranks = [(rank.seat, rank.place) for rank in rules.outcome(final).ranking]
    assert ranks == [(0, 1), (1, 2), (2, 3)]
    assert [player.ending for player in final.players] == ["stones", "merveille", "last"]
