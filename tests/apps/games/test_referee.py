"""The referee's console: previewed, confirmed by name, logged; sealed orders opened in front of everyone."""

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from apps.accounts.models import Role
from apps.courier.models import Mail
from apps.games.models import Game, RefereeAct, Step
from apps.games.problems import Refusal
from apps.games.services import lobby, moves, referee
from tests.apps.games.conftest import first_choice, pending, play_until

pytestmark = pytest.mark.django_db


@pytest.fixture
def king(make_user):
    user = make_user("LeGrandRoi", role=Role.REFEREE)
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    return user


@pytest.fixture
def console(client, king):
    client.force_login(king)
    return client


def act(client, game, verb, **more):
    body = {"reason": "une bonne raison", "typed_name": game.name, "confirm": "1", **more}
    return client.post(reverse("referee:act", args=[game.code, verb]), body)


def test_console_and_game_page_are_served(console, game):
    assert console.get(reverse("referee:console")).status_code == 200
    assert console.get(reverse("referee:game", args=[game.code])).status_code == 200


def test_nothing_is_done_without_the_game_s_name(console, game):
    assert act(console, game, "suspendre", typed_name="autre chose").status_code == 200
    game.refresh_from_db()
    assert (game.status, RefereeAct.objects.count()) == ("running", 0)


def test_pause_and_resume_are_logged_for_all(console, game):
    act(console, game, "suspendre")
    game.refresh_from_db()
    assert game.status == "paused"
    act(console, game, "reprendre")
    game.refresh_from_db()
    assert (game.status, RefereeAct.objects.filter(public=True).count()) == ("running", 2)


def test_dry_run_changes_nothing(console, game):
    before = list(Step.objects.values_list("n", "status", "state_hash"))
    assert console.post(reverse("referee:dry-run", args=[game.code])).status_code == 200
    assert list(Step.objects.values_list("n", "status", "state_hash")) == before


def test_resolve_now_answers_for_the_absent(console, game):
    act(console, game, "resoudre")
    assert (pending(game).n, game.steps.get(n=1).automatic) == (2, [0])


def test_rollback_keeps_the_log_and_tells_why(console, game):
    for _ in range(3):
        step = pending(game)
        seat = game.seats.get(number=step.asked[0])
        moves.submit(seat, step.n, first_choice(game, seat), seat.user, f"key-{step.n}")
    wanted = game.steps.get(n=1).state_hash
    act(console, game, "revenir", to="1")
    back = game.steps.get(n=4)
    assert (back.kind, back.state_hash, back.reason) == ("rollback", wanted, "une bonne raison")
    assert Mail.objects.filter(key__startswith="referee:rollback").count() == 2


def test_rollback_needs_a_reason(game, king):
    with pytest.raises(Refusal):
        referee.roll_back(game, king, 0, "  ")


def test_replace_and_remove(console, game, charlie):
    act(console, game, "remplacer", number="0", username="charlie")
    assert game.seats.get(number=0).user == charlie
    act(console, game, "ecarter", number="0")
    assert (game.seats.get(number=0).state, game.seats.get(number=0).user) == ("open", None)


def test_answer_for_an_absent_player_in_text(console, game):
    seat = game.seats.get(number=0)
    from apps.games.positions import position_before

    text = game.rules.notate(position_before(pending(game)), 0, {"do": "keep"})
    act(console, game, "repondre", number="0", orders=text)
    assert game.steps.get(n=1).all_moves() == {0: {"do": "keep"}}
    assert RefereeAct.objects.get().details == {"seat": seat.number}


def test_opening_sealed_orders_is_told_before_it_is_shown(console, game):
    step = play_until(game, "sealed")
    seat = game.seats.get(number=step.asked[0])
    moves.submit(seat, step.n, {"do": "offer", "coins": 1}, seat.user, "sealed-key")
    body = {"reason": "enquête", "typed_name": game.name, "confirm": "1"}
    page = console.post(reverse("referee:orders", args=[game.code]), body)
    assert page.status_code == 200
    assert Mail.objects.filter(key__startswith="referee:opened").count() == 2
    assert RefereeAct.objects.get().kind == "open_orders"


