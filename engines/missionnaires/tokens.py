"""Moving what stands on the board: gendarmes, overseers, missionaries; and what a stop on a space brings."""

from collections.abc import Callable

from engines.missionnaires.board import BETHEL, TOWNS, nearest
from engines.missionnaires.obstacles import GENDARME, OVERSEER, refuge, standing
from engines.missionnaires.play import Play
from engines.missionnaires.state import FULL, Player, State

OFF = ""


def is_free(state: State) -> Callable[[str], bool]:
    """Whether a missionary could stand on a space: Béthel, or nothing on it."""
    taken = standing(state)
    return lambda space: space == BETHEL or space not in taken


def is_free_town(state: State) -> Callable[[str], bool]:
    taken = standing(state)
    return lambda space: space in TOWNS and space not in taken


def move_gendarme(play: Play, home: str, to: str, by: str) -> None:
    origin = play.state.gend[home]
    play.state.gend = {**play.state.gend, home: to}
    play.say("ms.gendarme", home=home, origin=origin, to=to, by=by, seat=play.seat)


def push_away(play: Play, space: str, target: str) -> None:
    """The token on `space` makes room: to the chosen neighbour, or to its refuge when there is none."""
    state = play.state
    taken = standing(state, play.me)
    token = taken.get(space)
    if token == GENDARME:
        home = next(home for home, post in state.gend.items() if post == space)
        move_gendarme(
            play, home, target or refuge(taken, space, play.me.pos, token), "push" if target else "refuge"
        )
    elif token == OVERSEER:
        who = next(who for who, post in state.lone.items() if post == space)
        send_overseer(play, who, target or BETHEL, "push")


def whereabouts(state: State, who: str) -> tuple[str, int | None]:
    """Where an overseer is: alone on a space, with a seat, or off the board."""
    for seat, player in enumerate(state.players):
        if player.ov == who:
            return player.pos, seat
    return state.lone[who], None


def send_overseer(play: Play, who: str, to: str, how: str) -> None:
    """Leave him alone on a space, or off the board, wherever he was."""
    origin, companion = whereabouts(play.state, who)
    if companion is not None:
        play.state.players[companion].ov = ""
    play.state.lone = {**play.state.lone, who: to}
    play.say("ms.overseer", who=who, how=how, origin=origin, to=to, of=companion, seat=play.seat)


def place_overseer(
    play: Play, who: str, at: str, how: str, kind: Callable[[str], bool] | None = None
) -> None:
    """On a town, or on the nearest free one (of a kind);
    off the board meanwhile, so he is not in his own way."""
    before = play.state.lone
    play.state.lone = {**before, who: OFF}
    free = is_free_town(play.state)
    play.state.lone = before
    to = nearest(at, (lambda space: free(space) and kind(space)) if kind else free)[0]
    send_overseer(play, who, to, how)


def join_overseer(play: Play, who: str, how: str) -> None:
    """He comes with the mover, from wherever he was."""
    send_overseer(play, who, play.me.pos, how)
    play.state.lone = {**play.state.lone, who: OFF}
    play.me.ov = who


def join_here(play: Play) -> None:
    """Take the overseer who stands alone where the mover stands; on Béthel D before C."""
    for who in ("D", "C"):
        if play.state.lone[who] == play.me.pos and not play.me.ov:
            join_overseer(play, who, "join")


def displace(play: Play, seat: int, to: str, why: str) -> None:
    """A card moves a missionary: he visits and is refilled there, but draws nothing."""
    player = play.state.players[seat]
    origin, player.pos = player.pos, to
    play.say("ms.moved", seat=seat, origin=origin, to=to, why=why, by=play.seat)
    settle_in(play, seat, player)


def settle_in(play: Play, seat: int, player: Player) -> None:
    """What every stop brings: a visit, and on Béthel a full reserve."""
    visit(play, seat, player, player.pos)
    if player.pos == BETHEL and player.per < FULL:
        play.say("ms.refill", seat=seat, gain=FULL - player.per)
        player.per = FULL


def visit(play: Play, seat: int, player: Player, space: str) -> None:
    """Whether the town was on his list is seen by everybody, even when it was not."""
    if space in TOWNS:
        play.reveals = True
    if space not in player.todo:
        return
    player.todo = tuple(town for town in player.todo if town != space)
    player.done = (*player.done, space)
    play.say("ms.visit", seat=seat, cong=space, left=len(player.todo))
