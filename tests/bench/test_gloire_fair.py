"""The fairness of the starts: what is counted, what chance alone would do, and results that are kept."""

import pytest

from bench.gloire_fair import bounds, noise, pools, reach, results
from engines.gloire.maps import EDITIONS, load_map


@pytest.mark.parametrize("key", EDITIONS)
def test_lands_reached_first_are_counted_once(key):
    counts = reach(key)
    assert tuple(counts) == load_map(key).starts
    assert sum(counts.values()) <= len(load_map(key).lands) - len(counts)


def test_starts_of_scandinavie_reach_their_own_shore_first():
    """Fionie lies beside Seeland alone; Ösel's lands are the best on this map."""
    counts = reach("scandinavie")
    assert counts["SEELAND"] >= 1
    assert max(counts.values()) == counts["OSEL"] == 4


def test_bounds_hold_the_measured_share_and_narrow_with_more_games():
    low, high = bounds(25, 500, 20)
    assert low < 1 < high
    narrow_low, narrow_high = bounds(250, 5000, 20)
    assert low < narrow_low < 1 < narrow_high < high


@pytest.mark.parametrize("key", EDITIONS)
def test_pools_hold_every_start_once(key):
    found = [start for kind in pools(key).values() for start in kind]
    assert sorted(found) == sorted(load_map(key).starts)


def test_noise_of_a_hundred_starts_in_500_games_is_above_twice_the_share():
    """Why 500 games say nothing about a hundred starts."""
    usual, seldom = noise(500, 100)
    assert 2 < usual < seldom
    assert noise(500, 10)[1] < 1.6


def test_results_are_kept_and_belong_to_their_map(tmp_path):
    file = tmp_path / "results"
    first = results("scandinavie", 2, 10, file, 1)
    assert len(file.read_text().splitlines()) == 2
    assert results("scandinavie", 2, 10, file, 1) == first
    assert len(file.read_text().splitlines()) == 2
    file.write_text(file.read_text().replace("scandinavie:10:", "scandinavie:10:another"))
    assert results("scandinavie", 2, 10, file, 1) == first
    assert len(file.read_text().splitlines()) == 4
