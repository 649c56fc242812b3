"""Beginnings and ends: what a game can start with, who is asked, that it ends, and its ranking."""

from collections.abc import Mapping
from typing import Any

from engines.core.checks.subject import Broken, Subject, option_values, seat_limits
from engines.core.contract import BadOptions, Outcome
from engines.core.dice import Dice
from engines.core.table import Table, seat_names


def openings_are_checked(subject: Subject) -> None:
    """Every value the lobby offers can start a game; unknown options, bad values and bad seats raise
    BadOptions."""
    meta = subject.rules.meta
    if meta.slug != subject.slug:
        raise Broken(f"meta.slug is {meta.slug!r}, the game is registered as {subject.slug!r}")
    if not 1 <= meta.seats[0] <= meta.seats[1]:
        raise Broken(f"meta.seats is {meta.seats}")
    for option in meta.options:
        if option.default not in option_values(option) and option.kind != "int":
            raise Broken(f"option {option.key}: its default is not among its choices")
        for value in option_values(option):
            if not _starts_somehow(subject, {option.key: value}):
                raise Broken(f"option {option.key}={value!r} starts with no number of seats")
        _require_refusal(subject, {option.key: ["absurde"]}, meta.seats[0])
    _require_refusal(subject, {"option inconnue": 1}, meta.seats[0])
    _require_refusal(subject, {}, meta.seats[0] - 1)
    _require_refusal(subject, {}, meta.seats[1] + 1)


def random_games_end(subject: Subject) -> None:
    """Random games end; while they last somebody is asked and nobody has won, then everybody has a place."""
    for table in subject.tables:
        for moment in table.moments:
            _well_asked(moment.ask.seats, moment.ask.mode, len(table.names))
            if subject.rules.outcome(moment.before) is not None:
                raise Broken(f"step {moment.n}: there is an outcome while {moment.ask.seats} are asked")
        outcome = subject.rules.outcome(table.state)
        if outcome is None:
            raise Broken("nobody is asked, but there is no outcome")
        _well_ranked(outcome, len(table.names))
        if not table.moments:
            raise Broken("the game is over before it began")


def _starts_somehow(subject: Subject, options: Mapping[str, Any]) -> bool:
    low, high = seat_limits(subject.rules, options)
    for count in range(low, min(high, low + 12) + 1):
        try:
            Table(subject.rules, seat_names(count), options, b"option")
        except BadOptions:
            continue
        return True
    return False


def _require_refusal(subject: Subject, options: Mapping[str, Any], count: int) -> None:
    what = f"options {dict(options)!r} with {count} seats"
    try:
        subject.rules.setup(seat_names(count), options, Dice(b"refused", 0))
    except BadOptions as error:
        if not error.problems:
            raise Broken(f"{what}: BadOptions carries no problem") from error
        return
    except Exception as error:
        raise Broken(f"{what}: {type(error).__name__} ({error}) instead of BadOptions") from error
    raise Broken(f"{what}: accepted, BadOptions expected")


def _well_asked(seats: tuple[int, ...], mode: str, count: int) -> None:
    if not seats or len(set(seats)) != len(seats) or not all(0 <= seat < count for seat in seats):
        raise Broken(f"asks {seats}, of {count} seats")
    if mode == "turn" and len(seats) != 1:
        raise Broken(f"asks {seats} in mode turn, which is for one seat")


def _well_ranked(outcome: Outcome, count: int) -> None:
    places = [rank.place for rank in outcome.ranking]
    if sorted(rank.seat for rank in outcome.ranking) != list(range(count)):
        raise Broken(f"the ranking does not name each of the {count} seats once")
    if places != sorted(places) or places[0] != 1:
        raise Broken(f"the ranking's places are {places}")
    for rank in outcome.ranking:
        str(rank.why)
    if not str(outcome.how):
        raise Broken("the outcome does not say how")
