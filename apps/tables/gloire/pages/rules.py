"""What the rules page prints by itself: orders from the catalogue, phases, titles, maps, fortifications,
retreats."""

from typing import Any

from django.utils.translation import gettext as _

from engines.gloire import tables
from engines.gloire.maps import load_map
from engines.gloire.orders.catalogue import ORDERS, PHASE_TITLES, Arg, OrderSpec
from engines.gloire.words import decimal, number


def rules_context() -> dict[str, Any]:
    return {
        "phases": [_phase(n, title) for n, title in PHASE_TITLES.items()],
        "orders_count": len(ORDERS),
        "families": _families(),
        "maps": [_map(key) for key in tables.LIMITS],
        "titles": [
            (
                _(tables.TITLES[n]),
                number(tables.PENSIONS[n]),
                [limits.titles[n - 1] for limits in tables.LIMITS.values()],
            )
            for n in range(1, 7)
        ],
        "map_names": [_(limits.title) for limits in tables.LIMITS.values()],
        "forts": [_fort(key) for key in tables.BUILDABLE],
        "retreats": [(steps, 100 - kept) for steps, kept in tables.RETREAT_KEPT.items() if steps],
        "start": {
            "renown": number(tables.START_RENOWN),
            "treasury": number(tables.START_TREASURY),
            "happiness": number(tables.START_HAPPINESS),
            "fallback": tables.START_FALLBACK,
        },
        "figures": {
            "tax_rate": decimal(tables.TAX_RATE, 4),
            "low": decimal(tables.LOWEST_WEALTH, 2),
            "high": decimal(tables.HIGHEST_WEALTH, 2),
            "peasants": round(100 * tables.PEASANT_SHARE),
            "knights": tables.KNIGHTS_A_TURN,
            "spy": tables.SPY_COST,
            "place": tables.JOUST_PLACE_COST,
            "prize": tables.JOUST_LOWEST_PRIZE,
            "royal_every": tables.ROYAL_JOUST_EVERY,
            "royal_prize": number(tables.ROYAL_PRIZE),
            "migration": decimal(tables.MIGRATION_SHARE),
            "memory": tables.MEMORY_TURNS,
            "revolt": decimal(tables.REVOLT_BELOW, 2),
        },
    }


def _phase(n: int, title: str) -> dict[str, Any]:
    orders = [spec for spec in ORDERS if spec.phase == n]
    return {"n": n, "title": _(title), "codes": [spec.code for spec in orders]}


def _families() -> list[dict[str, Any]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for spec in ORDERS:
        found.setdefault(spec.family, []).append(_order(spec))
    return [{"title": _(family), "orders": orders} for family, orders in found.items()]


def _order(spec: OrderSpec) -> dict[str, Any]:
    return {
        "code": spec.code,
        "phase": spec.phase,
        "label": _(spec.label),
        "help": _(spec.help),
        "example": spec.example,
        "syntax": " ".join([spec.code, *(_word(arg) for arg in spec.args)]),
        "args": [(_(arg.label), _bounds(arg), _(arg.help) if arg.help else "") for arg in spec.args],
    }


def _word(arg: Arg) -> str:
    word = _(arg.label).lower()
    return f"[{word}]" if arg.optional else f"<{word}>"


def _bounds(arg: Arg) -> str:
    if arg.kind == "int" and arg.high < 1_000_000:
        return _("de {low} à {high}").format(low=number(arg.low), high=number(arg.high))
    if arg.kind == "int":
        return _("au moins {low}").format(low=number(arg.low))
    if arg.kind == "text":
        return _("{low} à {high} caractères").format(low=arg.low, high=arg.high)
    return ""


def _map(key: str) -> dict[str, Any]:
    limits = tables.LIMITS[key]
    return {
        "title": _(limits.title),
        "lands": len(load_map(key).lands),
        "seats": limits.seats,
        "standing": number(limits.standing),
        "win_lands": limits.lands,
        "divisor": limits.divisor,
    }


def _fort(key: str) -> dict[str, Any]:
    fort = tables.FORTS[key]
    return {
        "label": _(fort.label),
        "cost": number(fort.cost),
        "draw": f"× {decimal(fort.draw, 2)}",
        "damage": f"× {decimal(fort.damage, 2)}",
        "joy": f"+ {fort.joy} %",
    }
