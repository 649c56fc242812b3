"""Arms as pictures: the shield as an SVG of its own, and the fill of a lord's lands on a map.

No style attribute, no script, no identifier except a pattern's own: safe inline under a strict content
policy. The parts that never change are cut once for each word of the vocabulary, in `shield` and `furs`.
"""

from html import escape

from apps.heraldry.arms import Arms
from apps.heraldry.charges import CHARGES
from apps.heraldry.furs import fur
from apps.heraldry.law import is_light
from apps.heraldry.places import IN_FIELD, ON_ORDINARY, Place
from apps.heraldry.shield import (
    ORDINARY_CUTS,
    OUTLINE,
    division,
    ordinary,
    regions_of_part,
)
from apps.heraldry.vocabulary import COUNTERCHANGED, FURS, INK, IVORY, TINCTURES

VIEW_BOX = "2 1 96 118"
BLANK = "#cdbf9f"  # a shield nobody has painted yet


def arms_svg(arms: Arms | None, size: int = 32, title: str = "") -> str:
    """`size` is the width in pixels. With a title it is an image for everyone, without it an ornament."""
    label = f' role="img" aria-label="{escape(title)}"' if title else ' aria-hidden="true"'
    tip = f"<title>{escape(title)}</title>" if title else ""
    height = round(size * 118 / 96)
    painted = _paint(arms) if arms else f'<path d="{OUTLINE}" fill="{BLANK}"/>'
    return (
        f'<svg class="arms" viewBox="{VIEW_BOX}" width="{size}" '
        f'height="{height}"{label}>{tip}{painted}{_rim(size)}</svg>'
    )


def arms_group(arms: Arms, x: float, y: float, width: float) -> str:
    """The shield inside another drawing, centred on (x, y)."""
    scale = width / 96
    return (
        f'<g transform="translate({x - 50 * scale:.1f} {y - 60 * scale:.1f}) '
        f'scale({scale:.3f})">{_paint(arms)}{_rim(width)}</g>'
    )


def _paint(arms: Arms) -> str:
    parts = [_field(arms)]
    if arms.ordinary:
        parts.append(_ordinary(arms))
    if arms.charge:
        table = ON_ORDINARY if arms.on_ordinary else IN_FIELD
        parts += [_charge(arms, place) for place in table[arms.ordinary, arms.count]]
    return "".join(parts)


def _rim(size: float) -> str:
    """Bolder on small shields, so that the outline stays about a pixel and a half."""
    width = 3.6 if size < 60 else 2.4
    return (
        f'<path class="arms-rim" d="{OUTLINE}" fill="none" stroke="{INK}" stroke-width="{width}" '
        'stroke-linejoin="round"/>'
    )


def _field(arms: Arms) -> str:
    if arms.division == "plain":
        return _fill(OUTLINE, arms.field[0]) + fur(arms.field[0])
    # The first tincture lies under the whole shield, so that no hair line shows between the parts.
    grounds = _fill(OUTLINE, arms.field[0]) + _fill(division(arms.division)[1], arms.field[1])
    return grounds + "".join(
        fur(tincture, regions_of_part(arms.division, which))
        for which, tincture in enumerate(arms.field)
        if tincture in FURS
    )


def _ordinary(arms: Arms) -> str:
    if arms.ordinary_tincture == COUNTERCHANGED:
        first, second = division(arms.division, ORDINARY_CUTS[arms.ordinary])
        return _fill(first, arms.field[1]) + _fill(second, arms.field[0])
    path = ordinary(arms.ordinary)
    edge = f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/>'
    over = fur(arms.ordinary_tincture, ORDINARY_CUTS[arms.ordinary]) if arms.ordinary_tincture in FURS else ""
    return edge + _fill(path, arms.ordinary_tincture) + over


def _fill(path: str, tincture: str) -> str:
    return f'<path d="{path}" fill="{TINCTURES[tincture].colour}"/>'


def _charge(arms: Arms, place: Place) -> str:
    x, y, side = place
    scale = side / 100
    corner = f"translate({x - side / 2:.1f} {y - side / 2:.1f}) scale({scale:.3g})"
    if arms.charge_tincture != COUNTERCHANGED:
        drawn = charge_svg(arms.charge, arms.charge_tincture, scale, _rim_of_charge(arms))
        return f'<g transform="{corner}">{drawn}</g>'
    windows = []
    for which, (left, top, wide, high) in _windows(arms.division):
        inner = f'<g transform="{corner}">{charge_svg(arms.charge, arms.field[1 - which], scale)}</g>'
        box = f"{left} {top} {wide} {high}"
        windows.append(
            f'<svg x="{left}" y="{top}" width="{wide}" height="{high}" viewBox="{box}" '
            f'overflow="hidden">{inner}</svg>'
        )
    return "".join(windows)


def _rim_of_charge(arms: Arms) -> str:
    """A dark charge that crosses a dark part of the field is outlined in ivory, or it would be lost there."""
    under = (arms.ordinary_tincture,) if arms.on_ordinary else arms.field
    dark = not is_light(arms.charge_tincture) and any(not is_light(tincture) for tincture in under)
    return IVORY if dark else INK


def charge_svg(name: str, tincture: str, scale: float = 1, outline: str = INK) -> str:
    """One charge in its box of 100: silhouette, tincture, inner lines. Small charges get a bolder outline."""
    charge = CHARGES[name]
    inner = INK if is_light(tincture) else IVORY
    rim = 3.2 / max(scale, 0.3) ** 0.7
    parts = [
        f'<path d="{charge.body}" fill="{outline}" stroke="{outline}" stroke-width="{rim:.1f}" '
        'stroke-linejoin="round"/>',
        f'<path d="{charge.body}" fill="{TINCTURES[tincture].colour}"/>',
    ]
    if charge.lines:
        parts.append(
            f'<path d="{charge.lines}" fill="none" stroke="{inner}" stroke-width="{charge.width}" '
            'stroke-linecap="round" stroke-opacity=".75"/>'
        )
    if charge.spots:
        parts.append(f'<path d="{charge.spots}" fill="{inner}"/>')
    return "".join(parts)


def _windows(name: str) -> list[tuple[int, tuple[int, int, int, int]]]:
    """The rectangles of a divided field, and whose tincture each wears."""
    if name == "per-pale":
        return [(0, (0, 0, 50, 120)), (1, (50, 0, 50, 120))]
    if name == "per-fess":
        return [(0, (0, 0, 100, 52)), (1, (0, 52, 100, 68))]
    return [(0, (0, 0, 50, 52)), (1, (50, 0, 50, 52)), (1, (0, 52, 50, 68)), (0, (50, 52, 50, 68))]
