"""T19: every address, read and written to, by everybody. The table `addresses.txt` states each answer.

A new address that is missing from the table fails the test. `KALAN_WRITE_ADDRESSES=1` rewrites the table:
read its diff.
"""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.trust.addresses import ROLES, Society, every_address, filled
from tests.trust.long import LONG, amount

pytestmark = pytest.mark.django_db

TABLE = Path(__file__).with_name("addresses.txt")
HEAD = (
    f"# what a private game of Alice (player) and Bob (rival) answers to whom\n# {'address':<42} "
    f"method {' '.join(f'{role:<9}' for role in ROLES)}\n"
)
WRITE = os.environ.get("KALAN_WRITE_ADDRESSES") == "1"
OF_A_GAME = ("games", "orders", "referee", "gloire", "theopolis", "courier")
OF_ITS_PLAYERS = ("forums", "gazette")
LETTERS = ("forums:conversation", "forums:letter_act")
TALK = (
    *LETTERS,
    *(
        f"forums:{name}"
        for name in "board new_topic board_feed topic reply vote topic_feed post edit history".split()
    ),
    *(f"gazette:{name}" for name in "gazette archive feed article sheet mine write edit desk".split()),
)
UNSEEN = "-"
NONCE = re.compile(r"'nonce-[^']*'")
HIDDEN = {"302", "404", "405"}  # what someone may learn about a private game: nothing


@pytest.fixture
def society(make_user):
    return Society(make_user)


def visit(society: Society) -> dict[tuple[str, str], list[str]]:
    clients = {role: Client(raise_request_exception=False) for role in ROLES}
    for role, user in society.people.items():
        clients[role].force_login(user)
    found = {}
    for name, route in every_address():
        address = filled(route, name, society.values)
        for method in ("get", "post"):
            visitors = visitors_of(name.split(":")[0], method)
            found[name, method.upper()] = [
                _status(clients[role], method, address) if role in visitors else UNSEEN for role in ROLES
            ]
    return found


def visitors_of(space: str, method: str) -> tuple[str, ...]:
    """Who goes there on an ordinary day; in the long run everybody goes everywhere."""
    if WRITE or LONG or (space in OF_A_GAME and method == "get"):
        return ROLES
    if space in OF_A_GAME:
        return ("player", "creator", "outsider")
    return ("rival", "outsider", "moderator") if space in OF_ITS_PLAYERS else ("anonymous",)


def _status(client: Client, method: str, address: str) -> str:
    return str(_answer(client, method, address).status_code)


def _answer(client: Client, method: str, address: str) -> Any:
    """Whatever the request changes is taken back: the next visitor finds the same world."""
    cookies = client.cookies.copy()
    with transaction.atomic():
        answer = getattr(client, method)(address)
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer


