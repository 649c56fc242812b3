"""The table of the specification's paragraph 3: the figures of the worked games, to the figure."""

import pytest

from engines.core.dice import Dice
from engines.gloire import formulas as f
from engines.gloire.advice.simulator import battle_odds
from engines.gloire.phases.battle import Side
from engines.gloire.tables import LIMITS

BASE = 16_500 * 0.40


def test_tax_of_nine_on_narvik_raises_4948_ecus():
    """8.1.1: almost 4,950 écus."""
    assert f.tax_yield(9, 16_500, 0.40, 20, 20) == 4948


def test_five_thousand_ecus_raise_a_thousand_men():
    """8.1.1."""
    assert f.levy_men(5000, f.levy_rate(130, 130, 16_500, 16_500)) == 1000


def test_narvik_falls_to_one_point():
    """8.1.1: 20 × 0.1 = 2, then the mean of about 17 × 1000/16500 is taken off."""
    taxed = f.taxed_happiness(20, 9)
    assert taxed == pytest.approx(2)
    assert f.happiness_after_departure(taxed, 17, 1000, 16_500) == pytest.approx(0.97, abs=0.01)


def test_turn_two_nets_about_400_and_two_points():
    """8.1.2: tax 4, gift 1,800 on VADVET-JAKKO (population × wealth 6,602)."""
    people, wealth = 16_505, 0.40
    raised = f.tax_yield(4, people, wealth, 20, 20)
    assert raised == 2199
    happiness, left = f.taxed_happiness(20, 4), f.taxed_wealth(wealth, 4)
    ratio = f.gift_ratio(1800, people, left, happiness, 20)
    assert ratio == pytest.approx(9.09, abs=0.01)
    assert f.value_after_gift(happiness, ratio) == pytest.approx(22.9, abs=0.02)
    assert raised - 1800 == 399


@pytest.mark.parametrize(("gift", "base", "raised"), [(944, 7083, 3540), (1245, 9341, 4669)])
def test_turn_three_taxes_of_six_cost_four_points(gift, base, raised):
    """8.1.3: LAPPLAND and VADVET-JAKKO at level 6 with the greatest useful gift."""
    people, wealth = base, 1.0  # only the product counts here
    assert f.tax_yield(6, people, wealth, 20, 20) == pytest.approx(
        raised, abs=1
    )  # the table rounds, the rule cuts
    happiness = f.taxed_happiness(20, 6)
    assert f.gift_ratio(gift, people, 0.4, happiness, 20) == pytest.approx(10, abs=0.01)
    assert f.value_after_gift(happiness, 10) == pytest.approx(16)


def test_turn_three_nets_about_6000():
    """8.1.3: both lands less the three gifts."""
    assert 3540 + 4669 - 944 - 1245 - 36 == 5984


def test_36_ecus_double_the_one_point_of_narvik():
    """8.1.3: so population × wealth was about 43 times the mean happiness."""
    mean = 18.0
    people, wealth = 6_450, 0.12
    assert people * wealth == pytest.approx(43 * mean, rel=0.01)
    assert f.gift_ratio(36, people, wealth, 1.0, mean) == pytest.approx(10, abs=0.1)


def test_five_lands_five_knights_and_four_allies_make_a_count():
    """8.2.2: 105 + 30 + 103 + 4 + 40 = 282, and 250 is enough."""
    lands = 0.0
    for _ in range(5):
        lands += f.land_standing(20, 20, 16_500)
    standing = 105 + 300 / 10 + lands + 2000 / 500 + 4 * 100 / 10
    assert standing == pytest.approx(282, abs=1)
    assert sum(standing >= limit for limit in LIMITS["scandinavie"].titles) == 3


@pytest.mark.parametrize(("men", "renown", "wins"), [(150, 60, 0.0), (200, 60, 0.0), (300, 96, 1.0)])
def test_peasants_stop_small_armies_and_yield_to_a_great_knight(men, renown, wins):
    """8.1.2: 750 and 1,000 écus of men fail, 1,500 under a knight of 96 succeed."""
    peasants = Side(f.peasants(16_500), 32, 412)
    odds = battle_odds(Side(men, renown, men // 3), [peasants], Dice(b"table", 0), peasants=True, runs=200)
    assert odds.wins == wins


def test_narvik_at_one_loses_36_percent_of_its_people():
    """3: four neighbours at 20."""
    assert f.migration_share(1, [20, 20, 20, 20]) == pytest.approx(0.362, abs=0.001)


def test_migration_to_vadvet_jakko_gains_about_seven_and_a_half_percent():
    """3: a quarter of 36% of NARVIK's people, on 16,504."""
    gained = 16_500 * f.migration_share(1, [20, 20, 20, 20]) / 4
    assert gained / 16_504 == pytest.approx(0.09, abs=0.02)


@pytest.mark.parametrize(("level", "left"), [(3, 3.5), (0, 5.0), (10, 0.0)])
def test_happiness_after_a_tax(level, left):
    """5.4.2: 5 at level 3 falls to 3.5."""
    assert f.taxed_happiness(5, level) == pytest.approx(left)


def test_knight_of_a_thousand_men_yields_below_800():
    """5.5: 80% of a thousand."""
    odds = battle_odds(Side(5000, 100, 0), [Side(1000, 100, 800)], Dice(b"five", 0), runs=50)
    assert odds.their_losses > 200
    assert odds.wins == 1.0


@pytest.mark.parametrize(
    ("distance", "left"), [(0, 100), (1, 100), (2, 75), (3, 50), (4, 25), (5, 0), (9, 0)]
)
def test_losses_of_a_retreat(distance, left):
    """5.19."""
    assert f.survivors(100, distance) == left


@pytest.mark.parametrize(
    ("standing", "mean", "chance"), [(100, 100, 0.5), (300, 100, 1.0), (50, 100, 0.25), (-5, 100, 0.0)]
)
def test_chance_of_a_spy(standing, mean, chance):
    """5.14."""
    assert f.spy_chance(standing, mean) == chance


def test_happiness_counts_for_five_times_the_mean_at_most():
    """Specification 2: the bound that players found out."""
    assert f.land_standing(1000, 10, 800) == 5.0


def test_refused_call_costs_a_tenth_of_the_caller_and_a_hundredth_of_his_allies():
    """5.9.1."""
    assert f.refusal_cost(200, [100, 300]) == pytest.approx(24)
