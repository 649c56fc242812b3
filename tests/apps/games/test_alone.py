"""What one plays alone: it does not play on where nobody looks, and is forgotten whole some time after its
last move."""

import hashlib
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.games import tasks
from apps.games.engine.positions import current_position
from apps.games.models import Draft, Game, Report, Seat, SeatHolder, Step, Submission
from apps.games.records import forgetting
from apps.games.records.verification import find_world_faults
from apps.games.services.lobby import gathering, sandbox, starting
from apps.games.services.steps import due
from apps.orders.services import submit
from apps.site.limits import AUTOMATIC_IN_A_ROW, ONE_SCREEN_KEPT, SANDBOX_KEPT, TRAINING_KEPT
from config.celery import app
from engines.core import codec
from tests.apps.games.conftest import first_choice, pending
from tests.pages import source, words

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
STOPPED = "Rien ne vous est demandé : la partie attend que vous la fassiez avancer."


def among_automata(host, slug="enchere", options=None, seats=2):
    """A finished public game where only automata sat."""
    game = gathering.create_game(host, gathering.NewGame(slug, "Entre automates", options or {}, seats))
    gathering.fill_with_bots(game)
    game = starting.start_game(game)
    Game.objects.filter(pk=game.pk).update(status="finished", ended_at=timezone.now())
    game.refresh_from_db()
    return game


def fallen(game, seat=0):
    """The lord of that seat has fallen: nothing more is asked of him."""
    step, state = current_position(game)
    state.lords[seat].alive = False
    raw = codec.dump(state)
    Step.objects.filter(pk=step.pk).update(state=raw, state_hash=hashlib.sha256(raw).hexdigest())
    Step.objects.pending().filter(game=game).update(asked=[n for n in range(game.seats_wanted) if n != seat])
    return game


# Playing on -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("body", "seat"), [({}, 0), ({"siege": "1"}, 1), ({"siege": "77"}, 0)])
def test_whoever_forks_a_game_of_automata_holds_a_seat_of_it(alice, charlie, client, body, seat):
    game = among_automata(alice)
    client.force_login(charlie)
    answer = client.post(reverse("games:fork", args=[game.code, 0]), body)
    copy = Game.objects.get(kind="sandbox")
    assert [(one.number, one.user, bool(one.bot)) for one in copy.seats.filter(user__isnull=False)] == [
        (seat, charlie, False)
    ]
    assert client.get(answer.url).status_code == 200
    due.advance(copy.pk)
    assert pending(copy).asked == [seat]


def test_the_replay_hands_the_eyes_of_its_reader_to_the_fork(alice, charlie, client):
    game = among_automata(alice)
    client.force_login(charlie)
    page = source(client.get(reverse("games:step", args=[game.code, 0]), {"siege": 1}))
    (form,) = re.findall(
        rf'<form method="post" action="{reverse("games:fork", args=[game.code, 0])}">.*?</form>', page
    )
    assert '<input type="hidden" name="siege" value="1">' in form


def test_turns_of_the_long_game_wait_for_the_owner_whose_lord_has_fallen(alice, client):
    game = fallen(gathering.start_training(alice, "gloire", {"map": "scandinavie"}, 6))
    assert due.advance(game.pk) == 0
    tasks.sweep_quiet()
    assert pending(game).n == 1
    client.force_login(alice)
    assert STOPPED in words(client.get(game.get_absolute_url()).content.decode())
    client.post(reverse("games:resolve-now", args=[game.code]), {"step": 1})
    assert pending(game).n == 2
    assert due.advance(game.pk) == 0
    assert STOPPED in words(client.get(game.get_absolute_url()).content.decode())


def test_turns_of_a_table_go_on_for_those_who_are_left(alice, bob):
    """At a table others look on: what automata do waits for nobody."""
    new = gathering.NewGame("gloire", "La cour", {"map": "scandinavie"}, 6)
    game = gathering.create_game(alice, new)
    gathering.join_game(game, alice, "Dame Alice")
    gathering.fill_with_bots(game)
    game = fallen(starting.start_game(game))
    step = pending(game)
    assert due.goes_on_by_itself(step, list(game.seats.order_by("number")))


