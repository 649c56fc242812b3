"""The second input's finer choices: obstacles, point-blank shots, free swings, whom a volley aims at."""

import pytest
from django.http import QueryDict

from apps.tables.argad.decisions.combat import Combat, read_combat
from engines.argad.orders import Packet, read_packet
from engines.argad.state import Formation
from tests.engines.argad.board import RULE, battle, chief, combat, events, faces, line, man, order, plot


def posted(**fields) -> QueryDict:
    form = QueryDict(mutable=True)
    for name, value in fields.items():
        form[name] = value
    return form


@pytest.fixture
def at_the_fence():
    """Two men with a fence between them, each told nothing: both hold, so nobody strikes."""
    fence = line("low_fence", (51, 40), (51, 60))
    state = battle(man("A01", 50, 50), man("B01", 52, 50), chief("A09", 46, 50), terrain=[fence])
    state.phase = "combat"
    return state


def test_man_at_an_obstacle_may_change_his_mind_even_when_nobody_strikes(at_the_fence):
    combat = Combat(at_the_fence, 0, Packet(auto=True, obstacle={"A01": "assault"}))
    assert combat.melees == []
    [facing] = combat.facings
    assert (facing.name, facing.across, facing.foes) == ("A01 A01", "barrière", "B01 B01")
    assert [option.value for option in facing.options if option.chosen] == ["assault"]
    packet = read_combat(posted(**{"obstacle:A01": "assault", "obstacle:B01": "assault"}), at_the_fence, 0)
    assert packet == {"kind": "combat", "auto": True, "obstacle": {"A01": "assault"}}
    assert RULE.check(at_the_fence, 0, packet) == []


def test_point_blank_shot_is_offered_with_its_odds_and_can_be_kept():
    """By usage he shoots where that kills at least as surely as his sword."""
    state = battle(man("A01", 50, 50, weapons=("bow",)), chief("A09", 48, 44), man("B01", 60, 50, 5))
    state = plot(state, [], [order("B01", "charge", target="A01")]).state
    [shot] = Combat(state, 0, Packet(auto=True)).close_shots
    assert (shot.label, shot.wanted) == ("arc sur B01 B01 : il faut 5, 33\u00a0% de toucher", True)
    assert read_combat(posted(), state, 0) == {"kind": "combat", "auto": True}
    assert read_combat(posted(**{"close:A01": "-"}), state, 0)["hold"] == ["A01"]
    assert Combat(state, 0, Packet(auto=True, hold=("A01",))).close_shots[0].wanted is False


def test_a_bad_shot_at_contact_is_not_the_usage_but_may_be_asked_for():
    state = battle(man("A01", 50, 50, weapons=("bow",)), chief("A09", 48, 44), man("B01", 60, 50, armour=4))
    state = plot(state, [], [order("B01", "charge", target="A01")]).state
    [shot] = Combat(state, 0, Packet(auto=True)).close_shots
    assert shot.wanted is False
    step = combat(state, dice=faces({"strike:A01": [1], "strike:B01": [1]}))
    assert events(step, "volley") == []
    assert read_combat(posted(**{"close:A01": "1"}), state, 0)["point_blank"] == ["A01"]
    assert Combat(state, 0, Packet(auto=True, point_blank=("A01",))).close_shots[0].wanted is True


def test_only_a_heavy_weapon_in_the_ranks_may_swing_freely():
    axe = man("A01", 50, 50, weapons=("great_axe",), formation="F")
    sword = man("A02", 50, 52, formation="F")
    state = battle(axe, sword, chief("A09", 47, 52), man("B01", 52, 50), man("B02", 52, 52))
    state.phase = "combat"
    state.formations = [Formation("F", ("A01", "A02"), 0, 1, forming=False)]
    assert [(m.figure.id, m.swings) for m in Combat(state, 0, Packet(auto=True)).melees][:2] == [
        ("A01", True),
        ("A02", False),
    ]
    packet = read_combat(posted(**{"free:A01": "1", "free:A02": "1"}), state, 0)
    assert packet["free_swing"] == ["A01"]


def test_volley_says_whom_it_aims_at():
    men = [man(f"B0{n}", 65, 46 + 2 * n) for n in (1, 2, 3)]
    state = battle(man("A01", 50, 50, weapons=("bow",), unit="Archers"), chief("A09", 48, 44), *men)
    state.phase = "combat"
    [volley] = Combat(state, 0, Packet(auto=True)).volleys
    target = volley.options[1].value
    form = posted(**{f"shot:{volley.key}": target, f"aim:{volley.key}": "any"})
    assert read_combat(form, state, 0)["shots"] == [{"figs": ["A01"], "target": target, "aim": "any"}]


def test_volley_offers_the_ways_it_has_and_sends_the_chosen_one():
    """Behind two men a centimetre apart: through the half gap, or over their heads at long range."""
    front = [man("A01", 20, 58.5), man("A02", 20, 61.5)]
    far = [man(f"B0{n}", 70, 54 + 3 * n) for n in (1, 2, 3)]
    state = battle(chief("A09", 10, 60), *front, man("A03", 16, 60, weapons=("bow",), unit="Archers"), *far)
    state.phase = "combat"
    [volley] = Combat(state, 0, Packet(auto=True)).volleys
    assert [option.value for option in volley.modes] == ["", "gap", "lob"]
    form = posted(**{f"shot:{volley.key}": "B02", f"mode:{volley.key}": "lob"})
    packet = read_combat(form, state, 0)
    assert packet["shots"] == [{"figs": ["A03"], "target": "B02", "mode": "lob"}]
    [again] = Combat(state, 0, read_packet(packet)[0]).volleys
    assert [option.value for option in again.modes if option.chosen] == ["lob"]


def test_who_stands_behind_a_shooter_is_not_counted_in_the_volley():
    men = [
        man("A01", 20, 60, weapons=("bow",), unit="Archers"),
        man("A02", 18, 60, weapons=("bow",), unit="Archers"),
    ]
    state = battle(chief("A09", 10, 60), *men, man("B01", 40, 60))
    state.phase = "combat"
    [volley] = Combat(state, 0, Packet(auto=True)).volleys
    assert "1 tireur, il faut 5" in volley.options[1].label
