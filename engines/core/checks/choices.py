"""What may be chosen: menus, defaults, notation, refusals of nonsense, bots."""

import json
from typing import Any

from engines.core import codec
from engines.core.checks.subject import (
    Broken,
    Subject,
    complete_moves,
    descend,
    excerpt,
    random_player,
    require_accepted,
    spread,
)
from engines.core.contract import BAD_SHAPE, Action, Menu, Problem, Seat, errors
from engines.core.dice import Dice
from engines.core.table import Table, TooLong, bot_player, look, seat_names
from engines.core.texts import Text

MENU_WIDTH = 40  # choices looked at in one menu
NESTED: list[Any] = []
for _ in range(60):
    NESTED = [NESTED]

EMPTY = [[], {}, ""]  # may be a legal way to do nothing
NONSENSE: list[Any] = [
    None,
    -1,
    3.5,
    1e308,
    10**30,
    "x" * 100_000,
    "\x00",
    NESTED,
    [None] * 500,
    [[1, [2, [3]]], {"a": []}],
    {"inconnu": 1},
    {"": None, "do": {"do": []}, "type": [], "verb": 10**30, "orders": -1, "action": {}},
]
SHAPELESS: list[Any] = [None, -1, 3.5, True, NESTED, [None] * 500]  # no game's action looks like these
BAD_LEAVES = [None, -1, 10**12, 1.5, True, "", "zzz", "x" * 5_000, [], {}, [None], {"zzz": 1}]
BAD_TEXTS = [
    "",
    " ",
    "\x00",
    "x" * 20_000,
    "🂡 ± « » %s {0} {a}",
    "1",
    "-1",
    ":\n:\n",
    "a " * 5_000,
    "\n" * 500,
    "'; --",
]


def menus_pass_check(subject: Subject) -> None:
    """Every complete choice passes check; every incomplete one leads to a complete one; texts can be read."""
    rules = subject.rules
    for number, (state, seat) in enumerate(subject.decisions()):
        menu = rules.menu(state, seat)
        if not menu.choices and not menu.forms:
            raise Broken(f"seat {seat} is asked and has nothing to choose")
        dice = Dice(b"menus", number)
        for choice in _readable(menu, subject):
            if choice.complete:
                require_accepted(rules, state, seat, choice.action, "menu")
                continue
            _leads_somewhere(subject, state, seat, choice.action, dice)


def only_the_asked_may_move(subject: Subject) -> None:
    """A seat that is not asked is offered nothing complete, and its move is refused."""
    rules = subject.rules
    for table, moment in subject.moments():
        action = next(iter(moment.moves.values()))
        for seat in spread([seat for seat in range(len(table.names)) if seat not in moment.ask.seats], 3):
            if any(choice.complete for choice in rules.menu(moment.before, seat).choices):
                raise Broken(f"step {moment.n}: seat {seat} is not asked but has choices")
            if not errors(rules.check(moment.before, seat, action)):
                raise Broken(
                    f"step {moment.n}: check accepts {excerpt(action)} of seat {seat}, which is not asked"
                )
    for table in subject.tables:
        action = next(iter(table.moments[-1].moves.values()))
        if not errors(rules.check(table.state, 0, action)):
            raise Broken("check accepts a move after the end")


def defaults_are_legal(subject: Subject) -> None:
    """Whatever the reason of the absence, the default passes check; a table of absent players goes on."""
    rules = subject.rules
    for state, seat in subject.decisions():
        for why in ("absent", "late", "left"):
            require_accepted(rules, state, seat, rules.default(state, seat, why), f"default ({why})")
    table = subject.open(0)
    for n in range(200):
        ask = rules.asks(table.state)
        if ask is None:
            return
        seats = ask.seats if ask.mode == "sealed" else ask.seats[n % len(ask.seats) :][:1]
        moves = {seat: rules.default(table.state, seat, "absent") for seat in seats}
        for seat, action in moves.items():
            require_accepted(rules, table.state, seat, action, "default (all absent)")
        table.play(moves)


