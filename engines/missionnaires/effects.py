"""What cards do: one function for each primitive of the card file. Each says how the turn goes on."""

from collections.abc import Callable
from functools import cache
from typing import Literal

from engines.missionnaires.board import (
    BY_ROAD,
    BY_SEA,
    KIND,
    PORTS,
    ROAD_PATHS,
    TOWNS,
    WAYS,
    nearest,
    sections_between,
    within,
)
from engines.missionnaires.deck import DECK, condition_holds, discard
from engines.missionnaires.edition import Card, Effect
from engines.missionnaires.obstacles import Ground, Plan, all_plans, token_at
from engines.missionnaires.play import Play
from engines.missionnaires.state import FULL, State
from engines.missionnaires.tokens import (
    OFF,
    displace,
    is_free,
    is_free_town,
    join_overseer,
    move_gendarme,
    place_overseer,
    send_overseer,
)

# on: walk on; asked: a choice interrupts; arrived: the movement ended on a space reached; halted:
# the movement ends
# where it is; ended: nothing is left to do but the finish test.
Status = Literal["on", "asked", "arrived", "halted", "ended"]


def obey(play: Play, card: Card, index: int = -1) -> Status:
    """A card just drawn. `index` is the section a sea card was drawn for."""
    if card.bon:
        return _receive_bon(play, card)
    discard(play.state, card.id)
    if index >= 0 and play.step.mute_sea:
        play.say("ms.effect", seat=play.seat, op="muted", card=card.id)
        return "on"
    return _carry_out(play, card, index)


def _carry_out(play: Play, card: Card, index: int) -> Status:
    play.step.card = card.id
    for effect in card.effects:
        status = _OPS[effect.op](play, effect, index)
        if status != "on":
            return status
    return "on"


def _receive_bon(play: Play, card: Card) -> Status:
    """Kept, unless it may be played at once: then its owner is asked."""
    play.me.bons = (*play.me.bons, card.id)
    muted = card.deck == "mer" and play.step.mute_sea
    if muted or not card.when.on_draw or not playable(play.state, card.id):
        play.say("ms.bon", seat=play.seat, card=card.id, how="kept")
        return "on"
    return ask(play, "bon_now", card.id)


def playable(state: State, card: str) -> bool:
    """Whether the active player could use this BON where he stands."""
    me = state.players[state.order[state.turn]]
    if not condition_holds(state, me, DECK[card]):
        return False
    effect = DECK[card].effects[0]
    if effect.op != "ferry":
        return True
    return any(token_at(state, port, me) is None for port in _ports_within(me.pos, effect.max))


def spend_bon(play: Play, card: str, how: str) -> None:
    """The card leaves the hand for the discards: played or returned."""
    hand = list(play.me.bons)
    hand.remove(card)
    play.me.bons = tuple(hand)
    discard(play.state, card)
    play.say("ms.return" if how == "returned" else "ms.bon", seat=play.seat, card=card, how=how)


def ask(play: Play, kind: str, card: str = "") -> Status:
    play.step.ask = kind
    if card:
        play.step.card = card
    return "asked"


# The options that cards leave open: computed from the position whenever they are needed, never stored.


def ferry_ports(state: State, reach: int) -> list[str]:
    """Free ports at most `reach` sea sections away."""
    free = is_free(state)
    return [port for port in _ports_within(state.players[state.order[state.turn]].pos, reach) if free(port)]


def patrols(state: State, reach: int) -> list[tuple[str, str]]:
    """(barracks of the gendarme, town) for every gendarme and free town within reach by road."""
    free = is_free_town(state)
    found = []
    for home, post in sorted(state.gend.items()):
        found += [(home, town) for town in _towns_within(post, reach) if free(town)]
    return found


def displacements(state: State) -> list[tuple[int, str]]:
    """(seat, town) for every other missionary in a town and free town beside him by road."""
    free = is_free_town(state)
    found = []
    for seat, player in enumerate(state.players):
        if seat == state.active or player.rank or KIND[player.pos] in ("bethel", "sea"):
            continue
        found += [(seat, town) for town, sea in WAYS[player.pos].items() if not sea and free(town)]
    return found


