"""The pages of the games, walked as people walk them."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.urls import reverse

from apps.accounts.models import Role
from apps.games.engine.positions import current_position
from apps.games.models import Game
from apps.games.problems import Refusal
from apps.games.queries.waiting import waiting_count
from apps.games.services.lobby import gathering
from apps.games.services.steps import due
from apps.heraldry.lots import from_seed
from apps.orders.services import submit
from engines.core.registry import rules_of
from tests.apps.games.conftest import first_choice, pending

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_user(client):
    def login(user):
        client.force_login(user)
        return client

    return login


def test_lobby_and_empty_list_of_games_are_served(client, alice, as_user):
    assert client.get(reverse("games:lobby")).status_code == 200
    assert as_user(alice).get(reverse("games:mine")).status_code == 200


def test_create_join_and_begin_by_the_pages(client, alice, bob, as_user):
    page = reverse("games:create", args=["enchere"])
    data = {
        "name": "Essai",
        "lord_name": "Dame Alice",
        "seats": 2,
        "visibility": "public",
        "pace": "hours",
        "weekday": 4,
        "time": "23:00",
    }
    data |= {
        "zone": "Europe/Paris",
        "every": 24,
        "clock": 20,
        "increment": 30,
        "bots_allowed": "on",
        "spectators": "open",
    }
    data |= {"option_purse": "light", "option_rounds": 4}
    created = as_user(alice).post(page, data)
    game = Game.objects.get()
    assert created.url == reverse("games:gathering", args=[game.code])
    as_user(bob).post(reverse("games:lobby-act", args=[game.code, "rejoindre"]), {"name": "Sire Bob"})
    as_user(alice).post(reverse("games:lobby-act", args=[game.code, "ouvrir"]))
    game.refresh_from_db()
    assert (game.status, [seat.name for seat in game.seats.all()]) == ("running", ["Dame Alice", "Sire Bob"])


def test_a_seat_bears_the_arms_that_the_site_shows_beside_the_players_name(make_game, alice, bob):
    game = make_game(start=False)
    shown = [str(from_seed(person.username)) for person in (alice, bob)]
    assert list(game.seats.order_by("number").values_list("arms", flat=True)) == shown


def test_hotseat_names_that_clash_leave_no_table_behind(alice, as_user):
    page = reverse("games:hotseat", args=["enchere"])
    data = {"seats": 2, "names": "Ann, ann", "option_purse": "light", "option_rounds": 4}
    answer = as_user(alice).post(page, data)
    assert answer.context["form"].errors == {"names": ["Deux noms sont les mêmes : donnez à chacun le sien."]}
    assert not Game.objects.exists()


def test_a_refused_name_is_told_with_its_field(make_game, charlie, as_user):
    game = make_game(start=False, seats=3)
    answer = as_user(charlie).post(
        reverse("games:lobby-act", args=[game.code, "rejoindre"]), {"name": ""}, follow=True
    )
    assert [str(message) for message in answer.context["messages"]] == [
        "Votre nom à cette table — Ce champ est vide : il faut le remplir."
    ]
    assert game.seats.count() == 2


@pytest.mark.parametrize("name", ["game", "board", "history", "about"])
def test_pages_of_a_running_game(game, alice, as_user, name):
    assert as_user(alice).get(reverse(f"games:{name}", args=[game.code])).status_code == 200


def test_move_by_the_page_then_stale_page_is_told(game, alice, as_user):
    client = as_user(alice)
    address = reverse("orders:submit", args=[game.code])
    body = {"step": 1, "seat": 0, "key": "a-key-of-mine", "action": '{"do": "keep"}'}
    assert client.post(address, body, headers={"accept": "application/json"}).status_code == 201
    again = client.post(address, {**body, "key": "another-key"}, headers={"accept": "application/json"})
    assert (again.status_code, "avancé" in again.json()["error"]) == (409, True)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"step": "99"}, 409),
        ({"step": "x"}, 400),
        ({"step": "²"}, 400),
        ({"step": "9" * 5000}, 400),
        ({"seat": "-1"}, 400),
        ({"action": '"\\ud800"'}, 400),
        ({"key": "k" * 65}, 400),
        ({"action": "{"}, 400),
        ({"action": "[" * 5000}, 400),
        ({"action": '{"do": "fly"}'}, 422),
        ({"action": "null"}, 400),
        ({"key": "k"}, 400),
        ({"seat": "1"}, 404),
        ({"seat": "77"}, 404),
        ({"action": '"' + "x" * 300_000 + '"'}, 400),
    ],
)
def test_bad_input_is_a_clear_4xx_and_changes_nothing(game, alice, as_user, change, status):
    body = {"step": 1, "seat": 0, "key": "a-key-of-mine", "action": '{"do": "keep"}', **change}
    answer = as_user(alice).post(
        reverse("orders:submit", args=[game.code]), body, headers={"accept": "application/json"}
    )
    assert answer.status_code == status
    assert pending(game).n == 1


def test_body_of_a_megabyte_is_refused(game, alice, as_user):
    answer = as_user(alice).post(reverse("orders:submit", args=[game.code]), {"action": "x" * 1_000_000})
    assert answer.status_code == 400


def test_outsider_cannot_play_and_cannot_see_a_private_game(make_game, charlie, as_user):
    game = make_game(private=True)
    client = as_user(charlie)
    assert client.get(reverse("games:game", args=[game.code])).status_code == 404
    assert client.post(reverse("orders:submit", args=[game.code]), {"step": 1}).status_code == 404


def test_training_against_automata_of_one_kind(alice, as_user):
    client, page = as_user(alice), reverse("games:training", args=["enchere"])
    levels = list(rules_of("enchere").bots)
    assert [value for value, _label in client.get(page).context["form"].fields["bot"].choices] == [
        "",
        *levels,
    ]
    body = {"seats": "3", "option_purse": "light", "option_rounds": "4", "bot": levels[-1]}
    assert client.post(page, {**body, "bot": "dragon"}).status_code == 200
    assert not Game.objects.exists()
    client.post(page, body)
    assert {seat.bot for seat in Game.objects.get().seats.all()} == {"", levels[-1]}


def test_a_table_has_a_referee_or_none_and_who_referees_does_not_play(alice, make_user, as_user):
    king = make_user("LeGrandRoi", role=Role.REFEREE)
    TOTP.activate(king, "A" * 32)
    client, page = as_user(alice), reverse("games:create", args=["enchere"])
    body = {name: field.initial or "" for name, field in client.get(page).context["form"].fields.items()}
    body = {**body, "name": "Essai", "option_purse": "light", "option_rounds": "4", "spectators": "open"}
    assert client.post(page, {**body, "referee": "me"}).status_code == 200  # public: a referee of the site
    assert not Game.objects.exists()
    client.post(page, {**body, "referee": "me", "visibility": "private"})
    led = Game.objects.get()
    assert (led.referee, led.seats.count()) == (alice, 0)
    client.post(page, {**body, "referee": str(king.pk)})
    watched = Game.objects.exclude(pk=led.pk).get()
    assert (watched.referee, watched.seats.get().user) == (king, alice)
    assert (
        "LeGrandRoi, qui ne joue pas"
        in client.get(reverse("games:gathering", args=[watched.code])).content.decode()
    )


def test_training_starts_with_one_click_and_is_private(alice, bob, as_user):
    answer = as_user(alice).post(reverse("games:training", args=["enchere"]))
    game = Game.objects.get()
    assert (answer.url, game.kind, game.seats.filter(bot__gt="").count()) == (
        game.get_absolute_url(),
        "training",
        1,
    )
    assert as_user(bob).get(game.get_absolute_url()).status_code == 404


def test_finished_game_can_be_verified_and_forked(make_game, alice, as_user):
    from tests.apps.games.test_steps import test_whole_game_ends_with_results

    game = make_game()
    test_whole_game_ends_with_results(game)
    client = as_user(alice)
    page = client.get(reverse("games:verify", args=[game.code]))
    assert (page.status_code, page.context["flaws"]) == (200, [])
    forked = client.post(reverse("games:fork", args=[game.code, 2]))
    copy = Game.objects.exclude(pk=game.pk).get()
    assert (forked.url, copy.kind, pending(copy).n) == (copy.get_absolute_url(), "sandbox", 1)
    assert [(seat.user, seat.bot) for seat in copy.seats.all()] == [(alice, "")] * 2


def test_automata_of_a_training_play_on_in_what_is_tried_out_from_it(alice, as_user):
    game = gathering.start_training(alice, "enchere", {}, 3)
    as_user(alice).post(reverse("games:fork", args=[game.code, 0]))
    copy = Game.objects.exclude(pk=game.pk).get()
    assert [bool(seat.user_id) for seat in copy.seats.order_by("number")] == [True, False, False]
    step = pending(copy)
    submit(
        copy.seats.get(number=0), step.n, first_choice(copy, copy.seats.get(number=0)), alice, "the one move"
    )
    due.advance(copy.pk)
    assert 0 in pending(copy).asked


@pytest.mark.postgres
def test_my_games_page_asks_as_many_queries_for_three_games_as_for_one(
    make_game, alice, as_user, django_assert_max_num_queries
):
    client = as_user(alice)
    make_game()
    with django_assert_max_num_queries(60) as one:
        client.get(reverse("games:mine"))
    make_game()
    make_game()
    with django_assert_max_num_queries(len(one.captured_queries)):
        client.get(reverse("games:mine"))


def test_invitation_lets_in_without_password(alice, bob, as_user):
    game = gathering.create_game(
        alice, gathering.NewGame("enchere", "Privée", {}, 2, private=True, password="sésame")
    )
    client = as_user(bob)
    assert "Privée" not in client.get(reverse("games:gathering", args=[game.code])).content.decode()
    page = reverse("games:invitation", args=[game.code, game.invitation])
    assert client.get(page).status_code == 200
    client.post(
        reverse("games:lobby-act", args=[game.code, "rejoindre"]),
        {"name": "Sire Bob", "invitation": game.invitation},
    )
    assert game.seats.get().user == bob


def test_header_counts_what_waits_and_forgets_what_is_sealed(game, alice, bob):
    from apps.games.queries.waiting import waiting_count
    from apps.orders.services import submit
    from tests.apps.games.conftest import play_until

    assert (waiting_count(alice), waiting_count(bob)) == (1, 0)
    step = play_until(game, "sealed")
    assert (waiting_count(alice), waiting_count(bob)) == (1, 1)
    seat = game.seats.get(user=alice)
    submit(seat, step.n, {"do": "offer", "coins": 0}, alice, "sealed once")
    assert (waiting_count(alice), waiting_count(bob)) == (0, 1)


def test_automata_are_named_in_french(alice, as_user):
    """The engine's key of a level is never shown."""
    game = gathering.create_game(alice, gathering.NewGame("gloire", "Essai", {}, 6))
    client = as_user(alice)
    page = reverse("games:gathering", args=[game.code])
    assert '<option value="conquerant">conquérant</option>' in client.get(page).content.decode()
    client.post(reverse("games:lobby-act", args=[game.code, "automate"]), {"level": "conquerant"})
    assert game.seats.get().bot == "conquerant"
    assert "automate · conquérant" in client.get(page).content.decode()


