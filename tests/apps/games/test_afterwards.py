"""After the end and looking back: another game, the whole history in pages, any step by its number, who was
away."""

import re

import pytest
from django.urls import reverse

from apps.games.models import Game
from apps.games.problems import Refusal
from apps.games.services.lobby import gathering
from apps.games.services.lobby.rematch import rematch
from apps.games.table.sight import look
from apps.games.timing.pace import Pace
from apps.games.views import table
from apps.orders.services import submit
from tests.apps.games.conftest import first_choice, seat_asked

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def as_user(client):
    def login(user):
        client.force_login(user)
        return client

    return login


def end(game):
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    return game


def test_training_begins_again_at_once_with_the_same_options_and_automata(alice):
    game = end(gathering.start_training(alice, "enchere", {"rounds": 4}, 3))
    again = rematch(game, alice)
    assert (again.kind, again.status, again.options) == ("training", "running", game.options)
    assert [seat.bot for seat in again.seats.order_by("number")] == [
        seat.bot for seat in game.seats.order_by("number")
    ]


def test_one_screen_begins_again_with_the_same_names(alice):
    game = end(gathering.start_hotseat(alice, "enchere", {}, ["Aline", "Boris"]))
    again = rematch(game, alice)
    assert (again.kind, [seat.name for seat in again.seats.order_by("number")]) == (
        "hotseat",
        ["Aline", "Boris"],
    )


def test_rematch_asked_twice_is_one_table_and_lets_the_other_in(make_game, alice, bob, as_user):
    game = end(make_game(private=True))
    address = reverse("games:people-act", args=[game.code, "revanche"])
    as_user(alice).post(address)
    new = game.rematches.get()
    answer = as_user(bob).post(address)
    assert answer.url == reverse("games:invitation", args=[new.code, new.invitation])
    assert game.rematches.count() == 1


def test_rematch_is_not_for_outsiders_nor_for_a_running_game(make_game, alice, charlie):
    game = make_game()
    with pytest.raises(Refusal):
        rematch(game, alice)
    with pytest.raises(Refusal):
        rematch(end(game), charlie)


def test_finished_table_offers_a_rematch_its_film_and_its_proof(make_game, alice, charlie, as_user):
    game = end(make_game())
    page = as_user(alice).get(game.get_absolute_url()).content.decode()
    for name, args in (("people-act", ["revanche"]), ("step", [0]), ("verify", []), ("mine", None)):
        address = reverse(f"games:{name}", args=[] if args is None else [game.code, *args])
        assert f'"{address}"' in page
    assert "revanche" not in as_user(charlie).get(game.get_absolute_url()).content.decode()


def test_training_is_named_as_one_says_it(alice):
    game = gathering.start_training(alice, "missionnaires", {}, 2)
    assert game.name == "Entraînement aux Missionnaires"


def test_history_shows_every_step_page_by_page(make_game, alice, as_user, monkeypatch):
    monkeypatch.setattr(table, "STEPS_A_PAGE", 2)
    game = make_game()
    for _move in range(3):
        step, seat = seat_asked(game)
        submit(seat, step.n, first_choice(game, seat, step), seat.user, f"k{step.n}")
    client = as_user(alice)
    shown = []
    for page in (1, 2):
        text = client.get(reverse("games:history", args=[game.code]), {"page": page}).content.decode()
        shown += [int(n) for n in re.findall(r'<li value="(\d+)"', text)]
    assert shown == [3, 2, 1, 0]


@pytest.mark.parametrize(("asked", "given"), [("1", 1), ("999999", 1), ("x", 0), ("", 0)])
def test_number_of_a_step_leads_there_or_to_the_nearest_end(make_game, alice, as_user, asked, given):
    game = make_game()
    step, seat = seat_asked(game)
    submit(seat, step.n, first_choice(game, seat, step), seat.user, "un")
    answer = as_user(alice).get(reverse("games:goto", args=[game.code]), {"n": asked})
    assert answer.url == reverse("games:step", args=[game.code, given])


def test_delayed_spectator_is_not_told_how_far_the_game_has_come(make_game, charlie, as_user):
    game = make_game(spectators=Game.Spectators.DELAYED)
    for n in range(2):
        step, seat = seat_asked(game)
        submit(seat, step.n, first_choice(game, seat, step), seat.user, f"k{n}")
    client = as_user(charlie)
    assert client.get(reverse("games:goto", args=[game.code]), {"n": "2"}).url.endswith("/pas/1/")
    assert 'rel="next"' not in client.get(reverse("games:step", args=[game.code, 1])).content.decode()


def test_automaton_answers_for_nobody_but_itself(make_game, alice):
    game = gathering.start_training(alice, "enchere", {}, 2)
    sight = look(game, alice)
    bot = next(seat.number for seat in sight.seats if seat.bot)
    step = game.steps.get(n=0)
    step.automatic = [bot]
    assert not sight.answered_for_somebody(step)
    step.automatic = [1 - bot]
    assert sight.answered_for_somebody(step)


def test_after_the_end_a_player_looks_through_any_eyes(make_game, alice, bob, as_user):
    game = make_game()
    assert look(game, alice, seat=1).number == 0
    end(game)
    assert (look(game, alice, seat=1).number, look(game, alice).number) == (1, 0)
    page = as_user(alice).get(reverse("games:step", args=[game.code, 0]), {"siege": "1"})
    assert '<option value="1" selected>Sire Bob</option>' in page.content.decode()
    assert (
        "Vu par" not in as_user(alice).get(reverse("games:step", args=[make_game().code, 0])).content.decode()
    )


def test_the_page_of_a_finished_game_tells_its_result(game, alice, client):
    from tests.apps.games.test_steps import test_whole_game_ends_with_results

    test_whole_game_ends_with_results(game)
    page = client.get(reverse("games:about", args=[game.code]))
    assert [result.place for result in page.context["results"]] == sorted(
        game.results.values_list("place", flat=True)
    )
    assert "Le résultat" in page.content.decode()


def test_a_table_that_is_refused_leaves_nothing_behind(alice):
    def refuse(game):
        raise Refusal("non")

    with pytest.raises(Refusal):
        gathering.open_table(
            alice, gathering.new_game("enchere", "Pas celle-ci", {}, 2), "Dame Alice", refuse
        )
    assert not Game.objects.exists()


def test_what_is_due_first_comes_first(make_game, alice, as_user):
    late, none, soon = (
        make_game(),
        make_game(pace=Pace(kind="at_once")),
        make_game(pace=Pace(kind="hours", every=2)),
    )
    rows = as_user(alice).get(reverse("games:mine")).context["awaiting"]
    assert [row["game"] for row in rows] == [soon, late, none]
