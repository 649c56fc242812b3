"""The actions of a turn: their fields, and how each is carried out once `check` has accepted it.

An action is one of {"type": "add_resource", "kind"}, {"type": "swap", "hand", "board"}, {"type": "play",
"cid"}, {"type": "end_turn"}, {"type": "choose", "decision", "picks"} and, in the draft, {"type": "patron",
"number"}.
"""

from collections.abc import Callable
from typing import Any

from engines.theopolis.catalogue import Cost
from engines.theopolis.effects import answer
from engines.theopolis.play import Table
from engines.theopolis.state import Player
from engines.theopolis.turn import do_add, do_end, do_play, do_swap

FIELDS: dict[str, set[str]] = {
    "add_resource": {"type", "kind"},
    "swap": {"type", "hand", "board"},
    "play": {"type", "cid"},
    "end_turn": {"type"},
    "choose": {"type", "decision", "picks"},
    "patron": {"type", "number"},
}

# How an action of the active player that passed `check` is carried out.
DEEDS: dict[str, Callable[[Table, dict[str, Any]], None]] = {
    "play": lambda table, action: do_play(table, action["cid"]),
    "swap": lambda table, action: do_swap(table, action["hand"], action["board"]),
    "add_resource": lambda table, action: do_add(table, action["kind"]),
    "choose": lambda table, action: answer(table, action["picks"]),
    "end_turn": lambda table, action: do_end(table),
}


def resources_lacking(player: Player, cost: Cost) -> Cost:
    """What the upright resources lack to pay that cost."""
    res, used = player.res, player.used
    return (
        max(0, cost[0] - res[0] + used[0]),
        max(0, cost[1] - res[1] + used[1]),
        max(0, cost[2] - res[2] + used[2]),
    )
