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

# What stands out of a figure's hands, the most telling first.
WEAPONS = (
    "heavy_lance",
    "longbow",
    "bow",
    "war_crossbow",
    "light_crossbow",
    "staff_sling",
    "sling",
    "pole",
    "great_sword",
    "great_axe",
    "lance",
    "javelin",
    "fork",
    "heavy_tool",
    "axe",
    "mace",
    "short_tool",
    "stones",
    "sword",
    "knife",
)
ROLES = ("troop_chief", "banner", "musician", "chief", "healer", "vip")

# A base by seat: one colour and one shape each, so that nothing hangs on colour alone.
DISCS = {
    0: '<circle r="10"/>',
    1: '<path d="M-9.500-9.500h19v19h-19z"/>',
    2: '<path d="M-10.500 0L-5.500-9.500h11L10.500 0 5.500 9.500h-11z"/>',
    3: '<path d="M0-12.500L12.500 0 0 12.500-12.500 0z"/>',
    NPC: '<circle r="9.500" stroke-dasharray="3 2.200"/>',
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


LEGS = '<path class="ag-dark" d="M-4.500-3h3.800V6.500h-5.300zM.7-3h3.800l1.500 9.500H.7z"/>'
FACE = '<circle class="ag-skin" cy="-14.500" r="4.200"/>'
BODIES = {
    "light": LEGS
    + (
        '<path class="ag-cloth" d="M-6.500-9.500Q0-12.500 6.500-9.500L5.600 1.500H-5.600z"/><path '
        'class="ag-belt" d="M-5.800-3.300h11.600v1.900H-5.800z"/>'
    )
    + FACE
    + (
        '<path class="ag-hair" d="M-4.600-14Q-5.200-19.500 0-19.400 5.200-19.500 4.600-14 2.500-16.800 '
        '0-16.600-2.500-16.800-4.600-14z"/>'
    ),
    "mail": LEGS
    + (
        '<path class="ag-mail" d="M-7-9.500Q0-12.800 7-9.500L6.400 3.500H-6.400z"/><path class="ag-cloth" '
        'd="M-4.600-10.600h9.200L4 2H-4z"/><path class="ag-belt" d="M-6.500-3.300h13v1.800h-13z"/>'
    )
    + FACE
    + (
        '<path class="ag-steel" d="M-4.900-13.500Q-5.200-19.800 0-20.500 5.200-19.800 '
        '4.900-13.500H1V-16H-1v2.500z"/>'
    ),
    "plate": '<path class="ag-steel" d="M-4.800-3h4.200V6.500h-5.400zM.6-3h4.200L6 6.500H.6z"/>'
    + (
        '<path class="ag-steel" d="M-7.600-9.500Q0-13.400 7.600-9.500L6 1.800H-6z"/><path class="ag-cloth" '
        'd="M-4.800-10.300h9.600L5.600 2.400H-5.600z"/>'
    )
    + (
        '<path class="ag-steel" d="M-4.900-10.500V-16Q-4.800-20.600 0-20.600T4.900-16v5.500z"/><path '
        'class="ag-slit" d="M-3.800-15.300h7.600v1.400h-7.600z"/>'
    ),
}
HORSE = (
    '<path class="ag-horse" d="M-17-6Q-19 2-20 6M-12-1l-1.500 9h-3l.3-9M-6 0l.5 8h-3M9 0l2 '
    '8H8M13-3l3.500 10.500h-3.200"/>'
    '<path class="ag-horse" d="M-16-8Q-8-11 2-9 8-10 11-16l1-4 2 2.500 4.500 3.500 1 '
    '4-3.500.8-2.500-2Q14-5 12 0 2 3-8 1-15 2-16-8z"/>'
)
TRAPPER = (
    '<path class="ag-cloth" d="M-16-7Q-6-10 4-8 9-9 11-14 14-9 13.500-5L14 4 9 2.500 4 4.500-1 '
    '2.500-6 4.500-11 2.500-16 4z"/>'
)
BEAST = (
    '<path class="ag-horse" d="M-13-6q-2 5-2.500 8M-9 0l-1 8h-3M-3 0v8h-3M5 0l1 8H3M9-2l2 10H8"/>'
    '<path class="ag-horse" d="M-13-7Q-4-10 5-7L8-14l.5-5 2 4 5 4.500-1 3-4-.5Q10-2 8 0 0 3-8 0-13 0-13-7z"/>'
)
PACKS = (
    '<path class="ag-belt" d="M-8-9q4-4 8 0v7q-4 2-8 0z"/><path class="ag-cloth" d="M-8-9q4-6 8 0-4 '
    '1.500-8 0z"/>'
)
ARM = '<circle class="ag-skin" cx="7.500" cy="-5.500" r="1.900"/>'

HELD = {
    "sword": (
        '<path class="ag-blade" d="M7-6l1.500-13 1.500 1.500L9.300-6z"/><path class="ag-grip" '
        'd="M4.800-6.500h7v1.500h-7zM7.300-5h1.800v3.500H7.300z"/>'
    ),
    "knife": (
        '<path class="ag-blade" d="M7.200-6l.8-6 1.500 6z"/><path class="ag-grip" d="M6.500-6h4v1.200h-4z"/>'
    ),
    "axe": (
        '<path class="ag-wood" d="M7.300-18h1.500V2H7.300z"/><path class="ag-blade" '
        'd="M8.800-17.500q5 .5 5.500 5-3-1.500-5.500 0z"/>'
    ),
    "mace": (
        '<path class="ag-wood" d="M7.400-14h1.500V0H7.400z"/><circle class="ag-blade" cx="8.200" '
        'cy="-16" r="3"/>'
    ),
    "short_tool": (
        '<path class="ag-wood" d="M7.300-14h1.500V0H7.300z"/><path class="ag-blade" '
        'd="M4-15.500h8v2.500H4z"/>'
    ),
    "great_sword": (
        '<path class="ag-blade" d="M7.200-6l1-23 2 2.500-.4 20.500z"/><path class="ag-grip" '
        'd="M4-6.500h9.500v1.700H4zM7.400-5h2v7h-2z"/>'
    ),
    "great_axe": (
        '<path class="ag-wood" d="M7.200-25h1.700V6H7.200z"/><path class="ag-blade" '
        'd="M8.900-26q8 0 8.500 9-4-3-8.500-2.500z"/>'
    ),
    "heavy_tool": (
        '<path class="ag-wood" d="M7.200-22h1.700V6H7.200z"/><path class="ag-blade" d="M3-25h10.500v5H3z"/>'
    ),
    "fork": (
        '<path class="ag-wood" d="M7.300-20h1.500V6H7.300z"/><path class="ag-line" d="M4-28v6q4 3 8 '
        '0v-6M8-20v-8"/>'
    ),
    "lance": (
        '<path class="ag-wood" d="M7.300-28h1.500V7H7.300z"/><path class="ag-blade" d="M8-34l2 6-2 '
        '1.800L6-28z"/>'
    ),
    "heavy_lance": (
        '<path class="ag-wood" d="M-2-2.500L21-20l1 1.300L-1-1z"/><path class="ag-blade" '
        'd="M20.500-21l5-2.500-3 4.700z"/><path class="ag-cloth" d="M14-15l-3 7 7-4 1-6z"/>'
    ),
    "pole": (
        '<path class="ag-wood" d="M7.300-26h1.500V7H7.300z"/><path class="ag-blade" d="M7-33q6 3 6 '
        '11l-4-1v-2H6.500z"/>'
    ),
    "bow": '<path class="ag-bow" d="M9-20q8 8.500 0 18"/><path class="ag-string" d="M9-20V-2M3-11h11"/>',
    "longbow": (
        '<path class="ag-bow" d="M8.500-27q9 12.500 0 29"/><path class="ag-string" '
        'd="M8.500-27V2M2-12h12.500"/>'
    ),
    "war_crossbow": (
        '<path class="ag-bow" d="M6-15q7.500-1.500 9 6.500"/><path class="ag-string" '
        'd="M6-15l9 6.500"/><path class="ag-wood" d="M2-5.500L12.500-13l1 1.500L3.300-4z"/>'
    ),
    "light_crossbow": (
        '<path class="ag-bow" d="M7-13q5.500-1 6.500 5"/><path class="ag-string" '
        'd="M7-13l6.500 5"/><path class="ag-wood" d="M3-6l8-5.500 1 1.300L4-4.600z"/>'
    ),
    "sling": (
        '<path class="ag-string" d="M7.500-6Q16-18 7-22M7.500-6Q12-16 7-22"/><circle '
        'class="ag-stone" cx="7" cy="-22" r="2"/>'
    ),
    "staff_sling": (
        '<path class="ag-wood" d="M7.300-22h1.500V6H7.300z"/><path class="ag-string" '
        'd="M8-22q7 0 6 7"/><circle class="ag-stone" cx="14" cy="-14" r="2"/>'
    ),
    "javelin": (
        '<path class="ag-wood" d="M5-22h1.200L8-1H6.800zM9.500-24h1.200L10-1H8.800z"/><path '
        'class="ag-blade" d="M5.500-27l1.700 5H4zM10.100-29l1.700 5H8.500z"/>'
    ),
    "stones": '<circle class="ag-stone" cx="8.500" cy="-8.500" r="2.600"/>',
    "": "",
}
BADGES = {
    "troop_chief": '<path class="ag-crown" d="M-6-21.500v-7l3.300 3 2.700-5 2.700 5 3.300-3v7z"/>',
    "chief": '<path class="ag-crown" d="M-1-20q-2-6 3-9.500 3.500 2 1.500 6Q3-22 1-20z"/>',
    "banner": (
        '<path class="ag-wood" d="M-9.500-33h1.500V6h-1.500z"/><path class="ag-cloth ag-edge" '
        'd="M-8-33H9l-4.500 5L9-23H-8z"/>'
    ),
    "musician": '<path class="ag-crown" d="M3-13q6 1 9-6l3 5q-5 7-12 4z"/>',
    "healer": (
        '<path class="ag-crown" '
        'd="M-1.300-28.500h2.600v2.400h2.400v2.600H1.300v2.400h-2.600v-2.400h-2.400v-2.600h2.400z"/>'
    ),
    "vip": (
        '<path class="ag-crown" d="M0-29l1.800 3.700 4 .6-2.900 2.800.7 '
        '4L0-19.800-3.600-18l.7-4-2.900-2.800 4-.6z"/>'
    ),
    "": "",
}
SHIELDS = {
    "large": (
        '<path class="ag-plank" d="M-11.500-9.500Q-6-11.500-.5-9.500V-3Q-1.500 3-6 5-10.500 3-11.500-3z"/>'
    ),
    "pavise": '<path class="ag-plank" d="M-12-12h12V6h-12z"/>',
    "none": "",
}
ARMS_AT = {
    "large": (-6, -3.6, 8.6),
    "pavise": (-6, -3, 9.6),
    "none": (-6.5, 1.5, 6),
}  # middle and width of the escutcheon


def sprite(arms: Mapping[int, Arms | str] | None = None) -> SafeString:
    """The drawings that `figure` refers to, with each seat's coat of arms; once a page."""
    parts = [f'<g id="ag-base-{_name(seat)}">{shape}</g>' for seat, shape in DISCS.items()]
    for kind, (r, half) in PACK_BASES.items():
        parts += [f'<g id="ag-{kind}-{_name(seat)}">{_long(seat, half, r)}</g>' for seat in (*SEATS, NPC)]
    parts += [f'<g id="ag-man-{key}">{drawing}{ARM}</g>' for key, drawing in BODIES.items()]
    parts += [f'<g id="ag-rider-{key}">{_rider(key)}</g>' for key in BODIES]
    parts += [f'<g id="ag-pack">{BEAST}{PACKS}</g>']
    parts += [f'<g id="ag-held-{key}">{drawing}</g>' for key, drawing in HELD.items() if drawing]
    parts += [f'<g id="ag-role-{key}">{drawing}</g>' for key, drawing in BADGES.items() if drawing]
    parts += [f'<g id="ag-shield-{key}">{drawing}</g>' for key, drawing in SHIELDS.items() if drawing]
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
    weapon, role = weapon_of(thing.weapons), role_of(thing.roles)
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


def weapon_of(weapons: Iterable[str]) -> str:
    owned = set(weapons)
    return next((weapon for weapon in WEAPONS if weapon in owned), "")


def role_of(roles: Iterable[str]) -> str:
    owned = set(roles)
    return next((role for role in ROLES if role in owned), "")


def read_arms(shown: Arms | str) -> Arms:
    """Arms from their text; a text that cannot be read is taken as a name that has not composed any."""
    return shown if isinstance(shown, Arms) else arms_or_lot(shown, shown)


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
