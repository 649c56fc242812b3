"""Texts an engine speaks: a French template and its values, translated only by the reader's side.

Engines never build sentences for a given reader. They hand over `Text(msgid, params)`; the site renders it
with its own gettext, a command line with none. Mark every template with `gettext_noop` so that translators
find it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from engines.core.folding import without_accents

Translate = Callable[[str], str]
_PLAIN_MARKS = str.maketrans({"’": "'", "−": "-", "œ": "oe", "æ": "ae"})


class Text(msgspec.Struct, frozen=True):
    """A French template in `str.format` syntax with named fields, and the values to put in it."""

    msgid: str
    params: dict[str, Any] = {}

    def __str__(self) -> str:
        return render(self)


def gettext_noop(msgid: str) -> str:
    """Mark a template for translation and return it unchanged."""
    return msgid


def say(msgid: str, **params: Any) -> Text:
    return Text(msgid, params)


def fold(typed: str) -> str:
    """Typed text without case, accents, curly marks or superfluous spaces: « Évêque » is « eveque »."""
    return " ".join(without_accents(typed.casefold().translate(_PLAIN_MARKS)).split())


def enumeration(items: Sequence[Any]) -> Any:
    """« A », « A et B », « A, B et C »: names in a sentence. A list given as it is stays one: « A, B, C »."""
    *first, last = items
    return say(gettext_noop("{first} et {last}"), first=first, last=last) if first else last


def render(text: Text, translate: Translate = gettext_noop) -> str:
    """The sentence in the language of `translate`. Params that are texts themselves are rendered first."""
    return translate(text.msgid).format_map({k: _param_text(v, translate) for k, v in text.params.items()})


def _param_text(value: Any, translate: Translate) -> Any:
    if isinstance(value, Text):
        return render(value, translate)
    if isinstance(value, Mapping) and set(value) == {"msgid", "params"}:
        return render(Text(value["msgid"], value["params"]), translate)
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_param_text(item, translate)) for item in value)
    return value
