"""The fill of a lord's lands: ground colour, stripes after the arms' build, and the charge strewn over it.

Three signs, so that two neighbours differ even in grey; the same arms always give the same fill.
"""

from html import escape

from apps.heraldry.arms import Arms
from apps.heraldry.charges import CHARGES
from apps.heraldry.law import is_light
from apps.heraldry.vocabulary import COUNTERCHANGED, INK, IVORY, TINCTURES

TILE = 64

STRIPES = {
    "fess": "M0 16H64M0 48H64",
    "barry": "M0 8H64M0 24H64M0 40H64M0 56H64",
    "per-fess": "M0 32H64",
    "pale": "M16 0V64M48 0V64",
    "paly": "M8 0V64M24 0V64M40 0V64M56 0V64",
    "per-pale": "M32 0V64",
    "bend": "M-8 24L40 72M-8 -8L72 72M24 -8L72 40",
    "bendy": "M-4 12L52 68M-4 -4L68 68M12 -4L68 52M28 -4L68 36M-4 28L36 68M-4 44L20 68M44 -4L68 20",
    "per-bend": "M-8 -8L72 72",
    "bend-sinister": "M-8 40L40 -8M-8 72L72 -8M24 72L72 24",
    "per-bend-sinister": "M-8 72L72 -8",
    "chevron": "M0 30L32 6L64 30M0 62L32 38L64 62",
    "chevronny": "M0 22L32 2L64 22M0 38L32 18L64 38M0 54L32 34L64 54M0 70L32 50L64 70",
    "per-chevron": "M0 46L32 18L64 46",
    "cross": "M32 0V64M0 32H64",
    "saltire": "M0 0L64 64M64 0L0 64",
    "per-saltire": "M0 0L64 64M64 0L0 64M32 0V64",
    "chief": "M0 10H64",
    "bordure": "M0 0H64V64H0Z",
    "pile": "M0 0L32 58L64 0",
    "gyronny": "M0 0L64 64M64 0L0 64M32 0V64M0 32H64",
    "lozengy": "M32 0L64 32L32 64L0 32Z",
}
CHECKS = {
    "checky": (
        "M0 0H16V16H0zM32 0H48V16H32zM16 16H32V32H16zM48 16H64V32H48zM0 32H16V48H0zM32 "
        "32H48V48H32zM16 48H32V64H16zM48 48H64V64H48z"
    ),
    "quarterly": "M0 0H32V32H0zM32 32H64V64H32z",
}


def land_pattern(arms: Arms, identifier: str) -> str:
    """An SVG `<pattern>` to put in the map's `<defs>` and use as `fill="url(#identifier)"`."""
    return (
        f'<pattern id="{escape(identifier)}" width="{TILE}" height="{TILE}" patternUnits="userSpaceOnUse">'
        f"{_tile(arms)}</pattern>"
    )


def _tile(arms: Arms) -> str:
    ground = TINCTURES[arms.field[0]].colour
    second = _second_colour(arms)
    parts = [f'<rect class="land-ground" width="{TILE}" height="{TILE}" fill="{ground}"/>']
    build = arms.ordinary or arms.division
    if build in CHECKS:
        parts.append(f'<path d="{CHECKS[build]}" fill="{second}" fill-opacity=".75"/>')
    elif build in STRIPES:
        parts.append(
            f'<path d="{STRIPES[build]}" fill="none" stroke="{second}" stroke-width="7" '
            'stroke-opacity=".75"/>'
        )
    if arms.charge:
        parts += [_strewn(arms, x, y) for x, y in _spots(arms)]
    return "".join(parts)


def _second_colour(arms: Arms) -> str:
    if arms.ordinary and arms.ordinary_tincture != COUNTERCHANGED:
        return TINCTURES[arms.ordinary_tincture].colour
    if len(arms.field) == 2:
        return TINCTURES[arms.field[1]].colour
    return INK if is_light(arms.field[0]) else IVORY


def _spots(arms: Arms) -> tuple[tuple[int, int], ...]:
    """A strewn charge on a plain ground, a single one where stripes already speak."""
    return ((16, 16), (48, 48)) if arms.division == "plain" and not arms.ordinary else ((32, 32),)


def _strewn(arms: Arms, x: int, y: int) -> str:
    under = arms.ordinary_tincture if arms.on_ordinary else arms.field[0]
    tincture = arms.charge_tincture if arms.charge_tincture != COUNTERCHANGED else arms.field[1]
    colour, rim = TINCTURES[tincture].colour, IVORY if is_light(under) and not is_light(tincture) else INK
    body = CHARGES[arms.charge].body
    return (
        f'<g transform="translate({x - 13} {y - 13}) scale(.26)"><path d="{body}" fill="{rim}" '
        f'stroke="{rim}" '
        f'stroke-width="9" stroke-linejoin="round"/><path d="{body}" fill="{colour}"/></g>'
    )
