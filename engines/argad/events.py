"""What happened, as events: collected while a phase runs, each addressed to those who may know it.

A figure still hidden is spoken of to its own side only. Positions are hundredths of a centimetre, `t` is a
tick of 40.
"""

from typing import TYPE_CHECKING, Any

from engines.argad.field.geometry import Point
from engines.argad.state import Figure, State
from engines.core.contract import Event

if TYPE_CHECKING:
    from engines.argad.phases.trials import Verdict


class Tale:
    def __init__(self, state: State) -> None:
        self.events: list[Event] = []
        self.side_seats = {
            side: tuple(n for n, seat in enumerate(state.seats) if seat.side == side)
            for side in sorted({seat.side for seat in state.seats})
        }
        self.revealed: dict[str, int] = {}
        self.hidden_at_start = {figure.id for figure in state.figures if figure.hidden}

    def emit(
        self, kind: str, about: Figure | None = None, audience: tuple[int, ...] | None = None, **params: Any
    ) -> None:
        if about is not None and about.hidden:
            audience = self.side_seats.get(about.side, ())
        self.events.append(Event(kind, params, audience))

    def shift(
        self,
        kind: str,
        figure: Figure,
        spot: Point,
        audience: tuple[int, ...] | None = None,
        **params: Any,
    ) -> None:
        """He is put elsewhere, and the event shows from where."""
        start = [figure.x, figure.y]
        figure.x, figure.y = spot
        self.emit(kind, figure, audience, fig=figure.id, track=[start, list(spot)], **params)

    def tell_move(self, figure: Figure, samples: list[tuple[int, int]], exited: bool) -> None:
        """The track of a figure: eleven places, the first and last included; enemies see it from where it was
        discovered."""
        track = [list(point) for point in samples]
        if figure.id not in self.hidden_at_start:
            self.emit("move", None, fig=figure.id, track=track, heading=figure.heading, exited=exited)
            return
        own = self.side_seats.get(figure.side, ())
        self.emit("move", None, own, fig=figure.id, track=track, heading=figure.heading, exited=exited)
        if not figure.hidden:
            others = tuple(s for side, seats in self.side_seats.items() if side != figure.side for s in seats)
            first = min(len(track) - 1, (self.revealed.get(figure.id, 40) + 3) // 4)
            seen = [None] * first + track[first:]
            self.emit("move", None, others, fig=figure.id, track=seen, heading=figure.heading, exited=exited)

    def reveal(self, state: State, figure: Figure, tick: int, at: tuple[int, int]) -> None:
        if not figure.hidden:
            return
        token, figure.hidden, figure.token = figure.token, False, ""
        self.revealed[figure.id] = tick
        self.emit("reveal", None, fig=figure.id, at=list(at), t=tick)
        if token:  # who sees one of them sees the group
            for other in state.figures:
                if other.token == token and other.seat == figure.seat:
                    self.reveal(state, other, tick, (other.x, other.y))

    def drop_lance(self, figure: Figure) -> None:
        """A heavy lance is for charging only; in any other melee it is dropped for good."""
        if "heavy_lance" in figure.weapons and not figure.lance_dropped and not figure.now.charged:
            figure.lance_dropped = True
            self.emit("lance_dropped", figure, fig=figure.id)

    # --- losses ---------------------------------------------------------------------------------------------

    def wound(self, state: State, figure: Figure, cause: str, by: str) -> bool:
        """One hit. True if the figure falls."""
        figure.hp -= 1
        if figure.hp > 0:
            figure.wounded = True
            self.emit("wounded", figure, fig=figure.id, cause=cause, by=by)
            return False
        self.kill(state, figure, cause, by)
        return True

    def kill(self, state: State, figure: Figure, cause: str, by: str) -> None:
        self.emit("killed", figure, fig=figure.id, cause=cause, by=by, at=[figure.x, figure.y])
        figure.slain_by = by
        self.remove(state, figure, "dead")

    def capture(self, state: State, figure: Figure, by: str) -> None:
        self.emit("captured", figure, fig=figure.id, by=by, at=[figure.x, figure.y])
        figure.captured_by = by
        self.remove(state, figure, "captured")

    def remove(self, state: State, figure: Figure, place: str) -> None:
        """Off the table: what he carried stays where he fell, what he led stands still, his place in the
        ranks closes."""
        figure.place = place
        figure.hp = max(0, figure.hp) if place != "dead" else 0
        for item in state.items:
            if item.carrier == figure.id and not item.gone:
                item.carrier, item.x, item.y = "", figure.x, figure.y
                self.emit("dropped", None, item=item.id, at=[item.x, item.y])
        figure.carried = ()
        figure.aboard = ""
        for beast in state.figures:
            if beast.led_by == figure.id:
                beast.led_by = ""
        if figure.formation:
            self._out_of_ranks(state, figure)

    def breaks(self, state: State, figure: Figure, why: str) -> None:
        """The whole formation falls apart."""
        id = figure.formation
        for other in state.figures:
            if other.formation == id:
                other.formation = ""
        state.formations = [formation for formation in state.formations if formation.id != id]
        self.emit("formation", figure, id=id, what="broken", why=why, figs=[])

    def _out_of_ranks(self, state: State, figure: Figure) -> None:
        for formation in state.formations:
            if figure.id in formation.members:
                formation.members = tuple(m for m in formation.members if m != figure.id)
        figure.formation = ""
        state.formations = [f for f in state.formations if len(f.members) >= 2]
        alive = {f.id for f in state.formations}
        for other in state.figures:
            if other.formation and other.formation not in alive:
                other.formation = ""

    def leaves_ranks(self, state: State, figure: Figure) -> None:
        if figure.formation:
            self._out_of_ranks(state, figure)
            self.emit("formation", figure, id="", what="left", why="", figs=[figure.id])

    def hazard(self, figure: Figure, piece: str, verdict: "Verdict") -> None:
        self.emit("hazard", figure, fig=figure.id, piece=piece, **verdict.params())
