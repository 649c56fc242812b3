"""However a decision comes in, the rules judge it once: the draft, the page that answers and the seal have
one verdict."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from apps.courier.replies import hand_over
from apps.games.engine.kept import kept_values
from apps.games.mail.reply_address import reply_address
from apps.games.models import Draft, Game, Submission
from engines.core.registry import rules_of
from tests.apps.games.conftest import first_choice, play_until, seat_asked
from tests.apps.tables.argad.battle import opened, skip_to
from tests.apps.tables.argad.test_pending import path_of
from tests.apps.tables.argad.test_phases import men_of
from tests.apps.tables.gloire.court import home, open_court, pending

pytestmark = pytest.mark.django_db

LIVE = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """A process that has just started: no verdict is known from elsewhere."""
    kept_values.cache_clear()
    yield
    kept_values.cache_clear()


@pytest.fixture
def judgements(monkeypatch) -> Callable[[str], list[Any]]:
    """What the rules of a game are asked to judge from now on."""

    def watch(slug: str) -> list[Any]:
        rules, asked = rules_of(slug), []
        check = rules.check

        def counted(state: Any, seat: int, action: Any) -> Any:
            asked.append(action)
            return check(state, seat, action)

        monkeypatch.setattr(rules, "check", counted)
        return asked

    return watch


def browser_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def desk(client: Client, court: Game, verb: str, **fields):
    form = {"step": pending(court).n, "seat": 0, **fields}
    answer = client.post(f"/parties/{court.code}/cour/ordres/{verb}/", form, headers=LIVE)
    assert answer.status_code == 200
    return answer


def test_typing_adding_and_sealing_at_the_desk(alice, bob, judgements):
    court = open_court(alice, bob)
    client, asked = browser_of(alice), judgements("gloire")
    land = home(court, alice)
    desk(client, court, "ligne", line="CHE 1")
    assert len(asked) == 1
    desk(client, court, "ajouter", code="IMP", land=land, level="4", gift="none")
    assert len(asked) == 2
    action = Draft.objects.get(seat__number=0).action
    form = {"step": pending(court).n, "seat": 0, "key": "clef-du-sceau", "action": json.dumps(action)}
    client.post(f"/ordres/{court.code}/", form)
    assert Submission.objects.get().decision() == action
    assert asked == [
        {"orders": [{"code": "CHE", "count": 1}]},
        action,
    ]  # what was drafted is not judged again


def test_sealing_what_was_never_drafted(alice, bob, judgements):
    court, asked = open_court(alice, bob), judgements("gloire")
    action = {"orders": [{"code": "CHE", "count": 1}]}
    form = {"step": pending(court).n, "seat": 0, "key": "clef-du-sceau", "action": json.dumps(action)}
    browser_of(alice).post(f"/ordres/{court.code}/", form, headers=LIVE)
    assert (asked, Submission.objects.count()) == ([action], 1)


def test_giving_orders_in_a_battle_and_sealing_them(alice, bob, judgements):
    battle = opened(alice, bob)
    skip_to(battle, lambda state: state.phase == "plot")
    first, second = men_of(battle, 0)[:2]
    client, asked = browser_of(alice), judgements("argad")
    address, counts = f"/parties/{battle.code}/argad/decider/", []
    for n, fields in enumerate(
        (
            {"figs": first.id, "do": "move", "path": path_of(first), "give": "1"},
            {"figs": second.id, "do": "crouch", "give": "1"},
            {"figs": first.id, "do": "crouch", "seal": "give"},
        )
    ):
        form = {"step": pending(battle).n, "seat": 0, "key": f"la-clef-{n}", **fields}
        assert client.post(address, form, headers=LIVE).status_code == 200
        counts.append(len(asked))
    assert counts == [1, 2, 3]
    assert Submission.objects.get().decision() == asked[-1]


def test_a_move_at_a_table(make_game, judgements):
    game = make_game()
    step, seat = seat_asked(game)
    action, asked = first_choice(game, seat), judgements("enchere")
    form = {"step": step.n, "seat": seat.number, "key": "le-premier-coup", "action": json.dumps(action)}
    assert browser_of(seat.user).post(f"/ordres/{game.code}/", form, headers=LIVE).status_code == 200
    assert (asked, Submission.objects.count()) == ([action], 1)


def test_a_secret_offer_at_a_table(make_game, judgements):
    game = make_game()
    step = play_until(game, "sealed")
    seat, asked = game.seats.get(number=step.asked[0]), judgements("enchere")
    form = {"step": step.n, "seat": seat.number, "key": "une-offre", "action": '{"do": "offer", "coins": 1}'}
    assert browser_of(seat.user).post(f"/ordres/{game.code}/", form, headers=LIVE).status_code == 200
    assert len(asked) == 1


def test_a_letter(alice, bob, judgements):
    court = open_court(alice, bob)
    seat, asked = court.seats.select_related("user").get(number=0), judgements("gloire")
    address = reply_address(seat, pending(court).n)
    letter = f"To: {address}\r\nMessage-ID: <1@x>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nCHE 1"
    assert hand_over(letter.encode())
    assert asked == [Submission.objects.get().decision()] == [Draft.objects.get().action]


def test_a_referee_for_an_absent_player(alice, bob, make_user, judgements):
    from apps.orders.by_referee import answer_for

    court = open_court(alice, bob)
    asked, action = judgements("gloire"), {"orders": [{"code": "CHE", "count": 1}]}
    seat = court.seats.select_related("game").get(number=0)
    answer_for(court, make_user("Roy"), seat, action, "par lettre", "the referee's")
    assert (asked, Submission.objects.count()) == ([action], 1)