def test_unknown_automaton_is_refused_with_the_known_ones(alice):
    game = gathering.create_game(alice, gathering.NewGame("gloire", "Essai", {}, 6))
    with pytest.raises(Refusal, match="bâtisseur, conquérant, diplomate"):
        gathering.add_bot(game, "batisseuse")


def test_running_game_is_tried_out_with_what_one_knows_and_no_more(make_game, alice, charlie, as_user):
    """The cards that Alice does not see are dealt anew: her own stay, nobody else's can be read in the
    sandbox."""
    game = make_game()
    hands = set()
    for _time in range(6):
        answer = as_user(alice).post(reverse("games:fork", args=[game.code, 0]))
        copy = Game.objects.exclude(pk=game.pk).get()
        assert (answer.url, copy.kind) == (copy.get_absolute_url(), "sandbox")
        (_real, state), (_step, imagined) = current_position(game), current_position(copy)
        assert imagined.players[0].hand == state.players[0].hand
        hands.add(tuple(imagined.players[1].hand))
        copy.delete()
    assert len(hands) > 1
    refused = as_user(charlie).post(reverse("games:fork", args=[game.code, 0]), follow=True)
    assert "seul un joueur de la partie" in refused.content.decode()
    assert Game.objects.count() == 1


def test_a_lord_tries_out_a_running_game_with_what_he_knows(alice, bob, charlie, as_user):
    """The button stands on a past step; the sandbox shows Alice the same view, whatever Bob really has."""
    game = gathering.create_game(alice, gathering.NewGame("gloire", "Essai", {"map": "scandinavie"}, 6))
    for person in (alice, bob):
        gathering.join_game(game, person, f"Sire {person.username}")
    gathering.fill_with_bots(game)
    gathering.begin(game, alice)
    page = as_user(alice).get(reverse("games:step", args=[game.code, 0])).content.decode()
    assert "Essayer autre chose d’ici" in page
    assert "Ce que vous ne savez pas y est tiré au sort." in page
    answer = as_user(alice).post(reverse("games:fork", args=[game.code, 0]))
    copy = Game.objects.exclude(pk=game.pk).get()
    assert (answer.url, copy.kind, copy.visibility) == (copy.get_absolute_url(), "sandbox", "private")
    (_real, state), (_step, imagined) = current_position(game), current_position(copy)
    seat = game.seats.get(user=alice).number
    assert game.rules.view(imagined, seat) == game.rules.view(state, seat)
    assert [one.number for one in copy.seats.all() if one.user_id] == [
        seat
    ]  # the imagined ones are automata's
    assert [one.number for one in copy.seats.all() if not one.bot] == [seat]
    assert {name: land.wealth for name, land in imagined.lands.items()} != {
        name: land.wealth for name, land in state.lands.items()
    }
    assert as_user(alice).get(copy.get_absolute_url(), follow=True).status_code == 200
    assert (
        "Essayer autre chose"
        not in as_user(charlie).get(reverse("games:step", args=[game.code, 0])).content.decode()
    )


