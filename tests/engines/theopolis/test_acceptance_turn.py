"""Acceptance tests 1 to 13 of the specification: setup, start of turn, actions and costs."""

import pytest

from engines.core.codec import dump
from engines.core.dice import Dice
from engines.theopolis.setup import lay_out, welcome_patrons
from engines.theopolis.state import State
from tests.engines.theopolis.positions import (
    IDS,
    NAMES,
    add,
    catalogue,
    do,
    end_turn,
    facts,
    in_hand,
    kinds,
    names,
    play,
    position,
    refusal,
    rules,
    start_of_turn,
    swap,
    verbs,
)


def opening(seats: int, seed: int, **options: bool) -> State:
    return rules.setup(NAMES[:seats], options, Dice(b"opening:%d" % seed, 0)).state


def expected_piles(state: State, plain: int) -> tuple[int, int, int]:
    with_francis = any(player.patron == 5 for player in state.players)
    return (plain, plain - 1, plain - 1) if with_francis else (plain, plain, plain)


@pytest.mark.parametrize("seed", range(12))
def test_setup_for_two(seed):
    """1: 67 cards; a board of 8 without disasters; hands of 4; piles 6; the Apocalypse in the last ten; only
    disasters discarded."""
    state = opening(2, seed)
    assert len(state.cards) == 67
    types = [catalogue.cards[state.cards[cid]].type for cid in state.board]
    assert len(types) == 8
    assert "desastre" not in types
    assert [len(player.hand) for player in state.players] == [4, 4]
    assert state.piles == expected_piles(state, 6)
    assert IDS["Apocalypse"] in [state.cards[cid] for cid in state.deck[-10:]]
    assert {catalogue.cards[state.cards[cid]].type for cid in state.discard} <= {"desastre"}
    everywhere = [*state.deck, *state.board, *state.discard, *state.players[0].hand, *state.players[1].hand]
    assert sorted(everywhere) == list(range(67))


@pytest.mark.parametrize(("seats", "total", "pile"), [(3, 87, 9), (4, 101, 12)])
def test_setup_for_three_and_four(seats, total, pile):
    """2: totals 87 and 101, piles 9 and 12."""
    for seed in range(8):
        state = opening(seats, seed)
        assert len(state.cards) == total
        assert state.piles == expected_piles(state, pile)


def test_apocalypse_reaches_every_one_of_the_last_ten_places():
    """1.2, step 2: k is drawn in 1..10 from the bottom."""
    depths = set()
    for seed in range(150):
        state = opening(2, seed)
        depths.add(len(state.deck) - [state.cards[cid] for cid in state.deck].index(IDS["Apocalypse"]))
    assert depths == set(range(1, 11))


def with_patrons(*numbers: int) -> State:
    table = lay_out(NAMES[: len(numbers)], {"patron_draft": True}, catalogue, Dice(b"patrons", 0))
    welcome_patrons(table, numbers)
    return table.state


def test_lowest_patron_starts_then_clockwise():
    """3: patrons 7, 3, 12: seat 1 starts, then 2, then 0."""
    state = with_patrons(7, 3, 12)
    order = [state.active]
    for _ in range(2):
        state = end_turn(state).state
        while state.pending:
            option = rules.menu(state, state.active).choices[0].action
            state = do(state, option).state
        order.append(state.active)
    assert order == [1, 2, 0]


def test_patrons_give_at_setup():
    """4: patron 4: 15 points; patron 5: resources 1-2-2; patron 13: one stone."""
    state = with_patrons(4, 5, 13)
    assert state.players[0].points == 15
    assert state.players[1].res == (1, 2, 2)
    assert facts(state, 2).stones == 1


def test_drain_at_start_of_turn():
    """5: Prêtre, Famille, Croix, Eau: drain 1 + 2 + 1 + 1 (Baptême) = 5; 20 points become 15."""
    state = position({"city": ["Prêtre", "Famille", "Croix", "Eau"]}, {})
    assert facts(state).drain == 5
    assert start_of_turn(state).state.players[0].points == 15


def test_losing_the_last_point_wins_at_once():
    """6: Prêtre and Famille at 3 points: `origin`, no action offered."""
    table = start_of_turn(position({"city": ["Prêtre", "Famille"], "points": 3}, {}))
    assert table.state.players[0].points == 0
    assert table.state.players[0].ending == "origin"
    assert rules.asks(table.state) is None
    assert rules.menu(table.state, 0).choices == ()


def test_merveille_costs_four_of_each():
    """7: with 4/4/4 the Merveille wins; with 4/4/3 `cannot_pay`, missing Charité 1."""
    state = position({"hand": ["Merveille"], "res": (4, 4, 4)}, {"hand": ["Merveille"], "res": (4, 4, 3)})
    won = play(state, "Merveille").state
    assert won.players[0].ending == "merveille"
    assert rules.outcome(won).ranking[0].seat == 0
    other = position({"hand": ["Merveille"], "res": (4, 4, 3)}, {})
    action = {"type": "play", "cid": in_hand(other, "Merveille")}
    problem = rules.check(other, 0, action)[0]
    assert problem.code == "cannot_pay"
    assert str(problem.text) == "Merveille coûte trop cher pour l’instant\u00a0: il vous manque 1 Charité."
    assert rules.view(other, 0).hand[0].missing == (0, 0, 1)