def steps(state: State, reach: int) -> list[Plan]:
    """The walks of one or two road sections that a card grants, the second one free."""
    ground = Ground(state)
    ground.free_second = True
    paths = ROAD_PATHS[ground.pos]
    return all_plans(ground, [path for path in paths if reach > 1 or not path.second])


def step_is_compulsory(state: State) -> bool:
    free = is_free(state)
    return any(
        free(space) for space, sea in WAYS[state.players[state.order[state.turn]].pos].items() if not sea
    )


def destinations(state: State, effect: Effect) -> tuple[str, ...]:
    """Where `goto` leads: the embarkation port, or the nearest free port or congregation;
    several when equally near."""
    me = state.players[state.order[state.turn]]
    free = is_free(state)
    if effect.what == "congregation":
        return nearest(me.pos, lambda space: KIND[space] == "congregation" and free(space), BY_ROAD)
    if effect.what == "embark_port":  # or the free port nearest to it
        return nearest(me.embark, lambda space: space in PORTS and free(space))
    return nearest(me.pos, lambda space: space in PORTS and free(space), BY_SEA)


@cache
def _ports_within(start: str, reach: int) -> tuple[str, ...]:
    return tuple(sorted(space for space in within(start, reach, BY_SEA) if space in PORTS))


@cache
def _towns_within(start: str, reach: int) -> tuple[str, ...]:
    return tuple(sorted(space for space in within(start, reach, BY_ROAD) if space in TOWNS))


# The primitives


def _periodicals(play: Play, effect: Effect, index: int) -> Status:
    for seat, player in enumerate(play.state.players):
        if seat == play.seat or (effect.who == "all" and not player.rank):
            before = player.per
            player.per = max(0, min(FULL, before + effect.n))
            play.say("ms.effect", seat=seat, op="periodicals", n=player.per - before, asked=effect.n)
    return "on"


def _fill(play: Play, effect: Effect, index: int) -> Status:
    gain = max(0, effect.to - play.me.per)
    play.me.per += gain
    play.say("ms.effect", seat=play.seat, op="periodicals", n=gain, asked=gain)
    return "on"


def _skip(play: Play, effect: Effect, index: int) -> Status:
    play.me.skip += effect.n
    play.say("ms.effect", seat=play.seat, op="skip", n=effect.n)
    return "on"


def _step(play: Play, effect: Effect, index: int) -> Status:
    if not steps(play.state, effect.max):
        play.say("ms.effect", seat=play.seat, op="none")
        return "ended"
    return ask(play, "step")


def _back(play: Play, effect: Effect, index: int) -> Status:
    if not is_free(play.state)(play.step.origin):
        play.say("ms.effect", seat=play.seat, op="none")
        return "ended"
    displace(play, play.seat, play.step.origin, "back")
    return "ended"


def _goto(play: Play, effect: Effect, index: int) -> Status:
    if effect.what != "congregation" and play.me.pos in PORTS:
        return _halt(play, effect, index)
    if not destinations(play.state, effect):
        play.say("ms.effect", seat=play.seat, op="none")
        return "ended"
    return ask(play, "go")


def _halt(play: Play, effect: Effect, index: int) -> Status:
    play.say("ms.effect", seat=play.seat, op="halt", space=play.me.pos)
    return "halted"


def _cap(play: Play, effect: Effect, index: int) -> Status:
    play.step.cap = effect.n
    play.say("ms.effect", seat=play.seat, op="cap", n=effect.n)
    return "on"


def _sail(play: Play, effect: Effect, index: int) -> Status:
    play.step.sail = True
    play.say("ms.effect", seat=play.seat, op="sail")
    return ask(play, "sail") if index == 0 else "on"


def _overseer(play: Play, effect: Effect, index: int) -> Status:
    _OVERSEER[effect.how](play, effect)
    return "on"


