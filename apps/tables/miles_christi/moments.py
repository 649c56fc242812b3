"""What has just happened on the board, read from the events of the last step: what to animate lightly."""

from collections.abc import Iterable

from engines.core.contract import Event


class Moments:
    """The spaces just taken, the die just thrown, the cards just dealt, the markers just moved."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.arrivals: set[tuple[str, int]] = set()  # (zone, space)
        self.settled: set[tuple[str, int]] = set()  # (zone, owner): where spaces do not count
        self.dealt: set[int] = set()
        self.struck: set[str] = set()
        self.die = 0
        for event in events:
            self._note(event.kind, event.params)

    def _note(self, kind: str, params: dict) -> None:
        if kind in ("placed", "redeployed"):
            owner = params.get("owner", params["seat"])
            self.arrivals.add((params["zone"], params["space"]))
            self.settled.add((params["zone"], owner))
        elif kind == "sent_to_hall" or kind == "spared":
            self.settled.add(("hall", params["seat"]))
        elif kind == "adored":
            self.settled.add((f"baphomet{params['number']}", params["seat"]))
        elif kind == "visited":
            self.settled.add(("column", params["seat"]))
        elif kind == "elected":
            self.settled.add(("masters", params["seat"]))
        elif kind == "dealt":
            self.dealt.add(params["seat"])
        elif kind == "die":
            self.die = params["value"]
            self.struck.update(params["struck"])
