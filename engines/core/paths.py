"""Dotted paths into plain data, as case files write them: `lands.NARVIK.owner`, `hand[0]` or `hand.0`,
`knights[name=Aubry].renown`, `"clé avec un point."`, and `hand.#` for the number of elements."""

import difflib
import json
import re
from typing import Any, NamedTuple

import msgspec

MISSING: Any = object()
COUNT = "#"
PART = re.compile(r'\.?(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<key>[^.\[\]"]+)|\[(?P<inside>[^\]]*)\])')


class BadPath(ValueError):
    """A path that cannot be read or followed; the message is for the author of a case, in French."""


class Select(NamedTuple):
    """The element of a list whose field has this value."""

    field: str
    value: Any

    def matches(self, item: Any) -> bool:
        found = find(item, parse_path(self.field))
        return found is not MISSING and (found == self.value or str(found) == str(self.value))


Part = str | Select
Path = tuple[Part, ...]


def plain(value: Any) -> Any:
    """Structs as dicts with all their fields, keys as text: the JSON form, with nothing left out but what is
    unset."""
    if isinstance(value, msgspec.Struct):
        return _plain_struct(value)
    if isinstance(value, dict):
        return {str(msgspec.to_builtins(key, str_keys=True)): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return msgspec.to_builtins(value, order="deterministic")


def _plain_struct(value: msgspec.Struct) -> Any:
    config = value.__struct_config__
    fields = {
        encoded: plain(getattr(value, name))
        for name, encoded in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        if getattr(value, name) is not msgspec.UNSET
    }
    if config.tag_field is not None:
        fields = {config.tag_field: config.tag, **fields}
    return list(fields.values()) if config.array_like else fields


def parse_value(text: str) -> Any:
    """JSON where it is JSON, otherwise the bare words themselves."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def parse_path(text: str) -> Path:
    parts: list[Part] = []
    at = 0
    while at < len(text):
        match = PART.match(text, at)
        if match is None:
            raise BadPath(f"chemin illisible : « {text} », à partir de « {text[at:]} »")
        parts.append(_part(match, text))
        at = match.end()
    if not parts:
        raise BadPath("il manque un chemin, par exemple lands.NARVIK.owner")
    return tuple(parts)


def _part(match: re.Match[str], text: str) -> Part:
    if match["quoted"] is not None:
        return str(json.loads(f'"{match["quoted"]}"'))
    if match["key"] is not None:
        return match["key"].strip()
    field, equals, value = match["inside"].partition("=")
    if equals:
        return Select(field.strip(), parse_value(value.strip()))
    if not field.strip().isdigit():
        raise BadPath(f"« [{field}] » dans « {text} » : un rang comme [0] ou un choix comme [name=Aubry]")
    return field.strip()


def find(data: Any, path: Path) -> Any:
    """What stands there, or MISSING."""
    for part in path:
        if part == COUNT and isinstance(data, (list, dict)) and COUNT not in data:
            data = len(data)
            continue
        key = _key(data, part)
        if key is None:
            return MISSING
        data = data[key]
    return data


def assign(data: Any, path: Path, value: Any) -> None:
    """Put the value there. Missing keys of dicts are created; a list grows only by the index after its
    last."""
    for part in path[:-1]:
        key = _key(data, part)
        if key is None:
            if not isinstance(data, dict) or isinstance(part, Select):
                raise BadPath(_nothing_there(data, part))
            key = str(part)
            data[key] = {}
        data = data[key]
    last = path[-1]
    key = _key(data, last)
    if key is not None:
        data[key] = value
    elif isinstance(data, dict) and isinstance(last, str):
        data[last] = value
    elif isinstance(data, list) and last == str(len(data)):
        data.append(value)
    else:
        raise BadPath(_nothing_there(data, last))


def _key(data: Any, part: Part) -> Any:
    """The key or index under which `part` stands in `data`; None when it does not."""
    if isinstance(part, Select):
        items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        return next((key for key, item in items if part.matches(item)), None)
    if isinstance(data, dict):
        return part if part in data else None
    if isinstance(data, list) and part.isdecimal() and int(part) < len(data):
        return int(part)
    return None


def _nothing_there(data: Any, part: Part) -> str:
    shown = f"[{part.field}={part.value}]" if isinstance(part, Select) else part
    if isinstance(data, list):
        return f"« {shown} » : aucun élément ne convient dans une liste de {len(data)}"
    if not isinstance(data, dict):
        return f"« {shown} » : il n’y a rien sous la valeur {data!r}"
    near = difflib.get_close_matches(shown, data, 3, 0.5) or list(data)[:12]
    return f"« {shown} » n’existe pas ; on trouve là : {', '.join(near)}"


def explain_missing(data: Any, path: Path) -> str:
    """Where a path stops, and what stands there instead."""
    for depth, part in enumerate(path):
        if find(data, path[: depth + 1]) is MISSING:
            return _nothing_there(find(data, path[:depth]) if depth else data, part)
    return ""
