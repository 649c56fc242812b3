"""Decoy tokens as they are drawn: a beast of ours on the base of its seat. Millimetres around the middle of
the base."""

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

BODY = "M-13 4Q-14-5-7-7Q2-9 9-7L13-12 17-9 15-4 11-1 9 9H6L5 2H-6L-7 9h-3L-11 3z"
MARKS = {
    "stag": "M12-12q-4-8 1-14m-1 14q5-6 10-5m-11-3l-5-2m8 1l4-4",
    "boar": "M17-7l4-2m-23 1l-2-4m6 4l-1-4m6 4v-4",
    "wolf": "M12-12v-5l3 4m-28 12q-7 0-8 7",
    "bear": "M11-12q0-4 3-3m-27 11q-5-6 3-9 8-3 16 0",
    "fox": "M12-12l-1-5 4 4m-28 12q-9-1-10 8q7 2 11-5",
    "hare": "M12-12q-4-9-2-14m3 14q0-9 4-13",
}


def token_svg(animal: str, seat: int) -> SafeString:
    return format_html(
        '<use class="ag-base" href="#ag-base-{}"/><g class="ag-beast"><path d="{}"/><path '
        'class="ag-beast-mark" d="{}"/></g>',
        seat,
        mark_safe(BODY),
        mark_safe(MARKS[animal]),
    )
