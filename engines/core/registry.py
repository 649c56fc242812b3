"""Which games there are. A game registers by standing in `GAMES`; its package exposes `RULES`, newest version
last."""

from functools import cache
from importlib import import_module

from engines.core.contract import Rules

GAMES: dict[str, str] = {
    "gloire": "engines.gloire",
    "miles_christi": "engines.miles_christi",
    "theopolis": "engines.theopolis",
    "missionnaires": "engines.missionnaires",
    "argad": "engines.argad",
}


class UnknownGame(KeyError):
    """No such game, or not in that version."""


def register(slug: str, module: str) -> None:
    """Add a game from outside this folder (the tests' small game does)."""
    GAMES[slug] = module
    versions.cache_clear()


@cache
def versions(slug: str) -> dict[int, Rules]:
    if slug not in GAMES:
        raise UnknownGame(slug)
    return {rules.meta.version: rules for rules in import_module(GAMES[slug]).RULES}


def rules_of(slug: str, version: int | None = None) -> Rules:
    """The rules of a game, in the version asked for or the newest."""
    known = versions(slug)
    if version is None:
        return known[max(known)]
    if version not in known:
        raise UnknownGame(f"{slug} version {version}")
    return known[version]
