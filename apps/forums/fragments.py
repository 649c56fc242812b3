"""Rendered pieces of pages kept in this process: a post or a line of a list looks the same to most of its
readers.

The key says everything the piece was made from, so that nothing has to be thrown away when it changes; the
oldest pieces make room for new ones. They halve the pages of bench topic-page: 2.9 ms of CPU instead of 5.6
for a topic, 2.9 instead of 6.7 for a board.
"""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from django.template.loader import get_template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MOST = 4000  # pieces of about 3 kB

_pieces: OrderedDict[Hashable, SafeString] = OrderedDict()


def fragment(template: str, key: tuple[Hashable, ...], context: dict[str, Any]) -> SafeString:
    """The template rendered with `context`, or as it was rendered for the same key, clock and language."""
    whole = (template, key, timezone.get_current_timezone_name(), get_language())
    piece = _pieces.get(whole)
    if piece is None:
        piece = SafeString(get_template(template).render(context))
        _pieces[whole] = piece
        while len(_pieces) > MOST:
            _pieces.popitem(last=False)
    return piece


def forget() -> None:
    """Every piece, for tests and measures."""
    _pieces.clear()
