"""The game under examination: random games played once, positions sampled from them, and what was counted on
the way."""

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from engines.core import codec, registry
from engines.core.contract import Action, BadOptions, Choice, Menu, Option, Rules, Samples, Seat, errors
from engines.core.dice import Dice
from engines.core.table import Moment, Table, TooLong, seat_names

DEEPEST = 300  # steps of one compound choice
TRIES = 30  # compound choices begun again after a dead end


class Broken(AssertionError):
    """The game does not keep its contract; the message says where."""


class Subject:
    """One game in one version. `seats` and `options` fix what is played; left out, several are tried.

    A `thorough` examination imagines each position for all eyes; another for one pair of eyes after the
    other, since to imagine may cost a hundred times what a look costs.
    """

    def __init__(
        self,
        slug: str,
        version: int | None = None,
        seats: int | Sequence[int] | None = None,
        options: Mapping[str, Any] | None = None,
        games: int = 4,
        sample: int = 40,
        most: int = 20_000,
        thorough: bool = True,
    ) -> None:
        self.slug, self.games, self.sample, self.most = slug, games, sample, most
        self.thorough = thorough
        self.rules = registry.rules_of(slug, version)
        self.seats = (seats,) if isinstance(seats, int) else tuple(seats or ())
        self.options = options
        self.cpu = 0.0
        self.leak_checks = 0

    @cached_property
    def tables(self) -> list[Table]:
        """Random games, all ended."""
        tables = []
        started = time.process_time()
        for number in range(self.games):
            table = self.open(number)
            try:
                table.finish([random_player] * len(table.names), self.most)
            except TooLong as error:
                raise Broken(f"random game {table.seed!r} of {len(table.names)} seats: {error}") from error
            tables.append(table)
        self.cpu = time.process_time() - started
        return tables

    def open(self, number: int) -> Table:
        """The opening of the random game `number`: usual options first, drawn ones from the third game on."""
        options = dict(self.options or {})
        seed = f"conformance:{number}".encode()
        if self.options is None and number >= 2:
            options = drawn_options(self.rules, Dice(seed, 0))
        try:
            return Table(self.rules, seat_names(self.seat_count(number, options)), options, seed)
        except BadOptions:
            if self.options is not None or not options:
                raise
            return Table(self.rules, seat_names(self.seat_count(number, {})), {}, seed)

    def seat_count(self, number: int, options: Mapping[str, Any]) -> int:
        if self.seats:
            return self.seats[number % len(self.seats)]
        low, high = seat_limits(self.rules, options)
        return low if number % 2 == 0 else min(high, max(low, 6))

    def moments(self, most: int | None = None) -> list[tuple[Table, Moment]]:
        """Steps of all games, evenly spread."""
        return spread(
            [(table, moment) for table in self.tables for moment in table.moments], most or self.sample
        )

    def positions(self, most: int | None = None) -> list[Any]:
        """Positions in which someone decides, and the last of each game."""
        return [moment.before for _, moment in self.moments(most)] + [table.state for table in self.tables]

    def decisions(self, most: int | None = None) -> Iterator[tuple[Any, Seat]]:
        """Positions with a seat that decides there; of many seats, three."""
        for _, moment in self.moments(most):
            for seat in spread(list(moment.ask.seats), 3):
                yield moment.before, seat


def spread(items: list[Any], most: int) -> list[Any]:
    if len(items) <= most:
        return items
    return [items[index * len(items) // most] for index in range(most)]


def seat_limits(rules: Rules, options: Mapping[str, Any]) -> tuple[int, int]:
    low, high = rules.meta.seats
    for option in rules.meta.options:
        value = options.get(option.key, option.default)
        if value in option.seats:
            low, high = max(low, option.seats[value][0]), min(high, option.seats[value][1])
    return low, high


def option_values(option: Option) -> list[Any]:
    if option.kind == "bool":
        return [False, True]
    if option.kind == "choice":
        return [value for value, _ in option.choices]
    ends = [option.low, option.default, option.high]
    return sorted({value for value in ends if value is not None})


def drawn_options(rules: Rules, dice: Dice) -> dict[str, Any]:
    return {option.key: dice.choice(option_values(option), option.key) for option in rules.meta.options}


def random_player(rules: Rules, state: Any, seat: Seat, dice: Dice) -> Action:
    """Any choice of the menu, drafts followed to their end. A game whose menu has only forms may offer
    `sample`."""
    if isinstance(rules, Samples):
        return require_accepted(rules, state, seat, rules.sample(state, seat, dice), "sample")
    menu = rules.menu(state, seat)
    if not menu.choices and menu.forms:
        return require_accepted(rules, state, seat, rules.default(state, seat, "absent"), "default")
    for _ in range(TRIES):
        choice = descend(rules, state, seat, menu, dice)
        if choice is not None:
            return require_accepted(rules, state, seat, choice.action, "menu")
    raise Broken(f"seat {seat} is asked but its menu leads to no complete choice ({menu.prompt})")


def descend(rules: Rules, state: Any, seat: Seat, menu: Menu, dice: Dice) -> Choice | None:
    """A complete choice found by choosing at random from menu to menu; None at a dead end."""
    for _ in range(DEEPEST):
        if not menu.choices:
            return None
        choice = dice.choice(menu.choices, f"menu:{seat}")
        if choice.complete:
            return choice
        menu = rules.menu(state, seat, choice.action)
    return None


def require_accepted(rules: Rules, state: Any, seat: Seat, action: Action, origin: str) -> Action:
    refused = errors(rules.check(state, seat, action))
    if refused:
        raise Broken(f"{origin} gave seat {seat} {excerpt(action)}, which check refuses: {refused[0].text}")
    return action


def excerpt(value: Any) -> str:
    """A value for a message, cut short."""
    try:
        text = codec.dump(value).decode()
    except (TypeError, ValueError, UnicodeDecodeError, RecursionError, OverflowError):
        text = repr(value)
    return text if len(text) <= 300 else text[:300] + "…"


def complete_moves(rules: Rules, state: Any, seat: Seat, action: Action) -> dict[Seat, Action]:
    """The moves of a step in which `seat` plays this and, if sealed, the others are absent."""
    ask = rules.asks(state)
    if ask is None or ask.mode != "sealed":
        return {seat: action}
    return {one: action if one == seat else rules.default(state, one, "absent") for one in ask.seats}
