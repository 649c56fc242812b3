"""JSON that strangers send: small, shallow, strict, and only what every database keeps."""

from typing import Any

import msgspec

LONGEST = 200_000  # characters
DEEPEST = 32  # brackets inside one another: no game needs half of that
LARGEST = 2**63 - 1  # what canonical JSON can write


class NotPlain(ValueError):
    """Not JSON, or too long, too deep, or with a value that could not be stored."""


def read_json(text: str, longest: int = LONGEST) -> Any:
    """The value, which `require_plain` has passed. NaN, Infinity, 1e999 and half characters are no JSON."""
    if not text or len(text) > longest:
        raise NotPlain
    try:
        return require_plain(msgspec.json.decode(text))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise NotPlain from fault


def require_plain(value: Any) -> Any:
    """The value itself, if it is made of what JSON and the databases know; walked without recursion."""
    level = [value]
    for _depth in range(DEEPEST):
        if not level:
            return value
        level = [inner for one in level for inner in _inside(one)]
    raise NotPlain


def _inside(value: Any) -> list[Any]:
    """What a list or a map holds, keys included; nothing for a word or a number that can be stored."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, str):
        _require_storable(value)
    elif (isinstance(value, float) and not abs(value) < float("inf")) or (
        isinstance(value, int) and abs(value) > LARGEST
    ):  # also what is not a number
        raise NotPlain
    return []


def _require_storable(text: str) -> None:
    """No database keeps a null, and half a character is none."""
    if "\0" in text:
        raise NotPlain
    try:
        text.encode()
    except UnicodeEncodeError as fault:
        raise NotPlain from fault