def test_resources_tilt_and_stand_up_again():
    """8: 2/2/2 pays two Évêques; the third is refused; upright after the turn."""
    bishops = ["Évêque bâtisseur", "Évêque pasteur", "Évêque liturgiste"]
    state = position({"hand": bishops, "res": (2, 2, 2)}, {"hand": ["Eau"] * 4})
    for name in bishops[:2]:
        state = play(state, name).state
    assert state.players[0].used == (2, 2, 2)
    assert refusal(state, {"type": "play", "cid": in_hand(state, bishops[2])}) == "cannot_pay"
    state = end_turn(state).state
    while state.active == 0:
        state = do(state, rules.menu(state, 0).choices[0].action).state
    assert state.players[0].used == (0, 0, 0)


def test_actions_interleave_but_add_and_swap_are_once():
    """9: play, add, play, swap, play accepted; a second add and a second swap are `already_done`."""
    state = position(
        {"hand": ["Diacre", "Martyr", "Chevalier", "Médecin"]}, {}, board=["Alliances", *["Pèlerin"] * 7]
    )
    state = play(state, "Diacre").state
    state = add(state, "foi").state
    state = play(state, "Martyr").state
    state = swap(state, "Chevalier", "Alliances").state
    state = play(state, "Médecin").state
    assert refusal(state, {"type": "add_resource", "kind": "foi"}) == "already_done"
    second = {"type": "swap", "hand": in_hand(state, "Alliances"), "board": state.board[0]}
    assert refusal(state, second) == "already_done"
    assert verbs(state) == {"play", "end_turn"}


def test_added_resource_pays_at_once():
    """10: 1/1/1 and a Catéchiste (1/0/2): illegal before the Charité, legal after."""
    state = position({"hand": ["Catéchiste"], "res": (1, 1, 1)}, {})
    assert refusal(state, {"type": "play", "cid": in_hand(state, "Catéchiste")}) == "cannot_pay"
    state = play(add(state, "charite").state, "Catéchiste").state
    assert names(state, state.players[0].city) == ["Catéchiste"]


def test_empty_piles_are_not_offered():
    """11: no Foi left: Foi absent; nothing left: add_resource absent."""
    state = position({}, {}, piles=(0, 6, 6))
    offered = [choice.target for choice in rules.menu(state, 0).choices if choice.verb == "add_resource"]
    assert offered == ["esperance", "charite"]
    assert refusal(state, {"type": "add_resource", "kind": "foi"}) == "illegal_option"
    assert "add_resource" not in verbs(position({}, {}, piles=(0, 0, 0)))


def test_discounts_add_up():
    """12: Architecte + patron 16: Chapelle 1/2/0; patron 1: Chapelle 1/4/0 and Évêque 1/0/0."""
    state = position({"city": ["Architecte"], "patron": 16}, {"patron": 1})
    chapel, bishop = catalogue.cards[IDS["Chapelle"]], catalogue.cards[IDS["Évêque pasteur"]]
    assert catalogue.cost(chapel, facts(state, 0)) == (1, 2, 0)
    assert catalogue.cost(chapel, facts(state, 1)) == (1, 4, 0)
    assert catalogue.cost(bishop, facts(state, 1)) == (1, 0, 0)


def test_ordinary_swap_draws_nothing():
    """13: Eau against Chapelle: both change places, the deck is untouched, undo is possible."""
    state = position({"hand": ["Eau", "Diacre"]}, {}, board=["Chapelle", *["Pèlerin"] * 7])
    step = swap(state, "Eau", "Chapelle")
    assert names(step.state, step.state.players[0].hand) == ["Diacre", "Chapelle"]
    assert names(step.state, step.state.board) == ["Pèlerin"] * 7 + ["Eau"]
    assert step.state.deck == state.deck
    assert step.reveals is False
    assert kinds(step) == ["swapped"]


def test_idle_rounds_push_the_oldest_board_card_out():
    """1.4, anti-stall: after two rounds without a draw the oldest board card is discarded and the board
    refilled."""
    full = {"hand": ["Eau"] * 4}
    state = position(full, full, board=["Moine", *["Pèlerin"] * 7])
    for turn in range(4):
        assert names(state, state.discard) == []
        assert state.round == 1 + turn // 2
        state = end_turn(state).state
    assert names(state, state.discard) == ["Moine"]
    assert len(state.board) == 8
    assert (state.idle_rounds, state.round) == (0, 3)


def test_apply_leaves_the_state_alone():
    state = position({"hand": ["Guerre"]}, {"city": ["Prêtre", "Diacre"]}, board=["Église", *["Pèlerin"] * 7])
    before = dump(state)
    after = swap(state, "Guerre", "Église").state
    assert dump(state) == before
    assert dump(after) != before
