"""The turn, in the rulebook's order; `carry_on` runs it up to the next decision."""

from engines.missionnaires.board import BETHEL, GREEN, PATHS, sections_between
from engines.missionnaires.deck import discard, draw
from engines.missionnaires.effects import Status, obey, play_bon, reassign, spend_bon
from engines.missionnaires.journey import declare, walk
from engines.missionnaires.obstacles import Ground, Hops, any_path, can_step
from engines.missionnaires.picks import answer, options_of
from engines.missionnaires.play import Play
from engines.missionnaires.state import TurnContext, seats_under_way
from engines.missionnaires.tokens import displace, join_here, place_overseer, send_overseer, settle_in

PARKING = 3  # passes in a row outside Béthel


# 1. Turns to lose, and what holds for the whole turn


def begin(play: Play) -> None:
    """The turn of the player at `state.turn`, or of the next one who has none to lose."""
    state = play.state
    while True:
        seat = state.active
        me = state.players[seat]
        if not me.rank and not me.skip:
            break
        if not me.rank:
            me.skip -= 1
            me.turns += 1
            play.say("ms.skip", seat=seat, left=me.skip)
        _pass_the_hand(play)
    swift = state.options.elan and me.turns < state.turn
    state.step = TurnContext(acc=me.ov, origin=me.pos, free_second=swift)
    me.turns += 1
    play.seat, play.me, play.step = seat, me, state.step
    play.say("ms.turn", seat=seat, round=state.round)


def _pass_the_hand(play: Play) -> None:
    state = play.state
    state.turn += 1
    if state.turn == len(state.order):
        state.turn = 0
        state.round += 1


# 2. One BON before moving


def use_bon(play: Play, card: str, arg: str) -> None:
    """A BON played at the start of the turn; a ferry replaces the movement, the others leave it."""
    play.step.bon_used = True
    play_bon(play, card)
    kind, play.step.ask, play.step.card = play.step.ask, "", ""
    if kind == "reassign":
        reassign(play, arg)
    if kind == "ferry":
        play.me.stay = 0
        displace(play, play.seat, arg, "ferry")
    if kind == "ferry" or has_finished(play):
        conclude(play)


# 3. Move, pass, or return a BON


def move(play: Play, hops: Hops, join: bool, drop: bool) -> None:
    declare(play, hops, join, drop)
    carry_on(play, "on")


def stay_put(play: Play, join: bool) -> None:
    """A pass; with an empty reserve and nobody at one's side it brings a periodical."""
    me = play.me
    ground = Ground(play.state)
    if can_step(ground) or any_path(ground, PATHS[me.pos]):
        me.stay += 1
    gain = 1 if not me.per and not play.step.acc else 0
    me.per += gain
    play.say("ms.pass", seat=play.seat, gain=gain)
    if join:
        join_here(play)
    conclude(play)


def give_back(play: Play, card: str, join: bool) -> None:
    """On Béthel, a BON returned unplayed takes the whole turn."""
    spend_bon(play, card, "returned")
    if join:
        join_here(play)
    conclude(play)


def concede(play: Play) -> None:
    """Out of the game, behind all who play on;
    his overseer waits in the nearest free town, his BONs are discarded."""
    me, state = play.me, play.state
    if me.ov:
        place_overseer(play, me.ov, me.pos, "conceded")
    for card in me.bons:
        discard(state, card)
    me.bons = ()
    me.rank = len(state.players) - sum(player.out for player in state.players)
    me.out = True
    play.say("ms.concede", seat=play.seat, rank=me.rank)
    _next(play)


# 4. The stop


def stop(play: Play) -> Status:
    """Join, visit, refill, and in a green town reached by one's own movement a territory card."""
    step, me = play.step, play.me
    if step.join:
        join_here(play)
    settle_in(play, play.seat, me)
    if me.pos not in GREEN or step.carried:
        return "ended"
    card = draw(play, "territoires")
    if card is None:
        return "ended"
    play.say("ms.terr", seat=play.seat, card=card.id)
    return "asked" if obey(play, card) == "asked" else "ended"


# 5. The finish


def has_finished(play: Play) -> bool:
    me = play.me
    return me.pos == BETHEL and not me.todo and not me.bons


def conclude(play: Play) -> None:
    """The finish test, then the next player."""
    if has_finished(play):
        _arrive(play)
    _next(play)


def _arrive(play: Play) -> None:
    me, state = play.me, play.state
    me.rank = 1 + _arrivals(play)
    me.skip = 0
    if me.ov:
        send_overseer(play, me.ov, BETHEL, "arrived")
    play.say("ms.finish", seat=play.seat, rank=me.rank, turns=me.turns)
    if state.options.finish == "first":
        _rank_the_rest(play)


def _arrivals(play: Play) -> int:
    return sum(player.rank > 0 and not player.out for player in play.state.players)


def _rank_the_rest(play: Play) -> None:
    """Fewest congregations left, fewest BON, nearest to Béthel, most periodicals; equals share a place."""
    state = play.state
    keys = {}
    for seat in seats_under_way(state):
        player = state.players[seat]
        way = sections_between(player.pos, BETHEL)
        keys[seat] = (len(player.todo), len(player.bons), way, -player.per)
    for seat, key in keys.items():
        state.players[seat].rank = 2 + sum(other < key for other in keys.values())


def _next(play: Play) -> None:
    """The next turn, or the end: the last one left takes the best free rank."""
    state = play.state
    left = seats_under_way(state) if play.me.rank else []
    if not play.me.rank or len(left) > 1:
        _pass_the_hand(play)
        begin(play)
        return
    for seat in left:
        state.players[seat].rank = 1 + _arrivals(play)
    state.phase = "over"
    state.step = TurnContext()
    play.say("ms.over", ranks=[player.rank for player in state.players])


def carry_on(play: Play, status: Status) -> None:
    """Walk, stop and answer what has only one answer, until somebody must choose or the turn is over."""
    while True:
        if status == "on":
            status = walk(play)
        elif status == "arrived":
            status = stop(play)
        elif status == "asked":
            options = options_of(play.state)
            if len(options) > 1:
                return
            status = answer(play, options[0])
        else:
            conclude(play)
            return


def pick(play: Play, option: int) -> None:
    carry_on(play, answer(play, options_of(play.state)[option]))
