"""The tables of the rules page, printed from the engine's own figures."""

from typing import Any

from django.utils.translation import gettext as _

from engines.core.texts import render
from engines.miles_christi.tables import (
    COINS,
    EVALUATION,
    GRAND_MASTER_PRICE,
    ORDERS,
    RECRUITS_JOINING,
    START,
    ZONES,
    spaces,
)
from engines.miles_christi.words import ORDER_POWERS, ORDER_SHORT, ZONE_SHORT, with_sign


def context() -> dict[str, Any]:
    return {
        "orders": [
            {
                "key": key,
                "name": ORDER_SHORT[key],
                "military": START[key][0],
                "religious": START[key][1],
                "power": render(ORDER_POWERS[key], _),
            }
            for key in ORDERS
        ],
        "zones": [_zone(key) for key in ZONES],
        "prices": list(enumerate(GRAND_MASTER_PRICE, 1)),
        "recruits": [(3 * number + 1, count) for number, count in enumerate(RECRUITS_JOINING, 1)],
    }


def _zone(key: str) -> dict[str, Any]:
    counts = [spaces(key, players) for players in (3, 4, 5)]
    military, religious = EVALUATION.get(key, (0, 0))
    return {
        "name": ZONE_SHORT[key],
        "spaces": "∞" if not any(counts) else " / ".join(map(str, counts)),
        "coins": COINS[key] if key in EVALUATION or key == "edessa" else "—",
        "military": with_sign(military) if key in EVALUATION else "—",
        "religious": with_sign(religious) if key in EVALUATION else "—",
        "free": key == "edessa",
    }
