"""What remains of games: ratings for each title, and reliability over the last twenty questions."""

import pytest

from apps.games.models import Game, Rating, Step
from apps.games.problems import Refusal
from apps.games.ratings import MODEL
from apps.games.records import career, give_honour, reliability
from apps.games.services import absence, ending, lobby
from engines.core.contract import Outcome, Rank
from engines.core.texts import Text
from tests.apps.games.test_steps import test_whole_game_ends_with_results as play_to_the_end

pytestmark = pytest.mark.django_db


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
    last = [step for step in Step.objects.resolved().filter(game=game).order_by("-resolved_at") if number in step.asked]
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
    game = lobby.start_training(alice, "enchere", {}, 2)
    Game.objects.filter(pk=game.pk).update(status="finished")
    mine, bot = game.seats.select_related("game").order_by("number")
    with pytest.raises(Refusal, match="automate"):
        give_honour(mine, bot, "loyal")