def test_a_password_opens_a_private_table_to_whoever_has_its_address(alice, bob, client, as_user):
    game = gathering.create_game(
        alice, gathering.NewGame("theopolis", "Entre nous", {}, 2, private=True, password="vespéral")
    )
    gathering.join_game(game, alice, "Alice")
    page, act = (
        reverse("games:gathering", args=[game.code]),
        reverse("games:lobby-act", args=[game.code, "rejoindre"]),
    )
    assert client.get(page).status_code == 404
    door = as_user(bob).get(page).content.decode()
    assert "Mot de passe de la partie" in door
    assert "Entre nous" not in door
    assert "Alice" not in door
    refused = as_user(bob).post(act, {"name": "Bob", "password": "matinal"}, follow=True)
    assert "il faut son mot de passe ou son lien d’invitation" in refused.content.decode()
    assert game.seats.count() == 1
    assert (
        "Entre nous"
        in as_user(bob).post(act, {"name": "Bob", "password": "vespéral"}, follow=True).content.decode()
    )
    assert game.seats.get(user=bob).name == "Bob"


def test_a_password_is_guessed_ten_times_an_hour_at_most(alice, bob, charlie):
    game = gathering.create_game(
        alice, gathering.NewGame("theopolis", "Entre nous", {}, 3, private=True, password="vespéral")
    )
    for guess in range(10):
        with pytest.raises(Refusal, match="privée"):
            gathering.join_game(game, bob, "Bob", password=f"essai {guess}")
    with pytest.raises(Refusal, match="attendez une heure"):
        gathering.join_game(game, bob, "Bob", password="vespéral")
    gathering.join_game(game, charlie, "Charlie", password="vespéral")
    gathering.join_game(game, bob, "Bob", invitation=game.invitation)


