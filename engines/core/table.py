"""A game played in memory: what the author's tools use where the site has a host. Setup is step 0, moves
count from 1."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engines.core import chain, codec
from engines.core.contract import Action, Ask, Bot, Rules, Seat, Seen, Step
from engines.core.dice import Dice, Draw

Player = Callable[[Rules, Any, Seat, Dice], Action]


class Moment(NamedTuple):
    """One step as it was played: the position before, who was asked, what they chose, what came of it."""

    n: int
    before: Any
    ask: Ask
    moves: dict[Seat, Action]
    step: Step
    draws: tuple[Draw, ...]


class TooLong(RuntimeError):
    """The game did not end within the steps it was given."""


class Table:
    """`seed` decides the game's dice; the players' own dice come from it too, in streams of their own."""

    def __init__(self, rules: Rules, names: Sequence[str], options: Mapping[str, Any], seed: bytes) -> None:
        dice = Dice(seed, 0)
        self.rules, self.names, self.options, self.seed = rules, tuple(names), dict(options), seed
        self.opening = rules.setup(self.names, self.options, dice)
        self.opening_draws = tuple(dice.draws)
        self.state = self.opening.state
        self.moments: list[Moment] = []

    @property
    def n(self) -> int:
        """The number of the step that comes next."""
        return len(self.moments) + 1

    def play(self, moves: Mapping[Seat, Action]) -> Moment:
        ask = self.rules.asks(self.state)
        if ask is None:
            raise ValueError("the game is over")
        dice = Dice(self.seed, self.n)
        step = self.rules.apply(self.state, moves, dice)
        moment = Moment(self.n, self.state, ask, dict(moves), step, tuple(dice.draws))
        self.moments.append(moment)
        self.state = step.state
        return moment

    def let_play(self, players: Sequence[Player]) -> Moment | None:
        """One step by these players (one for each seat); in a free phase a die says who speaks first."""
        ask = self.rules.asks(self.state)
        if ask is None:
            return None
        dice = Dice(self.seed + b":players", self.n)
        seats = ask.seats if ask.mode == "sealed" else (dice.choice(ask.seats, "speaks"),)
        return self.play({seat: players[seat](self.rules, self.state, seat, dice) for seat in seats})

    def finish(self, players: Sequence[Player], most: int) -> None:
        while self.let_play(players) is not None:
            if len(self.moments) >= most:
                raise TooLong(f"not over after {most} steps")

    def export(self) -> dict[str, Any]:
        """The finished game as the file that `verify` reads."""
        promise = chain.commitment(self.seed)
        steps = []
        head = promise
        played: list[tuple[int, Mapping[Seat, Action], Step, tuple[Draw, ...]]]
        played = [(0, {}, self.opening, self.opening_draws)]
        played += [(moment.n, moment.moves, moment.step, moment.draws) for moment in self.moments]
        for n, moves, step, draws in played:
            state_hash = codec.digest(step.state)
            head = chain.link(head, state_hash, moves)
            texts = {str(seat): action for seat, action in moves.items()}
            steps.append(
                {"n": n, "moves": texts, "draws": codec.builtins(draws), "hash": state_hash, "chain": head}
            )
        meta = self.rules.meta
        return {
            "game": meta.slug,
            "version": meta.version,
            "seats": list(self.names),
            "options": self.options,
            "seed": self.seed.hex(),
            "commitment": promise,
            "steps": steps,
        }


def look(rules: Rules, state: Any, seat: Seat) -> Seen:
    return Seen(seat, rules.view(state, seat), lambda draft: rules.menu(state, seat, draft))


def bot_player(bot: Bot) -> Player:
    """A bot as a player: it is given what its seat sees and nothing else."""
    return lambda rules, state, seat, dice: bot(look(rules, state, seat), dice)


def absent_player(rules: Rules, state: Any, seat: Seat, dice: Dice) -> Action:
    return rules.default(state, seat, "absent")


def seat_names(count: int) -> tuple[str, ...]:
    """Names for seats nobody named; they bear the seat's number."""
    return tuple(f"Joueur {seat}" for seat in range(count))
