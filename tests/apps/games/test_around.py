"""Absence, stewards, substitutes, votes, pauses, the calendar."""

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.courier.models import Mail
from apps.forums.models import Topic
from apps.games.models import Game, RefereeAct, Seat, SeatHolder, Step
from apps.games.permissions import seats_answered_by
from apps.games.problems import Refusal, SeatTaken
from apps.games.records import careers
from apps.games.services.deadlines import timetable
from apps.games.services.seats import absence
from apps.games.services.seats.answers import open_to_substitute
from apps.games.services.steps import due
from apps.games.timing.calendar import calendar_of
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from tests.apps.games.conftest import first_choice, pending, play_until

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_steward_may_play_for_the_seat_and_the_table_sees_it(game, charlie, client):
    seat = game.seats.get(number=0)
    absence.name_steward(seat, charlie, 2)
    client.force_login(charlie)
    body = {"step": 1, "seat": 0, "key": "steward-key", "action": '{"do": "keep"}'}
    assert client.post(reverse("orders:submit", args=[game.code]), body).status_code == 302
    assert pending(game).n == 2
    assert "Charlie" in client.get(reverse("games:about", args=[game.code])).content.decode()


def test_steward_is_never_a_player_of_the_same_game(game, bob):
    with pytest.raises(Refusal):
        absence.name_steward(game.seats.get(number=0), bob, 1)


def test_steward_serves_only_his_steps(game, charlie):
    seat = game.seats.get(number=0)
    absence.name_steward(seat, charlie, 1)
    submit(seat, 1, {"do": "keep"}, charlie, "the one turn")
    assert seats_answered_by(charlie, game) == []


def test_substitute_takes_an_open_seat_with_a_clean_page(game, charlie):
    seat = game.seats.get(number=0)
    absence.ask_for_substitute(seat)
    taken = absence.take_seat(Seat.objects.get(pk=seat.pk), charlie)
    assert (taken.user, taken.state, taken.misses) == (charlie, "held", 0)
    assert list(taken.holders.values_list("user__username", "reason")) == [
        ("Alice", "resigned"),
        ("Charlie", "substitute"),
    ]


# Coming back
# ---------------------------------------------------------------------------------------------------------
def miss(game, number):
    """The seat was away once too often: it looks for a substitute."""
    seat = game.seats.select_related("game", "user").get(number=number)
    open_to_substitute(seat, pending(game).n, SeatHolder.Reason.ABSENT)
    return Seat.objects.select_related("game", "user").get(pk=seat.pk)


def play_as(client, game, user, action, key="back-again"):
    client.force_login(user)
    step = pending(game)
    number = game.seats.get(user=user).number
    body = {"step": step.n, "seat": number, "key": key, "action": json.dumps(action)}
    return client.post(reverse("orders:submit", args=[game.code]), body)


def test_holder_who_was_away_and_plays_holds_his_seat_again(game, alice, client):
    seat = miss(game, 0)
    play_as(client, game, alice, {"do": "keep"})
    seat.refresh_from_db()
    assert (seat.state, seat.misses, pending(game).n) == ("held", 0, 2)
    assert list(seat.holders.values_list("user__username", "reason")) == [
        ("Alice", "absent"),
        ("Alice", "substitute"),
    ]
    topic = Topic.objects.get(cause__startswith=f"seat:{seat.pk}:")
    assert topic.locked
    assert Mail.objects.filter(key__startswith="seat-taken:", user__username="Bob").count() == 1


def test_holder_who_was_away_and_seals_orders_holds_his_seat_again(game, client):
    step = play_until(game, "sealed")
    seat = miss(game, step.asked[0])
    play_as(client, game, seat.user, {"do": "offer", "coins": 1})
    play_as(client, game, seat.user, {"do": "offer", "coins": 2}, key="changed-mind")
    seat.refresh_from_db()
    assert (seat.state, seat.holders.count()) == ("held", 2)


def test_holder_who_asked_for_a_substitute_plays_on_and_one_is_still_sought(game, alice, client):
    seat = game.seats.select_related("game").get(number=0)
    absence.ask_for_substitute(seat)
    play_as(client, game, alice, {"do": "keep"})
    seat.refresh_from_db()
    assert (seat.state, pending(game).n) == ("open", 2)


def test_steward_who_plays_for_an_absent_lord_does_not_bring_him_back(game, alice, charlie):
    absence.name_steward(game.seats.select_related("game").get(number=0), charlie, 2)
    seat = miss(game, 0)
    submit(seat, 1, {"do": "keep"}, charlie, "by the steward")
    seat.refresh_from_db()
    assert seat.state == "open"


