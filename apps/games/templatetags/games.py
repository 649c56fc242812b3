"""Filters for what engines say."""

import json
from typing import Any

from django import template
from django.utils.dates import WEEKDAYS
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from apps.accounts.profile.zones import zone_name
from apps.games.table import count_words
from engines.core.texts import Text, render

register = template.Library()


@register.filter
def sentence(text: Any) -> str:
    """A text of an engine, as stored in plain data, in the reader's language."""
    if isinstance(text, dict) and "msgid" in text:
        return render(Text(text["msgid"], text.get("params", {})), gettext)
    return "" if text is None else str(text)


@register.simple_tag(takes_context=True)
def decision_marks(context: Any) -> SafeString:
    """What every form about the pending step carries: the page's token, the step, the seat. Made once for
    many forms."""
    sight = context["sight"]
    return format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" name="step" '
        'value="{}">'
        '<input type="hidden" name="seat" value="{}">',
        context["csrf_token"],
        sight.pending.n if sight.pending else "",
        "" if sight.number is None else sight.number,
    )


@register.filter
def players(seats: Any) -> str:
    """« 2 à 4 joueurs », or « 2 joueurs »."""
    return count_words.players(*seats)


register.simple_tag(count_words.seats_taken)
register.simple_tag(count_words.still_missing)
register.simple_tag(count_words.lords_waiting)
register.simple_tag(count_words.lords_ready)
register.simple_tag(count_words.answers_given)


@register.filter
def pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


@register.filter
def item(mapping: Any, key: Any) -> Any:
    """mapping[key], or nothing."""
    try:
        return mapping[key]
    except (KeyError, IndexError, TypeError):
        return None


@register.filter
def pace_words(pace: Any) -> str:
    """How fast a game goes, in words."""
    hour = f"{pace.hour} h {pace.minute:02d}"
    if pace.kind == "weekly":
        return gettext("chaque %(day)s à %(hour)s (%(zone)s)") % {
            "day": WEEKDAYS[pace.weekday],
            "hour": hour,
            "zone": zone_name(pace.zone),
        }
    if pace.kind == "daily":
        return gettext("chaque jour à %(hour)s (%(zone)s)") % {"hour": hour, "zone": zone_name(pace.zone)}
    if pace.kind == "hours":
        return ngettext("%(n)d heure pour répondre", "%(n)d heures pour répondre", pace.every) % {
            "n": pace.every
        }
    if pace.kind == "live":
        return gettext("en direct : %(minutes)d min à la pendule, %(seconds)d s par coup") % {
            "minutes": pace.clock // 60,
            "seconds": pace.increment,
        }
    return gettext("quand vous le dites")