def test_moves_of_automata_stop_after_so_many_without_their_owner(alice):
    """Counted from his last decision, or from the last step that he had resolved."""
    game = gathering.start_training(alice, "enchere", {}, 3)
    step, table = pending(game), list(game.seats.order_by("number"))
    step.asked = [2]
    step.n = AUTOMATIC_IN_A_ROW
    assert (due.goes_on_by_itself(step, table), due.waits_for_its_owner(step, table)) == (True, False)
    step.n += 1
    assert (due.goes_on_by_itself(step, table), due.waits_for_its_owner(step, table)) == (False, True)
    assert due.goes_on_by_itself(step, table, asked_for=1)
    seat = table[0]
    submit(seat, 1, first_choice(game, seat), alice, "the first move")
    assert due.goes_on_by_itself(step, table)


def test_a_training_goes_on_to_its_end_while_its_owner_has_it_resolved(alice, client):
    game = gathering.start_training(alice, "enchere", {}, 3)
    Seat.objects.filter(game=game, user=alice).update(state=Seat.State.GONE)
    client.force_login(alice)
    client.post(reverse("games:resolve-now", args=[game.code]), {"step": 1})
    game.refresh_from_db()
    assert game.status == "finished"
    assert list(find_world_faults()) == []


def test_a_training_that_is_played_never_says_that_it_waits(alice, client):
    game = gathering.start_training(alice, "enchere", {}, 3)
    client.force_login(alice)
    seat = game.seats.get(user=alice)
    for turn in range(8):
        step = Step.objects.pending().select_related("game").filter(game=game).first()
        if step is None:  # the automata may end it sooner
            assert turn > 0
            break
        assert seat.number in step.asked
        assert STOPPED not in words(client.get(game.get_absolute_url()).content.decode())
        submit(seat, step.n, first_choice(game, seat, step), alice, f"turn number {turn}")
        if step.mode == "sealed":
            due.seal(step.pk, timezone.now(), early=True)
            due.resolve(step.pk)
        due.advance(game.pk)


# Forgetting -------------------------------------------------------------------------------------------------
def made(user, kind):
    if kind == "training":
        return gathering.start_training(user, "enchere", {}, 2)
    if kind == "hotseat":
        return gathering.start_hotseat(user, "enchere", {}, ["Anna", "Basile"])
    return sandbox.fork(among_automata(user), 0, user)


KINDS = [("training", TRAINING_KEPT), ("hotseat", ONE_SCREEN_KEPT), ("sandbox", SANDBOX_KEPT)]


@pytest.mark.parametrize(("kind", "kept"), KINDS)
@pytest.mark.parametrize("status", ["running", "finished", "cancelled"])
def test_solo_game_is_forgotten_so_long_after_its_last_move(alice, kind, kept, status):
    game, now = made(alice, kind), timezone.now()
    Game.objects.filter(pk=game.pk).update(status=status, ended_at=None if status == "running" else now)
    assert forgetting.forget_solo_games(now + kept - timedelta(minutes=1)) == 0
    assert forgetting.forget_solo_games(now + kept + timedelta(minutes=1)) == 1
    assert not Game.objects.filter(kind=kind).exists()
    assert list(find_world_faults()) == []


def test_the_nightly_task_forgets(alice):
    game = made(alice, "sandbox")
    long_ago = timezone.now() - timedelta(days=31)
    Game.objects.filter(pk=game.pk).update(created_at=long_ago)
    Step.objects.filter(game=game).update(opened_at=long_ago)
    tasks.forget_solo_games()
    assert not Game.objects.filter(pk=game.pk).exists()
    assert "apps.games.tasks.forget_solo_games" in [row["task"] for row in app.conf.beat_schedule.values()]


def test_a_move_or_a_draft_keeps_it_as_long_again(alice):
    game = gathering.start_training(alice, "gloire", {"map": "scandinavie"}, 6)
    Step.objects.filter(game=game).update(opened_at=timezone.now() - TRAINING_KEPT * 2)
    Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - TRAINING_KEPT * 2)
    draft = Draft.objects.create(step=pending(game), seat=game.seats.get(user=alice), action={"orders": []})
    assert forgetting.forget_solo_games(timezone.now()) == 0
    draft.delete()
    step = pending(game)
    due.seal(step.pk, timezone.now(), early=True)
    due.resolve(step.pk)
    assert forgetting.forget_solo_games(timezone.now()) == 0
    assert forgetting.forget_solo_games(timezone.now() + TRAINING_KEPT) == 1