def _join(play: Play, effect: Effect) -> None:
    """D is not left for C; C leaves the board for D."""
    if play.me.ov in ("D", effect.who):
        play.say("ms.effect", seat=play.seat, op="none")
        return
    if play.me.ov:
        send_overseer(play, play.me.ov, OFF, "replaced")
    join_overseer(play, effect.who, "card")


def _remove(play: Play, effect: Effect) -> None:
    if not play.state.lone[effect.who] and all(player.ov != effect.who for player in play.state.players):
        play.say("ms.effect", seat=play.seat, op="none")
        return
    send_overseer(play, effect.who, OFF, "remove")


def _settle(play: Play, effect: Effect) -> None:
    if not play.me.ov:
        play.say("ms.effect", seat=play.seat, op="none")
        return
    place_overseer(play, play.me.ov, play.me.pos, "settle", lambda space: KIND[space] == "congregation")


def _gendarme(play: Play, effect: Effect, index: int) -> Status:
    if effect.how == "patrol":
        return ask(play, "patrol") if patrols(play.state, effect.max) else "on"
    (_recall if effect.how == "recall" else _to_port)(play)
    return "on"


def _recall(play: Play) -> None:
    """Home, each as soon as his barracks is free: one who leaves may make room for another."""
    moved = True
    while moved:
        moved = False
        for home, post in play.state.gend.items():
            if post != home and is_free(play.state)(home):
                move_gendarme(play, home, home, "recall")
                moved = True
                break


def _to_port(play: Play) -> None:
    """The free port nearest to the mover receives the gendarme nearest to it."""
    free = is_free(play.state)
    port = nearest(play.me.pos, lambda space: space in PORTS and free(space))[0]
    home = min(play.state.gend, key=lambda home: (sections_between(play.state.gend[home], port), home))
    move_gendarme(play, home, port, "port")


def _push(play: Play, effect: Effect, index: int) -> Status:
    if displacements(play.state):
        return ask(play, "push")
    play.say("ms.effect", seat=play.seat, op="none")
    return "on"


def _free(play: Play, effect: Effect, index: int) -> Status:
    step = play.step
    if effect.what == "gendarme":
        step.free_gend = True
    elif effect.what == "second_space":
        step.free_second = True
    else:
        step.mute_sea = True
    play.say("ms.effect", seat=play.seat, op="free", what=effect.what)
    return "on"


_OVERSEER: dict[str, Callable[[Play, Effect], None]] = {
    "join": _join,
    "place": lambda play, effect: place_overseer(play, effect.who, effect.at, "place"),
    "remove": _remove,
    "settle": _settle,
}
_OPS: dict[str, Callable[[Play, Effect, int], Status]] = {
    "periodicals": _periodicals,
    "fill": _fill,
    "skip": _skip,
    "step": _step,
    "back": _back,
    "goto": _goto,
    "halt": _halt,
    "cap": _cap,
    "sail": _sail,
    "overseer": _overseer,
    "gendarme": _gendarme,
    "push": _push,
    "free": _free,
    "reassign": lambda play, effect, index: ask(play, "reassign"),
    "ferry": lambda play, effect, index: ask(play, "ferry"),
}


def play_bon(play: Play, card: str) -> Status:
    """Use a BON of the hand; `asked` when it leaves something to choose."""
    spend_bon(play, card, "played")
    return _carry_out(play, DECK[card], -1)


def reassign(play: Play, town: str) -> None:
    """One congregation goes under the reserve, its top card comes instead: nobody else sees either."""
    me, state = play.me, play.state
    new = state.reserve[-1]
    state.reserve = (town, *state.reserve[:-1])
    me.todo = tuple(sorted(new if one == town else one for one in me.todo))
    play.reveals = True
    play.say("ms.effect", seat=play.seat, op="reassign")
    play.say_to(play.seat, "ms.reassign", seat=play.seat, old=town, new=new)
