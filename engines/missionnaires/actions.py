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
    return deed_of(action) if _has_shape(action) else None


def deed_of(action: Json) -> Deed:
    """An action whose shape is known, because it was read before."""
    do, join = action["do"], action.get("join", False)
    if do == "move":
        hops = tuple([(hop["to"], hop.get("push") or "") for hop in action["path"]])
        return Deed(do, hops, join, action.get("drop", False))
    return Deed(do, (), join, False, action.get("card", ""), action.get("arg") or "", action.get("opt", 0))


def _has_shape(action: Any) -> bool:
    if not isinstance(action, dict):
        return False
    do = action.get("do")
    if not isinstance(do, str) or do not in _KEYS or not _KEYS[do].issuperset(action):
        return False
    if not isinstance(action.get("join", False), bool) or not isinstance(action.get("drop", False), bool):
        return False
    if do == "move":
        return _is_path(action.get("path"))
    if do == "pick":
        return type(action.get("opt")) is int
    if "card" not in _KEYS[do]:
        return True
    arg = action.get("arg")
    return isinstance(action.get("card"), str) and (arg is None or (isinstance(arg, str) and arg != ""))


def _is_path(path: Any) -> bool:
    if not isinstance(path, list) or not 1 <= len(path) <= 2:
        return False
    for hop in path:
        if not isinstance(hop, dict) or not _HOP.issuperset(hop):
            return False
        to, push = hop.get("to"), hop.get("push")
        if not isinstance(to, str) or not to:
            return False
        if push is not None and (not isinstance(push, str) or not push):
            return False
    return True


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
