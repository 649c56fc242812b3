"""`imagine`: a player tries things from a running battle with what he knows of it, and learns nothing
more."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from engines.argad.field.geometry import overlap
from engines.argad.orders import as_json
from engines.argad.scenario.setup import Deploy
from engines.argad.state import State, base_of, copy_of, on_table
from engines.core.codec import dump
from engines.core.dice import Dice
from engines.core.table import Table, bot_player, seat_names
from tests.engines.argad.board import RULE

pytestmark = pytest.mark.xdist_group("imagined battles")  # one process: each battle is fought once
BATTLES = (
    ("village", 2, "standard", 0),
    ("village", 4, "standard", 2),
    ("convoy", 3, "standard", 0),
    ("convoy", 2, "full", 1),
    ("siege", 3, "standard", 0),
    ("ambush", 2, "standard", 0),
    ("ambush", 2, "full", 2),
)


@cache
def positions(scenario: str, seats: int, preset: str, cards: int) -> list[State]:
    """Every third position of a battle of bots, the muster and the set-up included."""
    options = {"scenario": scenario, "preset": preset, "cards": cards}
    table = Table(RULE, seat_names(seats), options, b"imaginer")
    table.finish([bot_player(RULE.bots["normal"])] * seats, 400)
    before = [moment.before for moment in table.moments]
    return [*before[:3], *before[3::3]]


@pytest.mark.parametrize("battle", BATTLES, ids=str)
def test_the_imagined_battle_looks_the_same_to_the_seat(battle: Any):
    for n, state in enumerate(positions(*battle)):
        for seat in range(battle[1]):
            imagined = RULE.imagine(state, seat, Dice(b"essai", n))
            assert dump(RULE.view(imagined, seat)) == dump(RULE.view(state, seat))
            assert RULE.asks(imagined) == RULE.asks(state)


@pytest.mark.parametrize("battle", BATTLES, ids=str)
def test_whatever_is_hidden_the_imagined_battle_is_the_same(battle: Any):
    changed = 0
    for n, state in enumerate(positions(*battle)):
        for seat in range(battle[1]):
            other = RULE.scramble(state, seat, Dice(b"ailleurs", n))
            changed += dump(other) != dump(state)
            assert dump(RULE.imagine(other, seat, Dice(b"essai", n))) == dump(
                RULE.imagine(state, seat, Dice(b"essai", n))
            )
    assert changed > 0


def test_hidden_men_who_change_places_and_arms_do_not_change_what_is_imagined():
    """The ambusher's men swap their places and weapons, his chief hides elsewhere: the column imagines the
    same wood."""
    state = next(s for s in positions("ambush", 2, "standard", 0) if s.phase == "plot")
    other = copy_of(state)
    hidden = [figure for figure in other.figures if figure.seat == 1 and figure.hidden]
    assert len(hidden) > 3
    places = [(figure.x, figure.y, figure.weapons, figure.roles) for figure in hidden]
    for figure, (x, y, weapons, roles) in zip(hidden, reversed(places), strict=True):
        figure.x, figure.y, figure.weapons, figure.roles = x, y, weapons, roles
    assert dump(other) != dump(state)
    assert dump(RULE.imagine(other, 0, Dice(b"bois", 1))) == dump(RULE.imagine(state, 0, Dice(b"bois", 1)))


def test_men_in_ambush_are_imagined_in_the_wood_and_elsewhere_with_other_dice():
    state = next(s for s in positions("ambush", 2, "standard", 0) if s.phase == "plot")
    woods = [RULE.imagine(state, 0, Dice(seed, 1)) for seed in (b"un", b"deux")]
    spots = [sorted((f.x, f.y) for f in on_table(wood) if f.hidden) for wood in woods]
    truth = sorted((f.x, f.y) for f in on_table(state) if f.hidden)
    assert len(spots[0]) > 5
    assert spots[0] != spots[1]
    assert truth not in spots


def test_sealed_plans_of_the_others_are_not_in_the_imagined_battle():
    for state in positions("village", 2, "standard", 0):
        if state.phase != "combat":
            continue
        imagined = RULE.imagine(state, 0, Dice(b"plans", 1))
        others = [figure.now for figure in imagined.figures if figure.seat == 1]
        assert {(now.act, now.target, now.fire_prefer, now.hold_fire) for now in others} <= {
            ("hold", "", (), False)
        }


def test_secret_cards_are_dealt_anew():
    state = positions("village", 4, "standard", 2)[0]
    hands = Counter()
    for n in range(12):
        imagined = RULE.imagine(state, 0, Dice(b"cartes", n))
        hands[tuple(o.kind for o in imagined.objectives if o.secret and o.seat == 1)] += 1
    assert len(hands) > 3
    assert all(len(hand) == 2 for hand in hands)


def test_an_unknown_content_stays_unknown():
    state = copy_of(positions("village", 2, "standard", 0)[3])
    state.items[0].secret = "la couronne du roi"
    state.figures[-1].notes = "il sait où est la couronne"
    assert b"couronne" not in dump(RULE.imagine(state, 0, Dice(b"coffre", 1)))


@pytest.mark.parametrize("battle", BATTLES, ids=str)
def test_an_imagined_battle_can_be_fought_to_its_end(battle: Any):
    """Bots take over from each of some positions, and nobody is imagined on somebody's feet."""
    for n, state in enumerate(positions(*battle)[::4]):
        imagined = RULE.imagine(state, 0, Dice(b"suite", n))
        _nobody_stands_on_another(imagined, battle)
        table = Table(RULE, seat_names(battle[1]), {"scenario": battle[0]}, f"suite:{n}".encode())
        table.state = imagined
        table.finish([bot_player(RULE.bots["normal"])] * battle[1], 120)
        assert RULE.outcome(table.state) is not None


def _nobody_stands_on_another(state: State, battle: Any) -> None:
    if state.phase in ("muster", "deploy"):
        return
    men = on_table(state)
    for n, one in enumerate(men):
        for other in men[n + 1 :]:
            assert not overlap(base_of(one), base_of(other), 10), (battle, state.turn, one.id, other.id)


def test_the_set_up_can_be_tried_before_the_others_are_seen():
    state = next(s for s in positions("siege", 3, "standard", 0) if s.phase == "deploy")
    imagined = RULE.imagine(state, 0, Dice(b"placement", 1))
    moves = {seat: as_json(Deploy(layout="loose")) for seat in range(3)}
    assert [RULE.check(imagined, seat, moves[seat]) for seat in moves] == [[], [], []]
    assert RULE.apply(imagined, moves, Dice(b"placement", 2)).state.phase == "plot"
