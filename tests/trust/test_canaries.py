"""T20: a word that only one player knows is searched for in everything that anybody else can see."""

import logging

import pytest
from celery.app.task import Task
from django.test import Client

from apps.courier.models import Mail
from apps.games.live import hub
from apps.games.models import RefereeAct, Step
from apps.games.services.lobby import gathering, starting
from apps.games.services.steps import due
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from tests.deciding import save_draft
from tests.trust.addresses import Society, every_address, filled
from tests.trust.long import amount

pytestmark = pytest.mark.django_db

SEALED = {"player": "perroquetrouge", "rival": "hiboublanc"}
DRAFTED = {"player": "corbeaunoir", "rival": "pinsonbleu"}
OTHERS = {
    "player": ("rival", "steward"),
    "rival": ("player",),
}  # the rival's steward may read the rival's orders
NOBODY_ELSE = ("anonymous", "outsider", "creator", "referee", *amount((), ("moderator",)))


@pytest.fixture
def seen(monkeypatch):
    """Socket frames and queue messages as they leave."""
    told: list[str] = []
    monkeypatch.setattr(hub, "_send", lambda topic, news: told.append(f"{topic} {news}"))
    monkeypatch.setattr(
        Task,
        "apply_async",
        lambda task, args=None, kwargs=None, **options: told.append(f"{task.name} {args} {kwargs} {options}"),
    )
    return told


@pytest.fixture
def court(make_user):
    """A public running game of Gloire et Pouvoir where two lords sealed and drafted orders with their own
    words."""
    society = Society(make_user)
    new = gathering.new_game(
        "gloire", "La cour", {"map": "scandinavie"}, 10, pace=Pace(kind="hours", every=24)
    )
    game = gathering.create_game(society.people["creator"], new)
    for role in SEALED:
        gathering.join_game(game, society.people[role], society.people[role].username)
    gathering.fill_with_bots(game)
    game = starting.start_game(game)
    society.values |= {"code": game.code, "gloire:code": game.code}
    return society, game


def write_orders(society, game, django_capture_on_commit_callbacks) -> None:
    step = Step.objects.pending().select_related("game").get(game=game)
    for role in SEALED:
        seat = game.seats.select_related("game").get(user=society.people[role])
        with django_capture_on_commit_callbacks(execute=True):
            submit(seat, step.n, orders(game, step, seat, SEALED[role]), seat.user, f"canary-{role}")
            save_draft(seat, step.n, orders(game, step, seat, DRAFTED[role]), f"# {DRAFTED[role]}", seat.user)


def orders(game, step, seat, word: str):
    """A joust to which the word is the password: legal from the first turn."""
    from apps.games.engine.positions import position_before

    action, _problems = game.rules.parse(position_before(step), seat.number, f"ORG 2 500 {word}")
    return action


def pages(society, role: str) -> str:
    """Everything this person can read on the site."""
    client = Client(raise_request_exception=False)
    if role in society.people:
        client.force_login(society.people[role])
    bodies = []
    for name, route in every_address():
        if name.split(":")[0] in (
            "games",
            "gloire",
            "referee",
            "courier",
            *amount((), ("home", "accounts", "forums", "gazette")),
        ):
            answer = client.get(filled(route, name, society.values))
            assert answer.status_code < 500, (role, name)
            bodies.append(answer.content.decode(errors="replace") + str(answer.headers))
    for verb in ("essai", "ordres", "resoudre", "repondre", "renvoyer"):
        asked = {"number": "0", "orders": "ORG 2 500 perdrix"}
        bodies.append(
            client.post(f"/arbitre/{society.values['code']}/{verb}/", asked, follow=True).content.decode()
        )
    return "\n".join(bodies)


def test_words_of_sealed_orders_and_drafts_reach_nobody_else(
    court, seen, caplog, django_capture_on_commit_callbacks
):
    society, game = court
    with caplog.at_level(logging.DEBUG):
        write_orders(society, game, django_capture_on_commit_callbacks)
        assert all(word in stored_text(game) for word in (*SEALED.values(), *DRAFTED.values())), (
            "the canaries are not there"
        )
        for reader in ("player", "rival", "steward", *NOBODY_ELSE):
            site = pages(society, reader)
            foreign = [owner for owner in SEALED if reader in (*OTHERS[owner], *NOBODY_ELSE)]
            assert not [owner for owner in foreign if SEALED[owner] in site or DRAFTED[owner] in site], reader
    everything = "\n".join(
        [*seen, caplog.text, *(bytes(mail.content).decode(errors="replace") for mail in Mail.objects.all())]
    )
    assert seen
    assert not [word for word in (*SEALED.values(), *DRAFTED.values()) if word in everything]


def stored_text(game) -> str:
    from apps.games.models import Draft, Submission

    rows = [str(one.decision()) for one in Submission.objects.filter(step__game=game)]
    return " ".join(
        [*rows, *(f"{draft.action} {draft.text}" for draft in Draft.objects.filter(step__game=game))]
    )


def test_own_words_are_shown_to_their_writer(court, django_capture_on_commit_callbacks):
    """The search itself is proven: it does find what may be seen."""
    society, game = court
    write_orders(society, game, django_capture_on_commit_callbacks)
    assert DRAFTED["player"] in pages(society, "player")


def test_opened_orders_are_shown_only_after_all_players_were_told(court, django_capture_on_commit_callbacks):
    society, game = court
    write_orders(society, game, django_capture_on_commit_callbacks)
    client = Client()
    client.force_login(society.people["referee"])
    address, body = f"/arbitre/{game.code}/ordres/", {"typed_name": game.name, "reason": "une plainte"}
    asked = client.post(address)
    assert SEALED["rival"] not in asked.content.decode()
    page = client.post(address, {**body, "confirm": "1", "shown": asked.context["shown"]}, follow=True)
    act = RefereeAct.objects.get(game=game, kind="open_orders")
    told = {mail.user.username for mail in Mail.objects.filter(key__startswith=f"referee:opened:{act.pk}")}
    assert (told, SEALED["rival"] in page.content.decode()) == ({"Alice", "Bob"}, True)


def test_losers_offer_stays_secret_after_the_step(make_user, client):
    """The small game keeps losing offers secret: after the resolution only their maker reads them."""
    from tests.trust import actors

    game = actors.sealed_game(3)
    step = actors.pending(game)
    for seat, coins in zip(game.seats.order_by("number"), (11, 7, 12), strict=True):
        submit(seat, step.n, {"do": "offer", "coins": coins}, seat.user, "sealed order")
    due.seal(step.pk, step.opened_at, early=True)
    due.resolve(step.pk)
    told = "Votre offre de 7 n’a pas suffi"
    found = {}
    for user in actors.people(3):
        client.force_login(user)
        found[user.username] = told in client.get(f"/parties/{game.code}/historique/").content.decode()
    assert found == {"Sire0": False, "Sire1": True, "Sire2": False}
