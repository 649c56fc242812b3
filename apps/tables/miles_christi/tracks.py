"""The two tracks, drawn one above the other: the line between an Order's markers leans as far as its gap is
wide."""

from typing import Any

from apps.tables.miles_christi.offers import Offers
from engines.core.contract import Json
from engines.miles_christi.words import ORDER_SHORT

Drawn = dict[str, Any]
LEFT, RIGHT = 24, 536
WIDTH = RIGHT + 24
TOKEN, LANE = 30, 31
BETWEEN = 92  # from one track to the other
SHORTEST = 20  # the least number a track shows


def tracks(view: Json, offers: Offers) -> Drawn:
    """Coordinates of the tracks, their figures, the markers in lanes so that none hides another, present and
    projected."""
    players = view["players"]
    last = _last(players)
    military, religious = (_lanes(players, track, last) for track in ("military", "religious"))
    above = 24 + LANE * (max(military.values()) + 1)
    below = above + BETWEEN
    height = below + 24 + LANE * (max(religious.values()) + 1)
    rows = []
    for me in players:
        high = above - 4 - TOKEN - LANE * military[me["seat"]]
        low = below + 4 + LANE * religious[me["seat"]]
        rows.append(_row(me, last, high, low, offers))
    return {
        "width": WIDTH,
        "height": height,
        "left": LEFT,
        "right": RIGHT,
        "above": above,
        "below": below,
        "figures_above": above + 22,
        "figures_below": below - 9,
        "figures": [{"x": _x(n, last), "n": n} for n in range(0, last + 1, 5 if last <= 40 else 10)],
        "ticks": [_x(n, last) for n in range(last + 1)],
        "rows": rows,
    }


def _last(players: list[Json]) -> int:
    highest = max(
        max(me["military"], me["religious"], me["projected"]["military"], me["projected"]["religious"])
        for me in players
    )
    return max(SHORTEST, -(-highest // 5) * 5)


def _x(value: int, last: int) -> int:
    return round(LEFT + (RIGHT - LEFT) * value / last)


def _lanes(players: list[Json], track: str, last: int) -> dict[int, int]:
    """For each seat the first lane where its marker touches no other."""
    ends: list[int] = []
    found = {}
    for me in sorted(players, key=lambda player: (player[track], player["seat"])):
        x = _x(me[track], last)
        lane = next((number for number, end in enumerate(ends) if x - end >= TOKEN), len(ends))
        ends[lane : lane + 1] = [x]
        found[me["seat"]] = lane
    return found


def _row(me: Json, last: int, high: int, low: int, offers: Offers) -> Drawn:
    """`high` and `low`: the tops of the two markers."""
    then = me["projected"]
    return {
        "order": me["order"],
        "short": ORDER_SHORT[me["order"]],
        "military": _marker(me, "military", last, high, high + TOKEN, offers),
        "religious": _marker(me, "religious", last, low, low, offers),
        "then": {"x": _x(then["military"], last), "u": _x(then["religious"], last)},
        "moves": (then["military"], then["religious"]) != (me["military"], me["religious"]),
    }


def _marker(me: Json, track: str, last: int, top: int, stem: int, offers: Offers) -> Drawn:
    x = _x(me[track], last)
    mark = offers.mark(f"marker:{me['order']}:{track}")
    return {"x": x, "left": x - TOKEN // 2, "top": top, "stem": stem, "value": me[track], "mark": mark}
