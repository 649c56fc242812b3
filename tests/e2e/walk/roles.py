"""Who walks where, what they leave alone and why, and which addresses nobody comes to by pressing."""

from collections.abc import Callable
from typing import Any

from tests.e2e.conftest import VISITOR, Server
from tests.e2e.walk.places import ANY, Map, Place
from tests.e2e.walk.pressing import Presser
from tests.e2e.walk.walking import Manners, Seen, Walk
from tests.trust.addresses import ROLES as COLUMNS
from tests.trust.addresses import every_address
from tests.trust.test_addresses import stated

# Who they are at the demonstration; and their column in tests/trust/addresses.txt, if it has another name.
PEOPLE: dict[str, dict[str, Any]] = {
    "member": {"names": ["Blanche"], "member": True},
    "moderator": {"names": ["Mathilde"], "role": "moderator"},
    "referee": {"names": ["LeRoi"], "role": "referee"},
}
COLUMN = {"visitor": "anonymous", "member": "outsider"}

# A player is offered so much that three walk in his place: through the house, at the court, at the tables.
HUBS = ("home", "games:mine", "games:lobby")  # from where games are found


def everywhere(place: Place) -> bool:
    return True


def in_the_house(place: Place) -> bool:
    return not place.title


def at_court(place: Place) -> bool:
    return place.title in ("gloire", ANY) or place.route in HUBS


def at_tables(place: Place) -> bool:
    return place.title not in ("", "gloire", ANY) or place.route in HUBS


def in_the_house_and_at_court(place: Place) -> bool:
    return in_the_house(place) or at_court(place)


MANNERS = Manners(
    last=(
        r"resign|\bquitter\b",
        r"accounts:renew_feed|forums:discard",
        r"argad:(troop|scenario)-remove",
        r"usersessions_list|accounts:(close_session|retire)",
        r"account_(login|signup|logout)",
    ),
    never=((r"^pattern-book\b", "the widgets of the pattern book are samples"),),
)


def walk(
    server: Server,
    backstage: Callable[..., Any],
    visit: Callable[..., Any],
    refused: Callable[[str], None],
    role: str,
    within: Callable[[Place], bool] = everywhere,
    seen: Seen | None = None,
) -> Walk:
    """`seen` is what those before did, if it need not be done again."""
    page = visit(VISITOR if role == "player" else None, base=server.url)
    if role in PEOPLE:
        (cookie,) = backstage("people.enter", **PEOPLE[role]).values()
        page.context.add_cookies([{**cookie, "url": server.url}])
    Presser.look_on(page.context)
    whole = Map(server.url, lambda code: backstage("games.title_of", game=code))
    return Walk(page, whole, MANNERS, within, refused, seen).run()


# Addresses that answer, and to which no press leads on a walk.
UNREACHED_BY = {
    "visitor": {
        "argad:scenarios": "linked where a table is opened, by somebody who has come in",
        "argad:troops": "linked where a table is opened, by somebody who has come in",
    },
}
UNREACHED = {
    "account_inactive": "for an account that was closed",
    "account_password_reset_completed": "behind a mailed code",
    "account_reauthenticate": "behind what asks for the password again",
    "alive": "for machines",
    "ready": "for machines",
    "box:box": "the developers' mailbox, of which the console tells",
    "forums:feed": "named in the head of a page",
    "forums:topic_feed": "named in the head of a page",
    "forums:history": "of a message that was changed: tests/e2e/test_forum_topics.py",
    "forums:badge": "asked for by news",
    "games:absences": "for somebody who plays",
    "games:board": "asked for by news",
    "games:calendar": "behind a secret address",
    "games:invitation": "behind a secret address: tests/e2e/test_lobby.py",
    "games:substitutes": "linked while somebody is sought: tests/e2e/test_lobby.py",
    "heraldry:editor-preview": "asked for at every choice in the workshop",
    "mfa_list_webauthn": "for somebody who has a key: tests/e2e/test_passkey.py",
    "gloire:guide": "once in the life of a player: tests/e2e/test_gloire_pages.py",
    "gloire:words": "asked for while one types",
}


def unseen(routes: set[str], role: str, among: Callable[[str], bool] = lambda route: True) -> set[str]:
    """Addresses that answer this person (tests/trust/addresses.txt), to which no press led, without a reason.
    `routes` are those of every answer that came."""
    column = COLUMNS.index(COLUMN.get(role, role))
    open_to = {name for (name, method), row in stated().items() if method == "GET" and row[column] == "200"}
    return {name for name in open_to if among(name)} - routes - {*UNREACHED, *UNREACHED_BY.get(role, ())}


def is_of_a_game(name: str) -> bool:
    return "<str:code>" in dict(every_address())[name] and name.split(":")[0] not in ("courier", "forums")


def is_of_the_house(name: str) -> bool:
    return not is_of_a_game(name)