def test_holder_who_comes_back_after_his_substitute_decides_nothing(game, alice, charlie):
    """The page he looks at is older than the substitute."""
    seat = miss(game, 0)
    absence.take_seat(seat, charlie)
    with pytest.raises(SeatTaken):
        submit(seat, 1, {"do": "keep"}, alice, "too late")
    assert (pending(game).n, Seat.objects.get(pk=seat.pk).user) == (1, charlie)


def test_a_player_cannot_take_a_second_seat(game, bob):
    seat = game.seats.get(number=0)
    absence.ask_for_substitute(seat)
    with pytest.raises(Refusal):
        absence.take_seat(Seat.objects.get(pk=seat.pk), bob)


def test_vote_needs_more_than_half(game):
    first, second = game.seats.order_by("number")
    assert timetable.vote(first, "extension") is False
    due = pending(game).due_at
    assert timetable.vote(second, "extension") is True
    assert pending(game).due_at > due


def test_extensions_by_vote_are_capped(game):
    Game.objects.filter(pk=game.pk).update(extensions_used=3)
    game.refresh_from_db()
    with pytest.raises(Refusal):
        timetable.vote(game.seats.get(number=0), "extension")


def test_extension_of_a_weekly_game_stays_on_the_grid(make_game):
    game = make_game(pace=Pace())
    for seat in game.seats.all():
        timetable.vote(seat, "extension")
    step = pending(game)
    assert step.due_at - step.scheduled_at in (
        timedelta(days=7),
        timedelta(days=7, hours=1),
        timedelta(days=6, hours=23),
    )


def test_pause_stops_the_clock_and_resuming_gives_time_back(game, alice):
    for seat in game.seats.all():
        timetable.vote(seat, "pause")
    game.refresh_from_db()
    assert game.status == "paused"
    Game.objects.filter(pk=game.pk).update(paused_at=timezone.now() - timedelta(days=3))
    due = pending(game).due_at
    game.refresh_from_db()
    for seat in game.seats.select_related("game"):
        timetable.vote(seat, "resume")
    assert pending(game).due_at > due
    assert list(RefereeAct.objects.order_by("pk").values_list("kind", flat=True)) == ["pause", "resume"]


def test_absence_must_end_after_it_starts(alice):
    now = timezone.now()
    with pytest.raises(Refusal):
        absence.declare_absence(alice, now + timedelta(days=2), now + timedelta(days=1))
    assert absence.declare_absence(alice, now, now + timedelta(days=5), "en mer").note == "en mer"


def test_an_absence_is_declared_from_its_page_in_whole_days_of_ones_zone(alice, client):
    client.force_login(alice)
    first = timezone.localdate() + timedelta(days=3)
    days = {"verb": "declare", "first": first, "last": first + timedelta(days=4), "note": "en mer"}
    assert client.post(reverse("games:absences"), days).status_code == 302
    declared = alice.absences.get()
    starts, ends = timezone.localtime(declared.starts_at), timezone.localtime(declared.ends_at)
    assert (starts.date(), f"{starts:%H:%M}") == (first, "00:00")
    assert (ends.date(), f"{ends:%H:%M}") == (first + timedelta(days=4), "23:59")
    assert declared.note == "en mer"


def test_an_absence_whose_days_are_reversed_is_refused_on_its_page(alice, client):
    client.force_login(alice)
    first = timezone.localdate() + timedelta(days=3)
    page = client.post(
        reverse("games:absences"), {"verb": "declare", "first": first, "last": first - timedelta(days=1)}
    )
    assert page.context["form"].non_field_errors() == [
        "Une absence finit après avoir commencé : vérifiez les deux dates."
    ]
    assert not alice.absences.exists()


def test_calendar_lists_my_deadlines_and_hides_behind_its_token(game, alice, client):
    text = calendar_of(alice)
    assert text.count("BEGIN:VEVENT") == 1
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert client.get(reverse("games:calendar", args=[alice.feed_token])).status_code == 200
    assert client.get(reverse("games:calendar", args=["x" * 32])).status_code == 404


