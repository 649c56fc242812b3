"""Acceptance tests 14 to 20, 26 and 29 of the specification: the board, disasters and the Apocalypse."""

from engines.core.dice import Dice
from engines.theopolis.board import arrive, refill_board
from engines.theopolis.play import Table
from engines.theopolis.state import State
from tests.engines.theopolis.positions import (
    IDS,
    catalogue,
    choose,
    cid,
    facts,
    kinds,
    names,
    play,
    position,
    rules,
    swap,
)


def strike(state: State, disaster: str) -> Table:
    """The disaster arrives on the board from nowhere."""
    table = Table(state, catalogue, Dice(b"test", 1))
    table.state.cards = (*state.cards, IDS[disaster])
    arrive(table, len(state.cards))
    return table


def cities(table: Table) -> list[list[str]]:
    return [names(table.state, player.city) for player in table.state.players]


def test_disaster_swapped_away_strikes():
    """14: Guerre against Église: B loses Diacre, the newest; Guerre is discarded, the board refilled, undo
    refused."""
    state = position({"hand": ["Guerre"]}, {"city": ["Prêtre", "Diacre"]}, board=["Église", *["Pèlerin"] * 7])
    step = swap(state, "Guerre", "Église")
    assert names(step.state, step.state.players[1].city) == ["Prêtre"]
    assert names(step.state, step.state.discard) == ["Diacre", "Guerre"]
    assert len(step.state.board) == 8
    assert len(step.state.deck) == len(state.deck) - 1
    assert step.reveals is True
    assert names(step.state, step.state.players[0].hand) == ["Église"]


def test_disaster_spares_all_when_all_are_tied():
    """15: Hommes 1/1/1: nothing; 2/2/1: both players with two lose their newest."""
    one = {"city": ["Prêtre"]}
    table = strike(position(one, one, one), "Guerre")
    assert cities(table) == [["Prêtre"]] * 3
    two = {"city": ["Prêtre", "Diacre"]}
    table = strike(position(two, two, one), "Guerre")
    assert cities(table) == [["Prêtre"]] * 3
    disaster = next(event for event in table.events if event.kind == "disaster")
    assert (disaster.params["values"], disaster.params["hit"]) == ([2, 2, 1], [0, 1])


def test_orgueil_gives_points_back():
    """16: 12/12/15 → 16/16/15; 18/19 → 20/19; 9 with Réconciliation/19 → unchanged."""

    def after(*players: dict) -> list[int]:
        return [player.points for player in strike(position(*players), "Orgueil").state.players]

    assert after({"points": 12}, {"points": 12}, {"points": 15}) == [16, 16, 15]
    assert after({"points": 18}, {"points": 19}) == [20, 19]
    assert after({"points": 9, "city": ["Prêtre", "Étole"]}, {"points": 19}) == [9, 19]


def test_resources_lost_keep_one_of_each_kind():
    """17: Famine on 5/1/3 → 4/1/2; with Grenier 4/1/3; Désespoir on 4/2/4 → 4/1/4. Lost cards go back to the
    piles."""
    poor = {"res": (1, 1, 1)}
    table = strike(position({"res": (5, 1, 3)}, poor), "Famine")
    assert table.state.players[0].res == (4, 1, 2)
    assert table.state.piles == (7, 6, 7)
    table = strike(position({"res": (5, 1, 3), "city": ["Grenier"]}, poor), "Famine")
    assert table.state.players[0].res == (4, 1, 3)
    table = strike(position({"res": (4, 2, 4)}, {"city": ["Chapelle"]}), "Désespoir")
    assert table.state.players[0].res == (4, 1, 4)


def test_lost_resources_are_taken_from_the_tilted_ones():
    """1.6: resources lost mid-turn come off the tilted ones first."""
    table = strike(position({"res": (5, 3, 3), "used": (1, 0, 2)}, {"res": (1, 1, 1)}), "Famine")
    assert table.state.players[0].res == (4, 2, 2)
    assert table.state.players[0].used == (0, 0, 1)


def test_refill_resolves_disasters_one_by_one():
    """18: deck Guerre, Incendie, Martyr: B loses Diacre then Chapelle; Martyr is the eighth card."""
    state = position(
        {"city": ["Prêtre"]},
        {"city": ["Prêtre", "Chapelle", "Diacre"]},
        board=["Pèlerin"] * 7,
        deck=["Guerre", "Incendie", "Martyr", "Pèlerin"],
    )
    table = Table(state, catalogue, Dice(b"test", 1))
    refill_board(table)
    assert cities(table) == [["Prêtre"], ["Prêtre"]]
    assert names(table.state, table.state.discard) == ["Diacre", "Guerre", "Chapelle", "Incendie"]
    assert names(table.state, table.state.board) == ["Pèlerin"] * 7 + ["Martyr"]


