"""The small widgets of the interface. Larger ones are templates in templates/ui/ used with `{% include
%}`."""

from collections.abc import Iterable
from datetime import datetime
from functools import cache, lru_cache, partial
from itertools import zip_longest
from typing import Any

from django import template
from django.core.paginator import Page
from django.http import QueryDict
from django.template.loader import get_template
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from apps.site.emblems import emblem_svg
from apps.site.icons import ICONS

register = template.Library()

PIPS = {1: "5", 2: "37", 3: "357", 4: "1379", 5: "13579", 6: "134679"}
PIP_PLACES = {
    "1": (28, 28),
    "3": (72, 28),
    "4": (28, 50),
    "5": (50, 50),
    "6": (72, 50),
    "7": (28, 72),
    "9": (72, 72),
}
SECTIONS = (
    "games:mine",
    "games:lobby",
    "forums:index",
    "gazette:index",
    "rules:index",
)  # the main navigation
HIDDEN_FIELDS = "HIDDEN FIELDS"  # where a form that is kept drawn takes those of the request
MESSAGE_ICONS = {"success": "check", "warning": "warning", "error": "warning"}


@register.simple_tag
def icon(name: str) -> SafeString:
    """An ornament; the words beside it carry the meaning."""
    return mark_safe(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" '
        'stroke-width="1.8" '
        f'stroke-linecap="round" stroke-linejoin="round"><path d="{ICONS[name]}"/></svg>'
    )


@register.tag
def once(parser: Any, token: Any) -> "Once":
    """`{% once %}…{% endonce %}`: what is the same on every page, drawn once for each language and kept: more
    than half of `plain-page`."""
    nodes = parser.parse(("endonce",))
    parser.delete_first_token()
    return Once(nodes)


class Once(template.Node):
    def __init__(self, nodes: Any) -> None:
        self.nodes = nodes
        self.drawn: dict[str | None, SafeString] = {}

    def render(self, context: Any) -> SafeString:
        language = get_language()
        if language not in self.drawn:
            self.drawn[language] = self.nodes.render(context)
        return self.drawn[language]


@register.simple_tag
def emblem(slug: str) -> SafeString:
    return mark_safe(emblem_svg(slug))


@register.filter
def message_icon(level_tag: str) -> str:
    return MESSAGE_ICONS.get(level_tag, "info")


@register.filter
def said_at(messages: Any, place: str) -> list[Any]:
    """Of the messages that wait, those for one place of the page (their `extra_tags`); "" is the top of
    it."""
    return [one for one in messages if (one.extra_tags or "") == place] if messages else []


@register.simple_tag
def countdown(until: datetime) -> SafeString:
    """The time that remains, right when the page is drawn and kept right by countdown.js where it runs."""
    return format_html(
        '<time class="countdown" datetime="{}" title="{}" data-countdown="">{}</time>',
        until.isoformat(timespec="seconds"),
        _("le {day} à {hour}").format(
            day=f"{timezone.localtime(until):%d/%m/%Y}", hour=f"{timezone.localtime(until):%H h %M}"
        ),
        time_left(until, timezone.now()),
    )


