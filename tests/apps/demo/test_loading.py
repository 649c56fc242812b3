"""What the demonstration's visitor finds at his court: a deadline that his BILAN announced, and somebody to
attack."""

import html
import re
from urllib.parse import urljoin
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils.formats import date_format

from apps.accounts.models import User
from apps.demo.loading import load_demo
from apps.games.models import Game, Report, Step
from apps.games.table.sight import look
from apps.tables.gloire.desk.forms import fill_fields, order_forms

pytestmark = pytest.mark.django_db


@pytest.fixture
def court(db):
    load_demo()
    return Game.objects.get(slug="gloire")


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def test_the_last_bilan_announces_the_deadline_that_the_desk_shows(court):
    step = Step.objects.pending().get(game=court)
    report = Report.objects.get(step__game=court, step__n=step.n - 1, seat__number=0)
    due = step.due_at.astimezone(ZoneInfo("Europe/Paris"))
    day = date_format(due, "l 1\\e\\r F" if due.day == 1 else "l j F")
    assert f"Prochaine échéance : {day} à 23 h 00" in report.text.replace("\xa0", " ")
    assert 3 <= (step.due_at - step.opened_at).days < 14


def test_the_visitor_has_an_enemy_whom_his_knight_can_attack_at_once(court):
    visitor = User.objects.get(username="Hawkmoon")
    sight = look(court, visitor)
    values = {one.field.key: one.value for one in fill_fields(sight, order_forms(sight)["ATT"], {})}
    knight = next(knight for knight in sight.view["me"]["knights"] if knight["id"] == values["knight"])
    assert sight.view["lands"][values["land"]]["owner"] in sight.view["lords"][0]["enemies"]
    assert knight["men"] > 500
    sent = {"step": sight.pending.n, "seat": 0, "form": 1, "code": "ATT", **values}
    signed_in(visitor).post(f"/parties/{court.code}/cour/ordres/ajouter/", sent)
    assert [order["code"] for order in look(court, visitor).my_draft.action["orders"]] == ["ATT"]


def links_of(answer):
    """Where a page leads on this site; nothing for what is no page."""
    if answer.status_code != 200 or "text/html" not in answer.headers["Content-Type"]:
        return []
    found = re.findall(r'(?:href|src)="([^"#]+)', answer.content.decode())
    return [html.unescape(urljoin(answer.request["PATH_INFO"], link)) for link in found]


def crawl(client, start, code):
    """The statuses of all that the pages of a game link to, by address; only pages of the game are read for
    links."""
    seen, waiting = {}, [start]
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        answer = client.get(address)
        seen[address] = answer.status_code
        if code in address:
            waiting += [
                link for link in links_of(answer) if link.startswith("/") and not link.startswith("/static/")
            ]
    return seen


@pytest.mark.parametrize("who", ["Hawkmoon", "Rodrigue", "Charlie"])
def test_no_link_on_the_pages_of_the_court_leads_nowhere(court, charlie, who):
    """A lord; somebody who plays other games; a stranger. All three may look."""
    seen = crawl(signed_in(User.objects.get(username=who)), f"/parties/{court.code}/", court.code)
    assert [address for address, status in seen.items() if status not in (200, 302)] == []
    assert len(seen) > 100