def test_a_private_table_without_password_or_under_way_has_no_door(alice, bob, as_user):
    game = gathering.create_game(alice, gathering.NewGame("theopolis", "Entre nous", {}, 2, private=True))
    page = reverse("games:gathering", args=[game.code])
    assert as_user(bob).get(page).status_code == 404
    act = reverse("games:lobby-act", args=[game.code, "rejoindre"])
    assert as_user(bob).post(act, {"name": "Bob", "password": ""}).status_code == 404
    begun = gathering.create_game(
        alice, gathering.NewGame("theopolis", "À deux", {}, 2, private=True, password="vespéral")
    )
    gathering.fill_with_bots(begun)
    gathering.begin(begun, alice)
    assert as_user(bob).get(reverse("games:gathering", args=[begun.code])).status_code == 404


def test_training_is_resolved_once_for_the_turn_the_page_showed(alice, as_user):
    """A second click, or another tab of an hour ago, plays no turn that nobody has looked at."""
    game = gathering.start_training(alice, "gloire", {"map": "scandinavie"}, 6)
    client, address = as_user(alice), reverse("games:resolve-now", args=[game.code])
    for _click in range(2):
        assert client.post(address, {"step": "1"}).url == game.get_absolute_url()
    assert pending(game).n == 2
    client.post(address)
    assert pending(game).n == 2


