"""A referee's slip changes nothing: wrong name, old page, double click, a game that is over, a step that is
gone."""

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import Role
from apps.courier.models import Mail
from apps.forums.services import moderation
from apps.games.forms import as_typed
from apps.games.models import Game, RefereeAct, Step
from apps.games.referee import course, seat_changes
from apps.games.referee.view_acts import ACTS
from apps.games.services.steps import due
from tests.apps.games.conftest import pending
from tests.apps.games.referee.conftest import act, address, confirm, prepare, toasts

pytestmark = pytest.mark.django_db

FIELDS = {"number": "0", "to": "0", "until": "", "username": "Charlie", "orders": "garder"}


def test_nothing_is_done_without_the_game_s_name(console, game):
    page = prepare(console, game, "suspendre")
    answer = confirm(console, game, "suspendre", page, typed_name="autre chose")
    assert "Ce n’est pas le nom de la partie : écrivez « La table d’essai »." in answer.content.decode()
    assert "une bonne raison" in answer.content.decode()
    assert (Game.objects.get(pk=game.pk).status, RefereeAct.objects.count()) == ("running", 0)


def test_nothing_is_done_without_a_reason(console, game):
    page = prepare(console, game, "suspendre")
    assert confirm(console, game, "suspendre", page, reason="  ").context["form"].errors.keys() == {"reason"}
    assert RefereeAct.objects.count() == 0


@pytest.mark.parametrize("typed", ["La table d'essai", "  la TABLE  d’essai ", "La table\u00a0d’essai"])
def test_the_name_is_taken_as_keyboards_write_it(console, game, typed):
    page = prepare(console, game, "suspendre")
    confirm(console, game, "suspendre", page, typed_name=typed)
    assert Game.objects.get(pk=game.pk).status == "paused"


def test_names_that_differ_are_told_apart():
    assert as_typed("Europe I – l’été") == as_typed("europe i - l'été")
    assert as_typed("Europe I") != as_typed("Europe II")


def test_a_game_s_name_is_text_on_the_page(console, game):
    Game.objects.filter(pk=game.pk).update(name='<form action="/x"><b>piège</b>')
    game.refresh_from_db()
    html = prepare(console, game, "suspendre").content.decode()
    assert "<b>piège" not in html
    assert html.count("&lt;b&gt;piège") >= 2


def test_an_act_without_its_preview_is_only_shown(console, game):
    body = {"reason": "vite", "typed_name": game.name, "confirm": "1"}
    page = console.post(address(game, "suspendre"), body)
    assert (page.status_code, bool(page.context["outdated"])) == (409, True)
    assert Game.objects.get(pk=game.pk).status == "running"


def test_resolving_an_old_page_resolves_nothing_else(console, game):
    """The turn ended while the referee typed: the next one is not resolved in its place."""
    page = prepare(console, game, "resoudre")
    step = pending(game)
    due.seal(step.pk, step.opened_at, early=True)
    due.resolve(step.pk)
    answer = confirm(console, game, "resoudre", page)
    assert answer.status_code == 409
    assert "La partie a changé depuis cet aperçu : rien n’a été fait." in answer.content.decode()
    assert "Le pas 2 est scellé et résolu tout de suite" in answer.content.decode()
    assert (pending(game).n, RefereeAct.objects.exclude(kind="dry_run").count()) == (2, 0)
    confirm(console, game, "resoudre", answer)
    assert pending(game).n == 3


def test_two_referees_do_not_postpone_twice(client, make_king, game):
    first, second = make_king("RoiUn"), make_king("RoiDeux")
    client.force_login(first)
    page = prepare(client, game, "reporter")
    course.postpone(game, second, "avant lui")
    after = pending(game).due_at
    assert confirm(client, game, "reporter", page).status_code == 409
    assert (pending(game).due_at, RefereeAct.objects.count()) == (after, 1)


def test_the_seat_of_an_old_page_is_not_taken_from_a_newcomer(console, game, king, charlie, make_user):
    page = prepare(console, game, "ecarter", number="0")
    diane = make_user("Diane")
    seat_changes.replace_player(
        game, king, game.seats.select_related("game").get(number=0), diane, "déjà fait"
    )
    assert confirm(console, game, "ecarter", page, number="0").status_code == 409
    assert game.seats.get(number=0).user == diane


@pytest.mark.parametrize("verb", ["reporter", "suspendre", "resoudre", "message", "annuler"])
def test_a_double_click_acts_once(console, game, verb):
    page = prepare(console, game, verb)
    confirm(console, game, verb, page)
    mails, n = Mail.objects.count(), pending(game).n
    again = confirm(console, game, verb, page)
    assert toasts(again) == ["Cet acte était déjà fait : il n’a pas été répété."]
    assert RefereeAct.objects.exclude(kind="dry_run").count() == 1
    assert (Mail.objects.count(), pending(game).n) == (mails, n)


@pytest.mark.parametrize("status", ["finished", "cancelled"])
@pytest.mark.parametrize("verb", [verb for verb in ACTS if verb not in ("message", "renvoyer")])
def test_a_game_that_is_over_is_left_alone(console, game, charlie, verb, status):
    """A cancelled game keeps an open step, and a page of before the end keeps its forms."""
    Game.objects.filter(pk=game.pk).update(status=status)
    before = list(Step.objects.values()), list(game.seats.values())
    page = console.post(address(game, verb), FIELDS, follow=True)
    assert len(toasts(page)) == 1
    assert (list(Step.objects.values()), list(game.seats.values())) == before
    assert (RefereeAct.objects.count(), Mail.objects.filter(key__startswith="referee").count()) == (0, 0)
    shown = console.get(reverse("referee:game", args=[game.code])).content.decode()
    assert address(game, verb) not in shown


@pytest.mark.parametrize("verb", [verb for verb in ACTS if verb not in ("message", "annuler")])
def test_before_the_start_there_is_nothing_to_act_on(console, make_game, charlie, verb):
    game = make_game(start=False)
    page = console.post(address(game, verb), FIELDS, follow=True)
    assert len(toasts(page)) == 1
    assert (RefereeAct.objects.count(), game.seats.get(number=0).user.username) == (0, "Alice")


def test_a_gathering_game_can_be_cancelled(console, make_game):
    game = make_game(start=False)
    act(console, game, "annuler")
    assert Game.objects.get(pk=game.pk).status == "cancelled"


@pytest.mark.parametrize("where", ["suspendre", "essai", "ordres"])
def test_a_page_come_back_to_leads_to_the_console(console, game, where):
    """After a new sign-in the browser asks for the address of a form."""
    answer = console.get(f"/arbitre/{game.code}/{where}/")
    assert (answer.status_code, answer["Location"]) == (302, reverse("referee:game", args=[game.code]))


def test_a_game_under_inquiry_is_not_resumed_from_the_console(console, king, make_user, game):
    moderator = make_user("Maude", role=Role.MODERATOR)
    inquiry = moderation.open_inquiry(moderator, game, "deux comptes ?", timezone.now())
    page = console.post(address(game, "reprendre"), follow=True)
    assert toasts(page) == [
        "Une enquête retient cette partie : elle reprendra quand un aide de camp l’aura conclue."
    ]
    assert Game.objects.get(pk=game.pk).status == "paused"
    moderation.conclude_inquiry(moderator, inquiry, "rien", timezone.now())
    assert Game.objects.get(pk=game.pk).status == "running"
