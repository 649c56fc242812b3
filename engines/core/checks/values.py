"""States as values: they survive JSON, nothing is changed in place, and the same game comes out every time,
everywhere."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from engines.core import codec, registry
from engines.core.checks.subject import Broken, Subject, excerpt, random_player
from engines.core.contract import Ask, Event, Scrambles, Step
from engines.core.dice import Dice, LoadedDice
from engines.core.table import Table, seat_names

FINGERPRINT_STEPS = 200


def json_round_trip(subject: Subject) -> None:
    """States, events and moves come back equal from JSON, and play on the same."""
    rules = subject.rules
    for state in subject.positions():
        raw = codec.dump(state)
        again: Any = codec.load(raw, rules.State)
        if again != state or codec.dump(again) != raw:
            raise Broken(f"the state changes in a JSON round trip: {excerpt(state)}")
    for _, moment in subject.moments():
        events = codec.dump(moment.step.events)
        if codec.dump(codec.load(events, tuple[Event, ...])) != events:
            raise Broken(
                f"step {moment.n}: events change in a JSON round trip: {excerpt(moment.step.events)}"
            )
        moves = {int(seat): action for seat, action in json.loads(codec.dump(moment.moves)).items()}
        reloaded: Any = codec.load(codec.dump(moment.before), rules.State)
        step = rules.apply(reloaded, moves, LoadedDice.replaying(moment.draws))
        _same_step(moment.step, step, f"step {moment.n} applied to the reloaded state and moves")


def same_seed_same_game(subject: Subject) -> None:
    """The same seed twice gives the same states, events and views to the byte."""
    for number, table in enumerate(subject.tables[:2]):
        first, second = _prints(table), _prints(_replay(subject, number))
        _compare(first, second, f"game {number} played twice")


def same_game_under_other_hash_seeds(subject: Subject) -> None:
    """Other processes, with other hash seeds, time zone and locale, give the same game."""
    expected = _prints(subject.tables[0])
    for hash_seed, zone, locale in (("1", "Pacific/Kiritimati", "C"), ("4242", "America/Caracas", "C.UTF-8")):
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        own = {"PYTHONHASHSEED": hash_seed, "TZ": zone, "LC_ALL": locale, "PYTHONPATH": paths}
        surroundings = {**os.environ, **own}
        command = [
            sys.executable,
            "-m",
            "engines.core.conformance",
            "--fingerprint",
            json.dumps(_order(subject)),
        ]
        done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Broken(f"the game fails with PYTHONHASHSEED={hash_seed}: {done.stderr[-800:]}")
        _compare(expected, json.loads(done.stdout), f"PYTHONHASHSEED={hash_seed}")


def same_game_from_recorded_draws(subject: Subject) -> None:
    """A step is computed again from its recorded draws alone, and uses all of them."""
    for _, moment in subject.moments():
        dice = LoadedDice.replaying(moment.draws)
        try:
            step = subject.rules.apply(moment.before, moment.moves, dice)
        except ValueError as error:
            raise Broken(f"step {moment.n} by its recorded draws: {error}") from error
        _same_step(moment.step, step, f"step {moment.n} by its recorded draws")
        if dice.leftovers():
            raise Broken(f"step {moment.n} leaves recorded draws: {dice.leftovers()}")


def inputs_are_not_changed(subject: Subject) -> None:
    """No method changes the state, the moves, the options or the action it is given."""
    rules = subject.rules
    options = dict(subject.options or {})
    kept = dict(options)
    rules.setup(seat_names(subject.seat_count(0, options)), options, Dice(b"pure", 0))
    if options != kept:
        raise Broken("setup changes the options it is given")
    for number in range(min(2, subject.games)):
        table = subject.open(number)
        for _ in range(subject.sample):
            ask = rules.asks(table.state)
            if ask is None:
                break
            _watch_questions(subject, table.state, ask)
            _watch_apply(table, ask)


def _watch_questions(subject: Subject, state: Any, ask: Ask) -> None:
    rules = subject.rules
    seat = ask.seats[0]
    action = rules.default(state, seat, "absent")
    questions: dict[str, Callable[[], Any]] = {
        "asks": lambda: rules.asks(state),
        "menu": lambda: [
            rules.menu(state, seat, choice.action)
            for choice in rules.menu(state, seat).choices[:20]
            if not choice.complete
        ],
        "check": lambda: rules.check(state, seat, action),
        "default": lambda: rules.default(state, seat, "late"),
        "view": lambda: (rules.view(state, seat), rules.view(state, None)),
        "outcome": lambda: rules.outcome(state),
        "notate and parse": lambda: rules.parse(state, seat, rules.notate(state, seat, action)),
    }
    if isinstance(rules, Scrambles):
        scramble = rules.scramble
        questions["scramble"] = lambda: scramble(state, seat, Dice(b"pure", 0))
    before = codec.dump((state, action))
    for name, question in questions.items():
        question()
        if codec.dump((state, action)) != before:
            raise Broken(f"{name} changes the state or the action it is given")


def _watch_apply(table: Table, ask: Ask) -> None:
    before = table.state
    kept = codec.dump(before)
    dice = Dice(table.seed + b":players", table.n)
    seats = ask.seats if ask.mode == "sealed" else ask.seats[:1]
    moves = {seat: random_player(table.rules, before, seat, dice) for seat in seats}
    kept_moves = codec.dump(moves)
    table.play(moves)
    if codec.dump(before) != kept:
        raise Broken(f"apply changes the state it is given (step {table.n - 1})")
    if codec.dump(moves) != kept_moves:
        raise Broken(f"apply changes the moves it is given (step {table.n - 1})")


def fingerprint(order: dict[str, Any]) -> list[str]:
    """What the other process prints: the digests of the random game number 0."""
    registry.register(order["slug"], order["module"])
    subject = Subject(order["slug"], order["version"], order["seats"], order["options"], 1)
    return _prints(_replay(subject, 0))


def _order(subject: Subject) -> dict[str, Any]:
    return {
        "slug": subject.slug,
        "module": registry.GAMES[subject.slug],
        "version": subject.rules.meta.version,
        "seats": list(subject.seats),
        "options": subject.options,
    }


def _replay(subject: Subject, number: int) -> Table:
    table = subject.open(number)
    players = [random_player] * len(table.names)
    while len(table.moments) < FINGERPRINT_STEPS and table.let_play(players):
        pass
    return table


def _prints(table: Table) -> list[str]:
    """One digest for each of the first steps: state, events, moves and every seat's view."""
    steps = [
        ({}, table.opening),
        *((moment.moves, moment.step) for moment in table.moments[:FINGERPRINT_STEPS]),
    ]
    seats: list[int | None] = [None, *range(len(table.names))]
    return [
        codec.digest((moves, step, [table.rules.view(step.state, seat) for seat in seats]))
        for moves, step in steps
    ]


def _compare(first: list[str], second: list[str], where: str) -> None:
    if first == second:
        return
    pairs = zip(first, second, strict=False)
    n = next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(first), len(second)))
    raise Broken(f"{where}: another game from step {n} on")


def _same_step(first: Step, second: Step, where: str) -> None:
    for part in ("state", "events", "reveals"):
        if codec.dump(getattr(first, part)) != codec.dump(getattr(second, part)):
            raise Broken(f"{where}: {part} differs")