def test_nothing_of_a_forgotten_game_is_left(alice):
    """A BILAN, sealed orders, a draft, the ready lamp: every table of the database that names a game, a step
    or a seat."""
    heirs = {field.related_model for model in (Game, Step, Seat) for field in model._meta.related_objects}
    assert {Draft, Report, SeatHolder, Submission} <= heirs

    def rows():
        return {model.__name__: model.objects.count() for model in {Game, Step, Seat, *heirs}}

    before = rows()
    game = gathering.start_training(alice, "gloire", {"map": "scandinavie"}, 6)
    seat = game.seats.get(user=alice)
    submit(seat, 1, {"orders": []}, alice, "a sealed turn")
    Draft.objects.create(step=pending(game), seat=seat, action={"orders": []})
    assert {name for name, count in rows().items() if count > before[name]} == {
        *("Draft", "Game", "Report", "Seat", "SeatHolder", "Step", "Submission")
    }
    forgetting.forget_solo_games(timezone.now() + TRAINING_KEPT + timedelta(days=1))
    assert rows() == before


def test_tables_are_never_forgotten(game, alice, make_game):
    Game.objects.filter(pk=make_game().pk).update(status="finished", ended_at=timezone.now())
    assert forgetting.forget_solo_games(timezone.now() + timedelta(days=4000)) == 0


def test_a_fork_outlives_the_training_it_was_made_from(alice, client):
    training = gathering.start_training(alice, "enchere", {}, 2)
    copy = sandbox.fork(training, 0, alice)
    long_ago = timezone.now() - TRAINING_KEPT * 2
    Game.objects.filter(pk=training.pk).update(created_at=long_ago)
    Step.objects.filter(game=training).update(opened_at=long_ago)
    assert forgetting.forget_solo_games(timezone.now()) == 1
    copy.refresh_from_db()
    assert copy.forked_from_id is None
    due.advance(copy.pk)
    seat = copy.seats.get(user=alice)
    submit(seat, pending(copy).n, first_choice(copy, seat), alice, "one more move")
    assert list(find_world_faults()) == []
    client.force_login(alice)
    page = words(client.get(copy.get_absolute_url()).content.decode())
    assert ("Un essai pour vous seul : rien n’y compte." in page, "Revenir à la partie" in page) == (
        True,
        False,
    )


def test_my_games_say_how_long_they_are_kept(alice, client):
    told = (
        "un entraînement est gardé 90 jours, un essai 30 jours, une partie à un seul écran 180 jours ; "
        "puis il n’en reste rien."
    )
    client.force_login(alice)
    training = gathering.start_training(alice, "enchere", {}, 2)
    assert told in words(client.get(reverse("games:mine")).content.decode())
    Game.objects.filter(pk=training.pk).update(status="finished", ended_at=timezone.now())
    assert told in words(client.get(reverse("games:mine")).content.decode())
    page = words(client.get(reverse("games:training", args=["enchere"])).content.decode())
    assert "Elle est effacée 90 jours après son dernier coup." in page


def at_secret_offer(game):
    """The player's first choices, the automata's answers, until he is asked for something sealed."""
    me = game.seats.get(user__isnull=False)
    for _n in range(40):
        due.advance(game.pk)
        step = pending(game)
        if step.mode == "sealed" and me.number in step.asked:
            return me, step
        submit(me, step.n, first_choice(game, me, step), me.user, f"k{step.n}")
    raise AssertionError("no secret offer was asked for")


def test_a_plain_board_offers_to_resolve_what_was_sealed_in_training(client, alice):
    """A game without a board of its own would otherwise stop at its first sealed question."""
    game = gathering.start_training(alice, "enchere", {}, 2)
    me, step = at_secret_offer(game)
    client.force_login(alice)
    address = reverse("games:resolve-now", args=[game.code])
    assert f'action="{address}"' not in source(client.get(game.get_absolute_url()))
    submit(me, step.n, first_choice(game, me, step), alice, "sealed")
    assert source(client.get(game.get_absolute_url())).count(f'action="{address}"') == 1
    client.post(address, {"step": step.n})
    assert Step.objects.get(pk=step.pk).status == Step.Status.RESOLVED
