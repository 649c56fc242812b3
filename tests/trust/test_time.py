"""T11: deadlines on both daylight-saving weekends, after outages, and after decisions made early."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from apps.courier.models import Mail
from apps.games.models import Pulse, Step
from apps.games.services.deadlines import outage
from apps.games.timing.pace import Pace, first_deadline, next_deadline, on_grid_after

pytestmark = pytest.mark.postgres

PARIS = ZoneInfo("Europe/Paris")
SATURDAY, SUNDAY = 5, 6


def paris(*moment: int, fold: int = 0) -> datetime:
    return datetime(*moment, tzinfo=PARIS, fold=fold).astimezone(UTC)


# Spring 2026: 02:00 becomes 03:00 on Sunday 29 March. Autumn 2026: 03:00 becomes 02:00 on Sunday 25 October.
SPRING = [
    (0, 0, "2026-03-28T23:00:00+00:00"),
    (2, 30, "2026-03-29T01:30:00+00:00"),  # does not exist: counts as 03:30
    (3, 0, "2026-03-29T01:00:00+00:00"),
    (23, 0, "2026-03-29T21:00:00+00:00"),
]
AUTUMN = [
    (0, 0, "2026-10-24T22:00:00+00:00"),
    (2, 30, "2026-10-25T00:30:00+00:00"),  # exists twice: the first
    (3, 0, "2026-10-25T02:00:00+00:00"),
    (23, 0, "2026-10-25T22:00:00+00:00"),
]


@pytest.mark.parametrize(("hour", "minute", "expected"), SPRING)
@pytest.mark.parametrize("kind", ["weekly", "daily"])
def test_deadline_on_the_sunday_of_spring(kind, hour, minute, expected):
    pace = Pace(kind=kind, weekday=SUNDAY, hour=hour, minute=minute)
    assert on_grid_after(pace, paris(2026, 3, 28, 23, 30)).isoformat() == expected


@pytest.mark.parametrize(("hour", "minute", "expected"), AUTUMN)
@pytest.mark.parametrize("kind", ["weekly", "daily"])
def test_deadline_on_the_sunday_of_autumn(kind, hour, minute, expected):
    pace = Pace(kind=kind, weekday=SUNDAY, hour=hour, minute=minute)
    assert on_grid_after(pace, paris(2026, 10, 24, 23, 30)).isoformat() == expected


@pytest.mark.parametrize(("hour", "minute"), [(0, 0), (2, 30), (3, 0), (23, 0)])
@pytest.mark.parametrize("weekend", [(2026, 3, 20), (2026, 10, 16), (2027, 3, 19), (2027, 10, 22)])
def test_daily_deadlines_keep_their_wall_time_and_never_meet_twice(weekend, hour, minute):
    """Twenty days around the change: one deadline a day, at the same hour of the wall clock wherever that
    hour exists."""
    pace = Pace(kind="daily", hour=hour, minute=minute)
    due = on_grid_after(pace, paris(*weekend, 12))
    for _day in range(20):
        following = next_deadline(pace, due, due)
        local, before = following.astimezone(PARIS), due.astimezone(PARIS)
        assert local.date() - before.date() == timedelta(days=1)
        assert (local.hour, local.minute) in (
            (hour, minute),
            (hour + 1, minute) if hour == 2 else (hour, minute),
        )
        assert timedelta(hours=22) < following - due < timedelta(hours=26)
        due = following


@pytest.mark.parametrize(("friday", "hours"), [((2026, 3, 27), 7 * 24 - 1), ((2026, 10, 23), 7 * 24 + 1)])
def test_weekly_deadline_of_friday_is_seven_wall_days_later(friday, hours):
    due = paris(*friday, 23)
    following = next_deadline(Pace(), due, due + timedelta(seconds=2))
    assert (following - due, following.astimezone(PARIS).strftime("%A %H:%M")) == (
        timedelta(hours=hours),
        "Friday 23:00",
    )


def test_late_resolution_does_not_creep():
    """Resolved four hours late, the next deadline is where it would have been."""
    friday = paris(2026, 6, 5, 23)
    assert next_deadline(Pace(), friday, friday + timedelta(hours=4)) == paris(2026, 6, 12, 23)


def test_outage_of_three_weeks_leaves_half_a_turn_at_least():
    friday = paris(2026, 6, 5, 23)
    back = paris(2026, 6, 23, 10)  # a Tuesday; the Friday of that week is 3 days and a half away
    due = next_deadline(Pace(), friday, back)
    assert (due, due - back > timedelta(days=3.5)) == (paris(2026, 6, 26, 23), True)
    assert next_deadline(Pace(), friday, back + timedelta(days=1)) == paris(2026, 7, 3, 23)


def test_early_decisions_at_a_table_do_not_pile_up_deadlines():
    """Ten quick answers at 24 hours a decision: the eleventh still has 24 hours, not eleven days."""
    pace = Pace(kind="hours", every=24)
    now = due = paris(2026, 6, 1, 12)
    for _answer in range(10):
        now += timedelta(minutes=5)
        due = next_deadline(pace, due, now)
    assert due - now == timedelta(hours=24)


def test_hours_follow_the_scheduled_instant_when_the_deadline_passed():
    pace, scheduled = Pace(kind="hours", every=24), paris(2026, 6, 1, 12)
    assert next_deadline(pace, scheduled, scheduled + timedelta(seconds=3)) == scheduled + timedelta(hours=24)
    late = scheduled + timedelta(hours=30)
    assert next_deadline(pace, scheduled, late) == late + timedelta(hours=24)


@pytest.mark.parametrize("day", range(1, 8))
def test_first_weekly_turn_leaves_two_days(day):
    started = paris(2026, 6, day, 12)
    due = first_deadline(Pace(), started)
    assert timedelta(days=2) < due - started <= timedelta(days=9)
    assert due.astimezone(PARIS).strftime("%A %H:%M") == "Friday 23:00"


@pytest.mark.parametrize("kind", ["live", "at_once"])
def test_paces_without_deadline(kind):
    assert next_deadline(Pace(kind=kind), None, paris(2026, 6, 1, 12)) is None


# Drafts count when nothing was sealed, so the same clock judges them
# ------------------------------------------------------
def test_draft_after_the_deadline_is_refused_and_does_not_count(db):
    from apps.games.problems import TooLate
    from apps.games.services.steps import due
    from tests.deciding import save_draft
    from tests.trust import actors

    game = actors.sealed_game(2)
    step, table = actors.pending(game), list(game.seats.select_related("game", "user").order_by("number"))
    save_draft(table[0], step.n, {"do": "offer", "coins": 1}, "", table[0].user)
    actors.make_due(step)
    for seat, coins in ((table[0], 2), (table[1], 3)):
        with pytest.raises(TooLate):
            save_draft(seat, step.n, {"do": "offer", "coins": coins}, "", seat.user)
    assert due.seal_due_steps(Step.objects.get(pk=step.pk).due_at) == [step.pk]
    assert due.resolve(step.pk)
    resolved = Step.objects.get(pk=step.pk)
    assert (resolved.all_moves()[0]["coins"], resolved.automatic) == (1, [1])


# Outages: what the sweep does with the silence it finds
# ----------------------------------------------------------------
@pytest.fixture
def court(db):
    """A game whose pending orders are due at 23:00 on a Friday, last swept an hour before."""
    from tests.trust import actors

    game = actors.sealed_game(2, pace=Pace())
    due = paris(2026, 6, 5, 23)
    Step.objects.filter(pk=actors.pending(game).pk).update(due_at=due, scheduled_at=due)
    Pulse.objects.create(pk=1, at=due - timedelta(hours=1))
    return actors.pending(game)


def test_outage_over_the_deadline_gives_the_time_back_and_says_so(court):
    due = court.due_at
    assert outage.take_pulse(due + timedelta(hours=2)) == 1
    court.refresh_from_db()
    assert (court.due_at, court.scheduled_at, court.status) == (due + timedelta(hours=3), due, "open")
    assert court.game.referee_acts.get().kind == "outage"
    assert Mail.objects.filter(key__startswith="time:").count() == 2
    assert outage.take_pulse(due + timedelta(hours=2, seconds=40)) == 0, "given back once"


def test_short_silence_and_distant_deadlines_move_nothing(court):
    assert outage.take_pulse(court.due_at - timedelta(minutes=52)) == 0
    Pulse.objects.update(at=court.due_at - timedelta(days=4))
    assert outage.take_pulse(court.due_at - timedelta(days=3)) == 0
    assert Step.objects.get(pk=court.pk).due_at == court.due_at


def test_first_sweep_ever_finds_no_outage(court):
    Pulse.objects.all().delete()
    assert outage.take_pulse(court.due_at + timedelta(days=9)) == 0
