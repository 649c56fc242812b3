"""A table for the tests: three Orders in seat order, turn order 0, 1, 2, and full control over the
position."""

from engines.core.contract import Step
from engines.core.dice import Dice, LoadedDice
from engines.miles_christi import RULES
from engines.miles_christi.state import FREE, State
from engines.miles_christi.tables import ORDERS, START, ZONES, spaces

RULE = RULES[-1]
TEMPLE, TEUTONIC, SEPULCHRE = 0, 1, 2


def opening(players: int = 3, orders: tuple[str, ...] = ORDERS) -> State:
    """A game just dealt, with the listed Orders on seats 0, 1, 2…, who also play in that order."""
    state: State = RULE.setup(
        [f"S{seat}" for seat in range(players)], {"orders": "listed"}, Dice(b"test", 0)
    ).state
    state.order = list(range(players))
    for player, order in zip(state.players, orders, strict=False):
        player.order = order
        player.military, player.religious = START[order]
    return state


def with_card(state: State, seat: int, *card: int) -> State:
    """Give a seat exactly these militias, by owner's seat, and make it place them."""
    state.players[seat].card = list(card)
    state.cursor = state.order.index(seat)
    state.ask, state.phase = "place", "act"
    state.left = min(4, sum(card))
    return state


def bare(turn: int = 1, players: int = 3, orders: tuple[str, ...] = ORDERS) -> State:
    """A position without any militia on board or cards, where nobody is asked yet."""
    state = opening(players, orders)
    state.turn = turn
    state.ask, state.left, state.cursor = "", 0, 0
    for player in state.players:
        player.card = [0] * players
    state.zones = {zone: [FREE] * spaces(zone, players) for zone in ZONES}
    return state


def at(state: State, ask: str, phase: str, seat: int = 0, left: int = 0) -> State:
    """Ask a seat for a decision of a phase."""
    state.ask, state.phase, state.cursor, state.left = ask, phase, state.order.index(seat), left
    return state


def play(state: State, *actions: str, dice: Dice | None = None) -> Step:
    """The active seat's actions one after another, each checked first; all their events together."""
    events = []
    step = Step(state)
    for number, action in enumerate(actions):
        seat = step.state.active
        assert RULE.check(step.state, seat, action) == [], (action, RULE.check(step.state, seat, action))
        step = RULE.apply(step.state, {seat: action}, dice or LoadedDice({}, b"play", number))
        events += step.events
    return Step(step.state, tuple(events))


def refused(state: State, action: object) -> str:
    """The code of the refusal, or an empty string when the action is legal."""
    problems = RULE.check(state, state.active, action)
    return problems[0].code if problems else ""


def offered(state: State) -> list[str]:
    """The complete actions that the menu leads to."""
    seat = state.active
    found = []
    for choice in RULE.menu(state, seat).choices:
        if choice.complete:
            found.append(choice.action)
        else:
            found += [last.action for last in RULE.menu(state, seat, choice.action).choices]
    return found


def markers(state: State, seat: int) -> tuple[int, int]:
    return state.players[seat].military, state.players[seat].religious


def militias(state: State, seat: int) -> int:
    """All militias of a colour, wherever they are: always eighteen."""
    player = state.players[seat]
    on_board = sum(mark % 8 == seat for spaces in state.zones.values() for mark in spaces if mark != FREE)
    adoring = sum(owners.count(seat) for owners in state.baphomet)
    on_cards = sum(other.card[seat] for other in state.players)
    own = player.recruits + player.hall + player.masters + player.envoys
    return own + on_board + adoring + on_cards + state.bag[seat]
