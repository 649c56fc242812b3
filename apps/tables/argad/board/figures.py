"""Figures drawn by us: a base in the seat's colour and shape, a body by armour and mount, weapon, shield with
arms, rank.

Millimetres around the middle of the base. `sprite` goes once into a page, `figure` draws into another SVG,
`figure_svg` alone. Works for anything that has the fields of a figure or of a recruit: mount, armour,
weapons, shield, roles.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from apps.heraldry.arms import Arms
from apps.heraldry.blazon import arms_or_lot
from apps.heraldry.draw import arms_group
from engines.argad.state import SHAPES, USUAL

NPC = -1
SEATS = (0, 1, 2, 3)
BOX = "-22 -34 44 50"  # a figure with its base, weapon and banner
MEN = {0: "light", 4: "mail", 5: "plate"}
PACK_BASES = {"mule": (10, 20), "horse": (12.5, 25)}  # half-width, half-length

# A base by seat: one colour and one shape each, so that nothing hangs on colour alone.
DISCS = {
    0: '<circle r="10"/>',
    1: '<path d="M-9.5-9.5h19v19h-19z"/>',
    2: '<path d="M-10.5 0L-5.5-9.5h11L10.5 0 5.5 9.5h-11z"/>',
    3: '<path d="M0-12.5L12.5 0 0 12.5-12.5 0z"/>',
    NPC: '<circle r="9.5" stroke-dasharray="3 2.2"/>',
}


def _long(seat: int, half: float, r: float) -> str:
    """A rider's or a beast's base, its length along x."""
    if seat == 1:
        return f'<path d="M{-half} {-r}H{half}V{r}H{-half}z"/>'
    if seat == 2:
        return f'<path d="M{-half} 0L{-half + 7} {-r}H{half - 7}L{half} 0 {half - 7} {r}H{-half + 7}z"/>'
    if seat == 3:
        return f'<path d="M{-half} {-r}H{half - 8}L{half} 0 {half - 8} {r}H{-half}l8 {-r}z"/>'
    dashes = ' stroke-dasharray="4 3"' if seat == NPC else ""
    return f'<rect x="{-half}" y="{-r}" width="{2 * half}" height="{2 * r}" rx="{r}"{dashes}/>'


LEGS = '<path class="ag-dark" d="M-4.5-3h3.8V6.5h-5.3zM.7-3h3.8l1.5 9.5H.7z"/>'
FACE = '<circle class="ag-skin" cy="-14.5" r="4.2"/>'
BODIES = {
    "light": LEGS
    + (
        '<path class="ag-cloth" d="M-6.5-9.5Q0-12.5 6.5-9.5L5.6 1.5H-5.6z"/><path '
        'class="ag-belt" d="M-5.8-3.3h11.6v1.9H-5.8z"/>'
    )
    + FACE
    + (
        '<path class="ag-hair" d="M-4.6-14Q-5.2-19.5 0-19.4 5.2-19.5 4.6-14 2.5-16.8 '
        '0-16.6-2.5-16.8-4.6-14z"/>'
    ),
    "mail": LEGS
    + (
        '<path class="ag-mail" d="M-7-9.5Q0-12.8 7-9.5L6.4 3.5H-6.4z"/><path class="ag-cloth" '
        'd="M-4.6-10.6h9.2L4 2H-4z"/><path class="ag-belt" d="M-6.5-3.3h13v1.8h-13z"/>'
    )
    + FACE
    + ('<path class="ag-steel" d="M-4.9-13.5Q-5.2-19.8 0-20.5 5.2-19.8 4.9-13.5H1V-16H-1v2.5z"/>'),
    "plate": '<path class="ag-steel" d="M-4.8-3h4.2V6.5h-5.4zM.6-3h4.2L6 6.5H.6z"/>'
    + (
        '<path class="ag-steel" d="M-7.6-9.5Q0-13.4 7.6-9.5L6 1.8H-6z"/><path class="ag-cloth" '
        'd="M-4.8-10.3h9.6L5.6 2.4H-5.6z"/>'
    )
    + (
        '<path class="ag-steel" d="M-4.9-10.5V-16Q-4.8-20.6 0-20.6T4.9-16v5.5z"/><path '
        'class="ag-slit" d="M-3.8-15.3h7.6v1.4h-7.6z"/>'
    ),
}
HORSE = (
    '<path class="ag-horse" d="M-17-6Q-19 2-20 6M-12-1l-1.5 9h-3l.3-9M-6 0l.5 8h-3M9 0l2 '
    '8H8M13-3l3.5 10.5h-3.2"/>'
    '<path class="ag-horse" d="M-16-8Q-8-11 2-9 8-10 11-16l1-4 2 2.5 4.5 3.5 1 '
    '4-3.5.8-2.5-2Q14-5 12 0 2 3-8 1-15 2-16-8z"/>'
)
TRAPPER = (
    '<path class="ag-cloth" d="M-16-7Q-6-10 4-8 9-9 11-14 14-9 13.5-5L14 4 9 2.5 4 4.5-1 '
    '2.5-6 4.5-11 2.5-16 4z"/>'
)
BEAST = (
    '<path class="ag-horse" d="M-13-6q-2 5-2.5 8M-9 0l-1 8h-3M-3 0v8h-3M5 0l1 8H3M9-2l2 10H8"/>'
    '<path class="ag-horse" d="M-13-7Q-4-10 5-7L8-14l.5-5 2 4 5 4.5-1 3-4-.5Q10-2 8 0 0 3-8 0-13 0-13-7z"/>'
)
PACKS = (
    '<path class="ag-belt" d="M-8-9q4-4 8 0v7q-4 2-8 0z"/><path class="ag-cloth" d="M-8-9q4-6 8 0-4 '
    '1.5-8 0z"/>'
)
ARM = '<circle class="ag-skin" cx="7.5" cy="-5.5" r="1.9"/>'

# What stands out of a figure's hands, the most telling first.
HELD = {
    "heavy_lance": (
        '<path class="ag-wood" d="M-2-2.5L21-20l1 1.3L-1-1z"/><path class="ag-blade" '
        'd="M20.5-21l5-2.5-3 4.7z"/><path class="ag-cloth" d="M14-15l-3 7 7-4 1-6z"/>'
    ),
    "longbow": (
        '<path class="ag-bow" d="M8.5-27q9 12.5 0 29"/><path class="ag-string" d="M8.5-27V2M2-12h12.5"/>'
    ),
    "bow": '<path class="ag-bow" d="M9-20q8 8.5 0 18"/><path class="ag-string" d="M9-20V-2M3-11h11"/>',
    "war_crossbow": (
        '<path class="ag-bow" d="M6-15q7.5-1.5 9 6.5"/><path class="ag-string" '
        'd="M6-15l9 6.5"/><path class="ag-wood" d="M2-5.5L12.5-13l1 1.5L3.3-4z"/>'
    ),
    "light_crossbow": (
        '<path class="ag-bow" d="M7-13q5.5-1 6.5 5"/><path class="ag-string" '
        'd="M7-13l6.5 5"/><path class="ag-wood" d="M3-6l8-5.5 1 1.3L4-4.6z"/>'
    ),
    "staff_sling": (
        '<path class="ag-wood" d="M7.3-22h1.5V6H7.3z"/><path class="ag-string" '
        'd="M8-22q7 0 6 7"/><circle class="ag-stone" cx="14" cy="-14" r="2"/>'
    ),
    "sling": (
        '<path class="ag-string" d="M7.5-6Q16-18 7-22M7.5-6Q12-16 7-22"/><circle '
        'class="ag-stone" cx="7" cy="-22" r="2"/>'
    ),
    "pole": (
        '<path class="ag-wood" d="M7.3-26h1.5V7H7.3z"/><path class="ag-blade" d="M7-33q6 3 6 '
        '11l-4-1v-2H6.5z"/>'
    ),
    "great_sword": (
        '<path class="ag-blade" d="M7.2-6l1-23 2 2.5-.4 20.5z"/><path class="ag-grip" '
        'd="M4-6.5h9.5v1.7H4zM7.4-5h2v7h-2z"/>'
    ),
    "great_axe": (
        '<path class="ag-wood" d="M7.2-25h1.7V6H7.2z"/><path class="ag-blade" '
        'd="M8.9-26q8 0 8.5 9-4-3-8.5-2.5z"/>'
    ),
    "lance": (
        '<path class="ag-wood" d="M7.3-28h1.5V7H7.3z"/><path class="ag-blade" d="M8-34l2 6-2 1.8L6-28z"/>'
    ),
    "javelin": (
        '<path class="ag-wood" d="M5-22h1.2L8-1H6.8zM9.5-24h1.2L10-1H8.8z"/><path '
        'class="ag-blade" d="M5.5-27l1.7 5H4zM10.1-29l1.7 5H8.5z"/>'
    ),
    "fork": (
        '<path class="ag-wood" d="M7.3-20h1.5V6H7.3z"/><path class="ag-line" d="M4-28v6q4 3 8 0v-6M8-20v-8"/>'
    ),
    "heavy_tool": (
        '<path class="ag-wood" d="M7.2-22h1.7V6H7.2z"/><path class="ag-blade" d="M3-25h10.5v5H3z"/>'
    ),
    "axe": (
        '<path class="ag-wood" d="M7.3-18h1.5V2H7.3z"/><path class="ag-blade" '
        'd="M8.8-17.5q5 .5 5.5 5-3-1.5-5.5 0z"/>'
    ),
    "mace": (
        '<path class="ag-wood" d="M7.4-14h1.5V0H7.4z"/><circle class="ag-blade" cx="8.2" cy="-16" r="3"/>'
    ),
    "short_tool": (
        '<path class="ag-wood" d="M7.3-14h1.5V0H7.3z"/><path class="ag-blade" d="M4-15.5h8v2.5H4z"/>'
    ),
    "stones": '<circle class="ag-stone" cx="8.5" cy="-8.5" r="2.6"/>',
    "sword": (
        '<path class="ag-blade" d="M7-6l1.5-13 1.5 1.5L9.3-6z"/><path class="ag-grip" '
        'd="M4.8-6.5h7v1.5h-7zM7.3-5h1.8v3.5H7.3z"/>'
    ),
    "knife": ('<path class="ag-blade" d="M7.2-6l.8-6 1.5 6z"/><path class="ag-grip" d="M6.5-6h4v1.2h-4z"/>'),
}
# What shows his role, the most telling first.
BADGES = {
    "troop_chief": '<path class="ag-crown" d="M-6-21.5v-7l3.3 3 2.7-5 2.7 5 3.3-3v7z"/>',
    "banner": (
        '<path class="ag-wood" d="M-9.5-33h1.5V6h-1.5z"/><path class="ag-cloth ag-edge" '
        'd="M-8-33H9l-4.5 5L9-23H-8z"/>'
    ),
    "musician": '<path class="ag-crown" d="M3-13q6 1 9-6l3 5q-5 7-12 4z"/>',
    "chief": '<path class="ag-crown" d="M-1-20q-2-6 3-9.5 3.5 2 1.5 6Q3-22 1-20z"/>',
    "healer": ('<path class="ag-crown" d="M-1.3-28.5h2.6v2.4h2.4v2.6H1.3v2.4h-2.6v-2.4h-2.4v-2.6h2.4z"/>'),
    "vip": ('<path class="ag-crown" d="M0-29l1.8 3.7 4 .6-2.9 2.8.7 4L0-19.8-3.6-18l.7-4-2.9-2.8 4-.6z"/>'),
}
SHIELDS = {
    "large": ('<path class="ag-plank" d="M-11.5-9.5Q-6-11.5-.5-9.5V-3Q-1.5 3-6 5-10.5 3-11.5-3z"/>'),
    "pavise": '<path class="ag-plank" d="M-12-12h12V6h-12z"/>',
}
ARMS_AT = {
    "large": (-6, -3.6, 8.6),
    "pavise": (-6, -3, 9.6),
    "none": (-6.5, 1.5, 6),
}  # middle and width of the escutcheon


def sprite(arms: Mapping[int, str] | None = None) -> SafeString:
    """The drawings that `figure` refers to, with each seat's coat of arms; once a page."""
    parts = [f'<g id="ag-base-{_name(seat)}">{shape}</g>' for seat, shape in DISCS.items()]
    for kind, (r, half) in PACK_BASES.items():
        parts += [f'<g id="ag-{kind}-{_name(seat)}">{_long(seat, half, r)}</g>' for seat in (*SEATS, NPC)]
    parts += [f'<g id="ag-man-{key}">{drawing}{ARM}</g>' for key, drawing in BODIES.items()]
    parts += [f'<g id="ag-rider-{key}">{_rider(key)}</g>' for key in BODIES]
    parts += [f'<g id="ag-pack">{BEAST}{PACKS}</g>']
    parts += [f'<g id="ag-held-{key}">{drawing}</g>' for key, drawing in HELD.items()]
    parts += [f'<g id="ag-role-{key}">{drawing}</g>' for key, drawing in BADGES.items()]
    parts += [f'<g id="ag-shield-{key}">{drawing}</g>' for key, drawing in SHIELDS.items()]
    for seat, shown in (arms or {}).items():
        parts.append(f'<g id="ag-arms-{_name(seat)}">{arms_group(read_arms(shown), 0, 0, 10)}</g>')
    defs = "".join(parts)
    return mark_safe(
        '<svg class="ag-sprite" width="0" height="0" aria-hidden="true" '
        f'focusable="false"><defs>{defs}</defs></svg>'
    )


