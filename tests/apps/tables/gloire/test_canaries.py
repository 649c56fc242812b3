"""One lord's secrets are made unmistakable, then looked for in everything that anybody else can read of the
game."""

import hashlib
import re
import secrets
import zipfile
from io import BytesIO

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.registries.export import export_account
from apps.courier.models import Mail
from apps.forums.services import posting
from apps.forums.services.boards import board_of
from apps.games.engine.positions import current_position, position_before, state_of
from apps.games.queries.lists import latest_news, topics_visible_to
from apps.games.services.steps import due
from apps.games.timing.clock import database_now
from apps.orders.services import submit
from engines.core import codec
from engines.gloire.state import Garrison, Intel, Knight
from tests.apps.tables.gloire.conftest import signed_in
from tests.apps.tables.gloire.court import home, open_court, pending
from tests.deciding import save_draft
from tests.trust.addresses import every_address, filled

pytestmark = pytest.mark.django_db

SPACES = ("games", "gloire", "orders", "forums", "gazette", "courier", "rules", "accounts", "home")
ORDERS = ("ATT", "TSF", "ESP", "GUE", "VND", "MOV")  # that speak of others; the forms of all are built alike
ADVISERS = ("argentier", "batailles", "levees", "chevaliers", "joutes", "et-si")
PASSWORD, DRAFTED = "sesamecanari", "serinus"
KNIGHT, NAME = "C77531", "Canari de Roncevaux"
WORDS = (PASSWORD, DRAFTED, KNIGHT, "Canari", "Serin du Nord", "G90210")


@pytest.fixture
def court(alice, bob, monkeypatch):
    """With the same dice every time: else a figure of somebody else may come out like one of Bob's."""
    with monkeypatch.context() as given:
        given.setattr(secrets, "token_bytes", lambda size=32: (b"canari" * size)[:size])
        return open_court(alice, bob)


@pytest.fixture
def canary(court, bob):
    """Bob is rich, served by a knight and a garrison that cannot be mistaken, and knows something of another
    land."""
    step = court.steps.resolved().get(n=0)
    state = state_of(court, step)
    lord, fief = state.lords[1], state.lords[1].home
    lord.treasury, lord.peasants, lord.garrison, lord.knights = 98_765, 43, 37, 71
    lord.intel["KOLA"] = Intel(turn=0, wealth=0.3719, fort="wall", men=7531)
    state.lands[fief].wealth, state.lands[fief].fort = 0.6173, "fortress"
    state.knights.append(Knight(KNIGHT, NAME, 1, 61.37, fief, wage=6137, men=4321))
    state.garrisons.append(Garrison("G90210", 1, fief, 3217))
    state.next_knight, state.next_garrison = 77532, 90211
    step.state = codec.dump(state)
    step.state_hash = hashlib.sha256(step.state).hexdigest()
    step.save()
    return court


def write_orders(court, bob):
    """Orders that are sealed, others that are drafted; the second lord's fief is his own affair."""
    step, fief, seat = pending(court), home(court, bob), court.seats.get(user=bob)
    state = position_before(step)
    sealed = (
        f"IMP 7 {fief}\nORG 4 6123 {PASSWORD}\nREN C2 Serin-du-Nord\nPAR {KNIGHT} Rodrigue "
        f"{PASSWORD}\nDEF {KNIGHT} 777"
    )
    action, problems = court.rules.parse(state, 1, sealed)
    assert problems == []
    submit(seat, step.n, action, bob, "canary")
    save_draft(seat, step.n, court.rules.parse(state, 1, f"ORG 3 6321 {DRAFTED}")[0], f"# {DRAFTED}", bob)


def figures(court) -> list[str]:
    """Bob's figures in the present position, each as a pattern: with any sign between thousands, with comma
    or point."""
    state = current_position(court)[1]
    found = [state.lords[1].treasury]
    found += [knight.men for knight in state.knights if knight.lord == 1 and knight.men > 1000]
    found += [garrison.men for garrison in state.garrisons if garrison.lord == 1]
    patterns = [rf"(?<![\w.#-]){n // 1000}[\s\u202f\u00a0.,]?{n % 1000:03d}(?![\w])" for n in found]
    wealth = state.lands[state.lords[1].home].wealth
    renown = next(knight.renown for knight in state.knights if knight.id == KNIGHT)
    patterns += [
        rf"(?<![\w.]){value.replace('.', '[.,]')}(?!\d)" for value in (f"{wealth:.4f}", f"{renown:.2f}")
    ]
    # Rounded as pages write them, with a comma: the drawing of a map is full of numbers with a point.
    return patterns + [
        rf"(?<![\w,]){value.replace('.', ',')}(?!\d)" for value in (f"{wealth:.2f}", f"{renown:.1f}")
    ]


def addresses_of(court, seat: int = 1, knight: str = KNIGHT) -> list[str]:
    """Every address of the game with values that exist, among them a lord's own things: Bob's, unless another
    is named."""
    fief = current_position(court)[1].lords[seat].home
    last = current_position(court)[0].n
    fillings = [{"land": fief}, {"n": 1 if last else 0, "seat": 1 - seat}]
    fillings += [{"adviser": one} for one in ADVISERS] + [{"order": code} for code in ORDERS]
    found = {}
    for name, route in every_address():
        if name.split(":")[0] not in SPACES or "logout" in name:
            continue
        for filling in fillings if name.startswith(("gloire:", "games:")) else fillings[:1]:
            values = {
                "code": court.code,
                "n": last,
                "seat": seat,
                "slug": f"partie-{court.code}",
                "number": last,
                **filling,
            }
            values |= {
                "rules:slug": "gloire",
                "games:ranking:slug": "gloire",
                "name": "Bob",
                "username": "Bob",
            }
            found[filled(route, name, values)] = ""
    page = f"/parties/{court.code}"
    for more in (
        f"/?siege={seat}",
        f"/plateau/?siege={seat}",
        f"/cour/carte/?siege={seat}&tour=0",
        f"/bilans/?siege={seat}",
        "/bilans/?q=Canari",
    ):
        found[page + more] = ""
    for more in (
        f"?knight={knight}&men=10&land={fief}",
        f"?land={fief}",
        f"?land={fief}&level=5",
        f"?knight={knight}",
    ):
        for adviser in ADVISERS:
            found[f"{page}/cour/conseillers/{adviser}/{more}"] = ""
    for code in ORDERS:
        found[f"{page}/cour/ordre/{code}/?terre={fief}&lord={seat}&knight={knight}"] = ""
    return list(found)