def test_voice_counts_once_and_a_deadline_moves_once_by_vote(make_game, charlie, alice, bob):
    game = make_game(players=[alice, bob, charlie])
    first, second, third = game.seats.order_by("number")
    timetable.vote(first, "extension")
    assert timetable.vote(second, "extension") is True
    due = pending(game).due_at
    for seat in (first, second, third):
        with pytest.raises(Refusal, match="déjà reporté cette échéance"):
            timetable.vote(Seat.objects.select_related("game").get(pk=seat.pk), "extension")
    assert pending(game).due_at == due


def test_pauses_by_vote_are_capped_and_old_voices_forgotten(game):
    def everyone(proposal):
        return [
            timetable.vote(seat, proposal) for seat in game.seats.select_related("game").order_by("number")
        ]

    for _time in range(2):
        assert everyone("pause") == [False, True]
        assert everyone("resume") == [False, True]
    with pytest.raises(Refusal, match="déjà suspendu la partie deux fois"):
        everyone("pause")


def test_long_pause_ends_by_itself_and_is_told(game):
    for seat in game.seats.select_related("game"):
        timetable.vote(seat, "pause")
    now = timezone.now()
    assert timetable.end_long_pauses(now + timedelta(days=27)) == 0
    assert timetable.end_long_pauses(now + timedelta(days=29)) == 1
    assert timetable.end_long_pauses(now + timedelta(days=29)) == 0
    game.refresh_from_db()
    assert (game.status, RefereeAct.objects.first().kind) == ("running", "resume")
    assert Mail.objects.filter(subject__contains="l’échéance change").count() == 4


def test_who_never_answered_is_replaced_after_one_miss_even_when_the_turn_came_late(game, alice):
    """Bob's first decision is the second step of the game: he has shown no sign of life."""
    seat = game.seats.get(number=0)
    submit(seat, 1, {"do": "keep"}, alice, "the first step")
    step = pending(game)
    assert step.asked == [1]
    due.seal(step.pk, step.due_at, early=True)
    assert due.resolve(step.pk)
    assert game.seats.get(number=1).state == "open"
    step = pending(game)
    assert step.asked == [0]
    due.seal(step.pk, step.due_at, early=True)
    assert due.resolve(step.pk)
    assert game.seats.get(number=0).state == "held"  # she has answered before: a second miss is needed


def test_substitute_inherits_no_miss_and_the_absent_keeps_his(game, alice, bob, charlie):
    seat = game.seats.get(number=0)
    submit(seat, 1, {"do": "keep"}, alice, "the first step")
    step = pending(game)
    due.seal(step.pk, step.due_at, early=True)
    assert due.resolve(step.pk)
    absence.take_seat(game.seats.get(number=1), charlie)
    assert (careers.reliability(alice), careers.reliability(bob), careers.reliability(charlie)) == (
        (1, 1),
        (0, 1),
        (0, 0),
    )


def test_link_of_a_private_game_lets_a_substitute_in_and_shows_nothing_else(
    make_game, charlie, client, alice
):
    game = make_game(private=True)
    link = reverse("games:invitation", args=[game.code, game.invitation])
    client.force_login(charlie)
    assert "au complet" in client.get(link).content.decode()
    absence.ask_for_substitute(game.seats.select_related("game").get(number=1))
    assert "Reprendre ce siège" in client.get(link).content.decode()
    assert client.get(reverse("games:about", args=[game.code])).status_code == 404
    take = reverse("games:people-act", args=[game.code, "reprendre"])
    assert client.post(take, {"number": "1"}).status_code == 404
    assert client.post(take, {"number": "1", "invitation": "x" * 24}).status_code == 404
    again = client.post(take, {"number": "0", "invitation": game.invitation})
    assert again.url == link  # that seat is held
    assert client.post(take, {"number": "1", "invitation": game.invitation}).url == game.get_absolute_url()
    assert client.get(game.get_absolute_url()).status_code == 200
    client.force_login(alice)
    assert client.get(link).status_code == 302


def test_link_is_shown_to_the_table_and_a_steward_can_be_dismissed(game, alice, charlie, client):
    seat = game.seats.select_related("game").get(number=0)
    absence.name_steward(seat, charlie, 2)
    absence.ask_for_substitute(game.seats.select_related("game").get(number=1))
    client.force_login(alice)
    page = client.get(reverse("games:about", args=[game.code])).content.decode()
    assert f"http://testserver{reverse('games:about', args=[game.code])}" in page
    assert "Charlie peut donner vos ordres" in page
    client.post(reverse("games:people-act", args=[game.code, "intendant"]), {"dismiss": "1"})
    assert "Charlie" not in client.get(reverse("games:about", args=[game.code])).content.decode()


