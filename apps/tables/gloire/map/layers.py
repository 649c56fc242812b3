"""The map as SVG, layer by layer, from a lord's view: lands, names, arms, forces, fronts, drafted orders.

Strings are put together here rather than in a template: a page of Europe has some thousand elements. What
keeps its size on the screen is a group of class `fixed`, drawn in pixels around a point of the map; the
script scales it when one zooms.
"""

from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.heraldry.blazon import arms_or_lot
from apps.heraldry.draw import arms_group
from apps.heraldry.lands import land_pattern
from apps.tables.gloire.map.chart import Chart, border_between, outline, readable_labels
from engines.gloire.tables import FORTS
from engines.gloire.words import decimal, number

View = dict[str, Any]
HAPPINESS_STEPS = (5, 10, 15, 20, 25)
POPULATION_STEPS = (8_000, 12_000, 16_000, 20_000, 26_000)
WEALTH_STEPS = (0.15, 0.25, 0.35, 0.45, 0.55)
SHIELD = 20  # pixels
FORT_TOWERS = {"none": 0, "palisade": 1, "wall": 2, "fortress": 3}


def definitions(drawn: Chart, houses: tuple[tuple[str, str], ...]) -> SafeString:
    """Everything that is drawn more than once: the ground, patterns `o<seat>` and shields `a<seat>` of every
    house."""
    scale = 0.9 if len(drawn.shapes) <= 50 else 0.6
    parts = [f'<g class="ground">{drawn.ground}</g>']
    for seat, (text, name) in enumerate(houses):
        arms = arms_or_lot(text, name)
        pattern = land_pattern(arms, f"o{seat}")
        parts.append(pattern.replace("<pattern ", f'<pattern patternTransform="scale({scale:g})" ', 1))
        parts.append(f'<g id="a{seat}">{arms_group(arms, 0, 0, SHIELD)}</g>')
    return mark_safe("".join(parts))


def step_of(value: float, steps: tuple[float, ...]) -> int:
    """0 to len(steps): the shade of a figure."""
    return sum(1 for step in steps if value >= step)


def standing_to(view: View, owner: int | None) -> str:
    """What a land's owner is to the reader: mine, ally, enemy, other, free."""
    if owner is None:
        return "free"
    me = view["me"]
    if me is None:
        return "other"
    if owner == me["seat"]:
        return "mine"
    mine = view["lords"][me["seat"]]
    return "ally" if owner in mine["allies"] else "enemy" if owner in mine["enemies"] else "other"


def lands_of_reader(view: View) -> list[str]:
    return [name for name, land in view["lands"].items() if standing_to(view, land["owner"]) == "mine"]


def land_layer(drawn: Chart, view: View, address: str) -> SafeString:
    """Every land as a link to its sheet. `address` has LAND where the name goes."""
    lords, parts = view["lords"], []
    for name, land in view["lands"].items():
        owner = land["owner"]
        relation = standing_to(view, owner)
        shades = (
            f"h{step_of(land['happiness'], HAPPINESS_STEPS)} p{step_of(land['population'], POPULATION_STEPS)}"
        )
        if "wealth" in land and relation == "mine":
            shades += f" w{step_of(land['wealth'], WEALTH_STEPS)}"
        fill = "" if owner is None else f' fill="url(#o{owner})"'
        whose = lords[owner]["name"] if owner is not None else _("indépendante")
        told = _("{land}, {whose}, {people} habitants, bonheur {happiness}").format(
            land=drawn.shapes[name].label,
            whose=whose,
            people=number(land["population"]),
            happiness=decimal(land["happiness"]),
        )
        parts.append(
            f'<a class="land is-{relation} {shades}" href="{address.replace("LAND", name)}" '
            f'data-verb="land" data-id="{name}"'
            f' aria-label="{escape(told)}"><use href="#t-{name}"{fill}/></a>'
        )
    return mark_safe("".join(parts))


def border_layer(drawn: Chart, view: View) -> SafeString:
    """The outline of my realm, and the fronts: where I or an ally touch an enemy."""
    me = view["me"]
    if me is None:
        return SafeString("")
    groups: dict[str, set[str]] = {"mine": set(), "ally": set(), "enemy": set()}
    for name, land in view["lands"].items():
        relation = standing_to(view, land["owner"])
        if relation in groups:
            groups[relation].add(name)
    realm = outline(drawn, groups["mine"])
    fronts = border_between(drawn, sorted(groups["mine"] | groups["ally"]), groups["enemy"])
    parts = [f'<path class="realm-edge" d="{realm}"/>'] if realm else []
    parts += (
        [f'<path class="front-edge" d="{fronts}"/><path class="front-teeth" d="{fronts}"/>'] if fronts else []
    )
    return mark_safe("".join(parts))