def readings(court, client: Client) -> dict[str, str]:
    return {address: read(client, address) for address in addresses_of(court)}


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return body.decode(errors="replace") + str(answer.headers)


def attempts(court, client: Client) -> dict[str, str]:
    """What the desk answers to someone who names things he should not know."""
    fief = current_position(court)[1].lords[1].home
    lines = (
        "TSF C1 C77530 10",
        "TSF C1 Canari 10",
        f"MOV C77532 {fief}",
        "DEM G90211",
        "LIB C77530",
        f"ATT C1 {fief} 5",
    )
    found = {}
    step = {"step": pending(court).n, "seat": 0}
    for line in (*lines, "\n".join(lines)):
        for verb, field in (("ligne", "line"), ("texte", "text")):
            answer = client.post(
                f"/parties/{court.code}/cour/ordres/{verb}/",
                {**step, field: line},
                headers={"HX-Request": "true"},
            )
            found[f"{verb} {line}"] = "".join(
                answer.content.decode().split(line)
            )  # the desk keeps what was typed
            client.post(f"/parties/{court.code}/cour/ordres/vider/", step)
    for code in ORDERS:
        data = {
            **step,
            "land": fief,
            "knight": "C1",
            "lord": 1,
            "men": 5,
            "level": 5,
            "amount": 100,
            "other": "C77530",
        }
        answer = client.post(
            f"/parties/{court.code}/cour/ordre/{code}/apercu/", data, headers={"HX-Request": "true"}
        )
        found[f"apercu {code}"] = answer.content.decode()
    return found


def typed_by_the_reader(address: str, body: str) -> str:
    """A page may repeat what its own address said."""
    for word in (KNIGHT, "Canari"):
        if word in address:
            body = re.sub(rf"(?:value=\"|=|« ){word}", "", body).replace(address, "").replace(word, "")
    return body


def leaks(court, bodies: dict[str, str], words: tuple[str, ...] = WORDS) -> list[tuple[str, str]]:
    patterns = [re.escape(word) for word in words] + figures(court)
    seen = []
    for address, body in bodies.items():
        text = typed_by_the_reader(address, body)
        seen += [(address, pattern) for pattern in patterns if re.search(pattern, text)]
    return seen


def everything_for(court, user) -> dict[str, str]:
    """All that one person who is not Bob can read: pages, answers, mails, sockets, the export of one's own
    data."""
    client = signed_in(user) if user else Client()
    found = readings(court, client)
    if user is None:
        return found
    if court.seats.filter(user=user).exists():
        found |= attempts(court, client)
    mails = Mail.objects.filter(user=user)
    found |= {f"mail {mail.subject}": bytes(mail.content).decode(errors="replace") for mail in mails}
    topics = topics_visible_to(user, [f"game:{court.code}", f"user:{user.pk}"])
    found["socket"] = str(latest_news(topics))
    with zipfile.ZipFile(BytesIO(export_account(user, timezone.now()))) as archive:
        found |= {f"export {one}": archive.read(one).decode(errors="replace") for one in archive.namelist()}
    return found


def test_nobody_else_reads_a_lords_secrets_before_or_after_the_turn(canary, alice, bob, charlie):
    court = canary
    posting.open_topic(
        alice, board_of(court), "Qui est là ?", posting.NewPost("Un mot de la table."), timezone.now()
    )
    write_orders(court, bob)
    for reader in (alice, charlie):
        assert leaks(court, everything_for(court, reader)) == [], reader
    step = pending(court)
    due.seal(step.pk, database_now(), early=True)
    assert due.resolve(step.pk)
    for reader in (alice, charlie, None):
        assert leaks(court, everything_for(court, reader)) == [], reader


def test_the_search_finds_what_bob_may_see(canary, bob):
    """The crawl itself is proven: with Bob's own eyes every kind of secret but the password is found."""
    court = canary
    write_orders(court, bob)
    found = {pattern for _address, pattern in leaks(court, readings(court, signed_in(bob)))}
    wanted = {re.escape(word) for word in WORDS} | set(figures(court))
    finer = {
        *figures(court)[-4:-2],
        figures(court)[-1],
    }  # pages round wealth to hundredths and renown to a whole number
    assert wanted - found <= {
        PASSWORD,
        re.escape("Serin du Nord"),
        *finer,
    }  # the new name comes with the turn


def test_a_knight_of_another_lord_is_spoken_of_like_one_that_does_not_exist(canary, alice):
    """Else one could find out by trying which knights there are."""
    client, step = signed_in(alice), {"step": pending(canary).n, "seat": 0, "knight": "C1", "men": 5}
    address = f"/parties/{canary.code}/cour/ordre/TSF/apercu/"
    answers = [
        client.post(address, {**step, "other": one}).content.decode().replace(one, "")
        for one in (KNIGHT, "C99999")
    ]
    assert answers[0] == answers[1]
