"""What a resolved position shows to one pair of eyes, kept in this process from one request to the next.

A resolved step never changes and its hash names it, so nothing is ever thrown away because it is stale: the
key of a shelf says everything its contents are made from, and the shelves nobody has asked for longest make
room. Only games whose presentation promises to leave views as they are (`keeps_views`) have shelves.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any

MOST = 128  # shelves; the largest, a seat's in Europe with a hundred lords, holds about 1 MB

_shelves: OrderedDict[Hashable, "Shelf"] = OrderedDict()
_lock = Lock()


class Shelf(dict[Hashable, Any]):
    """Values by name, each made when it is first asked for. Two requests may make the same one: both are
    right."""

    def take(self, name: Hashable, make: Callable[[], Any]) -> Any:
        try:
            return self[name]
        except KeyError:
            self[name] = made = make()
            return made


def shelf(*key: Hashable) -> Shelf:
    """The shelf for what `key` names."""
    with _lock:
        found = _shelves.get(key)
        if found is None:
            found = _shelves[key] = Shelf()
            while len(_shelves) > MOST:
                _shelves.popitem(last=False)
        else:
            _shelves.move_to_end(key)
        return found


def forget() -> None:
    """Every shelf, for tests and measures."""
    with _lock:
        _shelves.clear()
