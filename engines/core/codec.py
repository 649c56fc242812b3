"""States and events as bytes: one canonical JSON, so that equal states have equal hashes everywhere."""

import hashlib
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def dump(value: Any) -> bytes:
    """Canonical JSON: keys of maps as sorted text, structs in the order of their fields."""
    try:
        return msgspec.json.encode(value, order="deterministic")
    except TypeError:  # a map with keys that are not text
        return msgspec.json.encode(builtins(value), order="deterministic")


def load(raw: bytes | str, kind: type[T]) -> T:
    return msgspec.json.decode(raw, type=kind)


def builtins(value: Any) -> Any:
    """Structs turned into plain dicts (their keys text) and lists, for templates and JSON columns."""
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


def digest(value: Any) -> str:
    return hashlib.sha256(dump(value)).hexdigest()
