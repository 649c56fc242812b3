"""Everything that can ever be chosen:
a finite catalogue of actions, each a short string, with its French notation.

`place temple antioch` is a complete action;
`place temple` is its half-made draft, for the next call of `menu`.
"""

from itertools import product

import msgspec

from engines.miles_christi.tables import BAPHOMET_NUMBERS, DIRECTIONS, TOKENS, TRACKS
from engines.miles_christi.words import ORDER_SHORT, TOKEN_SHORT, TRACK_SHORT, ZONE_SHORT


class Move(msgspec.Struct, frozen=True):
    """An action taken apart. `asks` are the decisions it answers; `typed` is what a player writes."""

    key: str
    kind: str
    args: tuple[str, ...]
    asks: tuple[str, ...]
    typed: str
    complete: bool = True


PLACE_SHORT = {
    **ZONE_SHORT,
    **{f"baphomet{number}": f"Baphomet-{number}" for number in BAPHOMET_NUMBERS},
    "hall": "Chapitre",
    "column": "Colonne",
}
DIRECTION_SHORT = {"up": "+", "down": "-"}


def _two_steps(kind: str, verb: str, firsts: dict[str, str], seconds: dict[str, str]) -> list[Move]:
    """A first choice, which is only a draft, and every second one after it."""
    drafts = [
        Move(f"{kind} {a}", kind, (a,), (kind,), f"{verb} {short}", False) for a, short in firsts.items()
    ]
    full = [
        Move(f"{kind} {a} {b}", kind, (a, b), (kind,), f"{verb} {firsts[a]} {seconds[b]}")
        for a, b in product(firsts, seconds)
        if a != b
    ]
    return drafts + full


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
    for theme in (
        _two_steps("place", "Placer", ORDER_SHORT, ZONE_SHORT),
        _two_steps("redeploy", "Redéployer", ZONE_SHORT, ZONE_SHORT),
        [Move("stop", "stop", (), ("redeploy",), "Terminer")],
        _resolving(),
        _two_steps("desert", "Déserter", PLACE_SHORT, ORDER_SHORT),
        _sending(),
        _evaluating(),
    )
    for move in theme
}
