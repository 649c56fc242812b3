"""What stays hidden: views, events, hints and notation."""

from engines.core.codec import dump
from engines.core.dice import Dice
from engines.theopolis.state import Options
from tests.engines.theopolis.positions import NAMES, do, end_turn, in_hand, position, rules, swap


def opening(**options: bool):
    return rules.setup(NAMES[:3], options, Dice(b"secret", 0))


def test_other_hands_are_empty_places():
    """Specification 5: a view never contains the number of a hidden card."""
    state = opening().state
    for seat in (None, 0, 1, 2):
        view = rules.view(state, seat)
        for player in view.players:
            shown = [card.cid if card else None for card in player.hand]
            assert shown == (list(state.players[player.seat].hand) if player.seat == seat else [None] * 4)
        assert view.deck is None
        assert [card.cid for card in view.hand] == (
            list(state.players[seat].hand) if seat is not None else []
        )


def test_opening_hands_are_told_to_their_owner_only():
    step = opening()
    private = [event for event in step.events if event.kind == "hand_received"]
    assert [event.audience for event in private] == [(0,), (1,), (2,)]
    public = dump([event for event in step.events if event.audience is None]).decode()
    hidden = [cid for player in step.state.players for cid in player.hand]
    assert not any(f'"cid":{cid},' in public or f'"cid":{cid}}}' in public for cid in hidden)


def test_memory_aid_shows_what_everybody_saw():
    players = ({"hand": ["Eau", "Croix"]}, {})
    state = position(*players, board=["Chapelle", *["Pèlerin"] * 7])
    seen = rules.view(swap(state, "Eau", "Chapelle").state, 1).players[0].hand
    assert [card.card if card else None for card in seen] == [None, "E01"]
    state = position(*players, board=["Chapelle", *["Pèlerin"] * 7], options=Options(memory_aid=False))
    seen = rules.view(swap(state, "Eau", "Chapelle").state, 1).players[0].hand
    assert seen == [None, None]


def test_everything_is_open_when_the_game_is_over():
    state = position({"hand": ["Merveille", "Eau"]}, {"hand": ["Croix"]})
    over = do(state, {"type": "play", "cid": in_hand(state, "Merveille")}).state
    view = rules.view(over, None)
    assert [card.card for card in view.players[1].hand] == ["S08"]
    assert len(view.deck) == len(over.deck)


def test_drafted_patrons_stay_secret_until_all_have_chosen():
    step = opening(patron_draft=True)
    state = step.state
    ask = rules.asks(state)
    assert (ask.mode, ask.seats) == ("sealed", (0, 1, 2))
    for seat in range(3):
        view = rules.view(state, seat)
        assert view.offers == list(state.players[seat].offers)
        assert [choice.action["number"] for choice in rules.menu(state, seat).choices] == view.offers
    assert rules.view(state, None).offers == []
    not_mine = state.players[1].offers[0]
    assert rules.check(state, 0, {"type": "patron", "number": not_mine})[0].code == "illegal_option"
    moves = {seat: {"type": "patron", "number": state.players[seat].offers[1]} for seat in range(3)}
    after = rules.apply(state, moves, Dice(b"secret", 1)).state
    assert [player.patron for player in after.players] == [moves[seat]["number"] for seat in range(3)]
    assert after.active == min(range(3), key=lambda seat: after.players[seat].patron)


def test_notation_and_refusals_do_not_name_hidden_cards():
    state = position({"hand": ["Eau"]}, {"hand": ["Merveille"]})
    hidden = in_hand(state, "Merveille", 1)
    assert rules.notate(state, 0, {"type": "play", "cid": hidden}) == f"jouer {hidden}"
    mine = rules.check(state, 0, {"type": "play", "cid": hidden})
    nowhere = rules.check(state, 0, {"type": "play", "cid": 9999})
    assert mine == nowhere


def test_scramble_keeps_what_a_seat_sees_and_changes_the_rest():
    state = opening().state
    other = rules.scramble(state, 1, Dice(b"other", 0))
    assert dump(rules.view(state, 1)) == dump(rules.view(other, 1))
    assert other.players[1].hand == state.players[1].hand
    assert other.players[0].hand != state.players[0].hand
    assert other.deck != state.deck
    assert sorted(other.cards) == sorted(state.cards)
    assert "A01" in [other.cards[cid] for cid in other.deck[-10:]]


def test_nothing_is_revealed_by_taking_cards_before_the_last():
    """Specification 5, undo: picking at refill reveals only with the last pick."""
    state = position({"hand": ["Eau", "Eau"]}, {"hand": ["Eau"] * 4})
    step = end_turn(state)
    assert step.reveals is False
    choices = rules.menu(step.state, 0).choices
    assert [choice.reveals for choice in choices] == [False] * 8
    step = do(step.state, choices[0].action)
    assert step.reveals is False
    last = rules.menu(step.state, 0).choices[0]
    assert last.reveals is True
    assert do(step.state, last.action).reveals is True
