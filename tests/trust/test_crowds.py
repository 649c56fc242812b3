"""T2, T3, T4, T8: schedulers, workers, late players and repeated requests, in processes of their own."""

import pytest

from tests.trust.long import amount, figure

pytestmark = pytest.mark.postgres


def test_two_schedulers_and_three_workers_resolve_every_step_once(world):
    """T2. A resolution that two processes claimed would be counted twice."""
    games = amount(6, 100)
    told = world.do("crowds:sweep_together", games, 5)
    figure(f"T2: {games} games due at once, 5 processes, claims {told['claims']}")
    assert (sum(told["claims"]), told["resolved"]) == (games, games)


def test_players_of_a_live_table_who_seal_at_once_have_it_resolved_once(world):
    """T2, without a scheduler: the last seal resolves, whoever's it was."""
    games = amount(6, 100)
    told = world.do("crowds:seal_together", games, 3)
    figure(f"T2: {games} live tables sealed by 3 at once, claims {told['claims']}")
    assert (sum(told["claims"]), told["resolved"]) == (games, games)


def test_orders_across_the_deadline_are_accepted_if_and_only_if_sealed(world):
    """T3. What a player was told and what was kept agree order by order, and the last one told is the one
    resolved."""
    orders = 0
    for _round in range(amount(1, 20)):
        told = world.do("crowds:submit_across_deadline", 3, 0.8)
        receipts = [
            [number, receipt]
            for number, one in enumerate(told["accounts"])
            for receipt, _coins in one["accepted"]
        ]
        orders += len(receipts)
        assert (told["status"], told["kept"], told["late"]) == ("resolved", receipts, 0)
        assert told["moves"] == {
            str(n): one["accepted"][-1][1] if one["accepted"] else 0 for n, one in enumerate(told["accounts"])
        }
        assert receipts, "nobody was in time"
        assert all(
            one["refusals"] and set(one["refused"]) <= {"TooLate", "StaleStep"} for one in told["accounts"]
        )
    figure(f"T3: {amount(1, 20)} deadlines, {orders} acknowledged orders, 0 lost, 0 late")


@pytest.mark.parametrize("mode", ["turn", "sealed"])
def test_same_post_fifty_times_at_once_is_one_move_and_one_receipt(world, mode):
    """T4."""
    told = world.do("crowds:same_post", amount(2, 5), amount(25, 40), mode)
    assert len(told["answers"]) == amount(50, 200)
    assert len({tuple(answer) for answer in told["answers"]}) == 1, told["answers"]
    assert told["answers"][0][0] == 201
    assert told["submissions"] == 1


@pytest.mark.parametrize("what", ["topic", "reply", "letter"])
def test_same_words_many_times_at_once_are_written_once_and_answered_alike(world, what):
    """T4, in the forums: whoever is second is led to what the first wrote."""
    told = world.do("crowds:same_words", what, amount(2, 5), amount(8, 40))
    assert len(told["answers"]) == amount(16, 200)
    assert len({tuple(answer) for answer in told["answers"]}) == 1, told["answers"]
    assert (told["answers"][0][0], told["kept"]) == (302, 1)


def test_locked_database_delays_orders_and_loses_none(world):
    """T8."""
    seconds = amount(2, 15)
    told = world.do("crowds:play_while_locked", seconds)
    held, receipt = told["holder"], told["receipt"]
    figure(f"T8: locked for {held['seconds']:.1f} s, the order waited {receipt['waited']:.1f} s")
    assert (held["seconds"] >= seconds, receipt["revision"], told["resolved"]) == (True, 1, True)
    assert receipt["at"] >= held["until"], "acknowledged under another writer's lock"


def test_world_is_sound_after_the_crowds(world):
    assert world.do("actors:faults") == []
