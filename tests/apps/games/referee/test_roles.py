"""Who has the console, what each may see there, and that whoever referees a game has no part in it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import Role
from apps.accounts.services import record_login
from apps.courier.models import Mail
from apps.forums.services import letters
from apps.games.live.topics import game_topic
from apps.games.models import Game, QueueEntry, RefereeAct, Seat, Step, Submission, Succession
from apps.games.permissions import can_host, can_manage, can_open_orders
from apps.games.problems import Refusal
from apps.games.queries.lists import topics_visible_to
from apps.games.referee import inspection, seat_changes
from apps.games.referee.view_acts import ACTS
from apps.games.services.lobby import gathering, queues
from apps.games.services.seats import absence, succession
from apps.orders.services import submit
from apps.tables.argad.queries import can_organise
from tests.apps.games.conftest import pending, play_until
from tests.apps.games.referee.conftest import act, address, toasts

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def see(client, game):
    return client.get(reverse("referee:game", args=[game.code]))


# Who
# ------------------------------------------------------------------------------------------------------------
def test_players_and_outsiders_have_no_console(client, game, alice, charlie):
    for user in (alice, charlie):
        client.force_login(user)
        assert client.get(reverse("referee:console")).status_code == 404
        assert see(client, game).status_code == 404
        assert client.post(address(game, "annuler")).status_code == 404
        assert client.post(reverse("referee:dry-run", args=[game.code])).status_code == 404
    client.logout()
    assert client.get(reverse("referee:console")).status_code == 404
    assert see(client, game).status_code == 302


def test_a_referee_without_a_second_factor_is_told_what_is_missing(client, game, make_king):
    client.force_login(make_king("RoiNu", second_factor=False))
    for answer in (
        client.get(reverse("referee:console")),
        see(client, game),
        client.post(address(game, "annuler")),
    ):
        assert (answer.status_code, "Second facteur nécessaire" in answer.content.decode()) == (403, True)
    assert Game.objects.get(pk=game.pk).status == "running"


def test_without_a_second_factor_no_game_of_others_is_seen_nor_begun(client, make_game, make_king):
    king = make_king("RoiNu", second_factor=False)
    game = make_game(private=True, start=False)
    assert not Game.objects.visible_to(king).filter(pk=game.pk).exists()
    with pytest.raises(Refusal):
        gathering.begin(game, king)
    with pytest.raises(Refusal):
        gathering.kick_player(game, king, game.seats.first())
    assert (game.seats.count(), Game.objects.get(pk=game.pk).status) == (2, "gathering")


def test_creator_of_a_private_table_has_its_console_and_the_overview_of_his_tables(
    client, make_game, game, alice, bob
):
    own = make_game(private=True)
    client.force_login(alice)
    assert see(client, own).status_code == 200
    rows = client.get(reverse("referee:console")).context["rows"]
    assert [row.game for row in rows] == [own]
    client.force_login(bob)
    assert see(client, own).status_code == 404
    assert client.get(reverse("referee:console")).status_code == 404


def test_creator_walks_the_acts_of_his_private_table(client, make_game, alice, charlie):
    game = make_game(private=True)
    client.force_login(alice)
    for verb, fields in (
        ("suspendre", {}),
        ("reprendre", {}),
        ("reporter", {}),
        ("message", {}),
        ("resoudre", {}),
    ):
        assert toasts(act(client, game, verb, **fields)) == [
            "C’est fait, et inscrit au journal de la partie."
        ]
    assert toasts(act(client, game, "ecarter", number="1")) == [
        "C’est fait, et inscrit au journal de la partie."
    ]
    assert set(RefereeAct.objects.values_list("actor__username", flat=True)) == {"Alice"}


# What a creator who plays may not see
# -----------------------------------------------------------------------------------
@pytest.fixture
def private(make_game, bob):
    """Alice's private table, where Bob has sealed an order."""
    game = make_game(private=True)
    step = play_until(game, "sealed")
    seat = game.seats.get(user=bob)
    submit(seat, step.n, {"do": "offer", "coins": 1}, bob, "sealed-key")
    return game


def test_creator_who_plays_sees_nothing_that_is_sealed(client, private, alice):
    """Neither orders nor a dry run, nor a rival's means through the words with which his orders would be
    refused."""
    client.force_login(alice)
    before = Submission.objects.count()
    for where in ("essai", "ordres", "repondre"):
        body = {
            "number": "1",
            "orders": "offrir 9999",
            "confirm": "1",
            "reason": "x",
            "typed_name": private.name,
        }
        assert client.post(f"/arbitre/{private.code}/{where}/", body).status_code == 404
    assert client.get(reverse("referee:orders", args=[private.code])).status_code == 404
    page = see(client, private)
    assert all(address(private, verb) not in page.content.decode() for verb, one in ACTS.items() if one.looks)
    assert "ce qui est scellé l’est aussi pour vous" in page.content.decode()
    assert client.post(address(private, "resoudre")).context["rehearsal"] is None
    assert (Submission.objects.count(), RefereeAct.objects.count()) == (before, 0)


