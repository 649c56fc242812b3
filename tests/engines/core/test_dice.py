"""Dice: known draws, equal chances, streams that do not disturb each other, and dice that play a record
back."""

import hashlib
import hmac

import pytest

from engines.core.cases import ShownDice
from engines.core.dice import UNIT, Dice, Draw, LoadedDice


def test_known_draws():
    """These never change: finished games are verified by them."""
    dice = Dice(b"kalan", 7)
    assert [dice.below(100, "a") for _ in range(5)] == [99, 95, 19, 65, 42]
    assert [dice.die("b") for _ in range(8)] == [2, 5, 5, 1, 3, 5, 2, 4]
    assert dice.uniform("c") == 0.8828258501384154
    assert dice.between(-3, 3, "a") == 3
    cards = list(range(10))
    dice.shuffle(cards, "deck")
    assert cards == [6, 0, 8, 5, 1, 3, 2, 4, 9, 7]


def test_draw_is_the_published_formula():
    key = hmac.new(b"graine", b"step:3", hashlib.sha256).digest()
    words = [
        int.from_bytes(hmac.new(key, b"duel:%d" % n, hashlib.sha256).digest()[:8], "big") for n in range(3)
    ]
    dice = Dice(b"graine", 3)
    assert [dice.below(1000, "duel") for _ in range(3)] == [word % 1000 for word in words]


def test_labels_and_steps_have_streams_of_their_own():
    alone, mixed = Dice(b"s", 1), Dice(b"s", 1)
    expected = [alone.below(10**9, "a") for _ in range(5)]
    found = []
    for _ in range(5):
        mixed.below(6, "b")
        found.append(mixed.below(10**9, "a"))
    assert found == expected
    assert [Dice(b"s", step).below(10**9, "a") for step in (1, 2)][1] != expected[0]
    assert Dice(b"t", 1).below(10**9, "a") != expected[0]


@pytest.mark.parametrize("sides", [2, 6, 10, 37])
def test_faces_are_equally_likely(sides):
    """Chi-square over 6,000 throws, far beyond the 0.1 % bound for 36 degrees of freedom (68)."""
    dice = Dice(b"fair", sides)
    counts = [0] * sides
    for _ in range(6000):
        counts[dice.below(sides, "face")] += 1
    expected = 6000 / sides
    assert sum((count - expected) ** 2 / expected for count in counts) < 68


def test_uniform_fills_its_interval():
    dice = Dice(b"fair", 1)
    values = [dice.uniform("u") for _ in range(4000)]
    assert all(0 <= value < 1 for value in values)
    assert abs(sum(values) / 4000 - 0.5) < 0.02
    assert [sum(value < limit / 4 for value in values) // 100 for limit in (1, 2, 3)] == pytest.approx(
        [10, 20, 30], abs=1
    )


def test_shuffles_are_equally_likely():
    dice = Dice(b"fair", 2)
    counts = {}
    for _ in range(3000):
        cards = [1, 2, 3]
        dice.shuffle(cards, "deck")
        counts[tuple(cards)] = counts.get(tuple(cards), 0) + 1
    assert len(counts) == 6
    assert all(400 < count < 600 for count in counts.values())


def test_rejection_keeps_large_ranges_fair():
    """Just over half of the 64-bit words: without rejection the low half would come twice as often."""
    n = (1 << 63) + 1
    dice = Dice(b"fair", 3)
    low = sum(dice.below(n, "wide") < n // 2 for _ in range(2000))
    assert 900 < low < 1100


def test_draws_are_recorded():
    dice = Dice(b"s", 1)
    face, part, item = dice.die("d", 8), dice.uniform("u"), dice.choice("abc", "c")
    assert dice.draws == [
        Draw("d", 8, face - 1),
        Draw("u", 0, int(part * UNIT)),
        Draw("c", 3, "abc".index(item)),
    ]


def test_nothing_to_draw_is_an_error():
    with pytest.raises(ValueError, match="nothing to draw"):
        Dice(b"s", 1).below(0, "empty")


def test_record_is_played_back():
    dice = Dice(b"s", 1)
    first = [dice.die("a"), dice.uniform("b"), dice.die("a"), dice.between(5, 9, "c")]
    again = LoadedDice.replaying(dice.draws)
    assert [again.die("a"), again.uniform("b"), again.die("a"), again.between(5, 9, "c")] == first
    assert again.leftovers() == {}
    assert again.draws == dice.draws


def test_record_played_too_far_is_an_error():
    again = LoadedDice.replaying([Draw("a", 6, 2)])
    assert again.die("a") == 3
    with pytest.raises(ValueError, match="more often than recorded"):
        again.die("a")


def test_loaded_values_come_first_then_the_seed():
    loaded, honest = LoadedDice({"a": [4]}, b"s", 1), Dice(b"s", 1)
    assert [loaded.below(6, "a"), loaded.below(100, "b")] == [4, honest.below(100, "b")]
    assert loaded.below(100, "a") == Dice(b"s", 1).below(100, "a")


def test_loaded_value_outside_the_die_is_an_error():
    with pytest.raises(ValueError, match=r"outside 0\.\.5"):
        LoadedDice({"a": [6]}).below(6, "a")


def test_loaded_values_left_are_told():
    loaded = LoadedDice({"a": [1, 2], "b": [3]})
    loaded.below(6, "a")
    assert loaded.leftovers() == {"a": [2], "b": [3]}


def test_shown_dice_are_loaded_with_faces():
    dice = ShownDice({"d": [6, 1], "b": [-2], "u": [0.25, 0], "n": [0]})
    assert [dice.die("d"), dice.die("d"), dice.between(-3, 3, "b"), dice.uniform("u"), dice.uniform("u")] == [
        6,
        1,
        -2,
        0.25,
        0.0,
    ]
    assert dice.below(4, "n") == 0


@pytest.mark.parametrize("face", [0, 7])
def test_shown_face_that_the_die_has_not(face):
    with pytest.raises(ValueError, match=r"hors de 1\.\.6"):
        ShownDice({"d": [face]}).die("d")