def test_honours_are_shown_and_can_be_changed(make_game, alice, bob, client):
    from tests.apps.games.test_steps import test_whole_game_ends_with_results

    game = make_game()
    test_whole_game_ends_with_results(game)
    client.force_login(alice)
    give = reverse("games:honours", args=[game.code])
    for number, status in (("1", 302), ("0", 302), ("²", 404), ("9" * 5000, 404)):
        assert client.post(give, {"number": number, "kind": "loyal"}).status_code == status
    page = client.get(reverse("games:about", args=[game.code])).content.decode()
    assert "Le plus loyal : <strong>Sire Bob</strong>" in page
    assert "Changer" in page


def test_a_proposal_is_told_to_the_others_once_and_counted_on_the_page(
    make_game, alice, bob, charlie, client
):
    game = make_game(players=[alice, bob, charlie])
    first = game.seats.select_related("game").get(number=0)
    for _twice in range(2):
        assert timetable.vote(first, "extension") is False
    told = Mail.objects.filter(key__startswith="vote:")
    assert sorted(told.values_list("user__username", flat=True)) == ["Bob", "Charlie"]
    client.force_login(bob)
    assert "La table vote" in client.get(game.get_absolute_url()).content.decode()
    extension, pause = client.get(reverse("games:about", args=[game.code])).context["ballots"]
    assert (extension.voices, extension.needed, extension.refusal) == ([first], 2, "")
    assert (pause.voices, pause.refusal) == ([], "")


def test_what_could_not_be_carried_out_is_not_voted(make_game, alice, client):
    game = make_game(pace=Pace(kind="at_once"))
    with pytest.raises(Refusal, match="pas d’échéance à reporter"):
        timetable.vote(game.seats.select_related("game").get(number=0), "extension")
    client.force_login(alice)
    page = client.get(reverse("games:about", args=[game.code]))
    assert page.context["ballots"][0].refusal in page.content.decode()


def test_an_open_seat_has_no_voice_and_a_steward_neither(make_game, alice, bob, charlie, client):
    game = make_game(players=[alice, bob])
    seat = game.seats.select_related("game").get(number=0)
    absence.ask_for_substitute(seat)
    with pytest.raises(Refusal, match="reprenez-le avant de voter"):
        timetable.vote(seat, "pause")
    absence.name_steward(game.seats.select_related("game").get(number=1), charlie, 1)
    client.force_login(charlie)
    vote = reverse("games:people-act", args=[game.code, "vote"])
    assert client.post(vote, {"proposal": "pause"}).status_code == 404


def test_a_pause_costs_nobody_his_clock(make_game, alice):
    game = make_game(pace=Pace(kind="live", clock=600, increment=0))
    for seat in game.seats.select_related("game"):
        timetable.vote(seat, "pause")
    earlier = timezone.now() - timedelta(hours=3)
    step = pending(game)
    Game.objects.filter(pk=game.pk).update(paused_at=earlier + timedelta(seconds=60))
    Step.objects.filter(pk=step.pk).update(
        opened_at=earlier,
        due_at=earlier + timedelta(seconds=600),
        scheduled_at=earlier + timedelta(seconds=600),
    )
    for seat in game.seats.select_related("game"):
        timetable.vote(seat, "resume")
    game.refresh_from_db()
    assert 500 < (pending(game).due_at - timezone.now()).total_seconds() < 545
    seat = game.seats.get(number=0)
    submit(seat, 1, first_choice(game, seat), alice, "after the pause")
    seat.refresh_from_db()
    assert 500 < seat.clock_left.total_seconds() <= 540


def test_steward_is_told_and_his_page_lists_him_only_while_he_serves(game, alice, charlie, client):
    seat = game.seats.select_related("game", "user").get(number=0)
    absence.name_steward(seat, charlie, 1)
    assert Mail.objects.get(user=charlie).subject.endswith("vous voilà intendant")
    client.force_login(charlie)
    assert "Vous êtes intendant" in client.get(reverse("games:mine")).content.decode()
    submit(seat, 1, {"do": "keep"}, charlie, "the one turn")
    assert "Vous êtes intendant" not in client.get(reverse("games:mine")).content.decode()


def test_steward_tries_things_out_with_what_the_seat_knows(game, charlie, client):
    seat = game.seats.select_related("game", "user").get(number=0)
    absence.name_steward(seat, charlie, 2)
    client.force_login(charlie)
    client.post(reverse("games:fork", args=[game.code, 0]))
    assert Game.objects.get(kind="sandbox").creator == charlie


