"""Orders as text: one a line, `CODE argument argument…`.

Reading never raises; a problem names its line and column.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from engines.core.contract import Problem
from engines.core.texts import gettext_noop as _
from engines.core.texts import say
from engines.gloire.orders.catalogue import CATALOGUE, FORT_TYPED, ORDERS, Arg, OrderSpec
from engines.gloire.orders.names import Known, fold, known_to, matches, nearest, shown_name, typed_name
from engines.gloire.state import State
from engines.gloire.words import number

LONGEST_LINE = 300
MOST_LINES = 1000
_QUOTES = {'"': '"', "«": "»", "“": "”", "'": "'", "‘": "’"}
_OPENINGS = ('"', "«", "“", " '", " ‘")  # within a word the last two are apostrophes
_PLAIN = re.compile(r"[^\s\"«“#]+")
_NUMBER = re.compile(r"\d{1,9}")
_GROUP = re.compile(r"[0-9]{3}")  # of a number written 12 500
_THIN_SPACE = re.compile(r"(?<=[0-9])[\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))")  # as the site prints figures
_GROUPING = str.maketrans("", "", "_'\u00a0\u202f")
_DOTTED = re.compile(r"[0-9]{1,3}(\.[0-9]{3})+")
_BULLET = re.compile(r"[-–—•*·>]|[0-9]{1,3}[.)]")  # before an order, in a list pasted from a letter
_ENDS = ",;"  # after a word, out of habit
_FOREIGN_KNIGHT = re.compile(r"[Cc]\d{1,6}")


class Token(msgspec.Struct):
    text: str
    column: int
    quoted: bool = False


class Line(msgspec.Struct):
    """One typed line while it is read."""

    number: int
    tokens: list[Token]
    problems: list[Problem]

    def fault(self, code: str, column: int, msgid: str, hints: Sequence[str] = (), /, **params: Any) -> None:
        text = say(msgid, **params)
        self.problems.append(Problem(code, text, (self.number, column), suggestions=tuple(hints)))


def parse_orders(state: State, seat: int, text: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    """The whole text as an action. With a problem anywhere the readable orders are returned all the same."""
    known = known_to(state, seat)
    orders: list[dict[str, Any]] = []
    problems: list[Problem] = []
    lines = text.split("\n")
    for n, raw in enumerate(lines[:MOST_LINES], start=1):
        order, found = parse_line(known, raw, n)
        problems += found
        if order is not None:
            orders.append(order)
    if len(lines) > MOST_LINES:
        problems.append(
            Problem("too_long", say(_("Plus de {most} lignes : envoyez-en moins."), most=MOST_LINES))
        )
    return (None if problems and not orders else {"orders": orders}), problems


def parse_line(known: Known, raw: str, number: int = 1) -> tuple[dict[str, Any] | None, list[Problem]]:
    order = _read_exact(known, raw)
    return _read_patiently(known, raw, number) if order is None else (order, [])


# For each code: its arguments as (key, kind), and how many of them are needed. Optional ones come last.
_SHAPES: dict[str, tuple[tuple[tuple[str, str], ...], int]] = {
    spec.code: (
        tuple((arg.key, arg.kind) for arg in spec.args),
        sum(1 for arg in spec.args if not arg.optional),
    )
    for spec in ORDERS
}


def _read_exact(known: Known, raw: str) -> dict[str, Any] | None:
    """An order typed exactly, as the site itself writes them; None leaves the line to the patient reader.

    Nearly all lines are: without it a whole turn takes a third longer (`make bench NAME=gloire-turn`).
    """
    words = raw.split()
    shape = _SHAPES.get(words[0]) if words else None
    if shape is None or not shape[1] < len(words) <= len(shape[0]) + 1:
        return None
    order: dict[str, Any] = {"code": words[0]}
    # Saying strict=False would cost a seventh of the parsing (bench gloire-turn).
    for (key, kind), word in zip(shape[0], words[1:]):  # noqa: B905
        value = _exact_value(known, kind, word)
        if value is None:
            return None
        order[key] = value
    return order


def _exact_value(known: Known, kind: str, word: str) -> str | int | None:
    if kind == "land" or kind == "own_land":
        return word if word in known.map.lands else None
    if kind == "int":
        return int(word) if word.isdecimal() and len(word) < 10 and word.isascii() else None
    if kind == "lord":
        found = known.directory("lord").get(fold(word), ())
        return int(found[0]) if len(found) == 1 else None
    return word if word in known.knights and kind in ("knight", "any_knight", "knights") else None


def _read_patiently(known: Known, raw: str, number: int) -> tuple[dict[str, Any] | None, list[Problem]]:
    """Everything else: quotes, accents, beginnings of names, and what is wrong with a line."""
    line = Line(number, [], [])
    if len(raw) > LONGEST_LINE:
        line.fault("too_long", LONGEST_LINE, _("Cette ligne dépasse {most} caractères."), most=LONGEST_LINE)
        return None, line.problems
    line.tokens = tokens_of(raw)
    if line.tokens and _BULLET.fullmatch(line.tokens[0].text):
        del line.tokens[0]
    if not line.tokens:
        return None, []
    spec = _read_code(line)
    if spec is None:
        return None, line.problems
    order = _read_args(known, line, spec)
    return (None if line.problems else order), line.problems


def tokens_of(raw: str) -> list[Token]:
    """Words, quoted names and quoted texts; `#` outside quotes starts a comment.

    A figure copied from a report is one word.
    """
    raw = _THIN_SPACE.sub("_", raw)
    if not any(mark in raw for mark in _OPENINGS):
        raw = raw.split("#", 1)[0]
        return [Token(match.group(), match.start() + 1) for match in re.finditer(r"\S+", raw)]
    tokens: list[Token] = []
    at = 0
    while at < len(raw):
        mark = raw[at]
        if mark == "#":
            break
        if mark in _QUOTES:
            text, end = _read_quoted(raw, at)
            tokens.append(Token(text, at + 1, True))
            at = end
        elif mark.isspace():
            at += 1
        else:
            found = _PLAIN.match(raw, at)
            end = found.end() if found else at + 1
            tokens.append(Token(raw[at:end], at + 1))
            at = end
    return tokens


def _read_quoted(raw: str, at: int) -> tuple[str, int]:
    """The text between quotes; a backslash keeps the next character; a missing end is the end of the line."""
    close = _QUOTES[raw[at]]
    text: list[str] = []
    here = at + 1
    while here < len(raw) and raw[here] != close:
        if raw[here] == "\\" and here + 1 < len(raw):
            here += 1
        text.append(raw[here])
        here += 1
    inner = "".join(text)
    return (inner.strip("\u00a0\u202f ") if close != '"' else inner), here + 1


def _read_code(line: Line) -> OrderSpec | None:
    token = line.tokens[0]
    spec = CATALOGUE.get(token.text) or CATALOGUE.get(fold(token.text))
    if spec is not None:
        return spec
    near = get_close_matches(fold(token.text[:20]), list(CATALOGUE), n=3, cutoff=0.4)
    text = _("« {token} » n’est pas un ordre. Les ordres ont trois lettres : {codes}.")
    codes = near or list(CATALOGUE)
    line.fault("unknown_order", token.column, text, near, token=token.text[:40], codes=codes)
    return None


def _read_args(known: Known, line: Line, spec: OrderSpec) -> dict[str, Any]:
    order: dict[str, Any] = {"code": spec.code}
    at = 1
    _set_right(line, spec)
    for index, arg in enumerate(spec.args):
        left = len(line.tokens) - at
        if left == 0:
            if not arg.optional:
                _report_missing(line, spec, arg)
                break
            continue
        still = sum(1 for later in spec.args[index + 1 :] if not later.optional)
        value, used = _read_arg(known, line, arg, at, left - still)
        if value is not None:
            order[arg.key] = value
        at += used
    if at < len(line.tokens) and not line.problems:
        extra = line.tokens[at]
        text = _("« {token} » est de trop. On écrit : {example}.")
        line.fault("too_many", extra.column, text, token=extra.text[:40], example=spec.example)
    return order


def _set_right(line: Line, spec: OrderSpec) -> None:
    """« IMP NARVIK 6 » for « IMP 6 NARVIK »: no land is called by a number, so there is no doubt."""
    if [arg.kind for arg in spec.args] == ["int", "own_land"] and len(line.tokens) > 2:
        first, last = line.tokens[1], line.tokens[-1]
        if not first.text[:1].isdecimal() and last.text[:1].isdecimal():
            line.tokens[1:] = [last, *line.tokens[1:-1]]


def _report_missing(line: Line, spec: OrderSpec, arg: Arg) -> None:
    last = line.tokens[-1]
    text = _("Il manque : {label}. On écrit par exemple : {example}.")
    column = last.column + len(last.text)
    line.fault("missing", column, text, label=say(arg.label), example=spec.example)


def _read_arg(known: Known, line: Line, arg: Arg, at: int, room: int) -> tuple[Any, int]:
    """The value and how many words it took. A name or a text in several words takes what room there is."""
    token = line.tokens[at]
    if arg.kind == "int":
        return _read_spaced_number(line, arg, at, room) or (_read_number(line, arg, token), 1)
    if arg.kind == "text":
        if token.quoted or room <= 1 or arg.key != "name":
            return token.text, 1
        return " ".join(word.text for word in line.tokens[at : at + room]), room
    for words in range(room, 1, -1):
        joined = " ".join(word.text for word in line.tokens[at : at + words])
        if fold(joined) in known.directory(arg.kind):
            return _read_name(known, line, arg, Token(joined, token.column)), words
    if _has_misspelt_name(known, line, arg, at, room):
        return None, room
    return _read_name(known, line, arg, token), 1


def _has_misspelt_name(known: Known, line: Line, arg: Arg, at: int, room: int) -> bool:
    """Report a name in several words with a slip in it, « vadvet jako ».

    Its first word alone would pass for the beginning of it.
    """
    token, words = line.tokens[at], line.tokens[at : at + room]
    if arg.optional or token.quoted or fold(token.text) in known.directory(arg.kind):
        return False
    if len(words) < 2 or any(c.isdecimal() or c == "*" for word in words for c in word.text):
        return False
    joined = " ".join(word.text for word in words)
    near = nearest(known, arg.kind, joined)
    if near:
        _report_unknown(known, line, arg, Token(joined, token.column), near)
    return bool(near)


def _read_spaced_number(line: Line, arg: Arg, at: int, room: int) -> tuple[int, int] | None:
    """« 12 500 » in two words, where a word would be left over otherwise: the number and its words."""
    digits, words = line.tokens[at].text, 1
    if not _NUMBER.fullmatch(digits) or len(digits) > 3 or digits[0] == "0":
        return None
    while words < room and _GROUP.fullmatch(line.tokens[at + words].text):
        digits, words = digits + line.tokens[at + words].text, words + 1
    return (int(digits), words) if words > 1 and int(digits) <= arg.high else None


def _read_number(line: Line, arg: Arg, token: Token) -> int | None:
    digits = token.text.rstrip(_ENDS)
    if _DOTTED.fullmatch(digits):
        digits = digits.replace(".", "")
    if not digits.isdecimal():
        digits = digits.rstrip("%").translate(_GROUPING)
    if _NUMBER.fullmatch(digits):
        return int(digits)
    text = _("« {token} » devrait être un nombre ({label}, de {low} à {high}).")
    facts = {"label": say(arg.label), "low": number(arg.low), "high": number(arg.high)}
    line.fault("not_a_number", token.column, text, token=token.text[:40], **facts)
    return None


def _read_name(known: Known, line: Line, arg: Arg, token: Token) -> Any:
    typed = token.text if token.quoted else token.text.rstrip(_ENDS)
    if arg.kind == "knights" and typed == "*":
        return "*"
    if arg.kind == "lord" and (seat := _numbered_seat(known, typed)) is not None:
        return seat
    found = matches(known, arg.kind, typed)
    if len(found) == 1:
        return int(found[0]) if arg.kind == "lord" else found[0]
    if arg.kind == "any_knight" and _FOREIGN_KNIGHT.fullmatch(typed):
        return typed.upper()
    token = Token(typed, token.column)
    if found:
        text = _("« {token} » peut désigner {near} : lequel ?")
        _report_name(known, line, arg, token, "ambiguous", text, found)
    else:
        _report_unknown(known, line, arg, token, nearest(known, arg.kind, typed))
    return None


def _numbered_seat(known: Known, typed: str) -> int | None:
    """« @3 » is the third lord: for names that cannot be typed."""
    if not typed.startswith("@") or not typed[1:].isdecimal() or len(typed) >= 6:
        return None
    seat = int(typed[1:]) - 1
    return seat if 0 <= seat < len(known.state.lords) else None


def _report_unknown(known: Known, line: Line, arg: Arg, token: Token, near: list[str]) -> None:
    text = _("« {token} » est inconnu ({label}).")
    if near:
        text = _("« {token} » est inconnu. Vouliez-vous dire {near} ?")
    _report_name(known, line, arg, token, "unknown_name", text, near)


def _report_name(
    known: Known, line: Line, arg: Arg, token: Token, code: str, text: str, near: list[str]
) -> None:
    names = [shown_name(known, arg.kind, one) for one in near[:6]]
    hints = [typed_name(known, arg.kind, one) for one in near[:6]]
    line.fault(code, token.column, text, hints, token=token.text[:40], near=names, label=say(arg.label))


def notate_orders(state: State, seat: int, action: dict[str, Any]) -> str:
    """The orders as a player could type them, one a line."""
    return "\n".join(_notate_order(state, order) for order in action["orders"])


def _notate_order(state: State, order: dict[str, Any]) -> str:
    args = [arg for arg in CATALOGUE[order["code"]].args if arg.key in order]
    return " ".join([order["code"], *(_notate_value(state, arg, order[arg.key]) for arg in args)])


def _notate_value(state: State, arg: Arg, value: Any) -> str:
    if arg.kind == "lord":
        return _notate_lord(state, value)
    if arg.kind == "fort":
        return FORT_TYPED[value]
    if arg.kind == "text":
        return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


def _notate_lord(state: State, seat: int) -> str:
    """His name, or « @3 » where it could not be read back."""
    name = state.lords[seat].name
    same = [lord for lord in state.lords if fold(lord.name) == fold(name)]
    odd = any(mark in name for mark in '"\\«»“”#@\n\r') or name != name.strip() or name[:1] == "'"
    if len(same) > 1 or odd or not fold(name) or len(name) > 60:
        return f"@{seat + 1}"
    return "_".join(name.split())