def test_apocalypse_scores():
    """19: 2×6 + 3×3 − 5 = 16 against 2×8 + 3×4 − 10 = 18: B wins."""
    a = ["Église", "Église", "Église", "Prêtre", "Eau", "Pain et vin", "Étole"]
    b = ["Église", "Église", "Église", "Église", "Prêtre", "Eau", "Pain et vin", "Étole", "Huile des malades"]
    state = position({"city": a, "points": 5}, {"city": b, "points": 10})
    assert [(facts(state, seat).stones, facts(state, seat).held) for seat in (0, 1)] == [(6, 3), (8, 4)]
    table = strike(state, "Apocalypse")
    told = next(event for event in table.events if event.kind == "apocalypse")
    assert [score["score"] for score in told.params["scores"]] == [16, 18]
    ranking = rules.outcome(table.state).ranking
    assert [(rank.seat, rank.place, rank.score) for rank in ranking] == [(1, 1, 18.0), (0, 2, 16.0)]


def test_apocalypse_ties_are_broken_then_shared():
    """1.7: equal scores: fewer points left, then more sacraments, then more stones; else shared."""
    table = strike(position({"points": 10}, {"points": 12, "city": ["Chapelle"]}), "Apocalypse")
    assert [(rank.seat, rank.place) for rank in rules.outcome(table.state).ranking] == [(0, 1), (1, 2)]
    table = strike(position({"points": 10}, {"points": 10}, {"points": 11}), "Apocalypse")
    assert [(rank.seat, rank.place) for rank in rules.outcome(table.state).ranking] == [
        (0, 1),
        (1, 1),
        (2, 3),
    ]


def test_apocalypse_can_come_in_the_middle_of_a_turn():
    """20: the Missionnaire's refill draws it: game over, the other actions are void."""
    state = position({"hand": ["Missionnaire", "Eau"]}, {}, deck=["Apocalypse", "Pèlerin"])
    state = play(state, "Missionnaire").state
    step = choose(state, state.board[0])
    assert kinds(step)[-1] == "game_over"
    assert rules.asks(step.state) is None
    assert [player.ending for player in step.state.players] == ["apocalypse", "apocalypse"]
    water = {"type": "play", "cid": cid(state, state.players[0].hand, "Eau")}
    assert rules.check(step.state, 0, water)[0].code == "not_your_turn"


def test_caveau_may_bring_a_disaster_back():
    """26: Caveau, Guerre for Moine: B loses Diacre, Guerre returns to the discard, one card is drawn, the
    board has 8."""
    state = position(
        {"hand": ["Caveau"]},
        {"city": ["Prêtre", "Diacre"]},
        board=["Moine", *["Pèlerin"] * 7],
        discard=["Guerre"],
    )
    state = play(state, "Caveau").state
    war = state.discard[0]
    state = choose(state, war).state
    assert state.pending[-1].kind == "caveau_board"
    assert state.pending[-1].picked == war
    step = choose(state, cid(state, state.board, "Moine"))
    assert names(step.state, step.state.players[1].city) == ["Prêtre"]
    assert names(step.state, step.state.discard) == ["Moine", "Diacre", "Guerre"]
    assert len(step.state.deck) == len(state.deck) - 1
    assert len(step.state.board) == 8


def test_babel_takes_two_cards_at_random():
    """29: the player with more resources loses two random cards to the discard, the other none; no undo past
    it."""
    hand = {"hand": ["Eau", "Croix", "Moine", "Diacre"]}
    table = strike(position({**hand, "res": (3, 3, 3)}, {**hand, "res": (2, 2, 2)}), "Tour de Babel")
    assert [len(player.hand) for player in table.state.players] == [2, 4]
    assert len(table.state.discard) == 3
    assert table.reveals is True
    assert [draw.label for draw in table.dice.draws] == ["disaster:D13:0"] * 2
    lost = next(event for event in table.events if event.kind == "hand_discarded")
    assert {card["cid"] for card in lost.params["cards"]} == set(table.state.discard[:2])


def test_protected_types_are_skipped_and_nobody_else_is_chosen():
    """3.16 and 2.1: Médecin saves the Hommes; a hit clergy passes over a protected Prêtre to the Évêque."""
    guarded = {"city": ["Évêque pasteur", "Prêtre", "Médecin"]}
    table = strike(position(guarded, {"city": ["Diacre"]}), "Guerre")
    assert cities(table) == [["Évêque pasteur", "Prêtre", "Médecin"], ["Diacre"]]
    assert [event.kind for event in table.events] == ["disaster", "spared"]
    table = strike(position(guarded, {"city": ["Diacre"]}), "Persécution")
    assert cities(table) == [["Prêtre", "Médecin"], ["Diacre"]]
