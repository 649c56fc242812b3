"""Figures drawn by us: a base in the seat's colour and shape, a body by armour and mount, weapon, shield with
arms, rank.

Millimetres around the middle of the base. `sprite` goes once into a page, `figure` draws into another SVG,
`figure_svg` alone. Works for anything that has the fields of a figure or of a recruit: mount, armour,
weapons, shield, roles.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from apps.heraldry.blazon import arms_or_lot
from apps.heraldry.draw import arms_group
from engines.argad.state import SHAPES, USUAL

NPC = -1
BOX = "-22 -34 44 50"  # a figure with its base, weapon and banner
MEN = {0: "light", 4: "mail", 5: "plate"}
# What stands out of a figure's hands, the most telling first.
HELD = (
    *("heavy_lance", "longbow", "bow", "war_crossbow", "light_crossbow", "staff_sling", "sling", "pole"),
    *("great_sword", "great_axe", "lance", "javelin", "fork", "heavy_tool", "axe", "mace", "short_tool"),
    *("stones", "sword", "knife"),
)
# What shows his role, the most telling first.
BADGES = ("troop_chief", "banner", "musician", "chief", "healer", "vip")
ARMS_AT = {
    "large": (-6, -3.6, 8.6),
    "pavise": (-6, -3, 9.6),
    "none": (-6.5, 1.5, 6),
}  # middle and width of the escutcheon


def sprite(arms: Mapping[int, str] | None = None) -> SafeString:
    """The drawings that `figure` refers to, with each seat's coat of arms; once a page."""
    coats = [
        (_name(seat), mark_safe(arms_group(arms_or_lot(shown, shown), 0, 0, 10)))
        for seat, shown in (arms or {}).items()
    ]
    return render_to_string("argad/_sprite.html", {"coats": coats})


def figure(thing: Any, seat: int = NPC, heading: int = 0, *, arms: bool = False) -> SafeString:
    """The figure as a group around its base's middle; `arms` where the sprite holds this seat's coat."""
    name = _name(seat)
    turn = f' transform="rotate({heading})"' if is_long(thing) else ""
    flip = ' transform="scale(-1 1)"' if 90 < heading % 360 < 270 else ""
    base = f'<use class="ag-base" href="#{base_id(thing, seat)}"{turn}/>'
    if thing.mount == "pack":
        return mark_safe(_to_size(thing, f'{base}<g class="ag-body"{flip}><use href="#ag-pack"/></g>'))
    weapon, role = _first_of(HELD, thing.weapons), _first_of(BADGES, thing.roles)
    shield = thing.shield if thing.shield in ARMS_AT else "none"
    riding = thing.mount in ("cavalier", "mounted_inf")
    body = f"ag-{'rider' if riding else 'man'}-{MEN.get(thing.armour, 'light')}"
    lift = ' transform="translate(0 -9)"' if riding else ""
    uses = [f'<use href="#ag-shield-{shield}"/>' if shield != "none" else ""]
    if arms:
        x, y, width = ARMS_AT[shield]
        uses.append(f'<use href="#ag-arms-{name}" transform="translate({x} {y}) scale({width / 10})"/>')
    uses += [
        f'<use href="#ag-held-{weapon}"/>' if weapon else "",
        f'<use href="#ag-role-{role}"/>' if role else "",
    ]
    drawing = f'{base}<g class="ag-body"{flip}><use href="#{body}"/><g{lift}>{"".join(uses)}</g></g>'
    return mark_safe(_to_size(thing, drawing))  # every part is ours


def figure_svg(
    thing: Any, size: int = 48, title: str = "", seat: int = 0, *, arms: bool = False
) -> SafeString:
    """One figure as a picture of its own, for lists; with a title it is an image for everyone."""
    label = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    return mark_safe(
        f'<svg class="ag-figure ag-seat-{_name(seat)}" viewBox="{BOX}" width="{size}" '
        f'height="{round(size * 50 / 44)}" {label}>'
        f"{figure(thing, seat, arms=arms)}</svg>"
    )


def seat_mark(seat: int, size: int = 18) -> SafeString:
    """The colour and shape of a seat, for legends and lists."""
    name = _name(seat)
    return mark_safe(
        f'<svg class="ag-mark ag-seat-{name}" viewBox="-13 -13 26 26" width="{size}" height="{size}" '
        'aria-hidden="true">'
        f'<use class="ag-base" href="#ag-base-{name}"/></svg>'
    )


def base_id(thing: Any, seat: int) -> str:
    kind = "base" if not is_long(thing) else "mule" if thing.base == "mule" else "horse"
    return f"ag-{kind}-{_name(seat)}"


def is_long(thing: Any) -> bool:
    return thing.mount != "foot"


def _first_of(names: Iterable[str], owned: Iterable[str]) -> str:
    return next((name for name in names if name in owned), "")


def _name(seat: int) -> str:
    return "npc" if seat < 0 else str(seat % 4)


def _to_size(thing: Any, drawing: str) -> str:
    """The usual drawing, scaled where the table plays with bases of another size."""
    scale = scale_of(thing)
    return drawing if scale == "1" else f'<g transform="scale({scale})">{drawing}</g>'


def scale_of(thing: Any) -> str:
    usual = USUAL.get(thing.base, "")
    return f"{SHAPES[thing.base][0] / SHAPES[usual][0]:g}" if usual else "1"
