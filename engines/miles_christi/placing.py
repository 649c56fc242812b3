"""The action phase: placing four militias, being paid for them, and the redeployment of one's own."""

from engines.core.contract import Event
from engines.core.dice import Dice
from engines.miles_christi.state import FREE, SERVED, State, lift, put
from engines.miles_christi.tables import COINS, MILITIAS_A_TURN, REDEPLOYED, SAME_COLOUR, ZONES

Events = list[Event]
LIMITED = tuple(zone for zone in ZONES if zone != "edessa")


def act(state: State, dice: Dice, out: Events) -> None:
    """In turn order, each places up to four militias; then perhaps redeploys."""
    while state.cursor < len(state.order):
        if not state.ask and not _begin(state):
            state.cursor += 1
            continue
        forced = _only_placement(state) if state.ask == "place" else None
        if forced is None:
            return
        place(state, *forced, out)


def zones_for(state: State, owner: int) -> list[str]:
    """Where the active player may place a militia of this colour now."""
    zones = state.zones
    found = ["edessa", *[zone for zone in LIMITED if FREE in zones[zone]]]
    here = [zone for zone, colour in state.arrivals if colour == owner]
    if len(here) >= SAME_COLOUR:
        found = [zone for zone in found if here.count(zone) < SAME_COLOUR]
    commandery = zones["commandery"]
    if (owner in commandery or owner + SERVED in commandery) and "commandery" in found:
        found.remove("commandery")
    return found


def colours_for(state: State) -> list[int]:
    """The colours the active player may place now. Édesse is open to a colour until it has two of it."""
    card = state.players[state.active].card
    colours = [owner for owner, count in enumerate(card) if count]
    there = state.arrivals.count
    found = [owner for owner in colours if there(("edessa", owner)) < SAME_COLOUR or zones_for(state, owner)]
    return found or colours


def placements(state: State, owner: int) -> list[str]:
    """Where a colour may go, counting the exception:
    with nothing legal at all, Édesse takes a third of a colour."""
    found = zones_for(state, owner)
    if found:
        return found
    card = state.players[state.active].card
    stuck = all(not zones_for(state, other) for other, count in enumerate(card) if count)
    return ["edessa"] if stuck else []


def place(state: State, owner: int, zone: str, out: Events) -> None:
    """One militia from the active player's card to a zone; the owner of the colour is paid at once."""
    seat = state.active
    state.players[seat].card[owner] -= 1
    space = put(state, zone, owner)
    state.arrivals.append((zone, owner))
    paid = COINS[zone]
    state.players[owner].coins += paid
    state.left -= 1
    params = {
        "seat": seat,
        "order": state.players[seat].order,
        "owner": owner,
        "militia": state.players[owner].order,
        "zone": zone,
        "space": space,
        "coins": paid,
    }
    out.append(Event("placed", params))
    if state.left == 0:
        _offer_redeployment(state)


def redeploy(state: State, origin: str, zone: str, out: Events) -> None:
    """One of the active player's militias moves to another space; no coins."""
    seat = state.active
    left_space = lift(state, origin, seat)
    space = put(state, zone, seat)
    state.arrivals.append((zone, seat))
    state.left -= 1
    params = {"seat": seat, "order": state.players[seat].order, "origin": origin, "origin_space": left_space}
    out.append(Event("redeployed", {**params, "zone": zone, "space": space}))
    if state.left == 0 or not origins(state):
        end_redeployment(state)


def end_redeployment(state: State) -> None:
    """Back to the phase that the redeployment interrupted; in the action phase, the player is done."""
    state.ask = ""
    state.left = 0
    state.arrivals = []
    if state.phase == "act":
        state.cursor += 1


def origins(state: State) -> list[str]:
    """The zones from which the active player may redeploy a militia."""
    seat = state.active
    found = [zone for zone in ZONES if seat in state.zones[zone]]
    if not found:
        return found
    goals = zones_for(state, seat)
    return found if len(goals) > 1 else [zone for zone in found if goals and goals[0] != zone]


def destinations(state: State, origin: str) -> list[str]:
    """Where a militia of the active player standing in `origin` may go; never back to where it stands."""
    seat = state.active
    if seat not in state.zones[origin]:
        return []
    return [zone for zone in zones_for(state, seat) if zone != origin]


def start_redeployment(state: State) -> None:
    state.ask = "redeploy"
    state.left = REDEPLOYED
    state.arrivals = []


def _begin(state: State) -> bool:
    """Whether the active player has anything to do in this action phase."""
    state.left = min(MILITIAS_A_TURN, sum(state.players[state.active].card))
    if state.left:
        state.ask = "place"
        return True
    if origins(state):
        start_redeployment(state)
        return True
    return False


def _offer_redeployment(state: State) -> None:
    """Only who placed none of his own colour may redeploy."""
    seat = state.active
    own = any(owner == seat for _, owner in state.arrivals)
    if not own and origins(state):
        start_redeployment(state)
        return
    end_redeployment(state)


def _only_placement(state: State) -> tuple[int, str] | None:
    """The only placement, when there is only one."""
    card = state.players[state.active].card
    if card.count(0) < len(card) - 1:
        return None
    owner = next(owner for owner, count in enumerate(card) if count)
    found = placements(state, owner)
    return (owner, found[0]) if len(found) == 1 else None