def fixed_group(x: float, y: float, scale: float, inner: str, extra: str = "") -> str:
    """A group that keeps its size on the screen."""
    return (
        f'<g class="fixed{extra}" data-x="{x:g}" data-y="{y:g}" transform="translate({x:g} {y:g}) '
        f'scale({scale:.4g})">'
        f"{inner}</g>"
    )


def label_layer(drawn: Chart, view: View, scale: float) -> SafeString:
    """Names, and under each the figure of every layer that has one."""
    parts = []
    own = set(lands_of_reader(view))
    written = readable_labels(drawn, own, round(scale, 3))
    for name, land in view["lands"].items():
        shape = drawn.shapes[name]
        mine = name in own
        lines = shape.lines
        top = -6.5 * (len(lines) - 1)
        text = "".join(
            f'<tspan x="0" y="{top + 13 * n:g}">{escape(line)}</tspan>' for n, line in enumerate(lines)
        )
        below = top + 13 * len(lines)
        figures = (
            f'<text class="v-h" y="{below:g}">{decimal(land["happiness"])}</text>'
            f'<text class="v-p" y="{below:g}">{decimal(land["population"] / 1000)} k</text>'
        )
        if mine:
            figures += f'<text class="v-w" y="{below:g}">{decimal(land["wealth"], 2)}</text>'
        tight = "" if name in written else " is-tight"
        kind = f" name{' is-mine' if mine else ''}{tight}"
        parts.append(fixed_group(*shape.anchor, scale, f"<text>{text}</text>{figures}", kind))
    return mark_safe("".join(parts))


def seats_of_arms(view: View) -> dict[int, str]:
    """Where each house shows its shield: on its home if it still holds it, else on its most populous land."""
    best: dict[int, tuple[bool, int, str]] = {}
    for name, land in view["lands"].items():
        owner = land["owner"]
        if owner is not None:
            rank = (view["lords"][owner]["home"] == name, land["population"], name)
            best[owner] = max(best.get(owner, rank), rank)
    return {seat: best[seat][2] for seat in sorted(best)}


def arms_layer(drawn: Chart, view: View, scale: float) -> SafeString:
    """One shield for each house that holds a land."""
    parts = []
    for seat, name in seats_of_arms(view).items():
        shape = drawn.shapes[name]
        up = 24 + 6.5 * (len(shape.lines) - 1)
        parts.append(fixed_group(*shape.anchor, scale, f'<use href="#a{seat}" y="{-up:g}"/>'))
    return mark_safe("".join(parts))


def houses_shown(view: View) -> list[dict[str, Any]]:
    """My house; every house once the game is over."""
    return view["houses"] if "houses" in view else [view["me"]] if view["me"] else []


def force_layer(drawn: Chart, view: View, scale: float) -> SafeString:
    """Knights and men by land, and fortifications, as far as the reader knows them."""
    found: dict[str, list[int]] = {}
    for house in houses_shown(view):
        for knight in house["knights"]:
            count = found.setdefault(knight["place"], [0, 0])
            count[0] += 1
            count[1] += knight["men"]
        for garrison in house["garrisons"]:
            found.setdefault(garrison["place"], [0, 0])[1] += garrison["men"]
    forts = {name: land["fort"] for name, land in view["lands"].items() if land.get("fort", "none") != "none"}
    parts = []
    for name in sorted({*found, *forts}):
        knights, men = found.get(name, (0, 0))
        shape = drawn.shapes[name]
        down = 6.5 * (len(shape.lines) - 1)
        parts.append(fixed_group(*shape.anchor, scale, _banner(knights, men, forts.get(name, "none"), down)))
    return mark_safe("".join(parts))


def force_words(knights: int, men: int, fort: str) -> str:
    """« 2 chevaliers, 540 hommes, muraille »."""
    told = [ngettext("{n} chevalier", "{n} chevaliers", knights).format(n=knights)] if knights else []
    told += [ngettext("{n} homme", "{n} hommes", men).format(n=number(men))] if men else []
    told += [_(FORTS[fort].label)] if fort != "none" else []
    return ", ".join(told)


