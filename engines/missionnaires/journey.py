"""Walking a declared path: sea card, obstacle and price of each section in turn, until a stop,
a halt or a choice."""

from engines.missionnaires.board import BETHEL, PORTS, SEA_FIRST, WAYS
from engines.missionnaires.deck import draw
from engines.missionnaires.effects import Status, ask, obey
from engines.missionnaires.obstacles import Entry, Ground, Hops, Plan, all_plans, entries, pawn_at, token_at
from engines.missionnaires.play import Play
from engines.missionnaires.state import State
from engines.missionnaires.tokens import push_away, send_overseer, visit


def declare(play: Play, hops: Hops, join: bool, drop: bool) -> None:
    """Take note of the path; who leaves his companion behind counts as unaccompanied from now on."""
    step = play.step
    step.hops, step.join = hops, join
    if drop:
        step.drop, step.acc = play.me.ov, ""
    play.me.stay = 0
    play.say("ms.path", seat=play.seat, path=[play.me.pos, *[space for space, _ in hops]], drop=drop)


def walk(play: Play) -> Status:
    """Go on along the path from where it was interrupted."""
    step = play.step
    if not step.walked and _stroll(play):
        return "arrived"
    jump = not step.walked and _is_jump(play)
    while step.walked < len(step.hops) and step.walked < step.cap:
        status = _leap(play) if jump else _section(play)
        if status == "halted":
            return "arrived" if step.walked else "ended"
        if status != "on":
            return status
    return "arrived"


def _stroll(play: Play) -> bool:
    """The whole path at once, where nothing can happen on it: roads, nobody in the way, nobody left behind,
    the price at hand. What it spares is said in `picks.options_of`."""
    me, step, state = play.me, play.step, play.state
    here = me.pos
    for space, _ in step.hops:
        if WAYS[here][space] or token_at(state, space, me) is not None:
            return False
        here = space
    cost = 0 if len(step.hops) == 1 or step.acc or step.free_second else 1
    if cost > me.per or step.drop or step.cap < len(step.hops) or state.options.visit_on_pass:
        return False
    me.per -= cost
    me.spaces += len(step.hops)
    step.walked = len(step.hops)
    for index, (space, _) in enumerate(step.hops):
        price = cost if index else 0
        play.say("ms.section", seat=play.seat, origin=me.pos, to=space, type="road", cost=price)
        me.pos = space
    return True


def _is_jump(play: Play) -> bool:
    hops = play.step.hops
    if len(hops) < 2 or hops[0][0] == BETHEL:
        return False
    return pawn_at(play.state, hops[0][0], play.me)


def _section(play: Play) -> Status:
    """One section: its card, then its obstacle and its price.
    What has become impossible is declared again, or dropped."""
    step = play.step
    index = step.walked
    status = _settle_card(play, index)
    if status != "on" or index >= step.cap:
        return status
    entry, token = _entry(play, index)
    if entry is None:
        if index == 0:
            return _declare_again(play)
        step.hops = step.hops[:1]
        return "on"
    space, push = step.hops[index]
    _leave(play)
    if token and not entry.join:
        push_away(play, space, push)
    _go(play, space, entry.cost)
    if step.walked < len(step.hops) and play.state.options.visit_on_pass:
        visit(play, play.seat, play.me, space)
    return "on"


def _leap(play: Play) -> Status:
    """Over another missionary: both cards first, then one price for the whole of it."""
    step = play.step
    for index in (0, 1):
        status = _settle_card(play, index)
        if status != "on":
            return status
    entry, token = _entry(play, 1)
    if entry is None or step.cap < 2:
        return _declare_again(play)
    over = step.hops[0][0]
    space, push = step.hops[1]
    _leave(play)
    play.say("ms.jump", seat=play.seat, over=over, to=space)
    if token and not entry.join:
        push_away(play, space, push)
    if play.state.options.visit_on_pass:
        visit(play, play.seat, play.me, over)
    step.walked, play.me.spaces = 1, play.me.spaces + 1
    _go(play, space, entry.cost, over)
    return "on"


def _settle_card(play: Play, index: int) -> Status:
    """Draw and obey the sea card of a section, once; D spares it."""
    step = play.step
    if step.carded > index:
        return "on"
    step.carded = index + 1
    start = step.hops[index - 1][0] if index else play.me.pos
    if step.acc == "D" or not WAYS[start][step.hops[index][0]]:
        return "on"
    card = draw(play, "mer")
    if card is None:
        play.say("ms.effect", seat=play.seat, op="calm")
        return "on"
    play.say("ms.sea", seat=play.seat, card=card.id)
    return obey(play, card, index)


def _entry(play: Play, index: int) -> tuple[Entry | None, str | None]:
    """The declared way into the next space as things stand now, with its whole price, and what stands there.

    None when that way is no longer open."""
    step, me = play.step, play.me
    space, push = step.hops[index]
    start = step.hops[index - 1][0] if index else me.pos
    price = 0
    if index and not (step.acc or step.free_second or (step.sail and WAYS[start][space])):
        price = 1
    token = token_at(play.state, space, me)
    if token is None:
        return (Entry(price) if price <= me.per else None), None
    ground = Ground(play.state, drop=bool(step.drop) and me.ov == step.drop)
    last = index + 1 == len(step.hops)
    for entry in entries(ground, space, start, last):
        fits = entry.push == push and entry.join == (step.join and last)
        if fits and price + entry.cost <= me.per:
            return Entry(price + entry.cost, entry.push, entry.join), token
    return None, token


def _leave(play: Play) -> None:
    """The companion who is to stay behind stays; a boat taken in port is remembered."""
    step, me = play.step, play.me
    if step.walked:
        return
    if step.drop and me.ov == step.drop:
        send_overseer(play, step.drop, me.pos, "drop")
    if me.pos in PORTS and WAYS[me.pos][step.hops[0][0]]:
        me.embark = me.pos


def _go(play: Play, space: str, cost: int, over: str = "") -> None:
    me, step = play.me, play.step
    origin, me.pos = me.pos, space
    me.per -= cost
    me.spaces += 1
    step.walked += 1
    by_sea = WAYS[over or origin][space]
    play.say(
        "ms.section", seat=play.seat, origin=origin, to=space, type="sea" if by_sea else "road", cost=cost
    )


def _declare_again(play: Play) -> Status:
    """The card closed the way: another sea path without a new first card, or stay."""
    step = play.step
    if reroutes(play.state):
        return ask(play, "reroute")
    play.say("ms.effect", seat=play.seat, op="halt", space=play.me.pos)
    step.hops = ()
    return "ended"


def reroutes(state: State) -> list[Plan]:
    """Paths that begin by sea from where the mover is, as many sections as his card allows."""
    step = state.step
    me = state.players[state.active]
    ground = Ground(state, drop=bool(step.drop) and me.ov == step.drop)
    paths = [path for path in SEA_FIRST[me.pos] if step.cap > 1 or not path.second]
    return all_plans(ground, paths)


def sailings(state: State) -> list[Plan]:
    """With the wind behind: the declared path first, then every path of one or two sea sections."""
    step = state.step
    found = reroutes(state)
    declared = [plan for plan in found if plan.hops == step.hops and plan.join == step.join]
    by_sea = [plan for plan in found if plan not in declared and _all_sea(state, plan)]
    return declared + by_sea


def _all_sea(state: State, plan: Plan) -> bool:
    first = plan.hops[0][0]
    return len(plan.hops) == 1 or WAYS[first][plan.hops[1][0]]
