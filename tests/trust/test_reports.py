"""Every BILAN reaches whoever held the seat, and `verify_world` judges by who held it then: across missed
deadlines, a seat that opens, a holder who comes back, a substitute; and on sites whose past holds reports
that were never mailed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.courier.models import Mail
from apps.courier.services.forgetting import KEPT
from apps.games.models import Report, Seat
from apps.games.referee import seat_changes
from apps.games.services.seats import absence
from apps.games.tasks import sweep
from apps.orders.services import submit
from tests.apps.tables.gloire.court import open_court
from tests.trust import actors

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("eager"), pytest.mark.postgres]


@pytest.fixture
def court(alice, bob):
    """Alice has the seat 0; Bob never misses a turn."""
    return open_court(alice, bob)


def pass_turn(court, *sealing):
    """Bob and whoever else is named seal, the deadline comes, and the sweep finds it."""
    step = actors.pending(court)
    for number in (*sealing, 1):
        seat = Seat.objects.select_related("game", "user").get(game=court, number=number)
        submit(seat, step.n, {"orders": []}, seat.user, f"sealed for {step.n}")
    actors.make_due(step)
    sweep()
    step.refresh_from_db()
    assert step.status == "resolved"


def mailed(court, user):
    """The steps whose BILAN was posted to that person."""
    keys = {
        f"report:{report.step_id}:{report.seat_id}": report.step.n
        for report in Report.objects.filter(step__game=court).select_related("step")
    }
    return sorted(keys[mail.key] for mail in Mail.objects.filter(user=user, key__in=keys))


def forget_mail(court, number, *steps):
    """As if those BILANs had never been posted."""
    for report in Report.objects.filter(step__game=court, step__n__in=steps, seat__number=number):
        assert Mail.objects.filter(key=f"report:{report.step_id}:{report.seat_id}").delete()[0]


def away_and_back(court, away):
    """Alice answers the first turn, misses so many, and seals again."""
    pass_turn(court, 0)
    for _turn in range(away):
        pass_turn(court)
    assert Seat.objects.get(game=court, number=0).state == "open"
    pass_turn(court, 0)
    assert Seat.objects.get(game=court, number=0).state == "held"


# Who is written to
# -------------------------------------------------------------------------------------------------------
def test_whoever_misses_twice_and_comes_back_has_every_report(court, alice, bob):
    away_and_back(court, away=2)
    assert (mailed(court, alice), mailed(court, bob)) == ([0, 1, 2, 3, 4], [0, 1, 2, 3, 4])
    assert actors.faults() == []


def test_whoever_stays_away_longer_is_not_written_to_while_his_seat_stands_open(court, alice):
    away_and_back(court, away=4)
    assert mailed(court, alice) == [0, 1, 2, 3, 6]
    assert actors.faults() == []


def test_whoever_never_answers_is_told_how_the_turn_went_that_cost_him_his_seat(court, alice):
    pass_turn(court)
    assert Seat.objects.get(game=court, number=0).state == "open"
    assert mailed(court, alice) == [0, 1]
    assert actors.faults() == []


def test_a_substitute_has_the_reports_from_his_first_turn_on(court, alice, charlie):
    pass_turn(court)
    absence.take_seat(Seat.objects.get(game=court, number=0), charlie)
    pass_turn(court, 0)
    assert (mailed(court, alice), mailed(court, charlie)) == ([0, 1], [2])
    assert actors.faults() == []


def test_whoever_asked_for_a_substitute_is_written_to_no_more(court, alice):
    pass_turn(court, 0)
    absence.ask_for_substitute(Seat.objects.select_related("game").get(game=court, number=0))
    pass_turn(court)
    assert mailed(court, alice) == [0, 1]
    assert actors.faults() == []


# What the world is judged by
# ---------------------------------------------------------------------------------------------
def test_a_site_where_the_report_was_once_not_mailed_is_sound(court):
    """The turn that opened the seat was not reported to whoever lost it; he holds it again today."""
    away_and_back(court, away=2)
    forget_mail(court, 0, 3)
    assert actors.faults() == []


@pytest.mark.parametrize(("number", "n"), [(1, 3), (0, 1), (0, 2), (0, 4)])
def test_a_report_that_a_holder_never_got_is_found(court, number, n):
    """Also where the seat has changed state since: before he went away, and after he came back."""
    away_and_back(court, away=2)
    forget_mail(court, number, n)
    report = Report.objects.get(step__game=court, step__n=n, seat__number=number)
    assert actors.faults() == [f"report {report.pk} has no mail"]


def test_a_report_that_a_former_holder_never_got_is_found(court, charlie):
    """His seat is somebody else's now."""
    pass_turn(court, 0)
    pass_turn(court)
    pass_turn(court)
    absence.take_seat(Seat.objects.get(game=court, number=0), charlie)
    forget_mail(court, 0, 1)
    report = Report.objects.get(step__game=court, step__n=1, seat__number=0)
    assert actors.faults() == [f"report {report.pk} has no mail"]


def test_the_past_of_an_automaton_whose_seat_a_person_took_needs_no_mail(court, alice, charlie):
    pass_turn(court, 0)
    seat = Seat.objects.select_related("game").get(game=court, number=2)
    assert seat.bot
    seat_changes.replace_player(court, alice, seat, charlie, "il manquait")
    pass_turn(court, 0, 2)
    assert mailed(court, charlie) == [2]
    assert actors.faults() == []


def test_a_report_older_than_mail_is_kept_is_sound_without_it(court):
    pass_turn(court, 0)
    forget_mail(court, 0, 1)
    assert len(actors.faults()) == 1
    Report.objects.update(created_at=timezone.now() - KEPT - timedelta(days=1))
    assert actors.faults() == []
