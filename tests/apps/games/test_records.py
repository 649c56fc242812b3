"""What remains of games: ratings for each title, and reliability over the last twenty questions."""

import pytest
from django.utils import timezone

from apps.games.models import Game, Rating, Seat, Step
from apps.games.problems import Refusal
from apps.games.records import ending
from apps.games.records.careers import career, give_honour, reliability
from apps.games.records.ratings import MODEL
from apps.games.services.lobby import gathering, starting
from apps.games.services.seats import absence
from apps.games.services.steps import due
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from engines.core.contract import Outcome, Rank
from engines.core.texts import Text
from tests.apps.games.conftest import first_choice, pending, seat_asked
from tests.apps.games.test_steps import test_whole_game_ends_with_results as play_to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_the_winner_s_rating_rises_the_other_s_falls_and_the_profile_names_the_game(game, alice, bob):
    play_to_the_end(game)
    first, second = game.results.order_by("place")
    if first.place != second.place:
        assert first.rating_change > second.rating_change
    assert {rating.games for rating in Rating.objects.filter(slug=game.slug)} == {1}
    assert [rating.title for rating in career(alice)["ratings"]] == [game.title]
    assert career(bob)["asked"] > 0


def test_reliability_counts_answers_and_not_what_the_default_played(game, alice):
    play_to_the_end(game)
    answered, asked = reliability(alice)
    assert answered == asked <= 20
    number = game.seats.get(user=alice).number
    last = [
        step
        for step in Step.objects.resolved().filter(game=game).order_by("-resolved_at")
        if number in step.asked
    ]
    Step.objects.filter(pk=last[0].pk).update(automatic=[number])
    assert reliability(alice) == (answered - 1, asked)
    assert not Step.objects.pending().filter(game=game).exists()


def test_nothing_is_said_of_who_was_never_asked(charlie):
    assert reliability(charlie) == (0, 0)
    assert career(charlie) is None


def test_a_substitute_loses_nothing_by_the_game_he_helped_out(make_game, alice, bob, charlie):
    game = make_game()
    absence.ask_for_substitute(game.seats.select_related("game").get(number=1))
    absence.take_seat(game.seats.get(number=1), charlie)
    ending.finish(game, game.steps.get(n=0), Outcome(ranking=(Rank(0, 1), Rank(1, 2)), how=Text("fin")))
    winner, helper = (Rating.objects.get(user=user) for user in (alice, charlie))
    fresh = MODEL.rating()
    assert (helper.mu, helper.sigma, helper.games) == (fresh.mu, fresh.sigma, 1)
    assert winner.mu > fresh.mu
    assert game.results.get(user=charlie).rating_change == 0
    assert not game.results.filter(user=bob).exists()


def test_a_substitute_who_wins_is_rated_for_it(make_game, alice, charlie):
    game = make_game()
    absence.ask_for_substitute(game.seats.select_related("game").get(number=1))
    absence.take_seat(game.seats.get(number=1), charlie)
    ending.finish(game, game.steps.get(n=0), Outcome(ranking=(Rank(1, 1), Rank(0, 2)), how=Text("fin")))
    assert Rating.objects.get(user=charlie).mu > MODEL.rating().mu > Rating.objects.get(user=alice).mu


def test_an_automaton_receives_no_honour(alice, client):
    game = gathering.start_training(alice, "enchere", {}, 2)
    Game.objects.filter(pk=game.pk).update(status="finished")
    mine, bot = game.seats.select_related("game").order_by("number")
    with pytest.raises(Refusal, match="automate"):
        give_honour(mine, bot, "loyal")


# Leaving for good
# ----------------------------------------------------------------------------------------------------
@pytest.fixture
def city(alice, bob, charlie):
    """A table of Theopolis, whose rules rank whoever leaves last. Alice is asked first."""
    game = gathering.create_game(
        alice, gathering.new_game("theopolis", "La cité", {}, 3, pace=Pace(kind="hours", every=24))
    )
    for player in (alice, bob, charlie):
        gathering.join_game(game, player, f"Sire {player.username}")
    return starting.start_game(game)


def let_pass(game):
    """Nobody answers: the rules do."""
    step = pending(game)
    Step.objects.filter(pk=step.pk).update(due_at=timezone.now())
    due.seal_due_steps(timezone.now())
    assert due.resolve(step.pk)


def places(game, *engine):
    """Who was ranked where, when the rules rank the seats so."""
    ranking = tuple(Rank(seat, place) for seat, place in enumerate(engine))
    ending.finish(game, game.steps.resolved().last(), Outcome(ranking, Text("fin")))
    return {result.user.username: result.place for result in game.results.select_related("user")}


def leave_first(game):
    seat = game.seats.select_related("game", "user").get(number=pending(game).asked[0])
    absence.ask_for_substitute(seat)
    return Seat.objects.select_related("game", "user").get(pk=seat.pk)


def test_who_leaves_theopolis_and_is_not_replaced_is_ranked_last(city):
    """Specification §5: the bot plays on, ranked last; here it even wins, and those who stayed share the
    victory."""
    seat = leave_first(city)
    let_pass(city)
    engine = [1 if number == seat.number else 2 for number in range(3)]
    expected = {one.user.username: 1 for one in city.seats.select_related("user")} | {seat.user.username: 3}
    assert places(city, *engine) == expected


def test_those_who_stayed_close_ranks(city):
    seat = leave_first(city)
    let_pass(city)
    others = [one for one in range(3) if one != seat.number]
    engine = {seat.number: 2, others[0]: 1, others[1]: 3}
    told = places(city, *(engine[number] for number in range(3)))
    names = {one.number: one.user.username for one in city.seats.select_related("user")}
    assert told == {names[others[0]]: 1, names[others[1]]: 2, names[seat.number]: 3}


def test_who_took_the_seat_over_has_the_rank_it_earns(city, make_user):
    seat = leave_first(city)
    let_pass(city)
    absence.take_seat(seat, make_user("Denise"))
    engine = [1 if number == seat.number else 2 for number in range(3)]
    assert places(city, *engine)["Denise"] == 1


def test_who_looked_for_a_substitute_and_played_on_has_the_rank_he_earns(city):
    seat = leave_first(city)
    let_pass(city)
    while seat.number not in pending(city).asked:
        step, other = seat_asked(city)
        submit(other, step.n, first_choice(city, other, step), other.user, f"k{step.n}")
    step = pending(city)
    submit(seat, step.n, first_choice(city, seat, step), seat.user, "still-there")
    engine = [1 if number == seat.number else 2 for number in range(3)]
    assert places(city, *engine)[seat.user.username] == 1


def test_games_whose_rules_do_not_say_so_rank_an_empty_seat_as_it_stands(game, alice):
    seat = leave_first(game)
    let_pass(game)
    engine = [1 if number == seat.number else 2 for number in range(2)]
    assert places(game, *engine)[seat.user.username] == 1