def test_whoever_is_put_out_is_the_one_on_the_page_even_when_numbers_moved(
    make_game, alice, bob, charlie, as_user
):
    game = make_game(players=[alice, bob, charlie], start=False)
    shown = game.seats.get(user=bob)
    gathering.leave_game(game, bob)
    assert game.seats.get(user=charlie).number == shown.number
    as_user(alice).post(reverse("games:lobby-act", args=[game.code, "ecarter"]), {"seat": shown.pk})
    assert game.seats.filter(user=charlie).exists()


def test_a_table_whose_host_leaves_has_another_and_an_empty_one_closes(make_game, alice, bob, as_user):
    game = make_game(start=False)
    leave = reverse("games:lobby-act", args=[game.code, "quitter"])
    as_user(alice).post(leave)
    game.refresh_from_db()
    assert (game.creator, game.status) == (bob, "gathering")
    gathering.add_bot(game)
    assert as_user(bob).post(leave).url == reverse("games:lobby")
    game.refresh_from_db()
    assert game.status == "cancelled"
    page = as_user(alice).get(game.get_absolute_url())
    assert "annulée avant de commencer" in page.content.decode()


def test_an_account_that_retires_leaves_no_table_waiting_for_it(make_game, alice, bob):
    shared, alone = make_game(start=False), make_game(start=False, players=[alice])
    gathering.leave_all_games(alice)
    shared.refresh_from_db()
    alone.refresh_from_db()
    assert (shared.creator, shared.status, alone.status) == (bob, "gathering", "cancelled")
    assert [(seat.number, seat.user) for seat in shared.seats.all()] == [(0, bob)]


def test_what_one_plays_alone_waits_for_nobody_and_can_be_put_away(alice, bob, game, as_user):
    before = waiting_count(alice)
    training = gathering.start_training(alice, "enchere", {}, 2)
    page = as_user(alice).get(reverse("games:mine"))
    assert [row["game"] for row in page.context["alone"]] == [training]
    assert training not in [row["game"] for row in page.context["awaiting"]]
    assert waiting_count(alice) == before
    away = reverse("games:people-act", args=[training.code, "ranger"])
    assert as_user(bob).post(away).status_code == 404
    assert as_user(alice).post(away).url == reverse("games:mine")
    assert as_user(alice).get(reverse("games:mine")).context["alone"] == []
    as_user(alice).post(reverse("games:people-act", args=[game.code, "ranger"]))
    assert Game.objects.get(pk=game.pk).status == "running"


def test_a_sandbox_leads_back_to_where_it_came_from(make_game, alice, as_user):
    game = make_game()
    as_user(alice).post(reverse("games:fork", args=[game.code, 0]))
    copy = Game.objects.exclude(pk=game.pk).get()
    page = as_user(alice).get(copy.get_absolute_url()).content.decode()
    assert f'href="{reverse("games:step", args=[game.code, 0])}"' in page
