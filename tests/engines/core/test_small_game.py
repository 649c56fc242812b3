"""The small game itself: its three parts, its secrets, and what can be taken back."""

import pytest

from engines.core.contract import BadOptions
from engines.core.dice import Dice, LoadedDice
from engines.core.table import Table, bot_player
from tests.small_game.rules import Enchere
from tests.small_game.state import CARDS

RULES = Enchere()


def opened(seats=2, **options):
    return Table(RULES, ["Alice", "Bob", "Chloé", "David"][:seats], options, b"petit jeu")


def codes(state, seat, action):
    return [problem.code for problem in RULES.check(state, seat, action)]


def test_the_three_parts_follow_each_other():
    table = opened(3)
    card = table.state.players[0].hand[0]
    modes = [RULES.asks(table.state).mode]
    table.play({0: {"do": "play", "card": card, "face": "hidden"}})
    for seat in (2, 0, 1):
        modes.append(RULES.asks(table.state).mode)
        table.play({seat: {"do": "announce", "coins": 0} if seat else {"do": "pass"}})
    ask = RULES.asks(table.state)
    assert [*modes, ask.mode] == ["turn", "free", "free", "free", "sealed"]
    assert ask.seats == (1, 2)
    table.play({1: {"do": "offer", "coins": 3}, 2: {"do": "offer", "coins": 1}})
    assert table.state.players[1].won == [card]
    assert [player.coins for player in table.state.players] == [9, 3, 6]
    assert RULES.asks(table.state).seats == (1,)


def test_compound_choice_goes_through_drafts():
    state = opened().state
    hand = state.players[0].hand
    verbs = {choice.verb: choice for choice in RULES.menu(state, 0).choices}
    assert [verbs[verb].complete for verb in ("play", "keep", "draw", "stake")] == [False, True, True, False]
    cards = RULES.menu(state, 0, verbs["play"].action).choices
    assert [(choice.action["card"], choice.complete) for choice in cards] == [(card, False) for card in hand]
    faces = RULES.menu(state, 0, cards[0].action).choices
    assert [(choice.action["face"], choice.complete, choice.reveals) for choice in faces] == [
        ("open", True, True),
        ("hidden", True, False),
    ]


def test_drawing_reveals_and_staking_does_not():
    state = opened().state
    stake = RULES.apply(state, {0: {"do": "stake", "coins": 2}}, Dice(b"", 1))
    draw = RULES.apply(state, {0: {"do": "draw"}}, Dice(b"", 1))
    assert (stake.reveals, draw.reveals) == (False, True)
    assert RULES.asks(stake.state).seats == RULES.asks(draw.state).seats == (0,)


def test_only_the_drawer_is_told_the_card():
    state = opened().state
    step = RULES.apply(state, {0: {"do": "draw"}}, Dice(b"", 1))
    assert [(event.kind, event.audience) for event in step.events] == [("drew", None), ("drew_card", (0,))]
    assert step.events[1].params == {"card": state.deck[-1]}


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"do": "play", "card": 99, "face": "open"}, "not_your_card"),
        ({"do": "play", "card": True, "face": "open"}, "not_your_card"),
        ({"do": "play", "card": 0}, "bad_shape"),
        ({"do": "stake", "coins": 0}, "bad_coins"),
        ({"do": "stake", "coins": 7}, "bad_coins"),
        ({"do": "pass"}, "wrong_part"),
        ({"do": "chanter"}, "unknown_action"),
        ([], "bad_shape"),
    ],
)
def test_refusals(action, code):
    assert codes(opened().state, 0, action) == [code]


def test_face_must_be_known():
    state = opened().state
    assert codes(state, 0, {"do": "play", "card": state.players[0].hand[0], "face": "torn"}) == ["bad_face"]


def test_stake_and_draw_once_a_turn():
    table = opened()
    table.play({0: {"do": "stake", "coins": 1}})
    table.play({0: {"do": "draw"}})
    assert codes(table.state, 0, {"do": "stake", "coins": 1}) == ["staked_already"]
    assert codes(table.state, 0, {"do": "draw"}) == ["drawn_already"]
    assert codes(table.state, 1, {"do": "keep"}) == ["not_asked"]


def test_offer_is_at_least_what_was_announced():
    table = opened()
    table.play({0: {"do": "play", "card": table.state.players[0].hand[0], "face": "open"}})
    table.play({0: {"do": "announce", "coins": 2}})
    table.play({1: {"do": "announce", "coins": 0}})
    assert codes(table.state, 0, {"do": "offer", "coins": 1}) == ["bad_coins"]
    assert RULES.default(table.state, 0, "absent") == {"do": "offer", "coins": 2}


def test_losing_offers_are_published_only_if_the_table_wants_it():
    for wanted in (False, True):
        table = opened(open_offers=wanted)
        table.play({0: {"do": "play", "card": table.state.players[0].hand[0], "face": "open"}})
        for seat in (0, 1):
            table.play({seat: {"do": "announce", "coins": 0}})
        step = RULES.apply(
            table.state, {0: {"do": "offer", "coins": 1}, 1: {"do": "offer", "coins": 2}}, LoadedDice({})
        )
        public = [event.kind for event in step.events if event.audience is None]
        assert ("offers" in public) is wanted


def test_no_card_is_lost_or_doubled():
    table = opened(4, rounds=12)
    table.finish([bot_player(RULES.bots["hardi"]), bot_player(RULES.bots["prudent"])] * 2, 500)
    state = table.state
    cards = state.deck + [card for player in state.players for card in player.hand + player.won]
    assert sorted(cards) == list(range(1, CARDS + 1))


def test_bad_options_are_all_told():
    with pytest.raises(BadOptions) as caught:
        RULES.setup(["Seule"], {"rounds": 0, "purse": "vide", "open_offers": 1, "x": 2}, Dice(b"", 0))
    assert [problem.where[-1] for problem in caught.value.problems] == [
        "x",
        "purse",
        "open_offers",
        "rounds",
        "seats",
    ]


def test_bold_beats_cautious_more_often_than_not():
    """The bots really differ: the bold one wins most of 60 games, from both seats."""
    wins = 0
    for number in range(60):
        table = Table(RULES, ["A", "B"], {}, b"duel %d" % number)
        bold = number % 2
        players = [bot_player(RULES.bots["hardi" if seat == bold else "prudent"]) for seat in range(2)]
        table.finish(players, 200)
        wins += RULES.outcome(table.state).ranking[0].seat == bold
    assert wins > 35
