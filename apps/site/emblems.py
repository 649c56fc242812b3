"""The five games' emblems: small illuminated squares made of our own charges."""

from apps.heraldry.draw import charge_svg
from apps.heraldry.vocabulary import INK, TINCTURES

Placed = tuple[
    str, str, float, float, float, float
]  # charge, tincture, centre x, centre y, side, turn in degrees

GROUNDS = {
    "gloire": "gules",
    "miles_christi": "azure",
    "theopolis": "vert",
    "missionnaires": "tenne",
    "argad": "sable",
}
FIGURES: dict[str, tuple[Placed, ...]] = {
    "gloire": (
        ("sword", "argent", 50, 57, 72, 40),
        ("sword", "argent", 50, 57, 72, -40),
        ("crown", "or", 50, 33, 42, 0),
    ),
    "miles_christi": (("horse", "argent", 44, 56, 62, 0), ("cross-pattee", "gules", 72, 28, 30, 0)),
    "theopolis": (
        ("tower", "argent", 27, 66, 38, 0),
        ("tower", "argent", 73, 66, 38, 0),
        ("tower", "or", 50, 57, 60, 0),
        ("crosslet", "or", 50, 19, 17, 0),
    ),
    "missionnaires": (("ship", "argent", 50, 55, 64, 0), ("sun", "or", 76, 25, 26, 0)),
    "argad": (
        ("axe", "argent", 55, 50, 66, 38),
        ("sword", "argent", 45, 50, 70, -38),
        ("roundel", "gules", 50, 54, 34, 0),
        ("mullet", "or", 50, 54, 22, 0),
    ),
}
CROWN: tuple[Placed, ...] = (("crown", "or", 50, 50, 60, 0),)
CURL = "M10 30C10 16 16 10 30 10M10 24C18 24 24 18 24 10M15 19a3 3 0 1 1 4 -4"


def emblem_svg(slug: str) -> str:
    """A game that has no emblem yet bears a crown."""
    ground = TINCTURES[GROUNDS.get(slug, "purpure")].colour
    gold = TINCTURES["or"].colour
    corners = "".join(f'<path d="{CURL}" transform="rotate({turn} 50 50)"/>' for turn in (0, 90, 180, 270))
    return (
        '<svg class="emblem" viewBox="0 0 100 100" aria-hidden="true">'
        f'<rect x="1.5" y="1.5" width="97" height="97" rx="7" fill="{gold}" stroke="{INK}" stroke-width="2"/>'
        f'<rect x="6" y="6" width="88" height="88" rx="4" fill="{ground}" stroke="{INK}" stroke-width="1"/>'
        f'<g fill="none" stroke="{gold}" stroke-width="1.6" stroke-linecap="round" '
        f'stroke-opacity=".85">{corners}</g>'
        f"{''.join(_placed(figure) for figure in FIGURES.get(slug, CROWN))}</svg>"
    )


def _placed(figure: Placed) -> str:
    name, tincture, x, y, side, turn = figure
    scale = side / 100
    place = f"rotate({turn} {x} {y}) translate({x - side / 2:.1f} {y - side / 2:.1f}) scale({scale:.3g})"
    return f'<g transform="{place}">{charge_svg(name, tincture, scale)}</g>'
