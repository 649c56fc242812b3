"""Who may know what: views, menus and events of a seat are the same whatever is hidden from it; undo unlearns
nothing.

Hidden data is changed by the game's own `scramble(state, seat, dice)`; a game without secrets declares
`hidden = False`.
"""

from collections.abc import Sequence
from typing import Any

from engines.core import codec
from engines.core.checks.subject import Broken, Subject, excerpt, spread
from engines.core.contract import Event, Imagines, Rules, Scrambles, Seat, errors, has_secrets
from engines.core.dice import Dice, LoadedDice
from engines.core.table import Moment
from engines.core.texts import Text

MENU_NODES = 40  # drafts followed when two worlds are compared
VIEWERS = 6  # seats looked through at each position


def views_leak_nothing(subject: Subject) -> None:
    """With everything hidden from a seat (or a spectator) changed, its view, its menus and the asks stay the
    same."""
    rules = subject.rules
    if not has_secrets(rules):
        _all_public(subject)
        return
    if not isinstance(rules, Scrambles):
        raise Broken("the game has no scramble(state, seat, dice) and does not declare hidden = False")
    changed = 0
    for number, (table, moment) in enumerate(subject.moments()):
        eyes = viewers(len(table.names))
        for place, seat in enumerate(eyes):
            other = rules.scramble(moment.before, seat, Dice(b"scramble", moment.n))
            changed += codec.dump(other) != codec.dump(moment.before)
            _same_sight(rules, moment, other, seat)
            _same_events(rules, moment, other, seat)
            if subject.thorough or place == number % len(eyes):
                _same_imagined(rules, moment, other, seat)
            subject.leak_checks += 1
    if not changed:
        raise Broken("scramble changes nothing anywhere; without secrets, declare hidden = False")


def events_are_well_addressed(subject: Subject) -> None:
    """Audiences are seats of the table; narrate makes a readable text, or none, for everyone who may see the
    event."""
    for table in subject.tables:
        opening = (table.opening.state, table.opening.events)
        after = [(moment.step.state, moment.step.events) for moment in table.moments]
        for state, events in [opening, *spread(after, subject.sample)]:
            for event in events:
                _well_addressed(event, len(table.names))
            for seat in viewers(len(table.names)):
                _narrates(subject.rules, state, visible(events, seat), seat)


def views_are_plain(subject: Subject) -> None:
    """Every seat's view, and a spectator's, can be written as JSON."""
    for table in subject.tables:
        for state in [*spread([moment.before for moment in table.moments], subject.sample), table.state]:
            for seat in viewers(len(table.names)):
                try:
                    codec.dump(subject.rules.view(state, seat))
                except (TypeError, ValueError) as error:
                    raise Broken(f"the view of {seat} is no JSON: {error}") from error


def _all_public(subject: Subject) -> None:
    for table in subject.tables:
        for step in [table.opening, *(moment.step for moment in table.moments)]:
            private = [event.kind for event in step.events if event.audience is not None]
            if private:
                raise Broken(f"the game declares hidden = False, but {private[0]} is not for everyone")


def viewers(count: int) -> list[Seat | None]:
    return [None, *spread(list(range(count)), VIEWERS)]


def visible(events: Sequence[Event], seat: Seat | None) -> list[Event]:
    return [event for event in events if event.audience is None or seat in event.audience]


def _same_sight(
    rules: Rules,
    moment: Moment,
    other: Any,
    seat: Seat | None,
    fault: str = "{what} tells {who} what is hidden",
) -> None:
    state = moment.before
    pairs = [
        ("view", rules.view(state, seat), rules.view(other, seat)),
        ("asks", rules.asks(state), rules.asks(other)),
    ]
    if seat is not None:
        pairs.append(("menu", menus(rules, state, seat), menus(rules, other, seat)))
    for what, here, there in pairs:
        _require_same(here, there, f"step {moment.n}: {fault.format(what=what, who=_name(seat))}")


def _same_events(rules: Rules, moment: Moment, other: Any, seat: Seat | None) -> None:
    """A single seat's step without draws that does not say `reveals` teaches nobody anything hidden."""
    if moment.ask.mode == "sealed" or moment.draws or moment.step.reveals:
        return
    if any(errors(rules.check(other, mover, action)) for mover, action in moment.moves.items()):
        return
    step = rules.apply(other, moment.moves, LoadedDice({}))
    here, there = visible(moment.step.events, seat), visible(step.events, seat)
    _require_same(
        here, there, f"step {moment.n}: events tell {_name(seat)} what was hidden, without `reveals`"
    )
    seen, seen_there = rules.view(moment.step.state, seat), rules.view(step.state, seat)
    _require_same(
        seen, seen_there, f"step {moment.n}: {_name(seat)} learns something hidden, without `reveals`"
    )


def _same_imagined(rules: Rules, moment: Moment, other: Any, seat: Seat | None) -> None:
    """A position to try things in looks the same to the seat, and is the same whatever is hidden from it."""
    if not isinstance(rules, Imagines):
        return
    here, there = (rules.imagine(state, seat, Dice(b"imagine", moment.n)) for state in (moment.before, other))
    _require_same(here, there, f"step {moment.n}: imagine tells {_name(seat)} what is hidden")
    _same_sight(rules, moment, here, seat, "imagine gives {who} another {what} than the game")


def menus(rules: Rules, state: Any, seat: Seat) -> list[Any]:
    """The menu and those of its drafts, some levels down."""
    found: list[Any] = []
    drafts: list[Any] = [None]
    while drafts and len(found) < MENU_NODES:
        menu = rules.menu(state, seat, drafts.pop(0))
        found.append(menu)
        drafts += [choice.action for choice in menu.choices if not choice.complete]
    return found


def _well_addressed(event: Event, count: int) -> None:
    if not event.kind:
        raise Broken("an event without a kind")
    if event.audience is not None and not all(
        isinstance(seat, int) and 0 <= seat < count for seat in event.audience
    ):
        raise Broken(f"event {event.kind} is addressed to {event.audience}, of {count} seats")


def _narrates(rules: Rules, state: Any, events: Sequence[Event], seat: Seat | None) -> None:
    view = rules.view(state, seat)
    for event in events:
        try:
            text = rules.narrate(event, view)
            if text is not None and not (isinstance(text, Text) and str(text)):
                raise TypeError(f"it gave {text!r}")
        except Exception as error:
            raise Broken(
                f"narrate {excerpt(event)} to {_name(seat)}: {type(error).__name__} {error}"
            ) from error


def _name(seat: Seat | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def _require_same(here: Any, there: Any, fault: str) -> None:
    """`Broken` with the fault and the first difference, if there is one."""
    one, other = codec.dump(here).decode(), codec.dump(there).decode()
    if one == other:
        return
    at = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    start = max(0, at - 60)
    raise Broken(f"{fault}: …{one[start : at + 40]}… or …{other[start : at + 40]}…")
