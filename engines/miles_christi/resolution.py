"""The resolution phase: religious zones, chapter hall or Baphomet, the visit to the pope,
the next turn's order."""

from engines.core.contract import Event
from engines.core.dice import Dice
from engines.miles_christi.placing import Events, origins, start_redeployment
from engines.miles_christi.state import FREE, SERVED, State, lift
from engines.miles_christi.tables import (
    APPLICATION_COST,
    BAPHOMET_COINS,
    BLASPHEMY_COST,
    BLESSING_COINS,
    COLUMN,
    COMMANDERY_COST,
    DESERTING,
    LAST_TURN,
    POPE_COST,
    RELIGIOUS,
    ZONES,
)

NOTHING = ("blasphemy 0", "application 0", "commandery nothing")


def resolve(state: State, dice: Dice, out: Events) -> None:
    """In turn order, each resolves his religious militias in the order he chooses."""
    while state.cursor < len(state.order):
        if state.ask:
            return
        options = resolutions(state)
        if not options:
            state.cursor += 1
            continue
        forced = _option_without_asking(options)
        if not forced:
            state.ask = "resolve"
            return
        serve(state, forced, out)


def dispatch(state: State, dice: Dice, out: Events) -> None:
    """In turn order, each sends his resolved militias to the chapter hall or to Baphomet, one by one."""
    while state.cursor < len(state.order):
        if waiting_zone(state):
            state.ask = "dispatch"
            return
        state.cursor += 1


def pope(state: State, dice: Dice, out: Events) -> None:
    """In turn order, each militia at the pope's pays for its column, or leaves for the hall or Baphomet."""
    while state.cursor < len(state.order):
        if state.active in state.zones["pope"]:
            state.ask = "pope"
            return
        state.cursor += 1


def resolutions(state: State) -> list[str]:
    """What the active player may do with one of his religious militias, zone by zone."""
    seat = state.active
    zones = state.zones
    me = state.players[seat]
    found = ["blessing"] if seat in zones["blessing"] else []
    if seat in zones["blasphemy"]:
        costs = BLASPHEMY_COST[me.order]
        found += [f"blasphemy {tokens}" for tokens, cost in enumerate(costs) if cost <= me.coins]
    if seat in zones["application"]:
        found.append("application 0")
        if APPLICATION_COST[me.order] <= me.coins:
            found.append("application 1")
    if seat in zones["commandery"]:
        found += _commandery_options(state)
    return found


def serve(state: State, option: str, out: Events) -> None:
    """Resolve one militia of the active player by one of `resolutions`."""
    zone, _, what = option.partition(" ")
    seat = state.active
    me = state.players[seat]
    space = state.zones[zone].index(seat)
    state.zones[zone][space] = seat + SERVED
    state.ask = ""
    cost = option_cost(me.order, option)
    me.coins -= cost
    params = {"seat": seat, "order": me.order, "zone": zone, "space": space, "cost": cost}
    if zone == "blessing":
        me.blessings += 1
        me.coins += BLESSING_COINS[me.order]
        out.append(Event("blessed", {**params, "coins": BLESSING_COINS[me.order]}))
    elif zone == "blasphemy":
        me.blasphemies += int(what)
        out.append(Event("blasphemed", {**params, "tokens": int(what)}))
    elif zone == "application":
        me.applications += int(what)
        out.append(Event("applied", {**params, "tokens": int(what)}))
    else:
        _use_commandery(state, what, params, out)


def option_cost(order: str, option: str) -> int:
    """What a resolution costs this Order."""
    zone, _, what = option.partition(" ")
    if zone == "blasphemy":
        return BLASPHEMY_COST[order][int(what)]
    if option == "application 1":
        return APPLICATION_COST[order]
    if zone == "commandery":
        return COMMANDERY_COST[order].get(what.split(" ")[0], 0)
    return 0


def desert(state: State, place: str, owner: int, out: Events) -> None:
    """One militia leaves the board for the bag. See `deserters` for the places."""
    seat = state.active
    space = _take_deserter(state, place, owner)
    state.bag[owner] += 1
    state.left -= 1
    params = {
        "seat": seat,
        "order": state.players[seat].order,
        "owner": owner,
        "militia": state.players[owner].order,
    }
    out.append(Event("deserted", {**params, "place": place, "space": space}))
    if state.left == 0 or _board_is_empty(state):
        state.ask = ""
        state.left = 0


def deserters(state: State) -> dict[str, list[int]]:
    """For each place of the board, the owners of the militias that may desert; grand masters are immune."""
    found: dict[str, list[int]] = {}
    seats = range(len(state.players))
    for zone in ZONES:
        spaces = state.zones[zone]
        found[zone] = [seat for seat in seats if seat in spaces or seat + SERVED in spaces]
    for number, owners in enumerate(state.baphomet, 1):
        found[f"baphomet{number}"] = [seat for seat in seats if seat in owners]
    found["hall"] = [seat for seat in seats if state.players[seat].hall]
    found["column"] = [seat for seat in seats if state.players[seat].envoys]
    return found


