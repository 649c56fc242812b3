"""The board as a list: a row for each space with its kind, its neighbours, who stands there, whether it is on
one's list."""

from collections.abc import Iterable, Mapping

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.missionnaires.board import BETHEL, NAMES, SPACES, WAYS
from engines.missionnaires.edition import MAP

KINDS = {
    "bethel": gettext_lazy("Béthel"),
    "congregation": gettext_lazy("congrégation"),
    "green": gettext_lazy("ville verte"),
    "barracks": gettext_lazy("caserne"),
    "sea": gettext_lazy("point blanc"),
}
NOBODY = "—"
ORDER = [
    space.id
    for space in sorted(MAP.spaces, key=lambda space: (space.id != BETHEL, space.kind == "sea", space.id))
]


def rows(standing: Mapping[str, list[str]], mine: Mapping[str, int], done: Iterable[str]) -> SafeString:
    """`standing`: who is where, in words; `mine`: the towns I have to visit with their number; `done`: those
    I visited."""
    visited = set(done)
    found = []
    for space in ORDER:
        there = "\u00a0; ".join(standing.get(space, ())) or NOBODY
        found.append(_row(space, _badge(mine.get(space), space in visited), there, space in mine))
    return mark_safe("".join(found))


def _badge(number: int | None, visited: bool) -> SafeString:
    if number:
        return format_html(' <span class="badge badge-gold">{}</span>', _("à visiter, {n}").format(n=number))
    return (
        format_html(' <span class="badge badge-green">{}</span>', _("visitée")) if visited else SafeString("")
    )


def _row(space: str, badge: SafeString, standing: str, mine: bool) -> SafeString:
    place = SPACES[space]
    return format_html(
        '<tr{}><th scope="row">{} <span '
        'class="hint">{}</span>{}</th><td>{}{}</td><td>{}</td><td>{}</td><td>{}</td></tr>',
        mark_safe(' class="is-mine"' if mine else ""),
        place.name,
        place.grid,
        badge,
        KINDS[place.kind],
        _(", port") if place.port else "",
        _neighbours(space, sea=False),
        _neighbours(space, sea=True),
        standing,
    )


def _neighbours(space: str, *, sea: bool) -> str:
    return ", ".join(NAMES[other] for other, by_sea in WAYS[space].items() if by_sea == sea) or NOBODY
