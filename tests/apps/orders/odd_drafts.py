"""Odd decisions of every game: good ones with one node replaced by something that does not belong there,
as JSON text."""

import json
from collections.abc import Iterator
from typing import Any

from apps.games.engine.positions import position_before
from apps.games.models import Game, Step
from apps.games.services.lobby import gathering, starting
from apps.games.services.steps import due
from apps.games.timing.pace import Pace
from engines.core import codec
from engines.core.checks.subject import spread
from engines.core.dice import Dice
from engines.core.table import look
from tests.apps.tables.argad import battle
from tests.trust.long import amount

SEATS = {"gloire": 6, "miles_christi": 3, "theopolis": 2, "missionnaires": 2, "argad": 2}
TABLES = (
    "gloire",
    "miles_christi",
    "theopolis",
    "missionnaires",
    "argad muster",
    "argad plot",
    "argad combat",
)
PER_GAME = amount(80, 170)
FOREIGN: list[Any] = [  # decisions of one game are odd ones of another
    {
        "orders": [
            {"code": "ATT", "knight": "C1", "land": "THULE", "men": 10},
            {"code": "TSF", "knight": "C1", "other": "C2", "men": 3},
        ]
    },
    {"type": "choose", "decision": 1, "picks": [1, 2]},
    {"do": "move", "path": [{"to": "paris", "push": 1}], "join": True, "drop": False},
    {
        "kind": "plot",
        "orders": [
            {
                "figs": ["A01"],
                "do": "move",
                "path": [[10, 10]],
                "when": [{"if": {"k": "time"}, "then": {"figs": ["A01"]}}],
            }
        ],
    },
    {"kind": "combat", "shots": [{"figs": ["A01"], "target": "B01"}], "follow": {"A01": "never"}},
    {"kind": "deploy", "layout": "line", "places": {"A01": [10, 10]}},
    {"kind": "muster", "troop": {"name": "x", "figures": [{"n": 1, "name": "y"}]}},
]
OVERFLOW = "@1e999@"  # JSON text that no value of ours is written as
NESTED: Any = 1
for _ in range(200):
    NESTED = [NESTED]
STRANGE: list[Any] = [
    None,
    True,
    -1,
    1.5,
    10**30,
    1e308,
    float("nan"),
    float("-inf"),
    OVERFLOW,
    "",
    "zzz",
    "x" * 5_000,
    "\0",
    "\ud800",
    "«\xa0🏰\xa0»",
    [],
    {},
    [None],
    {"zzz": 1},
    NESTED,
    ["IMP"],
    {"msgid": "{x}", "params": {}},
]
UNSTORABLE = ("NaN", "Infinity", "1e999", "\\u0000", "\\ud800")
ODD_WORDS = [
    "",
    "\0",
    "-1",
    "9" * 5_000,
    "99999999999",
    "x" * 5_000,
    "«\xa0»",
    "{x}",
    "%s",
    "\n",
    "NaN",
    "1e999",
    "\u0661",
    "{" * 500,
]
NO_ORDERS = [
    "",
    " ",
    "null",
    "NaN",
    "1e999",
    "-Infinity",
    "3",
    '"x"',
    "[]",
    "{}",
    "{",
    "vrai",
    '{"orders":null}',
    '"\\ud800"',
    '{"orders":[{"code":["IMP"]}]}',
    '{"orders":{"code":"IMP"}}',
    "[" * 1_900,
    "[" * 1_900 + "]" * 1_900,
    "9" * 5_000,
    "x" * 300_000,
    '{"a":' * 500 + "1" + "}" * 500,
]


def open_table(table: str, alice: Any, bob: Any) -> Game:
    """Alice and Bob, automata elsewhere; where a game has several kinds of decisions, the table's second
    word says which."""
    slug, _space, phase = table.partition(" ")
    game = _started(slug, alice, bob)
    if phase:
        battle.skip_to(game, lambda state: state.phase == phase)
    return game


def _started(slug: str, alice: Any, bob: Any) -> Game:
    new = gathering.new_game(slug, "La table d’essai", {}, SEATS[slug], pace=Pace(kind="hours", every=24))
    game = gathering.create_game(alice, new)
    gathering.join_game(game, alice, "Hawkmoon")
    gathering.join_game(game, bob, "Rodrigue")
    gathering.fill_with_bots(game)
    game = starting.start_game(game)
    due.advance(game.pk)  # where automata begin
    return game


def pending(game: Game) -> Step:
    return Step.objects.pending().select_related("game").get(game=game)


def good_action(game: Game, number: int) -> Any:
    """What an automaton would decide for this seat, as plain data."""
    state = position_before(pending(game))
    bot = next(iter(game.rules.bots.values()))
    return json.loads(codec.dump(bot(look(game.rules, state, number), Dice(b"odd", number))))


def odd_texts(action: Any) -> list[str]:
    """About PER_GAME texts for JSON: what is none at all, then mutations of a good action, spread over its
    nodes."""
    mutated = list(dict.fromkeys(as_text(odd) for odd in [*STRANGE, *mutations(shortened(action))]))
    foreign = [as_text(odd) for good in FOREIGN for odd in [good, *mutations(good)]]
    own = spread(mutated, PER_GAME - len(NO_ORDERS) - 50)
    return [*NO_ORDERS, *own, *spread(foreign, PER_GAME - len(NO_ORDERS) - len(own))]


def odd_values(action: Any) -> list[Any]:
    """Those of the mutations that a database would keep: drafts as an older version may have stored them."""
    odd = [*STRANGE, *mutations(shortened(action))]
    odd += [one for good in FOREIGN for one in [good, *mutations(good)]] if len(odd) < PER_GAME else []
    return [one for one in odd if one is not None and not any(word in as_text(one) for word in UNSTORABLE)]


def as_text(value: Any) -> str:
    return json.dumps(value).replace(f'"{OVERFLOW}"', "1e999")


def shortened(value: Any) -> Any:
    """With the first three of every list: the others are alike."""
    if isinstance(value, list):
        return [shortened(one) for one in value[:3]]
    return {key: shortened(one) for key, one in value.items()} if isinstance(value, dict) else value


def mutations(value: Any) -> Iterator[Any]:
    """The value with one node, key or element replaced, removed or added."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ({**value, key: odd} for odd in [*STRANGE, [inner], {"zzz": inner}, *mutations(inner)])
            yield {other: kept for other, kept in value.items() if other != key}
        yield {**value, "zzz": 1}
    if isinstance(value, list):
        for n, inner in enumerate(value):
            changed = [*STRANGE, [inner], {"zzz": inner}, *mutations(inner)]
            yield from ([*value[:n], odd, *value[n + 1 :]] for odd in changed)
        yield value * 120
