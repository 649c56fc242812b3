"""Where the site calls an engine: `game.rules` are the rules with every call that thinks under the limits of
`guard`.

A bot at work or a whole resolution is one call (`guard.run_limited` around it): the calls inside are not
watched again.
"""

from copy import copy
from functools import cache, partial
from typing import Any

from apps.games.engine.guard import run_limited
from engines.core.contract import Rules

# What thinks. The rest says a word or names a seat, often hundreds of times for a page.
WATCHED = (
    "setup",
    "menu",
    "check",
    "apply",
    "default",
    "view",
    "parse",
    "organise",
    "check_organise",
    "imagine",
)


@cache  # one object for each version of a game, or two
def under_watch(rules: Rules) -> Rules:
    """The same rules: what they are and offer stays as it is."""
    found = copy(rules)
    for name in WATCHED:
        if hasattr(rules, name):
            setattr(found, name, partial(_call, rules, name))
    return found


def _call(rules: Rules, name: str, *arguments: Any, **named: Any) -> Any:
    return run_limited(lambda: getattr(rules, name)(*arguments, **named))