def stated() -> dict[tuple[str, str], list[str]]:
    rows = [line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    return {(name, method): statuses for name, method, *statuses in rows}


def write(found: dict[tuple[str, str], list[str]]) -> None:
    rows = [
        f"{name:<44} {method:<6} {' '.join(f'{status:<9}' for status in statuses)}".rstrip()
        for (name, method), statuses in found.items()
    ]
    TABLE.write_text(HEAD + "\n".join(rows) + "\n")


def test_every_address_answers_everybody_as_the_table_states(society):
    found = visit(society)
    if WRITE:
        write(found)
    expected = stated()
    assert sorted(set(found) - set(expected)) == [], "addresses missing from addresses.txt"
    assert sorted(set(expected) - set(found)) == [], "addresses of the table that are gone"
    assert {key: statuses for key, statuses in found.items() if not agree(statuses, expected[key])} == {}


def agree(found: list[str], expected: list[str]) -> bool:
    return all(one in (UNSEEN, other) for one, other in zip(found, expected, strict=True))


@pytest.mark.parametrize("role", amount(["anonymous", "player"], ["anonymous", "player", "referee"]))
def test_head_answers_like_get_without_a_body(society, role):
    """Link checkers and previews ask so. What differs from one answer to the next by nature is left out."""
    client = Client(raise_request_exception=False)
    if role in society.people:
        client.force_login(society.people[role])
    different, with_a_body = {}, []
    for name, route in every_address():
        address = filled(route, name, society.values)
        got, asked = _answer(client, "get", address), _answer(client, "head", address)
        if _facts(got) != _facts(asked):
            different[name] = _facts(got), _facts(asked)
        if b"".join(asked) != b"":
            with_a_body.append(name)
    assert different == {}
    assert with_a_body == []


def _facts(answer: Any) -> tuple[int, dict[str, str]]:
    changing = ("Content-Length", "Expires")
    headers = {name: NONCE.sub("", value) for name, value in answer.headers.items() if name not in changing}
    return answer.status_code, headers


def test_table_never_promises_a_private_game_to_a_stranger():
    """Whatever the table says, these hold: no failure for anybody, and nothing of a private game for
    strangers."""
    games = {
        name
        for name, route in every_address()
        if "<str:code>" in route
        and name.split(":")[0] in ("games", "orders", "referee", "gloire", "theopolis")
    }
    public = {"games:invitation"}  # who holds the invitation may look
    for (name, method), statuses in stated().items():
        assert not [status for status in statuses if status.startswith("5")], (name, method)
        if name not in games - public:
            continue
        seen = dict(zip(ROLES, statuses, strict=True))
        assert {seen["anonymous"], seen["outsider"], seen["moderator"]} <= HIDDEN, (name, method)


def test_table_never_promises_the_talk_of_a_private_game_to_a_stranger():
    """Its board, its gazette; and a letter only to the two who wrote to each other, whatever the others
    are."""
    expected = stated()
    for name in TALK:
        for method in ("GET", "POST"):
            seen = dict(zip(ROLES, expected[name, method], strict=True))
            strangers = ROLES[3:] if name in LETTERS else ("anonymous", "outsider", "moderator")
            assert {seen[role] for role in (*strangers, "anonymous")} <= HIDDEN, (name, method)
    assert expected["forums:conversation", "GET"][1:3] == ["200", "200"]
    assert expected["forums:topic", "GET"][1:5] == ["200"] * 4


def test_article_of_a_gazette_that_was_never_printed_is_not_found(client, society):
    client.force_login(society.people["player"])
    for page in ("article/1/", "article/1/feuille/", "numero/1/", "numero/1/papier/"):
        assert client.get(f"/gazettes/{society.values['gloire:code']}/{page}").status_code == 404


@pytest.mark.parametrize(
    "code", ["%00", "a%00b", "%F0%9F%91%91", "..%2f..%2f", "x" * 300, "%27%20OR%201=1--", "0"]
)
def test_nonsense_in_place_of_a_code_is_not_found(client, alice, code):
    client.force_login(alice)
    for page in (
        "/parties/{}/",
        "/parties/{}/plateau/",
        "/parties/{}/historique/",
        "/arbitre/{}/",
        "/parties/{}/invitation/x/",
    ):
        assert client.get(page.format(code)).status_code == 404
    assert client.post(f"/ordres/{code}/", {"step": "1"}).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {"key": "a\0b\0c\0d\0e"},
        {"action": '"\\u0000"'},
        {"action": '"\\ud800"'},
        {"action": "\0"},
        {"text": "\0" * 9},
    ],
)
def test_characters_that_no_database_keeps_are_refused_or_dropped(client, alice, bob, body):
    from apps.games.services.lobby import gathering, starting

    game = gathering.create_game(alice, gathering.new_game("enchere", "Table", {}, 2))
    for user in (alice, bob):
        gathering.join_game(game, user, user.username)
    starting.start_game(game)
    client.force_login(alice)
    request = {
        "step": "1",
        "seat": "0",
        "key": "a-key-of-mine",
        "action": '{"do":"stake","coins":1}',
        "text": "MISER 1",
        **body,
    }
    answer = client.post(f"/ordres/{game.code}/", request, headers={"accept": "application/json"})
    assert answer.status_code in (201, 400)