def figure(thing: Any, seat: int = NPC, heading: int = 0, *, arms: bool = False) -> SafeString:
    """The figure as a group around its base's middle; `arms` where the sprite holds this seat's coat."""
    name = _name(seat)
    left = 90 < heading % 360 < 270
    base = f'<use class="ag-base" href="#{base_id(thing, seat)}"{_turn(heading) if is_long(thing) else ""}/>'
    if thing.mount == "pack":
        return mark_safe(_to_size(thing, f'{base}<g class="ag-body"{_flip(left)}><use href="#ag-pack"/></g>'))
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
    drawing = f'{base}<g class="ag-body"{_flip(left)}><use href="#{body}"/><g{lift}>{"".join(uses)}</g></g>'
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


def _first_of(drawings: Mapping[str, str], owned: Iterable[str]) -> str:
    return next((name for name in drawings if name in owned), "")


def read_arms(shown: str) -> Arms:
    """Arms from their text; a text that cannot be read is taken as a name that has not composed any."""
    return arms_or_lot(shown, shown)


def _rider(key: str) -> str:
    return f'{HORSE}{TRAPPER if key != "light" else ""}<g transform="translate(0 -9)">{BODIES[key]}{ARM}</g>'


def _name(seat: int) -> str:
    return "npc" if seat < 0 else str(seat % 4)


def _to_size(thing: Any, drawing: str) -> str:
    """The usual drawing, scaled where the table plays with bases of another size."""
    scale = scale_of(thing)
    return drawing if scale == "1" else f'<g transform="scale({scale})">{drawing}</g>'


def scale_of(thing: Any) -> str:
    usual = USUAL.get(thing.base, "")
    return f"{SHAPES[thing.base][0] / SHAPES[usual][0]:g}" if usual else "1"


def _turn(heading: int) -> str:
    return f' transform="rotate({heading})"'


def _flip(left: bool) -> str:
    return ' transform="scale(-1 1)"' if left else ""
