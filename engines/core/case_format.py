"""The text of case files and nothing more: blocks, lines, comments, and errors that name the line. README.md
shows one.

Running a case is `cases.py`.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import Any, Literal

import msgspec

from engines.core.paths import BadPath, Path, parse_path, parse_value

HEADERS = ("case", "reference", "game", "version", "seats", "names", "options", "seed")
BLOCKS = ("given", "moves", "dice", "expect")
COMMENT = re.compile(r"(?:^|\s)#(?=\s|$)")
OPERATOR = re.compile(r"\s(=|!=|~|<=|>=|<|>)\s")
TOLERANCE = re.compile(r"^(?P<value>\S+)\s*(?:±|\+/-|\+-)\s*(?P<by>[\d.]+)\s*(?P<percent>%?)$")
PARAM = re.compile(r"\s*([^\s=]+)=(?=\S)")
WORD = re.compile(r"\S+")


class CaseError(ValueError):
    """A case file that cannot be read, or that does not fit its game. The message is French and names the
    line."""

    def __init__(self, message: str, line: int, file: str = "") -> None:
        super().__init__(f"{file or 'cas'}, ligne {line} : {message}")
        self.message, self.line, self.file = message, line, file


class Line(msgspec.Struct, frozen=True):
    number: int
    text: str
    indent: int = 0


class Assignment(msgspec.Struct, frozen=True):
    line: int
    path: Path
    value: Any


class Move(msgspec.Struct, frozen=True):
    line: int
    who: str
    text: str


class DiceSet(msgspec.Struct, frozen=True):
    line: int
    label: str
    values: tuple[int | float, ...]


class Fact(msgspec.Struct, frozen=True):
    """`path = value` about the state, or about the view of `who`; `place who = n` about the outcome."""

    line: int
    text: str
    path: Path
    op: str
    value: Any
    tolerance: float = 0.0
    who: str | None = None
    about: Literal["state", "view", "place"] = "state"


class Hidden(msgspec.Struct, frozen=True):
    line: int
    text: str
    who: str
    path: Path


class Happening(msgspec.Struct, frozen=True):
    """`event kind key=value…`; with `who`, among the events that this seat may see."""

    line: int
    text: str
    kind: str
    params: tuple[tuple[Path, Any], ...]
    wanted: bool
    who: str | None = None


class Remark(msgspec.Struct, frozen=True):
    """`problem who: code` and `warning who: code`."""

    line: int
    text: str
    level: Literal["error", "warning"]
    who: str
    code: str
    wanted: bool


class Asked(msgspec.Struct, frozen=True):
    """`asks 1, 2`; nobody stands for `over`."""

    line: int
    text: str
    who: tuple[str, ...]


Expectation = Fact | Hidden | Happening | Remark | Asked
Entry = Assignment | Move | DiceSet | Expectation


class Block(msgspec.Struct, frozen=True):
    kind: str
    line: int
    entries: tuple[Entry, ...]


class Case(msgspec.Struct):
    """One case as it is written; seats are still names or numbers in text."""

    title: str
    line: int
    file: str = ""
    reference: str = ""
    game: str = ""
    version: int | None = None
    seats: int | None = None
    names: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    seed: str = "kalan"
    blocks: list[Block] = []

    def __str__(self) -> str:
        return f"{FilePath(self.file).stem}: {self.title}" if self.file else self.title


def read_cases(path: FilePath) -> list[Case]:
    try:
        return parse_cases(path.read_text("utf-8"), str(path))
    except UnicodeDecodeError as error:
        raise CaseError("le fichier n’est pas écrit en UTF-8", 1, str(path)) from error


def cases_in(folder: FilePath) -> list[Case]:
    """All cases of the `*.case` files of a folder, for `pytest.mark.parametrize("case", …, ids=str)`."""
    return [case for path in sorted(folder.glob("*.case")) for case in read_cases(path)]


def parse_cases(text: str, file: str = "") -> list[Case]:
    try:
        return _parse(_lines(text), file)
    except CaseError as error:
        raise CaseError(error.message, error.line, file) from None


def _lines(text: str) -> list[Line]:
    found = []
    for number, raw in enumerate(text.replace("\ufeff", "").splitlines(), 1):
        kept = _without_comment(raw).expandtabs(4).rstrip()
        if kept.strip():
            found.append(Line(number, kept.strip(), len(kept) - len(kept.lstrip())))
    return found


def _without_comment(raw: str) -> str:
    """A `#` begins a comment at the start of a line or between spaces, outside double quotes."""
    if raw.lstrip().startswith("#"):
        return ""
    for match in COMMENT.finditer(raw):
        if raw.count('"', 0, match.start()) % 2 == 0:
            return raw[: match.start()]
    return raw


def _parse(lines: list[Line], file: str) -> list[Case]:
    cases: list[Case] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        key, value = _header(line)
        if key == "case":
            cases.append(Case(value or f"ligne {line.number}", line.number, file))
            continue
        if not cases:
            raise CaseError("un fichier commence par « case: » et le titre du cas", line.number)
        if key in BLOCKS:
            start = at
            while at < len(lines) and lines[at].indent:
                at += 1
            cases[-1].blocks.append(_block(key, line, value, lines[start:at]))
        else:
            _set_header(cases[-1], key, value, line)
    return cases


def _header(line: Line) -> tuple[str, str]:
    if line.indent:
        raise CaseError("ligne en retrait hors d’un bloc given, moves, dice ou expect", line.number)
    key, colon, value = line.text.partition(":")
    key = key.strip()
    if not colon or key not in HEADERS + BLOCKS:
        raise CaseError(
            f"« {key} » est inconnu ; on attend {', '.join(HEADERS + BLOCKS)}, suivi de « : »", line.number
        )
    return key, value.strip()


def _set_header(case: Case, key: str, value: str, line: Line) -> None:
    if not value:
        raise CaseError(f"il manque une valeur après « {key}: »", line.number)
    if case.blocks:
        raise CaseError(f"« {key}: » se place avant les blocs du cas", line.number)
    if key in ("seats", "version"):
        if not value.isdecimal():
            raise CaseError(f"« {key}: » veut un nombre, pas « {value} »", line.number)
        setattr(case, key, int(value))
    elif key == "names":
        case.names = tuple(name.strip() for name in value.split(","))
    elif key == "options":
        case.options = _options(value, line)
    else:
        setattr(case, key, value)


def _options(value: str, line: Line) -> dict[str, Any]:
    options = {}
    for pair in value.split(","):
        key, equals, text = pair.partition("=")
        if not equals:
            raise CaseError(
                f"option « {pair.strip()} » : on attend clé=valeur, séparées par des virgules", line.number
            )
        options[key.strip()] = parse_value(text.strip())
    return options


def _block(kind: str, head: Line, value: str, lines: list[Line]) -> Block:
    if value:
        raise CaseError(f"après « {kind}: », les lignes du bloc suivent, en retrait", head.number)
    if kind == "moves":
        lines = list(_join_continuations(lines))
    read = {"given": _assignment, "moves": _move, "dice": _dice, "expect": _expectation}[kind]
    entries: list[Any] = []
    for line in lines:
        try:
            entries.append(read(line))
        except BadPath as error:
            raise CaseError(str(error), line.number) from error
    return Block(kind, head.number, tuple(entries))


def _join_continuations(lines: list[Line]) -> Iterable[Line]:
    """Lines indented deeper than the first of the block continue the line above them."""
    pending: Line | None = None
    for line in lines:
        if pending is not None and line.indent > lines[0].indent:
            pending = Line(pending.number, f"{pending.text}\n{line.text}", pending.indent)
            continue
        if pending is not None:
            yield pending
        pending = line
    if pending is not None:
        yield pending


def _assignment(line: Line) -> Assignment:
    left, op, right = _split(line, line.text)
    if op != "=":
        raise CaseError("un bloc given pose des valeurs : « chemin = valeur »", line.number)
    return Assignment(line.number, parse_path(left), parse_value(right))


def _move(line: Line) -> Move:
    who, colon, text = line.text.partition(":")
    if not colon:
        raise CaseError("un coup s’écrit « siège: texte du coup », par exemple « 0: PASSER »", line.number)
    return Move(line.number, who.strip(), text.strip())


def _dice(line: Line) -> DiceSet:
    label, equals, right = line.text.rpartition("=")
    if not equals or not label.strip():
        raise CaseError("des dés s’écrivent « étiquette = 3 5 0.25 »", line.number)
    values = [parse_value(word) for word in right.split()]
    if not values or not all(
        isinstance(value, (int, float)) and not isinstance(value, bool) for value in values
    ):
        raise CaseError(f"« {right.strip()} » : on attend des nombres séparés par des espaces", line.number)
    return DiceSet(line.number, label.strip(), tuple(values))


def _expectation(line: Line) -> Expectation:
    word, _, rest = line.text.partition(" ")
    wanted = word != "no"
    if not wanted:
        word, _, rest = rest.strip().partition(" ")
    if word == "event":
        return _happening(line, rest, wanted)
    if word in ("problem", "warning"):
        return _remark(line, word, rest, wanted)
    if not wanted:
        raise CaseError("après « no » on attend event, problem ou warning", line.number)
    if word in ("sees", "hides"):
        return _sight(line, word, rest)
    if word == "place":
        return _place(line, rest)
    if word == "asks" and rest.strip():
        return Asked(line.number, line.text, tuple(name.strip() for name in rest.split(",")))
    if line.text == "over":
        return Asked(line.number, line.text, ())
    return _fact(line, line.text)


def _sight(line: Line, word: str, rest: str) -> Expectation:
    who, _, what = rest.strip().partition(" ")
    if not what.strip():
        raise CaseError(f"« {word} SIÈGE chemin » : il manque le chemin", line.number)
    if what.strip().startswith("event "):
        return _happening(line, what.strip().partition(" ")[2], word == "sees", who)
    if word == "hides":
        return Hidden(line.number, line.text, who, parse_path(what.strip()))
    return _fact(line, what, "view", who)


def _fact(line: Line, text: str, about: Literal["state", "view"] = "state", who: str | None = None) -> Fact:
    left, op, right = _split(line, text)
    tolerance = 0.0
    if op == "~":
        match = TOLERANCE.match(right)
        if match is None:
            raise CaseError(
                "après « ~ » on attend « valeur ± écart », par exemple « ~ 9948 ± 1 »", line.number
            )
        right = match["value"]
        tolerance = float(match["by"])
        if match["percent"]:
            tolerance *= abs(_number(right, line)) / 100
    value = _number(right, line) if op in ("~", "<", ">", "<=", ">=") else parse_value(right)
    return Fact(line.number, line.text, parse_path(left), op, value, tolerance, who, about)


def _place(line: Line, rest: str) -> Fact:
    who, op, right = _split(line, rest)
    return Fact(line.number, line.text, (), op, _number(right, line), who=who, about="place")


def _number(text: str, line: Line) -> float:
    value = parse_value(text)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise CaseError(f"« {text} » : on attend un nombre", line.number)
    return value


def _split(line: Line, text: str) -> tuple[str, str, str]:
    match = OPERATOR.search(text)
    if match is None:
        raise CaseError(
            f"« {line.text} » : on attend « chemin = valeur » (ou !=, ~, <, >, <=, >=)", line.number
        )
    return text[: match.start()].strip(), match[1], text[match.end() :].strip()


def _happening(line: Line, rest: str, wanted: bool, who: str | None = None) -> Happening:
    kind, _, params = rest.strip().partition(" ")
    if not kind:
        raise CaseError("« event » : il manque le nom de l’événement", line.number)
    pairs = []
    at = 0
    while params[at:].strip():
        match = PARAM.match(params, at)
        if match is None:
            raise CaseError(f"« {params[at:].strip()} » : on attend clé=valeur", line.number)
        value, at = _word(params, match.end())
        pairs.append((parse_path(match[1]), value))
    return Happening(line.number, line.text, kind, tuple(pairs), wanted, who)


def _word(text: str, at: int) -> tuple[Any, int]:
    """The JSON value that begins at `at`, spaces and all, or the bare word there; and where it ends."""
    try:
        value, end = json.JSONDecoder().raw_decode(text, at)
    except ValueError:
        value, end = None, -1
    if end == len(text) or (end > 0 and text[end].isspace()):
        return value, end
    match = WORD.match(text, at)
    return (match[0], match.end()) if match else (None, at)


def _remark(line: Line, word: str, rest: str, wanted: bool) -> Remark:
    who, _, code = rest.partition(":")
    if not who.strip() or (wanted and not code.strip()):
        raise CaseError(
            f"on écrit « {word} SIÈGE: code », par exemple « {word} 0: not_your_land »", line.number
        )
    level: Literal["error", "warning"] = "error" if word == "problem" else "warning"
    return Remark(line.number, line.text, level, who.strip(), code.strip(), wanted)