PENNANT = "M0 11V0h1l8 3l-8 3v5z"
TOWER = "M0 11V5H-1V0h2v2h2V0h2v2h2V0h2v5H8v6H6V8H2v3z"


def _banner(knights: int, men: int, fort: str, down: float) -> str:
    """A plate under the name: towers for the fortification, a pennant and the number of knights, the men.

    Where plates would cover one another, seen from afar, a dot says that there is something to look at.
    """
    towers = FORT_TOWERS[fort]
    words = " · ".join([*([str(knights)] if knights else []), *([number(men)] if men else [])])
    signs = [(TOWER, 11.5)] * towers + ([(PENNANT, 10)] if knights else [])
    wide = 9 + sum(step for _path, step in signs) + 5.8 * len(words)
    x = -wide / 2 + 5
    drawn = []
    for path, step in signs:
        drawn.append(f'<path transform="translate({x:g} {9.5 + down:g}) scale(.95)" d="{path}"/>')
        x += step
    return (
        f'<g class="banner"><title>{escape(force_words(knights, men, fort))}</title><circle class="dot" '
        f'cy="{14 + down:g}" r="4.5"/>'
        f'<rect x="{-wide / 2:g}" y="{6.5 + down:g}" width="{wide:g}" height="16" rx="4"/>'
        f'{"".join(drawn)}<text x="{x:g}" y="{18.5 + down:g}">{words}</text></g>'
    )


# --- drafted orders -----------------------------------------------------------------------------------------

ARROWS = {"ATT": "attack", "MOV": "move", "TSF": "men", "AFF": "men"}


def order_layer(drawn: Chart, view: View, orders: list[dict[str, Any]], scale: float) -> SafeString:
    """What is drafted: arrows for attacks and moves, seals on the lands the other orders are about."""
    if view["me"] is None:
        return SafeString("")
    places = {army["id"]: army["place"] for kind in ("knights", "garrisons") for army in view["me"][kind]}
    arrows: list[str] = []
    seals: dict[str, list[str]] = {}
    for order in orders:
        code = order["code"]
        start, goal = _ends(view, order, places)
        if code in ARROWS and start and goal and start != goal:
            arrows.append(_arrow(drawn.shapes[start].anchor, drawn.shapes[goal].anchor, ARROWS[code]))
        where = goal or start
        if where:
            words = f"{code} {order['level']}" if code == "IMP" and "level" in order else code
            seals.setdefault(where, []).append(words)
    stamped = [
        fixed_group(*drawn.shapes[name].anchor, scale, _seal(words)) for name, words in sorted(seals.items())
    ]
    return mark_safe("".join(arrows + stamped))


def _ends(view: View, order: dict[str, Any], places: dict[str, str]) -> tuple[str | None, str | None]:
    """Where an order starts from and which land it is about."""
    start = places.get(str(order.get("knight") or order.get("army") or ""))
    goal = order.get("land") if order.get("land") in view["lands"] else None
    if order["code"] == "AFF":
        return places.get(str(order.get("garrison"))), start
    if order["code"] == "TSF":
        goal = places.get(str(order.get("other")))
    lord = order.get("lord")
    if goal is None and isinstance(lord, int) and 0 <= lord < len(view["lords"]):
        home = view["lords"][lord]["home"]
        return None, home if home in view["lands"] else None
    return start, goal


def _arrow(start: tuple[float, float], goal: tuple[float, float], kind: str) -> str:
    """A bow from land to land, so that there and back do not cover each other."""
    (x, y), (to_x, to_y) = start, goal
    bend_x, bend_y = (x + to_x) / 2 - (to_y - y) * 0.14, (y + to_y) / 2 + (to_x - x) * 0.14
    d = f"M{x:.0f} {y:.0f}Q{bend_x:.0f} {bend_y:.0f} {to_x:.0f} {to_y:.0f}"
    return f'<path class="order-arrow is-{kind}" d="{d}" marker-end="url(#head-{kind})"/>'


def _seal(words: list[str]) -> str:
    shown = words[0] if len(words) == 1 else f"{words[0]} +{len(words) - 1}"
    wide = 12 + 6.4 * len(shown)
    told = escape(", ".join(words))
    return (
        f'<g class="order-seal"><title>{told}</title><rect x="{-wide / 2:g}" y="-28" width="{wide:g}" '
        'height="16" rx="8"/>'
        f'<text y="-16.5">{escape(shown)}</text></g>'
    )