def waiting_zone(state: State) -> str:
    """The first zone where a resolved militia of the active player waits; empty when none does."""
    mark = state.active + SERVED
    for zone in RELIGIOUS:
        if mark in state.zones[zone]:
            return zone
    return ""


def send_away(state: State, number: int, out: Events) -> None:
    """The militia in question goes to the chapter hall (0) or to one of Baphomet's numbers (+8 coins)."""
    seat = state.active
    me = state.players[seat]
    zone = "pope" if state.ask == "pope" else waiting_zone(state)
    space = lift(state, zone, seat if zone == "pope" else seat + SERVED)
    state.ask = ""
    params = {"seat": seat, "order": me.order, "zone": zone, "space": space}
    if number == 0:
        me.hall += 1
        out.append(Event("sent_to_hall", params))
        return
    state.baphomet[number - 1].append(seat)
    me.coins += BAPHOMET_COINS
    out.append(Event("adored", {**params, "number": number, "coins": BAPHOMET_COINS}))


def can_visit(state: State) -> bool:
    """Whether the active player has a free space in his column and the coins for it."""
    me = state.players[state.active]
    return me.envoys < COLUMN and POPE_COST[me.order][me.envoys] <= me.coins


def visit(state: State, out: Events) -> None:
    """The militia takes the first free space of its column."""
    seat = state.active
    me = state.players[seat]
    space = lift(state, "pope", seat)
    cost = POPE_COST[me.order][me.envoys]
    me.coins -= cost
    me.envoys += 1
    state.ask = ""
    out.append(
        Event("visited", {"seat": seat, "order": me.order, "space": space, "column": me.envoys, "cost": cost})
    )


def next_order(order: list[int], bought: list[int]) -> list[int]:
    """Bought places are taken; the others keep their relative order in the places left."""
    others = iter([seat for seat in order if seat not in bought])
    return [next(others) if seat == FREE else seat for seat in bought]


def _commandery_options(state: State) -> list[str]:
    me = state.players[state.active]
    costs = COMMANDERY_COST[me.order]
    found = ["commandery nothing"]
    if costs["rank"] <= me.coins and state.turn < LAST_TURN and state.active not in state.bought:
        found += [f"commandery rank {rank}" for rank, seat in enumerate(state.bought, 1) if seat == FREE]
    if costs["redeploy"] <= me.coins and _could_redeploy(state):
        found.append("commandery redeploy")
    if costs["desert"] <= me.coins:
        found.append("commandery desert")
    return found


def _could_redeploy(state: State) -> bool:
    """Counting out the commandery's own militia, which is being resolved."""
    return any(zone != "commandery" for zone in origins(state))


def _use_commandery(state: State, what: str, params: dict[str, object], out: Events) -> None:
    action, _, rank = what.partition(" ")
    if action == "rank":
        state.bought[int(rank) - 1] = state.active
        out.append(Event("rank_bought", {**params, "rank": int(rank)}))
    elif action == "redeploy":
        start_redeployment(state)
        out.append(Event("redeployment_bought", params))
    elif action == "desert":
        state.ask = "desert"
        state.left = DESERTING
        out.append(Event("desertion_bought", params))
    else:
        out.append(Event("commandery_unused", params))


def _board_is_empty(state: State) -> bool:
    if any(mark != FREE for spaces in state.zones.values() for mark in spaces) or any(state.baphomet):
        return False
    return not any(player.hall or player.envoys for player in state.players)


def _take_deserter(state: State, place: str, owner: int) -> int:
    """Remove the militia and return its space, or -1 where spaces do not count.

    Of one's own, a resolved militia leaves first; of others', one that has not been resolved yet.
    """
    if place == "hall":
        state.players[owner].hall -= 1
        return -1
    if place == "column":
        state.players[owner].envoys -= 1
        return -1
    if place.startswith("baphomet"):
        state.baphomet[int(place[-1]) - 1].remove(owner)
        return -1
    marks = (owner + SERVED, owner) if owner == state.active else (owner, owner + SERVED)
    return lift(state, place, marks[0] if marks[0] in state.zones[place] else marks[1])


def _option_without_asking(options: list[str]) -> str:
    """What can be done without asking: the only option, blessings that nothing disturbs, idle militias."""
    if len(options) == 1:
        return options[0]
    if options[0] == "blessing" and not any(option.startswith("commandery") for option in options):
        return "blessing"
    if all(option in NOTHING for option in options):
        return options[0]
    return ""