def test_fault_of_an_engine_is_not_for_who_plays(client, private, alice, king):
    """Its words may quote an order."""
    Step.objects.filter(pk=pending(private).pk).update(
        status="quarantined", attempts=3, fault="KeyError: offre de 3"
    )
    client.force_login(alice)
    assert "offre de 3" not in see(client, private).content.decode()
    client.force_login(king)
    assert "offre de 3" in see(client, private).content.decode()


def test_steward_or_heir_looks_into_nothing(game, make_king):
    steward, heir = make_king("Intendant"), make_king("Successeur")
    absence.name_steward(game.seats.select_related("game").get(number=0), steward, 2)
    Succession.objects.create(seat=game.seats.get(number=1), user=heir, name="Sire Neuf")
    for person in (steward, heir):
        assert (can_manage(person, game), can_open_orders(person, game)) == (False, False)


def test_only_the_named_organiser_sees_a_table_of_argad(make_king, alice, bob):
    king, other = make_king("Organisateur"), make_king("Curieux")
    new = gathering.new_game("argad", "La table menée", {"scenario": "village"}, 2, referee=king)
    game = gathering.create_game(alice, new)
    assert (can_organise(king, game), can_organise(other, game), can_organise(alice, game)) == (
        True,
        False,
        False,
    )


# Whoever referees does not play
# ------------------------------------------------------------------------------------------
@pytest.fixture
def refereed(make_game, king):
    return make_game(referee=king)


def open_seat(game):
    seat = game.seats.select_related("game", "user").get(number=0)
    absence.ask_for_substitute(seat)
    return Seat.objects.select_related("game").get(pk=seat.pk)


def test_referee_does_not_join(alice, king):
    game = gathering.create_game(alice, gathering.new_game("enchere", "Arbitrée", {}, 2, referee=king))
    with pytest.raises(Refusal, match="n’y joue pas"):
        gathering.join_game(game, king, "Le Roi")


def test_waiting_room_offers_the_referee_no_chair(console, alice, king):
    game = gathering.create_game(alice, gathering.new_game("enchere", "Arbitrée", {}, 2, referee=king))
    html = console.get(reverse("games:gathering", args=[game.code])).content.decode()
    assert "Vous arbitrez cette partie" in html
    assert reverse("games:lobby-act", args=[game.code, "rejoindre"]) not in html


def test_referee_is_no_substitute(refereed, king):
    with pytest.raises(Refusal, match="n’y joue pas"):
        absence.take_seat(open_seat(refereed), king)


def test_referee_is_no_steward(refereed, king):
    with pytest.raises(Refusal, match="n’y joue pas"):
        absence.name_steward(refereed.seats.select_related("game").get(number=0), king, 1)


def test_referee_is_no_heir(refereed, king):
    seat = refereed.seats.select_related("game").get(number=0)
    Succession.objects.create(seat=seat)
    with pytest.raises(Refusal, match="n’y joue pas"):
        succession.offer(seat, king, "Sire Roi")


def test_referee_is_not_put_into_a_seat(console, refereed, king):
    page = console.post(
        address(refereed, "remplacer"), {"number": "0", "username": king.username}, follow=True
    )
    assert toasts(page) == ["L’arbitre d’une partie n’y joue pas : choisissez quelqu’un d’autre."]


def test_referee_whose_call_is_confirmed_plays_and_has_no_console(client, king, make_user):
    """Games of the waiting lists have no referee of their own: a referee may play in one, and then watches
    over it no more."""
    players = [king, *(make_user(f"Seigneur{n}") for n in range(9))]
    for n, player in enumerate(players):
        entry = queues.enter_queue(player, "gloire", "scandinavie", f"Sire {n}")
        now = timezone.now()
        QueueEntry.objects.filter(pk=entry.pk).update(state="asked", answer_by=now + timedelta(hours=1))
        queues.confirm(player, entry)
    queues.run_queues(timezone.now() + timedelta(hours=2))
    game = Game.objects.get()
    client.force_login(king)
    assert see(client, game).status_code == 404
    assert client.post(address(game, "suspendre")).status_code == 404
    assert game not in [row.game for row in client.get(reverse("referee:console")).context["rows"]]


@pytest.mark.parametrize("way", ["substitute", "steward", "heir", "replacement"])
@pytest.mark.parametrize("look", ["dry_run", "opened"])
def test_who_has_looked_into_a_turn_takes_no_seat_any_more(make_game, alice, bob, charlie, king, way, look):
    """A creator who does not play might look, then sit down."""
    game = make_game(private=True)
    Game.objects.filter(pk=game.pk).update(creator=charlie)
    game.refresh_from_db()
    step = play_until(game, "sealed")
    seat = game.seats.select_related("game").get(number=step.asked[0])
    submit(seat, step.n, {"do": "offer", "coins": 1}, seat.user, "sealed-key")
    if look == "opened":
        inspection.open_sealed_orders(game, charlie, "pour voir")
    else:
        inspection.dry_run(game, charlie)
    Succession.objects.create(seat=seat)
    ways = {
        "substitute": lambda: absence.take_seat(open_seat(game), charlie),
        "steward": lambda: absence.name_steward(seat, charlie, 1),
        "heir": lambda: succession.offer(seat, charlie, "Sire Charlie"),
        "replacement": lambda: seat_changes.replace_player(game, king, seat, charlie, "il veut jouer"),
    }
    with pytest.raises(Refusal, match="Qui a regardé dans les tours scellés"):
        ways[way]()


