"""Happenings for the BILAN's tests, made by the engine without a database: bots play, or a turn is set by
hand."""

from types import SimpleNamespace
from typing import Any

from apps.games.table.presentation import Happening
from apps.games.timing.pace import Pace
from engines.core.contract import Seen
from engines.core.dice import Dice
from engines.core.registry import rules_of

RULES = rules_of("gloire")
NAMES = [
    "Hawkmoon",
    "Rodrigue",
    "Hyliath",
    "WellDone",
    "Jon Snow",
    "Amaréthuse",
    "Guigues",
    "Élienor",
    "Bran",
    "Isaut",
]


def a_game(**more: Any) -> Any:
    """What a BILAN asks of a game, not stored anywhere."""
    facts = {
        "rules": RULES,
        "name": "Scandinavie VII",
        "title": "Gloire et Pouvoir",
        "code": "essai",
        "pk": 0,
    }
    return SimpleNamespace(
        **{**facts, "pace": Pace(kind="at_once"), "seed": b"graine", "commitment": "c0ffee" * 10, **more}
    )


def seats(count: int) -> list[Any]:
    return [SimpleNamespace(number=n) for n in range(count)]


def happening(game: Any, n: int, before: Any, step: Any, moves: dict[int, Any]) -> Happening:
    over = RULES.asks(step.state) is None
    return Happening(game, n, before, step.state, step.events, moves, f"{n:064x}", over)


def opened(names: list[str] = NAMES, **options: Any) -> Any:
    return RULES.setup(names, {"map": "scandinavie", "draw": False, **options}, Dice(b"chronique", 0))


def bot_game(count: int, game: Any = None, names: list[str] = NAMES, **options: Any) -> list[Happening]:
    """Turn 0 and as many turns as asked, or fewer if someone is crowned before."""
    game = game or a_game()
    step = opened(names, **options)
    told = [happening(game, 0, None, step, {})]
    bots = list(RULES.bots.values())
    for n in range(1, count + 1):
        state = step.state
        ask = RULES.asks(state)
        if ask is None:
            break
        moves = {
            seat: bots[seat % len(bots)](_seen(state, seat), Dice(b"bot%d" % seat, n)) for seat in ask.seats
        }
        step = RULES.apply(state, moves, Dice(b"chronique", n))
        told.append(happening(game, n, state, step, moves))
    return told


def _seen(state: Any, seat: int) -> Seen:
    return Seen(seat, RULES.view(state, seat), lambda draft: RULES.menu(state, seat, draft))


def turn(state: Any, orders: dict[int, str], game: Any = None) -> Happening:
    """One turn with orders written as players write them."""
    moves = {}
    for seat in RULES.asks(state).seats:
        action, problems = RULES.parse(state, seat, orders.get(seat, ""))
        assert action is not None, [str(problem.text) for problem in problems]
        moves[seat] = action
    return happening(
        game or a_game(), state.turn, state, RULES.apply(state, moves, Dice(b"chronique", state.turn)), moves
    )