def test_cancel(console, game):
    act(console, game, "annuler")
    assert Game.objects.get(pk=game.pk).status == "cancelled"


def test_the_referee_of_a_game_does_not_play_in_it(alice, king):
    game = lobby.create_game(alice, lobby.NewGame("enchere", "Arbitrée", {}, 2, referee=king))
    with pytest.raises(Refusal):
        lobby.join_game(game, king, "Le Roi")


def test_players_and_outsiders_have_no_console(client, game, alice, charlie):
    for user in (alice, charlie):
        client.force_login(user)
        assert client.get(reverse("referee:game", args=[game.code])).status_code == 404
        assert act(client, game, "annuler").status_code == 404


def test_creator_of_a_private_game_has_its_console(client, make_game, alice, bob):
    game = make_game(private=True)
    client.force_login(alice)
    assert client.get(reverse("referee:game", args=[game.code])).status_code == 200
    client.force_login(bob)
    assert client.get(reverse("referee:game", args=[game.code])).status_code == 404


PREVIEWS = {
    "reporter": ({"until": ""}, "L’échéance passe du"),
    "suspendre": ({}, "Plus aucune échéance ne court"),
    "resoudre": ({}, "Réponse par défaut, d’automate ou de brouillon pour : Sire Bob."),
    "revenir": ({"to": "0"}, "1 pas ne comptent plus"),
    "remplacer": ({"number": "1", "username": "charlie"}, "passe de Bob à Charlie"),
    "ecarter": ({"number": "1"}, "Bob perd le siège de Sire Bob"),
    "message": ({}, "Alice, Bob"),
    "annuler": ({}, "sans résultat ni classement"),
}


@pytest.mark.parametrize("verb", PREVIEWS)
def test_act_is_first_shown_and_changes_nothing(console, game, charlie, verb):
    seat = game.seats.get(number=0)
    moves.submit(seat, 1, {"do": "keep"}, seat.user, "the first step")
    before = list(Step.objects.values_list("n", "status", "due_at"))
    fields, words = PREVIEWS[verb]
    page = console.post(reverse("referee:act", args=[game.code, verb]), fields)
    assert page.status_code == 200
    assert words in page.content.decode().replace("&#x27;", "'")
    assert (RefereeAct.objects.count(), list(Step.objects.values_list("n", "status", "due_at"))) == (0, before)


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("revenir", {"to": "99"}),
        ("revenir", {"to": "²"}),
        ("remplacer", {"number": "0", "username": "Personne"}),
        ("ecarter", {"number": "77"}),
        ("reporter", {"until": "2026-13-45T99:00"}),
        ("liberer", {}),
        ("repondre", {"number": "0", "orders": "???"}),
        ("renvoyer", {"number": "77"}),
    ],
)
def test_impossible_act_is_refused_before_anyone_types_a_name(console, game, verb, fields):
    answer = console.post(reverse("referee:act", args=[game.code, verb]), fields, follow=True)
    assert "toast-error" in answer.content.decode()
    assert RefereeAct.objects.count() == 0


def test_last_mail_is_sent_again_under_the_same_identity(console, game, bob):
    seat = game.seats.get(number=0)
    moves.submit(seat, 1, {"do": "keep"}, seat.user, "the first step")
    mail = Mail.objects.get(user=bob)
    Mail.objects.filter(pk=mail.pk).update(state=Mail.State.SENT)
    page = console.post(reverse("referee:act", args=[game.code, "renvoyer"]), {"number": "1"})
    assert "à vous de jouer" in page.content.decode()
    act(console, game, "renvoyer", number="1")
    again = Mail.objects.get(user=bob)
    assert (again.pk, again.message_id, again.state) == (mail.pk, mail.message_id, "waiting")
    assert RefereeAct.objects.get().kind == "resend"


def test_console_names_the_games_entrusted_to_the_referee(console, king, make_game):
    make_game(referee=king)
    assert "Les parties que vous arbitrez" in console.get(reverse("referee:console")).content.decode()
