"""Actions as data: their shape, read strictly.
Whether they are legal here and now is `check.py`'s business."""

from typing import Any, NamedTuple

from engines.core.contract import Json
from engines.missionnaires.obstacles import Hops


class Deed(NamedTuple):
    """An action taken apart; which fields count depends on `do`."""

    do: str  # move, pass, bon, return, pick, resign
    hops: Hops = ()
    join: bool = False
    drop: bool = False
    card: str = ""
    arg: str = ""
    opt: int = 0


_KEYS = {
    "move": {"do", "path", "join", "drop"},
    "pass": {"do", "join"},
    "bon": {"do", "card", "arg"},
    "return": {"do", "card", "join"},
    "pick": {"do", "opt"},
    "resign": {"do"},
}
_HOP = {"to", "push"}


def read(action: Any) -> Deed | None:
    """The action, or None when it is not one, whatever it is."""
    if not isinstance(action, dict):
        return None
    do, join, drop = action.get("do"), action.get("join", False), action.get("drop", False)
    if not isinstance(do, str) or do not in _KEYS or not _KEYS[do].issuperset(action):
        return None
    if not isinstance(join, bool) or not isinstance(drop, bool):
        return None
    if do == "move":
        hops = _read_path(action.get("path"))
        return Deed(do, hops, join, drop) if hops else None
    if do == "pick":
        opt = action.get("opt")
        return Deed("pick", opt=opt) if type(opt) is int else None
    return _read_card(action, join) if "card" in _KEYS[do] else Deed(do, join=join)


def _read_card(action: Json, join: bool) -> Deed | None:
    card, arg = action.get("card"), action.get("arg")
    if not isinstance(card, str) or not (arg is None or (isinstance(arg, str) and arg)):
        return None
    return Deed(action["do"], join=join, card=card, arg=arg or "")


def _read_path(path: Any) -> Hops | None:
    if not isinstance(path, list) or not 1 <= len(path) <= 2:
        return None
    hops = []
    for hop in path:
        if not isinstance(hop, dict) or not _HOP.issuperset(hop):
            return None
        to, push = hop.get("to"), hop.get("push")
        if not to or not isinstance(to, str):
            return None
        if push is not None and not (push and isinstance(push, str)):
            return None
        hops.append((to, push or ""))
    return tuple(hops)


def move_action(hops: Hops, join: bool = False, drop: bool = False) -> Json:
    return {
        "do": "move",
        "path": [{"to": to, "push": push or None} for to, push in hops],
        "join": join,
        "drop": drop,
    }


def bon_action(card: str, arg: str = "") -> Json:
    return {"do": "bon", "card": card, "arg": arg or None}


def pass_action(join: bool = False) -> Json:
    return {"do": "pass", "join": True} if join else {"do": "pass"}


def return_action(card: str, join: bool = False) -> Json:
    return {"do": "return", "card": card, "join": True} if join else {"do": "return", "card": card}


def pick_action(opt: int) -> Json:
    return {"do": "pick", "opt": opt}


def action_of(deed: Deed) -> Json:
    """The canonical form of an action."""
    if deed.do == "move":
        return move_action(deed.hops, deed.join, deed.drop)
    if deed.do == "bon":
        return bon_action(deed.card, deed.arg)
    if deed.do == "return":
        return return_action(deed.card, deed.join)
    if deed.do == "pass":
        return pass_action(deed.join)
    return pick_action(deed.opt) if deed.do == "pick" else {"do": "resign"}