def test_absences_to_come_are_told_with_both_dates_and_a_word(game, alice, client):
    now = timezone.now()
    absence.declare_absence(alice, now + timedelta(days=20), now + timedelta(days=30), "plus tard")
    absence.declare_absence(alice, now + timedelta(days=5), now + timedelta(days=9), "en mer")
    page = client.get(reverse("games:about", args=[game.code])).content.decode()
    assert "absent du " in page
    assert "absent jusqu’au" not in page
    assert "en mer" in page
    assert "plus tard" not in page


def test_calendar_has_no_deadline_of_another_player(game, alice, bob):
    assert pending(game).asked == [0]
    assert [calendar_of(user).count("BEGIN:VEVENT") for user in (alice, bob)] == [1, 0]


def test_table_without_spectators_shows_its_free_seat_to_whoever_might_take_it(make_game, charlie, client):
    game = make_game(spectators=Game.Spectators.CLOSED)
    about = reverse("games:about", args=[game.code])
    assert client.get(about).status_code == 403
    absence.ask_for_substitute(game.seats.select_related("game").get(number=1))
    page = client.get(about)
    assert (page.status_code, "Il faut un compte" in page.content.decode()) == (200, True)
    client.force_login(charlie)
    assert "Reprendre ce siège" in client.get(game.get_absolute_url()).content.decode()
    client.post(reverse("games:people-act", args=[game.code, "reprendre"]), {"number": "1"})
    assert game.seats.get(number=1).user == charlie


def test_whose_seat_is_sought_takes_it_back_from_the_page_of_the_game(game, alice, bob, client):
    absence.ask_for_substitute(game.seats.select_related("game").get(number=0))
    client.force_login(alice)
    assert "Reprendre mon siège" in client.get(game.get_absolute_url()).content.decode()
    client.post(reverse("games:people-act", args=[game.code, "reprendre"]), {"number": "0"})
    assert game.seats.get(number=0).state == "held"
    assert "Reprendre mon siège" not in client.get(game.get_absolute_url()).content.decode()
    client.force_login(bob)
    absence.ask_for_substitute(game.seats.select_related("game").get(number=0))
    about = client.get(reverse("games:about", args=[game.code])).content.decode()
    assert "Reprendre" not in about  # who plays already takes no second seat


def test_a_steward_serves_turns_of_his_own_seat_and_others_moves_cost_him_none(game, alice, bob, charlie):
    """At a table every move is a step: counted in steps, a steward would be gone before the seat's turn
    came."""
    second = game.seats.select_related("game", "user").get(number=1)
    absence.name_steward(second, charlie, 1)
    assert pending(game).asked == [0]
    first = game.seats.get(number=0)
    while pending(game).asked == [0]:
        submit(first, pending(game).n, first_choice(game, first), alice, f"move {pending(game).n}")
    assert second.number in pending(game).asked
    assert seats_answered_by(charlie, game) == [second]
    while second.number in pending(game).asked:
        submit(second, pending(game).n, first_choice(game, second), charlie, f"move {pending(game).n}")
    assert seats_answered_by(charlie, game) == []


def resumed_after(game, length, left):
    """The deadline once a pause of that length ended that began with so much time left."""
    step, now = pending(game), timezone.now()
    due = now - length + left
    Step.objects.filter(pk=step.pk).update(due_at=due)
    Game.objects.filter(pk=game.pk).update(status="paused", paused_at=now - length)
    game.refresh_from_db()
    return due, timetable.resumed_deadline(pending(game), game, now)


def test_a_short_pause_moves_no_deadline_of_the_grid_and_a_long_one_does(make_game):
    game = make_game(pace=Pace())
    before, after = resumed_after(game, timedelta(minutes=5), timedelta(days=3))
    assert after == before
    before, after = resumed_after(game, timedelta(days=2), timedelta(days=3))
    assert after >= before + timedelta(days=2)
    before, after = resumed_after(game, timedelta(hours=5), timedelta(hours=6))
    assert after >= before + timedelta(hours=5)  # hardly anything would be left


def test_who_was_still_in_time_when_a_referee_resolved_has_missed_nothing(game, alice, bob):
    step = pending(game)
    assert due.seal(step.pk, timezone.now(), early=True)
    assert due.resolve(step.pk)
    seat = game.seats.get(number=0)
    assert (game.steps.get(n=1).automatic, seat.misses, seat.state) == ([0], 0, "held")
    assert careers.reliability(alice) == (0, 0)