def time_left(until: datetime, now: datetime) -> str:
    """Two units at most: "2 j 4 h", "42 min". The past reads "échu"."""
    minutes = int((until - now).total_seconds() // 60)
    if minutes < 0:
        return _("échu")
    if minutes >= 2 * 24 * 60:
        return _("{days} j {hours} h").format(days=minutes // 1440, hours=minutes % 1440 // 60)
    if minutes >= 60:
        return _("{hours} h {minutes:02d}").format(hours=minutes // 60, minutes=minutes % 60)
    return _("{minutes} min").format(minutes=max(1, minutes))


@register.filter
def ago(moment: datetime) -> str:
    """How long ago, in one unit: "il y a 3 heures"; what has just happened reads so."""
    now = timezone.now()
    if (now - moment).total_seconds() < 60:
        return _("à l’instant")
    return _("il y a {time}").format(time=timesince(moment, now, depth=1))


@register.simple_tag
def dice(values: Iterable[int], kept: Iterable[int] = ()) -> SafeString:
    """Six-sided dice as faces, read aloud as numbers. `kept` gives the positions of the dice that count."""
    thrown, chosen = list(values), set(kept)
    label = ngettext("Dé : {values}", "Dés : {values}", len(thrown)).format(
        values=", ".join(map(str, thrown))
    )
    faces = "".join(_face(value, place in chosen) for place, value in enumerate(thrown))
    return format_html('<span class="dice" role="img" aria-label="{}">{}</span>', label, mark_safe(faces))


@register.inclusion_tag("ui/breadcrumbs.html")
def breadcrumbs(*trail: str) -> dict[str, Any]:
    """`{% breadcrumbs "Accueil" "home" "Mes parties" "games:mine" "Tour 3" "" %}`: label and address in
    turn."""
    pairs = zip_longest(trail[::2], trail[1::2], fillvalue="")
    return {"trail": [(label, _address(where)) for label, where in pairs]}


@register.inclusion_tag("ui/pagination.html", takes_context=True)
def pagination(context: Any, page: Page, name: str = "", key: str = "page") -> dict[str, Any]:
    """Links to the pages around; other values of the address are kept. `name` and `key` tell two lists of one
    page apart: the key is that of the address, and the id of the list to which a link leads back."""
    around = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    gap, leading = page.paginator.ELLIPSIS, partial(_page_address, context["request"].GET, key)
    return {
        "page": page,
        "links": [(number, leading(number) if isinstance(number, int) else "") for number in around],
        "gap": gap,
        "name": name or _("Pages"),
        "previous": leading(page.previous_page_number()) if page.has_previous() else "",
        "following": leading(page.next_page_number()) if page.has_next() else "",
    }


def _page_address(query: QueryDict, key: str, number: int) -> str:
    wanted = query.copy()
    wanted[key] = str(number)
    return f"?{wanted.urlencode()}" + ("" if key == "page" else f"#{key}")


@register.simple_tag(takes_context=True)
def site_nav(context: Any) -> SafeString:
    """The main navigation, marking the section one is in. There are few sections: each is drawn once and
    kept, as is the theme switch; together a quarter of `plain-page`."""
    path = context["request"].path
    known = bool(getattr(context.get("user"), "is_authenticated", False))
    return _nav(tuple(_mark(path, address) for address in _sections()), get_language(), known)


@lru_cache(maxsize=64)
def _nav(marks: tuple[str, ...], language: str | None, known: bool) -> SafeString:
    context = {"addresses": _sections(), "marks": marks, "known": known}
    return SafeString(get_template("ui/_nav.html").render(context))


@register.simple_tag(takes_context=True)
def theme_switch(context: Any) -> SafeString:
    """Light, dark or as the system says. Only the token and the way back differ between two readers of one
    theme."""
    before, after = _theme_switch(context.get("theme"), get_language())
    hidden = (
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" '
        'name="next" value="{}">'
    )
    return before + format_html(hidden, context.get("csrf_token"), context["request"].get_full_path()) + after


@lru_cache(maxsize=16)
def _theme_switch(theme: str | None, language: str | None) -> tuple[SafeString, SafeString]:
    drawn = get_template("ui/_theme_switch.html").render({"theme": theme, "hidden": HIDDEN_FIELDS})
    before, after = drawn.split(HIDDEN_FIELDS)
    return mark_safe(before), mark_safe(after)


@cache  # a constant, once addresses are known
def _sections() -> tuple[str, ...]:
    return tuple(reverse(name) for name in SECTIONS)


def _mark(path: str, address: str) -> str:
    """What `aria-current` says. Every game lies under « Mes parties »: only the page itself counts as being
    there."""
    if path == address:
        return "page"
    return "true" if path.startswith(address) and address != _sections()[0] else ""


def _address(where: str) -> str:
    if not where or where.startswith(("/", "#", "?")):
        return where
    try:
        return reverse(where)
    except NoReverseMatch:
        return ""


def _face(value: int, kept: bool) -> str:
    pips = "".join(
        '<circle class="die-pip" cx="{}" cy="{}" r="9"/>'.format(*PIP_PLACES[spot]) for spot in PIPS[value]
    )
    kind = "die is-kept" if kept else "die"
    return (
        f'<svg class="{kind}" viewBox="0 0 100 100"><rect class="die-face" x="4" y="4" width="92" '
        f'height="92" rx="20"/>{pips}</svg>'
    )
