"""The odds shown before sealing, against the dice themselves: every face and every draw of small volleys is
played out."""

from fractions import Fraction
from itertools import product

import pytest

from engines.argad.fire.volley import Die, draw_victims, several_sixes
from engines.argad.knowledge.odds import pool, volley
from engines.core.dice import LoadedDice
from tests.engines.argad.board import battle, man


class Draws(LoadedDice):
    """Draws that come round equally often, whatever is drawn from."""

    def __init__(self, draws):
        super().__init__({})
        self.draws = iter(draws)

    def below(self, n, label):
        return next(self.draws) % n


class Field:
    """Only what `draw_victims` asks of a field."""

    def __init__(self, lives):
        self.figures = {id: man(id, 50, 50, hp=n) for id, n in lives.items()}
        battle(*self.figures.values())


def played_out(shooters, lives, exposed):
    """The mean over all faces, draws and one reroll, by the code that rolls the real dice."""
    some = mean = Fraction(0)
    names = [f"A{n}" for n in range(len(shooters))]
    for faces in product(range(1, 7), repeat=len(shooters)):
        for draws in product(range(6), repeat=len(shooters)):
            for again in range(1, 7):
                dice = [Die(name, face) for name, face in zip(names, faces, strict=True)]
                needs = {name: row[0] for name, row in zip(names, shooters, strict=True)}
                draw_victims(Field(lives), dice, needs, sorted(exposed), "x", Draws(draws))
                led = [die for die, row in zip(dice, shooters, strict=True) if row[1]]
                several_sixes(led, "reroll:x", LoadedDice({"reroll:x": [again - 1, 0, 0]}))
                for die, row in zip(dice, shooters, strict=True):
                    if not row[1]:
                        die.hit = bool(die.victim) and die.natural >= die.need
                hits = sum(die.hit for die in dice)
                weight = Fraction(1, 6 ** (2 * len(shooters) + 1))
                some, mean = some + weight * (hits > 0), mean + weight * hits
    return some, mean


@pytest.mark.parametrize(
    ("shooters", "lives", "exposed"),
    [
        ([({"B1": 7}, True), ({"B1": 7}, True)], {"B1": 1}, ()),
        ([({"B1": 5, "B2": 6}, True), ({"B1": 6, "B2": 7}, True)], {"B1": 1, "B2": 1}, ()),
        ([({"B1": 5, "B2": 6}, True), ({"B1": 5, "B2": 6}, False)], {"B1": 1, "B2": 1}, ("B2",)),
        ([({"B1": 6, "B2": 6}, True), ({"B1": 7}, True)], {"B1": 2, "B2": 1}, ()),
    ],
)
def test_volley_is_what_the_dice_do(shooters, lives, exposed):
    some, mean = volley(shooters, lives, frozenset(exposed))
    expected = played_out(shooters, lives, exposed)
    assert (Fraction(*some), Fraction(*mean)) == pytest.approx(expected, abs=2e-6)


def test_ten_archers_on_a_large_light_group_have_the_published_odds():
    """Specification 9.21, by the short formula; and the general way agrees with it."""
    men = {f"B{n:02}": 1 for n in range(12)}
    assert volley([(dict.fromkeys(men, 7), True)] * 10, men) == pool(10, 7)
    mixed = [(dict.fromkeys(men, 7), True)] * 9 + [(dict.fromkeys(men, 8), True)]
    assert Fraction(*pool(9, 7)[0]) < Fraction(*volley(mixed, men)[0]) < Fraction(*pool(10, 7)[0])


def test_out_of_voice_a_seven_is_out_of_reach():
    assert volley([({"B1": 7}, False)] * 3, {"B1": 1})[0][0] == 0
