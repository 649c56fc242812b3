"""The sequence of play. A plot is resolved by MOVE_PHASES, a combat packet by COMBAT_PHASES; they read like
the contents page."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engines.argad.events import Tale
from engines.argad.field.battlefield import Field
from engines.argad.field.ground import ground_of
from engines.argad.field.groups import Clusters, herd_links, ordered_by_troop_chief
from engines.argad.fire.aim import automatic_shots, best_weapon, into_melee, targets
from engines.argad.fire.contact import close_shot, is_usual
from engines.argad.fire.riding import note_rides
from engines.argad.fire.snap import snap_shots
from engines.argad.fire.volley import Loosed, loose
from engines.argad.melee.aftermath import conclude
from engines.argad.melee.blows import fight
from engines.argad.melee.refill import refill
from engines.argad.movement.allowance import slow_groups
from engines.argad.movement.formation import after_march, gather_up, note_orders, with_anchor
from engines.argad.movement.march import (
    FOLLOW,
    STILL,
    Mover,
    directions,
    formation_cap,
    new_movers,
    relieve,
    squad_paths,
    take_order,
    take_posture,
)
from engines.argad.movement.rowing import take_the_oars
from engines.argad.movement.settle import put_down, snap_ranks, spoil
from engines.argad.movement.ticks import March
from engines.argad.orders import Aim, Order, Packet, Plot
from engines.argad.phases.deeds import do_deeds
from engines.argad.phases.end import capture_emblems, keep_score, leave_table, test_morale
from engines.argad.phases.scripts import engine_orders
from engines.argad.phases.start import open_turn
from engines.argad.state import State, between, by_id, enemies, on_table
from engines.argad.tables import WEAPONS
from engines.core.dice import Dice


class Moment:
    """What the phases of one step share."""

    def __init__(self, state: State, dice: Dice, tale: Tale) -> None:
        self.state, self.dice, self.tale = state, dice, tale
        self.plots: dict[int, Plot] = {}
        self.packets: dict[int, Packet] = {}
        self.movers: dict[str, Mover] = {}
        self.march: March | None = None
        self._field: Field | None = None
        self._told = 0

    def field(self) -> Field:
        """The position of the combat, looked at anew only after somebody fell."""
        fell = any(e.kind in ("killed", "captured", "reveal") for e in self.tale.events[self._told :])
        if self._field is None or fell:
            self._field, self._told = Field(self.state), len(self.tale.events)
        return self._field


def resolve_plots(state: State, moves: Mapping[int, Any], dice: Dice, tale: Tale) -> None:
    """From sealed plots to the combat question, or straight through the turn if nobody can shoot or fight."""
    moment = Moment(state, dice, tale)
    moment.plots = {seat: msgspec.convert(move, Plot) for seat, move in sorted(moves.items())}
    for phase in MOVE_PHASES:
        phase(moment)
    if anybody_can_fight(state):
        state.phase = "combat"
    else:
        _combat(moment)


def resolve_packets(state: State, moves: Mapping[int, Any], dice: Dice, tale: Tale) -> None:
    moment = Moment(state, dice, tale)
    moment.packets = {seat: msgspec.convert(move, Packet) for seat, move in sorted(moves.items())}
    _combat(moment)


def _combat(moment: Moment) -> None:
    for phase in COMBAT_PHASES:
        phase(moment)


def anybody_can_fight(state: State) -> bool:
    """Some enemies touch, or some shooter has an enemy within the reach of his weapon.

    Only what everybody sees counts: that the question is asked must not tell of men in hiding, who cannot
    shoot from it.
    """
    field = Field(state)
    if field.touching:
        return True
    known = [figure for figure in field.present if not figure.hidden]
    for figure in known:
        reach = max((WEAPONS[w].bands[-1] for w in figure.weapons if WEAPONS[w].is_ranged), default=0)
        if not reach:
            continue
        reach += 900
        for foe in known:
            dx, dy = foe.x - figure.x, foe.y - figure.y
            if foe.side != figure.side and dx * dx + dy * dy <= reach * reach:
                return True
    return False


# --- the plot -----------------------------------------------------------------------------------------------


def give_orders(moment: Moment) -> None:
    """Every figure gets his order: the player's, the engine's for those who flee or follow a script, else
    hold."""
    state, tale = moment.state, moment.tale
    figures = by_id(state)
    moment.movers = movers = new_movers(state)
    orders = []
    for seat, plot in moment.plots.items():
        state.seats[seat].wants_end = plot.end == "propose"
        state.seats[seat].conceded = state.seats[seat].conceded or plot.end == "concede"
        present = (order for order in plot.orders if figures[order.figs[0]].place == "table")
        orders += [with_anchor(state, order, figures) for order in present]
    note_orders(state, orders, figures, tale)
    ordered: set[str] = set()
    for order in [*orders, *engine_orders(state)]:
        paths = squad_paths(state, order, figures)
        for id in order.figs:
            if id in movers and id not in ordered:
                ordered.add(id)
                movers[id].leader = order.figs[0]
                take_order(movers[id], order, movers, paths[id])
                formation_cap(state, movers[id], paths[id])
                take_posture(movers[id].fig, order)
    for id, mover in movers.items():
        if id not in ordered:
            take_order(mover, Order((id,)), movers, ())
    relieve(state, movers)
    _lead(movers)
    take_the_oars(state, movers)
    _share_dice(state, movers)
    _arrow_cloud(moment)


def _lead(movers: dict[str, Mover]) -> None:
    for mover in movers.values():
        leader = movers.get(mover.fig.led_by)
        if leader is not None:
            mover.mode, mover.target = FOLLOW, leader
            mover.most = mover.cap = leader.cap
            mover.free = False


def _share_dice(state: State, movers: dict[str, Mover]) -> None:
    moving = [m for m in movers.values() if m.mode != STILL]
    groups = slow_groups([m.fig for m in moving], Clusters(state).of, directions(moving))
    for mover in movers.values():
        mover.group = groups.get(mover.id, mover.id)
        mover.exempt = frozenset(mover.fig.now.contacts)
        if mover.mode == FOLLOW and mover.mount == "pack" and mover.target is not None:
            mover.group = groups.get(mover.target.id, mover.target.id)
        if mover.order.do == "crouch" and mover.points:
            mover.group = f"crawl:{mover.id}"


def _arrow_cloud(moment: Moment) -> None:
    """Once a game: the foot archers whom the troop chief commands shoot two arrows (3.8)."""
    state = moment.state
    for seat, plot in moment.plots.items():
        if not plot.cloud or not state.has("cloud") or state.seats[seat].cloud_used:
            continue
        state.seats[seat].cloud_used = True
        for figure in state.figures:
            archer = "bow" in figure.weapons or "longbow" in figure.weapons
            if figure.seat == seat and figure.place == "table" and figure.mount == "foot" and archer:
                figure.now.cloud = ordered_by_troop_chief(state, figure)
        moment.tale.emit("cloud", seat=seat)


def crawl(moment: Moment) -> None:
    """Crouched men crawl 2 cm and one die."""
    for mover in moment.movers.values():
        if mover.order.do == "crouch" and mover.points:
            die = moment.dice.die(f"crawl:{mover.id}")
            mover.cap = min(mover.cap, (200 + 100 * die) * 16)
            mover.free = True
            moment.tale.emit("crawl", mover.fig, fig=mover.id, dice=[die])


def early_fire(moment: Moment) -> None:
    """Shots before anybody moves; their casualties are gone at once."""
    if moment.state.has("early_fire"):
        _keep_fire(moment)
        field = Field(moment.state)
        shots = []
        for seat in moment.plots:
            others = {f.id for f in field.present if f.seat == seat and f.now.fire_timing != "before"}
            shots += _by_usage(field, seat, others)
        if shots:
            loose(field, shots, "before", moment.dice, moment.tale)


def move(moment: Moment) -> None:
    state = moment.state
    ground = ground_of(state.terrain, state.width, state.height)
    moment.movers = {id: m for id, m in moment.movers.items() if m.fig.place == "table"}
    moment.march = March(state, ground, moment.movers, moment.dice, moment.tale)
    moment.march.run()
    put_down(state, ground, moment.movers, moment.tale)
    spoil(moment.movers)
    leave_table(state, moment.movers, moment.tale)
    snap_ranks(state)
    after_march(state, by_id(state), moment.tale)
    state.links = herd_links(state)
    note_rides(state, moment.movers, moment.dice, moment.tale)
    _keep_fire(moment)


def _keep_fire(moment: Moment) -> None:
    """Those told to hold their fire unless an enemy is near look how near he now is."""
    for mover in moment.movers.values():
        unless = mover.order.fire.unless
        if unless:
            foes = (f for f in on_table(moment.state) if not f.hidden and enemies(f, mover.fig))
            mover.fig.now.hold_fire = all(between(mover.fig, foe) > unless for foe in foes)


def snap_fire(moment: Moment) -> None:
    """Shots during movement, at what was seen on the way; dice before COMBAT opens (3.7, option snap)."""
    if not moment.state.has("snap") or moment.march is None:
        return
    field = Field(moment.state)
    shots = snap_shots(field, moment.march)
    if shots:
        loose(field, shots, "during", moment.dice, moment.tale)


# --- combat -------------------------------------------------------------------------------------------------


def fire(moment: Moment) -> None:
    """All targets are fixed before any die of this timing."""
    field = moment.field()
    shots = []
    for seat in range(len(moment.state.seats)):
        packet = moment.packets.get(seat, Packet(auto=True))
        busy: set[str] = set(packet.hold)
        for aim in packet.shots:
            for id in aim.figs:
                shot = ordered_shot(field, id, aim)
                if shot is not None and id not in busy:
                    busy.add(id)
                    shots.append(shot)
        field.firing = frozenset(shot.fig for shot in shots)
        if packet.auto:
            waiting = {f.id for f in field.present if f.seat == seat and f.now.fire_timing == "contact"}
            shots += _by_usage(field, seat, busy | waiting)
    shots += _by_usage(field, -1, set())
    for figure in moment.state.figures:
        figure.shot_by = ()
    if shots:
        loose(field, shots, "normal", moment.dice, moment.tale)


def _by_usage(field: Field, seat: int, busy: set[str]) -> list[Loosed]:
    chosen = automatic_shots(field, seat, busy)
    return [Loosed(c.shooter, c.cluster, c.weapon, planned=c) for c in chosen]


def ordered_shot(field: Field, id: str, aim: Aim) -> Loosed | None:
    """A shot of the packet if it is still possible and allowed: the nearest group without a chief in
    voice."""
    shooter = field.figures[id]
    target, weapon = shooter.now.forced or aim.target, aim.weapon
    foe = field.figures.get(target)
    if shooter.place != "table" or foe is None or foe.place != "table" or foe.hidden:
        return None
    chosen = best_weapon(field, shooter, weapon)
    if not chosen or (weapon and chosen != weapon):
        return None
    group = field.clusters.of.get(target)
    for planned in targets(field, shooter, chosen, 12, aim.mode):
        if planned.cluster == group:
            return Loosed(id, target, chosen, aim.aim, planned=planned, mode=aim.mode)
    if field.state.has("into_melee") and foe.side != shooter.side and not aim.mode:
        reckless = into_melee(field, shooter, foe, chosen)
        if reckless is not None:
            return Loosed(id, target, chosen, "any", given=reckless)
    return None


def point_blank(moment: Moment) -> None:
    """Tier 4: shots at the enemy who has just come into contact, and javelins from the rear ranks."""
    if not moment.state.has("point_blank"):
        return
    field = moment.field()
    shots = []
    for figure in field.present:
        packet = moment.packets.get(figure.seat, Packet(auto=True))
        shot = close_shot(field, figure)
        by_habit = packet.auto and figure.id not in packet.hold
        if shot is not None and (figure.id in packet.point_blank or (by_habit and is_usual(field, shot))):
            shots.append(shot)
    if shots:
        touching = dict(field.touching)
        loose(field, shots, "contact", moment.dice, moment.tale)
        refill(field, touching, moment.tale)


def melee(moment: Moment) -> None:
    field = moment.field()
    if not field.touching:
        return
    field.packets = moment.packets
    for figure in field.present:
        if figure.formation and figure.id in field.packet_of(figure).free_swing:
            moment.tale.leaves_ranks(moment.state, figure)
    result = fight(field, moment.dice, moment.tale)
    conclude(field, result, moment.dice, moment.tale)
    capture_emblems(moment.state, result.killed, moment.tale)


def finish_deeds(moment: Moment) -> None:
    do_deeds(moment.state, moment.dice, moment.tale)
    gather_up(moment.state, by_id(moment.state), moment.tale)
    for figure in moment.state.figures:
        figure.hesitating = False  # it passes with the turn; whom morale now strikes hesitates in the next


def morale(moment: Moment) -> None:
    if moment.state.has("morale"):
        test_morale(moment.state, moment.dice, moment.tale)


def close_turn(moment: Moment) -> None:
    """Objectives and the end of the battle, or the next turn."""
    if not keep_score(moment.state, moment.tale):
        open_turn(moment.state, moment.dice, moment.tale)


MOVE_PHASES = (give_orders, crawl, early_fire, move, snap_fire)
COMBAT_PHASES = (fire, point_blank, melee, finish_deeds, morale, close_turn)
