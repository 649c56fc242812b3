"""Bots at two levels; the novice also answers for an absent player. All play from the view alone."""

from collections.abc import Sequence

from engines.core.contract import Action, Seen
from engines.core.dice import Dice
from engines.miles_christi.actions import CATALOGUE, Move
from engines.miles_christi.deeds import do
from engines.miles_christi.menu import complete_keys
from engines.miles_christi.placing import Events, colours_for, destinations, origins, placements
from engines.miles_christi.state import FREE, State, clone, lift, put, seat_of
from engines.miles_christi.tables import COINS
from engines.miles_christi.view import state_from
from engines.miles_christi.worth import Weights, balance, worth

NOVICE = Weights(
    gap=(1.0, 1.0, 1.0, 1.0),
    level=(0.0, 0.0, 0.0, 0.1),
    coins=(0.1, 0.1, 0.1, 0.0),
    token=(0.5, 0.5, 0.5, 0.0),
    master=0.0,
    baphomet=3.0,
    harm=0.2,
    leader=0.0,
)
MASTER = Weights(
    gap=(3.0, 3.0, 3.0, 8.0),
    level=(1.0, 1.0, 1.0, 1.0),
    coins=(0.5, 0.4, 0.3, 0.1),
    token=(2.0, 2.0, 2.0, 1.0),
    master=2.0,
    baphomet=2.0,
    harm=0.7,
    leader=1.0,
    rank=0.2,
)

MEDDLING = ("place", "resolve", "desert")  # the decisions that can change what a rival is worth


def novice(seen: Seen, dice: Dice) -> Action:
    """Looks one move ahead at the gaps, blind to the level that decides between balanced Orders."""
    return best(state_from(seen.view), NOVICE)


def master(seen: Seen, dice: Dice) -> Action:
    """Weighs gap and level, coins by round, and what each rival would gain or lose."""
    return best(state_from(seen.view), MASTER)


def best(state: State, weights: Weights) -> str:
    """The legal action with the best balance; the first of equals, in the order of the menu."""
    seat = state.active
    points = [0.0] * len(state.players)
    for other in range(len(points)) if state.ask in MEDDLING else (seat,):
        points[other] = worth(state, other, weights)
    if state.ask == "place":
        return _best_placement(state, seat, points, weights)
    if state.ask == "redeploy":
        return _best_redeployment(state, seat, points, weights)
    keys = _worth_trying(state)
    return max(keys, key=lambda key: _after(state, key, seat, points, weights))


def _best_placement(state: State, seat: int, points: list[float], weights: Weights) -> str:
    """Every colour in every zone: only the owner's worth changes."""
    trial = clone(state)
    found: tuple[float, str] | None = None
    for owner in colours_for(state):
        before = points[owner]
        order = state.players[owner].order
        for zone, value in _placement_values(state, trial, owner, weights):
            points[owner] = value
            gained = balance(points, seat, weights)
            if found is None or gained > found[0]:
                found = (gained, f"place {order} {zone}")
        points[owner] = before
    assert found is not None  # colours_for never answers nothing while a militia is left to place
    return found[1]


def _placement_values(state: State, trial: State, owner: int, weights: Weights) -> list[tuple[str, float]]:
    """What the owner would be worth with one more militia in each open zone, tried on the copy `trial`."""
    found = []
    for zone in placements(state, owner):
        space = put(trial, zone, owner)
        trial.players[owner].coins += COINS[zone]
        found.append((zone, worth(trial, owner, weights)))
        trial.players[owner].coins -= COINS[zone]
        trial.zones[zone][space] = FREE
    return found


def _best_redeployment(state: State, seat: int, points: list[float], weights: Weights) -> str:
    """Every own militia to every open zone, tried on one copy; to stop is better than to move for nothing."""
    trial = clone(state)
    found = (points[seat], "stop")
    for origin in origins(state):
        left_space = lift(trial, origin, seat)
        for zone in destinations(state, origin):
            space = put(trial, zone, seat)
            value = worth(trial, seat, weights)
            trial.zones[zone][space] = FREE
            if value > found[0]:
                found = (value, f"redeploy {origin} {zone}")
        trial.zones[origin][left_space] = seat
    return found[1]


def _worth_trying(state: State) -> list[str]:
    """The legal actions, one number of Baphomet standing for all six: where the fewest of one's own are."""
    keys = complete_keys(state)
    if state.ask not in ("dispatch", "pope"):
        return keys
    own = [owners.count(state.active) for owners in state.baphomet]
    number = 1 + own.index(min(own))
    return [key for key in keys if not key.startswith("baphomet") or key == f"baphomet {number}"]


def _after(state: State, key: str, seat: int, points: list[float], weights: Weights) -> float:
    """The balance once the action is done; a bought redeployment or desertion is judged by its best use."""
    move = CATALOGUE[key]
    trial = clone(state)
    out: Events = []
    do(trial, move, out)
    if trial.ask in ("redeploy", "desert") and state.ask == "resolve":
        follow = best(trial, weights)
        do(trial, CATALOGUE[follow], out)
        if trial.ask:
            do(trial, CATALOGUE[best(trial, weights)], out)
    after = points[:]
    for other in _seats_touched(move, trial, seat):
        after[other] = worth(trial, other, weights)
    return balance(after, seat, weights)


def _seats_touched(move: Move, trial: State, seat: int) -> Sequence[int]:
    """The seats whose worth an action can change."""
    if move.kind == "desert":
        return (seat, seat_of(trial, move.args[1]))
    return range(len(trial.players)) if move.key == "commandery desert" else (seat,)