def nonsense_is_refused(subject: Subject) -> None:
    """check never raises, answers nonsense with an error, and what it accepts can be applied; parse never
    raises."""
    for number, (state, seat) in enumerate(subject.decisions(max(4, subject.sample // 3))):
        for action in NONSENSE:
            if not errors(_check(subject, state, seat, action)):
                raise Broken(f"check accepts {excerpt(action)}")
        for action in SHAPELESS:
            codes = [problem.code for problem in _check(subject, state, seat, action)]
            if BAD_SHAPE not in codes:
                raise Broken(
                    f"check says {codes} of {excerpt(action)}, which is no action at all: say {BAD_SHAPE}"
                )
        legal = random_player(subject.rules, state, seat, Dice(b"nonsense", number))
        for action in [*EMPTY, *spread(_mutations(json.loads(codec.dump(legal))), 150)]:
            if not errors(_check(subject, state, seat, action)):
                _apply(subject, state, seat, action)
        for text in [*BAD_TEXTS, *_bad_texts(subject, state, seat, legal)]:
            _parse(subject, state, seat, text)


def notation_round_trip(subject: Subject) -> None:
    """parse(notate(action)) is the action, for played moves, defaults and choices of menus."""
    rules = subject.rules
    for number, (state, seat) in enumerate(subject.decisions()):
        dice = Dice(b"notation", number)
        actions = [
            rules.default(state, seat, "absent"),
            *(random_player(rules, state, seat, dice) for _ in range(3)),
        ]
        for action in actions:
            text = rules.notate(state, seat, action)
            again, problems = rules.parse(state, seat, text)
            if errors(problems):
                raise Broken(f"parse refuses the notation {text!r}: {errors(problems)[0].text}")
            if codec.dump(again) != codec.dump(action):
                raise Broken(f"{excerpt(action)} is noted {text!r}, which reads as {excerpt(again)}")


def bots_finish(subject: Subject) -> None:
    """Every bot plays a whole game by legal moves, the same ones for the same dice."""
    rules = subject.rules
    if not rules.bots:
        raise Broken("the game has no bot")
    nameless = sorted(level for level in rules.bots if not rules.bot_levels.get(level))
    if nameless:
        raise Broken(f"bots without a label for players: {', '.join(nameless)}")
    options = dict(subject.options or {})
    for name, bot in rules.bots.items():
        player = bot_player(bot)
        table = Table(rules, seat_names(subject.seat_count(0, options)), options, f"bots:{name}".encode())

        def play_checked(
            _: Any, state: Any, seat: Seat, dice: Dice, player: Any = player, name: str = name
        ) -> Action:
            return require_accepted(rules, state, seat, player(rules, state, seat, dice), f"bot {name}")

        try:
            table.finish([play_checked] * len(table.names), subject.most)
        except TooLong as error:
            raise Broken(f"a game of bots {name}: {error}") from error
        for moment in spread(table.moments, 5):
            seat = moment.ask.seats[0]
            twice = [
                codec.dump(bot(look(rules, moment.before, seat), Dice(b"twice", moment.n))) for _ in range(2)
            ]
            if twice[0] != twice[1]:
                raise Broken(f"bot {name} answers differently for the same view and dice")


def _readable(menu: Menu, subject: Subject) -> list[Any]:
    str(menu.prompt)
    chosen = spread(list(menu.choices), MENU_WIDTH)
    for choice in chosen:
        str(choice.label)
        str(choice.hint)
    return chosen


def _leads_somewhere(subject: Subject, state: Any, seat: Seat, draft: Action, dice: Dice) -> None:
    rules = subject.rules
    for _ in range(8):
        choice = descend(rules, state, seat, rules.menu(state, seat, draft), dice)
        if choice is not None:
            require_accepted(rules, state, seat, choice.action, "menu")
            return
    raise Broken(f"the draft {excerpt(draft)} of seat {seat} leads to no complete choice")


def _check(subject: Subject, state: Any, seat: Seat, action: Action) -> list[Problem]:
    try:
        problems = subject.rules.check(state, seat, action)
    except Exception as error:
        raise Broken(f"check raises {type(error).__name__} ({error}) for {excerpt(action)}") from error
    _well_made(problems, "check")
    return problems


def _well_made(problems: list[Problem], where: str) -> None:
    for problem in problems:
        if not problem.code or not isinstance(problem.text, Text) or not str(problem.text):
            raise Broken(f"{where} gives a problem without code or text: {excerpt(problem)}")


def _apply(subject: Subject, state: Any, seat: Seat, action: Action) -> None:
    moves = complete_moves(subject.rules, state, seat, action)
    try:
        step = subject.rules.apply(state, moves, Dice(b"accepted", 1))
        codec.load(codec.dump(step.state), subject.rules.State)
    except Exception as error:
        raise Broken(
            f"check accepts {excerpt(action)} but apply fails: {type(error).__name__} ({error})"
        ) from error


def _parse(subject: Subject, state: Any, seat: Seat, text: str) -> None:
    try:
        action, problems = subject.rules.parse(state, seat, text)
    except Exception as error:
        raise Broken(f"parse raises {type(error).__name__} ({error}) for {text[:80]!r}") from error
    _well_made(problems, "parse")
    if action is None and not errors(problems):
        raise Broken(f"parse reads nothing in {text[:80]!r} and does not say why")
    if action is not None:
        _check(subject, state, seat, action)


def _bad_texts(subject: Subject, state: Any, seat: Seat, legal: Action) -> list[str]:
    """A good text spoilt: cut, doubled, letters replaced."""
    text = subject.rules.notate(state, seat, legal)
    half = len(text) // 2
    return [
        text[:half],
        text[half:],
        text + " " + text,
        text + "\n" + text,
        text.replace(" ", ""),
        text.swapcase(),
        text + " 99999999999",
    ]


def _mutations(action: Any) -> list[Any]:
    """The action with one leaf, key or element replaced, removed or added."""
    changed: list[Any] = []
    if isinstance(action, dict):
        for key, value in action.items():
            changed += [{**action, key: other} for other in [*BAD_LEAVES, *_mutations(value)]]
            changed.append({other: kept for other, kept in action.items() if other != key})
        changed.append({**action, "inconnu": 1})
    elif isinstance(action, list):
        for index, value in enumerate(action[:4]):
            changed += [
                [*action[:index], other, *action[index + 1 :]] for other in [*BAD_LEAVES, *_mutations(value)]
            ]
            changed.append(action[:index] + action[index + 1 :])
        changed.append(action + action)
    elif isinstance(action, int):
        changed += [action + 1, -action, action * 1000, str(action)]
    elif isinstance(action, str):
        changed += [action + "x", action[1:], [action]]
    return changed
