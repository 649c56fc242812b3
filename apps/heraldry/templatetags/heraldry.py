"""Arms in templates: `{% arms lord.arms 26 title=lord.name %}`, `{{ arms|blazon }}`, `{{ name|arms_of }}`."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from apps.heraldry.arms import Arms, ArmsError
from apps.heraldry.blazon import parse
from apps.heraldry.draw import arms_svg, charge_svg
from apps.heraldry.french import blazon as french_blazon
from apps.heraldry.lands import land_pattern as pattern_svg
from apps.heraldry.lots import from_seed

register = template.Library()


@register.simple_tag
def arms(value: Arms | str | None, size: int = 26, title: str = "") -> SafeString:
    """A shield. Arms that cannot be read show as a blank shield rather than break the page."""
    return mark_safe(arms_svg(_read(value), int(size), str(title)))


@register.simple_tag
def charge(name: str, tincture: str = "or", size: int = 48) -> SafeString:
    """One charge without a shield, as an ornament."""
    drawing = charge_svg(name, tincture, scale=int(size) / 100)
    return mark_safe(
        f'<svg class="charge" viewBox="-3 -3 106 106" width="{int(size)}" height="{int(size)}" '
        f'aria-hidden="true">{drawing}</svg>'
    )


@register.simple_tag
def land_pattern(value: Arms | str, identifier: str) -> SafeString:
    """The fill of a lord's lands, for the `<defs>` of a map."""
    found = _read(value)
    return mark_safe(pattern_svg(found, identifier)) if found else SafeString("")


@register.filter
def arms_of(seed: object) -> Arms:
    """The arms a name receives as long as nobody has composed any."""
    return from_seed(str(seed))


@register.filter
def blazon(value: Arms | str | None) -> str:
    found = _read(value)
    return french_blazon(found) if found else ""


def _read(value: Arms | str | None) -> Arms | None:
    if isinstance(value, Arms) or not value:
        return value or None
    try:
        return parse(str(value))
    except ArmsError:
        return None
