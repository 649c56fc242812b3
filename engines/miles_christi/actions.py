"""Everything that can ever be chosen:
a finite catalogue of actions, each a short string, with its French notation.

`place temple antioch` is a complete action;
`place temple` is its half-made draft, for the next call of `menu`.
"""

from itertools import product

import msgspec

from engines.miles_christi.tables import BAPHOMET_NUMBERS, DIRECTIONS, ORDERS, TOKENS, TRACKS, ZONES
from engines.miles_christi.words import ORDER_SHORT, TOKEN_SHORT, TRACK_SHORT, ZONE_SHORT


class Move(msgspec.Struct, frozen=True):
    """An action taken apart. `asks` are the decisions it answers; `typed` is what a player writes."""

    key: str
    kind: str
    args: tuple[str, ...]
    asks: tuple[str, ...]
    typed: str
    complete: bool = True


DESERT_PLACES = (*ZONES, *(f"baphomet{number}" for number in BAPHOMET_NUMBERS), "hall", "column")
PLACE_SHORT = {
    **ZONE_SHORT,
    **{f"baphomet{number}": f"Baphomet-{number}" for number in BAPHOMET_NUMBERS},
    "hall": "Chapitre",
    "column": "Colonne",
}
DIRECTION_SHORT = {"up": "+", "down": "-"}


def _placing() -> list[Move]:
    asks = ("place",)
    drafts = [
        Move(f"place {o}", "place", (o,), asks, f"Placer {ORDER_SHORT[o]}", complete=False) for o in ORDERS
    ]
    full = [
        Move(f"place {o} {z}", "place", (o, z), asks, f"Placer {ORDER_SHORT[o]} {ZONE_SHORT[z]}")
        for o, z in product(ORDERS, ZONES)
    ]
    return drafts + full


def _redeploying() -> list[Move]:
    asks = ("redeploy",)
    drafts = [
        Move(f"redeploy {z}", "redeploy", (z,), asks, f"Redéployer {ZONE_SHORT[z]}", False) for z in ZONES
    ]
    full = [
        Move(f"redeploy {a} {b}", "redeploy", (a, b), asks, f"Redéployer {ZONE_SHORT[a]} {ZONE_SHORT[b]}")
        for a, b in product(ZONES, ZONES)
        if a != b
    ]
    return [*drafts, *full, Move("stop", "stop", (), asks, "Terminer")]


def _resolving() -> list[Move]:
    asks = ("resolve",)
    ranks = [Move(f"commandery rank {n}", "resolve", (), asks, f"Commanderie rang {n}") for n in range(1, 6)]
    return [
        Move("blessing", "resolve", (), asks, "Bénir"),
        *(Move(f"blasphemy {n}", "resolve", (), asks, f"Blasphémer {n}") for n in range(3)),
        *(Move(f"application {n}", "resolve", (), asks, f"Postuler {n}") for n in range(2)),
        Move("commandery nothing", "resolve", (), asks, "Commanderie rien"),
        Move("commandery redeploy", "resolve", (), asks, "Commanderie redéploiement"),
        Move("commandery desert", "resolve", (), asks, "Commanderie désertion"),
        *ranks,
    ]


def _deserting() -> list[Move]:
    asks = ("desert",)
    drafts = [
        Move(f"desert {p}", "desert", (p,), asks, f"Déserter {PLACE_SHORT[p]}", False) for p in DESERT_PLACES
    ]
    full = [
        Move(f"desert {p} {o}", "desert", (p, o), asks, f"Déserter {PLACE_SHORT[p]} {ORDER_SHORT[o]}")
        for p, o in product(DESERT_PLACES, ORDERS)
    ]
    return drafts + full


def _sending() -> list[Move]:
    asks = ("dispatch", "pope")
    numbers = [Move(f"baphomet {n}", "send", (str(n),), asks, f"Baphomet {n}") for n in BAPHOMET_NUMBERS]
    return [
        Move("hall", "send", ("0",), asks, "Chapitre"),
        *numbers,
        Move("visit", "visit", (), ("pope",), "Visiter"),
    ]


def _evaluating() -> list[Move]:
    found = []
    for track, direction in product(TRACKS, DIRECTIONS):
        tail = f"{TRACK_SHORT[track]} {DIRECTION_SHORT[direction]}"
        args = (track, direction)
        found.append(Move(f"edessa {track} {direction}", "edessa", args, ("edessa",), f"Édesse {tail}"))
        found.append(Move(f"envoy {track} {direction}", "envoy", args, ("envoy",), f"Émissaire {tail}"))
    for token in TOKENS:
        found.append(
            Move(f"present {token}", "present", (token,), ("present",), f"Présenter {TOKEN_SHORT[token]}")
        )
    for track in TRACKS:
        found.append(Move(f"lower {track}", "lower", (track,), ("lower",), f"Baisser {TRACK_SHORT[track]}"))
    return found


CATALOGUE: dict[str, Move] = {
    move.key: move
    for theme in (_placing, _redeploying, _resolving, _deserting, _sending, _evaluating)
    for move in theme()
}
