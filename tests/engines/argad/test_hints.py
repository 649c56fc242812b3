"""What a table lets be told before sealing: exact odds, needs and modifiers, or distances alone
(specification 8)."""

from fractions import Fraction
from itertools import product

import pytest

from engines.argad.field.battlefield import Field
from engines.argad.knowledge.hints import duel, shot
from engines.argad.knowledge.odds import needs_of_blow
from engines.argad.state import by_id
from engines.core import codec
from engines.core.dice import Dice
from tests.engines.argad.board import RULE, area, battle, brawl, chief, faces, man, start


def shooters(hints: str):
    """Three archers in voice of their chief, two enemies at 15 cm, one of them in mail behind a hedge's worth
    of brush."""
    state = battle(
        chief("A01", 20, 40),
        *(man(f"A0{n}", 20, 40 + 3 * n, weapons=("bow",)) for n in (2, 3, 4)),
        man("B01", 37, 46),
        man("B02", 37, 50, armour=4),
        terrain=[area("brush", 35, 48, 45, 60)],
    )
    state.hints, state.phase = hints, "combat"
    return state


def numbers_told(answer) -> set[str]:
    """Every key that a hint carries, at any depth."""
    found: set[str] = set()
    for key, value in answer.items() if isinstance(answer, dict) else enumerate(answer):
        found |= {str(key)} if isinstance(answer, dict) else set()
        if isinstance(value, dict | list | tuple):
            found |= numbers_told(value)
    return found


def shot_told(hints: str):
    field = Field(shooters(hints))
    return shot(field, [field.figures[id] for id in ("A02", "A03", "A04")], field.figures["B01"])


def duel_told(hints: str):
    field = Field(shooters(hints))
    return duel(field, field.figures["A02"], field.figures["B01"])


def test_full_tells_needs_and_exact_odds():
    told = shot_told("full")
    assert told["needs"] == [5]
    assert told["some"] == (703_704, 1_000_000)  # 19/27
    assert duel_told("full")["ours"]["odds"][0] == (1, 2)


def test_basic_tells_needs_cover_and_modifiers_without_any_chance():
    told = shot_told("basic")
    assert told["rows"][0]["needs"] == {"B01": 5, "B02": 7}
    assert (told["rows"][0]["cover"], told["rows"][0]["printed"]) == ({"B01": 0, "B02": 1}, 5)
    assert not {"odds", "some", "mean", "stuck", "outcomes"} & numbers_told(told)
    fight = duel_told("basic")
    assert (fight["ours"]["needs"], fight["ours"]["modifiers"]) == ((4, 3), [])
    assert not {"odds", "outcomes"} & numbers_told(fight)


def test_off_tells_distance_and_band_and_nothing_else():
    told = shot_told("off")
    assert [set(row) for row in told["rows"]] == [{"fig", "weapon", "distance", "band", "mode"}] * 3
    assert set(told) == {"rows"}
    assert duel_told("off") == {}


@pytest.mark.parametrize(("hints", "said"), [("basic", "il faut 5"), ("off", None)])
def test_menus_keep_to_it(hints, said):
    menu = RULE.menu(shooters(hints), 0)
    shoot = [choice for choice in menu.choices if choice.verb == "shoot"]
    assert [None if choice.hint is None else str(choice.hint) for choice in shoot] == [said]
    assert "%" not in codec.dump(menu).decode()


def test_option_of_the_table_reaches_the_battle_its_views_and_its_copies():
    state = RULE.setup(["A", "B"], {"scenario": "ambush", "hints": "off"}, Dice(b"hints", 0)).state
    assert state.hints == "off"
    assert RULE.view(state, 1).hints == "off"
    assert RULE.imagine(state, 0, Dice(b"hints", 1)).hints == "off"
    assert RULE.setup(["A", "B"], {"scenario": "ambush"}, Dice(b"hints", 0)).state.hints == "full"


# --- how a duel ends ----------------------------------------------------------------------------------------

PAIRS = {
    "swords": (man("A01", 40, 50), man("B01", 42, 50)),
    "better class": (man("A01", 40, 50, 4), man("B01", 42, 50)),
    "mail against none": (man("A01", 40, 50, armour=4), man("B01", 42, 50)),
    "lance first": (man("A01", 40, 50, weapons=("lance",)), man("B01", 42, 50, 4, armour=4)),
    "a knight": (
        man("A01", 40, 50, 2, weapons=("fork",)),
        man("B01", 43.5, 50, 5, armour=5, mount="cavalier"),
    ),
    "great axe": (
        man("A01", 40, 50, weapons=("great_axe",)),
        man("B01", 42, 50, 5, armour=5, weapons=("great_sword",)),
    ),
}


@pytest.mark.parametrize("rules", ["basic", "standard"])
@pytest.mark.parametrize("led", [True, False], ids=["led", "alone"])
@pytest.mark.parametrize("name", PAIRS)
def test_outcomes_are_those_of_every_roll_of_the_melee(name, led, rules):
    """The table of a duel against the melee itself, fought with each of the 6 × 6 × 6 × 6 rolls."""
    one, two = PAIRS[name]
    chiefs = [chief("A09", 30, 50), chief("B09", 52, 50)] if led else []
    state = battle(one, two, *chiefs, rules=rules)
    told = duel(Field(state), by_id(state)["A01"], by_id(state)["B01"])["outcomes"]
    counted: dict[tuple[str, str], Fraction] = {}
    for a, b, again_a, again_b in product(range(1, 7), repeat=4):
        dice = faces(
            {
                "strike:A01": [a],
                "strike:B01": [b],
                "restrike:B01:A01": [again_a],
                "restrike:A01:B01": [again_b],
            }
        )
        fought, _events, _field = brawl(start(state), dice)
        fates = tuple(
            "falls" if id in fought.killed else "recoils" if id in fought.recoiled else "stands"
            for id in ("A01", "B01")
        )
        counted[fates] = counted.get(fates, Fraction(0)) + Fraction(1, 6**4)
    assert {fates: Fraction(*pair) for fates, pair in told.items()} == counted


def test_who_has_shot_does_not_strike_back():
    state = battle(chief("A01", 40, 50, 4), man("B01", 42, 50, weapons=("bow",)))
    by_id(state)["B01"].now.shot = True
    told = duel(Field(state), by_id(state)["A01"], by_id(state)["B01"])
    assert (told["ours"]["strikes"], told["theirs"]["strikes"]) == (True, False)
    assert {fates[0] for fates in told["outcomes"]} == {"stands"}


def test_rear_rank_strikes_and_is_not_struck():
    state = battle(chief("A01", 40, 50), man("A02", 38, 50, weapons=("lance",)), man("B01", 42, 50))
    told = duel(Field(state), by_id(state)["A02"], by_id(state)["B01"], 2, "A01")
    assert told["theirs"]["strikes"] is False
    assert {fates[0] for fates in told["outcomes"]} == {"stands"}


def test_needs_of_a_blow_are_the_published_ones():
    """Specification 9.29 to 9.31: class 3; class 5 in full armour; a franc-archer; a foot man against such a
    cavalier."""
    assert needs_of_blow(0, 3, 0) == (4, 3)
    assert needs_of_blow(0, 5, 5) == (6, 5)
    assert needs_of_blow(0, 2, 4) == (5, 2)
    assert needs_of_blow(-1, 5, 5) == (7, 6)
    assert needs_of_blow(-1, 5, 5, command=False) == (0, 6)
