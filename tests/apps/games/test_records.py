"""What remains of games: ratings for each title, and reliability over the last twenty questions."""

import pytest

from apps.games.models import Rating, Step
from apps.games.records import career, reliability
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