def test_who_served_one_house_serves_no_other(game, charlie, make_user):
    first, second = game.seats.select_related("game").order_by("number")
    absence.name_steward(first, charlie, 1)
    with pytest.raises(Refusal, match="en connaît les secrets"):
        absence.name_steward(second, charlie, 1)
    absence.name_steward(first, charlie, 2)


# Signals of double accounts
# ------------------------------------------------------------------------------------------------
def test_signals_are_for_referees_who_do_not_play_and_for_nobody_else(
    client, make_game, make_king, alice, bob
):
    now = timezone.now()
    for user in (alice, bob):
        record_login(user, "n", "b", now)
    game = make_game(private=True)
    client.force_login(make_king("Juge"))
    assert "Alice, Bob</strong> — même navigateur" in see(client, game).content.decode()
    alice.role = "referee"
    alice.save()
    client.force_login(alice)  # the creator, who plays
    assert "navigateur" not in see(client, game).content.decode()


def test_creator_of_a_private_table_reads_no_signal_and_no_state_of_mail(
    client, make_game, alice, bob, charlie
):
    now = timezone.now()
    for user in (alice, bob):
        record_login(user, "n", "b", now)
    game = make_game(private=True)
    Game.objects.filter(pk=game.pk).update(creator=charlie)
    Mail.objects.update(state=Mail.State.REFUSED)
    client.force_login(charlie)
    html = see(client, game).content.decode()
    assert "navigateur" not in html
    assert "en souffrance" not in html


# Whoever is dismissed is a stranger
# ----------------------------------------------------------------------------------------
def doors(client, game, user):
    """How a private game answers somebody at its pages, its forum and its gazette, and whether a page may
    follow it live."""
    client.force_login(user)
    names = ("games:game", "games:about", "games:history", "forums:of_game", "gazette:gazette")
    pages = [client.get(reverse(name, args=[game.code]), follow=True).status_code for name in names]
    topic = game_topic(game.code)
    return [*pages, topics_visible_to(user, (topic,), set()) == [topic]]


OPEN, SHUT = [200, 200, 200, 200, 200, True], [404, 404, 404, 404, 404, False]


def test_steward_of_a_private_game_watches_it_until_he_is_dismissed(client, make_game, charlie):
    game = make_game(private=True)
    seat = game.seats.select_related("game").get(number=0)
    absence.name_steward(seat, charlie, 2)
    assert doors(client, game, charlie) == OPEN
    absence.dismiss_steward(seat)
    assert doors(client, game, charlie) == SHUT


def test_steward_of_a_private_game_watches_it_until_the_end_of_his_term(client, make_game, charlie):
    game = make_game(private=True)
    seat = game.seats.select_related("game").get(number=0)
    absence.name_steward(seat, charlie, 1)
    assert doors(client, game, charlie) == OPEN
    submit(seat, 1, {"do": "keep"}, charlie, "the one turn")
    assert doors(client, game, charlie) == SHUT


def test_referee_who_is_none_any_more_sees_nothing_of_the_private_game_he_watched_over(
    client, make_game, king
):
    game = make_game(private=True, referee=king)
    assert doors(client, game, king) == OPEN
    king.role = Role.PLAYER
    king.save()
    assert doors(client, game, king) == SHUT


def test_referee_who_is_none_any_more_hosts_and_organises_nothing(make_king, alice):
    king = make_king("Organisateur")
    new = gathering.new_game("argad", "La table menée", {"scenario": "village"}, 2, referee=king)
    game = gathering.create_game(alice, new)
    king.role = Role.PLAYER
    king.save()
    assert (can_organise(king, game), can_host(king, game)) == (False, False)


def test_player_who_leads_his_own_private_table_keeps_it(client, make_game, alice, bob, charlie):
    game = make_game(private=True, referee=charlie)
    Game.objects.filter(pk=game.pk).update(creator=charlie)
    assert doors(client, game, charlie) == OPEN


def test_letters_to_a_referee_who_is_none_any_more_go_to_those_of_the_site(
    client, make_game, alice, king, make_king
):
    game, other = make_game(private=True, referee=king), make_king("AutreRoi")
    new = letters.NewLetter("referee", "Question", "Est-ce un oubli ?", game=game)
    asked = letters.send(alice, new, timezone.now()).get_absolute_url()

    def readers():
        found = []
        for user in (king, other):
            client.force_login(user)
            found.append(client.get(asked).status_code)
        return found

    assert readers() == [200, 404]
    king.role = Role.PLAYER
    king.save()
    assert readers() == [404, 200]
