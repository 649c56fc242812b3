"""Weak signals of double accounts in a game: places, moments, silences, declared absences; nothing older than
twelve months."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.services import record_login, retire_account
from apps.games import tasks
from apps.games.models import Absence, Step, Submission
from apps.games.referee.double_accounts import signals
from apps.games.services.seats import absence
from apps.games.timing.pace import Pace

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def told(game, now=None):
    return [(signal.names, signal.words) for signal in signals(game, now)]


def decisions(game, *rows, due=timedelta(days=1)):
    """Submissions at chosen moments: (step number, seat number, minutes after the first of January)."""
    start = timezone.now() - timedelta(days=60)
    for n, number, minutes in rows:
        at = start + timedelta(days=n, minutes=minutes)
        step, _new = Step.objects.get_or_create(
            game=game, n=n + 100, defaults={"status": "resolved", "opened_at": at, "due_at": at + due}
        )
        seat = game.seats.get(number=number)
        Submission.objects.create(
            step=step,
            seat=seat,
            author=seat.user,
            revision=1,
            key=f"{n}:{number}",
            action=b"{}",
            created_at=at,
        )


def test_a_browser_and_a_network_are_named_in_french(game, alice, bob):
    record_login(alice, "n", "b", timezone.now())
    record_login(bob, "n", "b", timezone.now())
    assert told(game) == [(("Alice", "Bob"), "même navigateur"), (("Alice", "Bob"), "même réseau")]


def test_people_of_other_games_are_none_of_this_game_s_business(game, alice, charlie):
    record_login(alice, "n", "b", timezone.now())
    record_login(charlie, "n", "b", timezone.now())
    assert told(game) == []


def test_decisions_at_the_same_moments_again_and_again(game):
    decisions(game, (1, 0, 0), (1, 1, 3), (2, 1, 0), (2, 0, 4), (3, 0, 0), (3, 1, 1), (4, 0, 0), (4, 1, 90))
    assert told(game) == [
        (("Alice", "Bob"), "décisions à moins de cinq minutes l’une de l’autre, 3 fois sur 4"),
    ]


def test_two_moments_are_chance(game):
    decisions(game, (1, 0, 0), (1, 1, 3), (2, 1, 0), (2, 0, 4))
    assert told(game) == []


def test_the_rush_before_a_deadline_says_nothing(game):
    rows = [(n, number, number) for n in range(1, 6) for number in (0, 1)]
    decisions(game, *rows, due=timedelta(minutes=50))
    assert told(game) == []


def test_at_a_live_table_everybody_is_there(make_game):
    game = make_game(pace=Pace(kind="live"))
    decisions(game, *[(n, number, number) for n in range(1, 6) for number in (0, 1)])
    assert told(game) == []


def miss(game, *steps):
    for n, absent in steps:
        at = timezone.now() - timedelta(days=60 - n)
        Step.objects.create(
            game=game,
            n=n + 100,
            status="resolved",
            opened_at=at,
            resolved_at=at,
            automatic=absent,
            asked=[0, 1],
        )


def test_silent_at_the_same_steps(game):
    miss(game, (1, [0, 1]), (2, [0]), (3, [0, 1]))
    assert told(game) == [(("Alice", "Bob"), "absents aux mêmes tours, 2 fois")]


def test_silent_together_once_or_mostly_alone_is_chance(make_game, alice, bob):
    once, alone = make_game(), make_game()
    miss(once, (1, [0, 1]))
    miss(alone, (1, [0, 1]), (2, [0, 1]), *[(n, [0]) for n in range(3, 8)])
    assert (told(once), told(alone)) == ([], [])


def away(user, first, last):
    now = timezone.now()
    return Absence.objects.create(
        user=user, starts_at=now + timedelta(days=first), ends_at=now + timedelta(days=last)
    )


def test_absences_declared_for_the_same_days(game, alice, bob):
    away(alice, 3, 10)
    away(bob, 3.5, 10.5)
    assert told(game) == [(("Alice", "Bob"), "absence déclarée aux mêmes dates, 1 fois")]


def test_absences_that_only_cross_say_nothing(game, alice, bob):
    away(alice, 3, 10)
    away(bob, 5, 14)
    assert told(game) == []


def test_nothing_looks_back_more_than_twelve_months(game, alice, bob):
    decisions(game, *[(n, number, number) for n in range(1, 4) for number in (0, 1)])
    miss(game, (10, [0, 1]), (11, [0, 1]))
    away(alice, -10, -5)
    away(bob, -10, -5)
    assert len(told(game)) == 3
    assert told(game, timezone.now() + timedelta(days=400)) == []


def test_old_absences_are_forgotten_after_twelve_months(alice):
    away(alice, -380, -366)
    kept = away(alice, -380, -364)
    tasks.forget_old_absences()
    assert list(Absence.objects.all()) == [kept]


def test_who_retires_leaves_no_absence_no_service_and_no_claim(game, charlie):
    seat = game.seats.select_related("game").get(number=0)
    away(charlie, 1, 2)
    steward = absence.name_steward(seat, charlie, 2)
    retire_account(charlie, timezone.now())
    steward.refresh_from_db()
    assert (Absence.objects.count(), steward.revoked_at is not None) == (0, True)
