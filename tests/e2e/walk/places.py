"""Which addresses are one page: the same route, for the same title of game, asked in the same way."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from urllib.parse import parse_qsl, urlsplit

from django.urls import Resolver404, ResolverMatch, resolve

from tests.trust.long import LONG

NUMBER = re.compile(r"\d+")
WORD = re.compile(r"[a-z_-]{1,20}")
# Parameters of a route that say what is done or shown; all others (a code, a number, a name) say to which of many.
TELLING = ("verb", "kind", "slug")
# Every day: where a title has pages of its own. What all games share is walked once, in the long run for each.
BY_TITLE = ("games:game", "games:step", "games:gathering", "games:reports", "games:report", "orders:submit")
ANY = "*"  # a page of some game
SHARED = ("games", "gazette", "forums", "orders", "referee")


@dataclass(frozen=True)
class Place:
    route: str
    title: str = ""  # of the game that it belongs to
    manner: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(filter(None, (self.route, self.title, *self.manner)))


class Map:
    """`title_of` says which game a code belongs to."""

    def __init__(self, base: str, title_of: Callable[[str], str]) -> None:
        self.base, self.title_of = base, cache(title_of)

    def place(self, address: str) -> Place | None:
        """None: it is not of this site, or a file of it."""
        parts = urlsplit(address)
        if parts.scheme and not address.startswith(f"{self.base}/"):
            return None
        match = found(parts.path)
        if match is None:
            return None
        asked = tuple(sorted({_worded(name, value) for name, value in parse_qsl(parts.query)}))
        telling = tuple(str(match.kwargs[name]) for name in TELLING if name in match.kwargs)
        return Place(route_of(match), self._title(match), _without_boards(match, telling) + asked)

    def _title(self, match: ResolverMatch) -> str:
        title = self.title_of(match.kwargs["code"]) if "code" in match.kwargs else ""
        return title if not title or LONG or _is_by_title(route_of(match)) else ANY


def _is_by_title(route: str) -> bool:
    return route in BY_TITLE or route.split(":")[0] not in SHARED


@cache
def found(path: str) -> ResolverMatch | None:
    try:
        return resolve(path)
    except Resolver404:
        return None


def route_of(match: ResolverMatch) -> str:
    """As tests/trust/addresses.txt names it."""
    return ":".join([*match.namespaces, match.url_name or match.route])


def _without_boards(match: ResolverMatch, telling: tuple[str, ...]) -> tuple[str, ...]:
    """Each board of the forums is a page, since not everybody may write on each; what is done there is not."""
    return () if match.namespaces == ["forums"] and match.url_name != "board" else telling


def _worded(name: str, value: str) -> str:
    return f"{name}={value}" if WORD.fullmatch(value) and name != "q" else name
