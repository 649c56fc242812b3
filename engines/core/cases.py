"""Case files run against a game: arrange the position, play the moves, compare with what is expected.

A case gives a list of differences; an empty list is a success. The format is in `case_format.py` and
README.md.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from engines.core import registry
from engines.core.case_format import (
    Asked,
    Assignment,
    Block,
    Case,
    CaseError,
    DiceSet,
    Expectation,
    Fact,
    Happening,
    Hidden,
    Move,
    Remark,
)
from engines.core.contract import Action, Arranges, BadOptions, Event, Problem, Rules, Seat, errors
from engines.core.dice import Dice, LoadedDice
from engines.core.paths import MISSING, BadPath, assign, explain_missing, find, plain
from engines.core.table import seat_names

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


class Difference(msgspec.Struct, frozen=True):
    line: int
    expected: str
    found: str

    def __str__(self) -> str:
        return f"ligne {self.line} : attendu « {self.expected} », trouvé {self.found}"


class ShownDice(LoadedDice):
    """Loaded with what a player would see: the face of a die, a number of `between`, a fraction for
    `uniform`."""

    def die(self, label: str, sides: int = 6) -> int:
        return self.between(1, sides, label)

    def between(self, low: int, high: int, label: str) -> int:
        queue = self._values.get(label)
        if queue:
            if not low <= queue[0] <= high:
                raise ValueError(f"« {label} » vaut {queue[0]}, hors de {low}..{high}")
            queue[0] -= low
        return super().between(low, high, label)

    def uniform(self, label: str) -> float:
        queue = self._values.get(label)
        if queue:
            queue[0] = float(queue[0])
        return super().uniform(label)


def run_case(case: Case, game: str = "") -> list[Difference]:
    """The differences between what the case expects and what the rules do. `game` is for cases that name
    none."""
    try:
        return _Run(case, game).differences()
    except CaseError as error:
        raise CaseError(error.message, error.line, case.file) from error.__cause__


class _Run:
    """One case under way: the position, the moves not yet played, and what the last moves brought."""

    def __init__(self, case: Case, game: str) -> None:
        self.case = case
        self.rules: Rules = _rules(case, game)
        self.names = case.names or seat_names(case.seats or self.rules.meta.seats[0])
        self.seed = case.seed.encode()
        self.n = 1
        self.found: list[Difference] = []
        self.pending: Block | None = None
        self.loaded: dict[str, list[int | float]] = {}
        self.loaded_line = 0
        self.problems: dict[Seat, list[Problem]] = {}
        self.excused: set[Seat] = set()
        self.moves_line = 0
        self.judged = False  # an expect block has looked at the events since the last moves
        self.state, self.events = self._open()

    def _open(self) -> tuple[Any, list[Event]]:
        try:
            step = self.rules.setup(self.names, self.case.options, Dice(self.seed, 0))
        except BadOptions as error:
            raise CaseError(f"la partie ne peut pas commencer : {error}", self.case.line) from error
        return step.state, list(step.events)

    def differences(self) -> list[Difference]:
        for block in self.case.blocks:
            if block.kind == "moves":
                self._play()
                self.pending = block
            elif block.kind == "dice":
                self._load(block)
            elif block.kind == "given":
                self._play()
                self._arrange([entry for entry in block.entries if isinstance(entry, Assignment)])
            else:
                self._play()
                self._judge(block)
        self._play()
        self._settle_problems()
        return sorted(self.found, key=lambda difference: difference.line)

    # Given

    def _arrange(self, assignments: Sequence[Assignment]) -> None:
        data = plain(self.state)
        for one in assignments:
            try:
                assign(data, one.path, one.value)
            except BadPath as error:
                raise CaseError(str(error), one.line) from error
        try:
            state: Any = msgspec.convert(data, self.rules.State, str_keys=True)
        except msgspec.ValidationError as error:
            line = assignments[0].line
            raise CaseError(f"ces valeurs ne font pas une position du jeu : {error}", line) from error
        self._check_taken(assignments, plain(state))
        self.state = self.rules.arrange(state) if isinstance(self.rules, Arranges) else state

    def _check_taken(self, assignments: Sequence[Assignment], data: Any) -> None:
        """A misspelt field would be dropped without a word: every path must still be there."""
        for one in assignments:
            if find(data, one.path) is MISSING:
                raise CaseError(explain_missing(data, one.path), one.line)

    # Moves

    def _load(self, block: Block) -> None:
        self.loaded_line = block.line
        for entry in block.entries:
            if isinstance(entry, DiceSet):
                self.loaded.setdefault(entry.label, []).extend(entry.values)

    def _play(self) -> None:
        """Play the pending block of moves with the dice set for it."""
        block, self.pending = self.pending, None
        if block is None:
            return
        self._settle_problems()
        self.problems, self.excused, self.moves_line = {}, set(), block.line
        if self.judged:
            self.events, self.judged = [], False
        for moves in self._steps([entry for entry in block.entries if isinstance(entry, Move)]):
            if not self._step(moves, block.line):
                break
        if self.loaded and not any(errors(found) for found in self.problems.values()):
            labels = ", ".join(f"{label} = {values}" for label, values in self.loaded.items())
            self.found.append(
                Difference(self.loaded_line, "ces dés sont tirés", f"des dés jamais tirés : {labels}")
            )
        self.loaded = {}

    def _steps(self, moves: Sequence[Move]) -> list[dict[Seat, tuple[int, str]]]:
        """Sealed: one step, the lines of a seat joined. Otherwise each line is a step of its own, in
        order."""
        ask = self.rules.asks(self.state)
        if ask is not None and ask.mode != "sealed":
            return [{self._seat(move.who, move.line): (move.line, move.text)} for move in moves] or [{}]
        joined: dict[Seat, tuple[int, str]] = {}
        for move in moves:
            seat = self._seat(move.who, move.line)
            line, text = joined.get(seat, (move.line, ""))
            joined[seat] = (line, f"{text}\n{move.text}" if text else move.text)
        return [joined]

    def _step(self, texts: Mapping[Seat, tuple[int, str]], line: int) -> bool:
        ask = self.rules.asks(self.state)
        if ask is None:
            self.found.append(Difference(line, "un coup à jouer", "la partie est finie"))
            return False
        actions = {seat: self._read(seat, text) for seat, (_, text) in texts.items()}
        if any(errors(self.problems.get(seat, [])) for seat in actions):
            return False
        if ask.mode == "sealed" or not actions:
            for seat in ask.seats if ask.mode == "sealed" else ask.seats[:1]:
                actions.setdefault(seat, self.rules.default(self.state, seat, "absent"))
        strangers = sorted(set(actions) - set(ask.seats))
        if strangers:
            self.found.append(
                Difference(line, f"un coup de {_seats(ask.seats)}", f"un coup de {_seats(strangers)}")
            )
            return False
        return self._apply(actions, line)

    def _read(self, seat: Seat, text: str) -> Action:
        action, problems = self.rules.parse(self.state, seat, text)
        problems = list(problems)
        if not errors(problems):
            known = {(problem.code, problem.where) for problem in problems}
            checked = self.rules.check(self.state, seat, action)
            problems += [problem for problem in checked if (problem.code, problem.where) not in known]
        self.problems.setdefault(seat, []).extend(problems)
        return action

    def _apply(self, actions: Mapping[Seat, Action], line: int) -> bool:
        dice = ShownDice(self.loaded, self.seed, self.n)
        try:
            step = self.rules.apply(self.state, actions, dice)
        except Exception as error:
            self.found.append(
                Difference(line, "des coups qui s’appliquent", f"{type(error).__name__} : {error}")
            )
            self.loaded = {}
            return False
        self.n += 1
        self.loaded = dice.leftovers()
        self.state = step.state
        self.events.extend(step.events)
        return True

    def _settle_problems(self) -> None:
        """A refusal that no `problem` line expected is a difference."""
        for seat, problems in self.problems.items():
            if seat not in self.excused:
                for problem in errors(problems):
                    found = f"un refus du siège {seat}, {problem.code} : {problem.text}"
                    self.found.append(Difference(self.moves_line, "des coups acceptés", found))
        self.problems = {}

    # Expect

    def _judge(self, block: Block) -> None:
        self.judged = True
        data = plain(self.state)
        for one in block.entries:
            if isinstance(one, Fact | Hidden | Happening | Remark | Asked):
                found = self._differs(one, data)
                if found is not None:
                    self.found.append(Difference(one.line, one.text, found))

    def _differs(self, one: Expectation, data: Any) -> str | None:
        if isinstance(one, Fact):
            return self._differs_fact(one, data)
        if isinstance(one, Hidden):
            found = find(plain(self.rules.view(self.state, self._viewer(one.who, one.line))), one.path)
            return None if found is MISSING or found is None else _json_of(found)
        if isinstance(one, Happening):
            return self._differs_event(one)
        if isinstance(one, Remark):
            return self._differs_remark(one)
        return self._differs_asked(one)

    def _differs_fact(self, one: Fact, data: Any) -> str | None:
        if one.about == "place":
            return self._differs_place(one)
        if one.about == "view":
            data = plain(self.rules.view(self.state, self._viewer(one.who or "", one.line)))
        found = find(data, one.path)
        if found is MISSING:
            return explain_missing(data, one.path)
        return None if _holds(one, found) else _json_of(found)

    def _differs_place(self, one: Fact) -> str | None:
        outcome = self.rules.outcome(self.state)
        if outcome is None:
            return "la partie n’est pas finie"
        seat = self._seat(one.who or "", one.line)
        found = next((rank.place for rank in outcome.ranking if rank.seat == seat), None)
        return None if _holds(one, found) else _json_of(found)

    def _differs_event(self, one: Happening) -> str | None:
        events = self.events
        if one.who is not None:
            seat = self._viewer(one.who, one.line)
            events = [event for event in events if event.audience is None or seat in event.audience]
        same_kind = [event for event in events if event.kind == one.kind]
        matching = [event for event in same_kind if _has_params(event, one)]
        if bool(matching) == one.wanted:
            return None
        if matching:
            return _event_text(matching[0])
        if same_kind:
            return " ; ".join(_event_text(event) for event in same_kind[:5])
        kinds = sorted({event.kind for event in events})
        return f"aucun événement de ce nom ; il y a eu : {', '.join(kinds) or 'rien'}"

    def _differs_remark(self, one: Remark) -> str | None:
        seat = self._seat(one.who, one.line)
        same_level = [problem for problem in self.problems.get(seat, []) if problem.level == one.level]
        matching = [problem for problem in same_level if not one.code or problem.code == one.code]
        if bool(matching) != one.wanted:
            listed = " ; ".join(f"{problem.code} ({problem.text})" for problem in same_level)
            return listed or "rien à redire"
        if matching and one.level == "error":
            self.excused.add(seat)
        return None

    def _differs_asked(self, one: Asked) -> str | None:
        ask = self.rules.asks(self.state)
        expected = sorted(self._seat(who, one.line) for who in one.who)
        found = sorted(ask.seats) if ask is not None else []
        if expected != found:
            return _seats(found) if found else "la partie est finie"
        if not expected and self.rules.outcome(self.state) is None:
            return "plus personne ne joue, mais il n’y a pas de classement"
        return None

    # Seats

    def _viewer(self, who: str, line: int) -> Seat | None:
        return None if who == "spectator" else self._seat(who, line)

    def _seat(self, who: str, line: int) -> Seat:
        if who.isdecimal() and int(who) < len(self.names):
            return int(who)
        for seat, name in enumerate(self.names):
            if name.casefold() == who.casefold():
                return seat
        last = len(self.names) - 1
        raise CaseError(f"siège « {who} » inconnu ; de 0 à {last}, ou {', '.join(self.names)}", line)


def _rules(case: Case, game: str) -> Rules:
    slug = case.game or game
    if not slug:
        raise CaseError("il manque « game: » et le nom du jeu", case.line, case.file)
    try:
        return registry.rules_of(slug, case.version)
    except registry.UnknownGame as error:
        known = ", ".join(registry.GAMES)
        raise CaseError(
            f"jeu ou version inconnus : {error.args[0]} ; jeux : {known}", case.line, case.file
        ) from error


def _holds(one: Fact, found: Any) -> bool:
    if one.op == "=":
        return _same(found, one.value)
    if one.op == "!=":
        return not _same(found, one.value)
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        return False
    if one.op == "~":
        return bool(abs(found - one.value) <= one.tolerance + 1e-9)
    return COMPARE[one.op](found, one.value)


def _same(found: Any, expected: Any) -> bool:
    """Equal, with a word where the game may have written a number (`lord=3` for the key "3"), but 1 is not
    true."""
    if isinstance(found, bool) or isinstance(expected, bool):
        return found is expected
    if isinstance(found, str) and isinstance(expected, (int, float)):
        return found == str(expected)
    return bool(found == expected)


def _has_params(event: Event, one: Happening) -> bool:
    data = plain(event.params)
    return all(_same(find(data, path), value) for path, value in one.params)


def _event_text(event: Event) -> str:
    return " ".join([event.kind, *(f"{key}={_json_of(value)}" for key, value in event.params.items())])


def _json_of(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


def _seats(seats: Sequence[Seat]) -> str:
    return ("le siège " if len(seats) == 1 else "les sièges ") + ", ".join(map(str, seats))
