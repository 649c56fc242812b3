"""Close order (3.14): forming, joining, marching, breaking."""

import msgspec

from engines.argad.events import Tale
from engines.argad.field.groups import commanding
from engines.argad.movement.ranks import anchor_of, is_drilled, touching_block
from engines.argad.orders import Order
from engines.argad.state import Figure, Formation, State, between, by_id, is_chief, on_table, paces
from engines.argad.tables import MUSIC, RANK_TOL, VOICE


def note_orders(state: State, orders: list[Order], figures: dict[str, Figure], tale: Tale) -> None:
    """Orders given at the plot: a forming block, or men who leave one."""
    for order in orders:
        men = [figures[id] for id in order.figs if figures[id].place == "table"]
        if order.do == "form_close":
            _begin(state, order, [f for f in men if is_drilled(f)], tale)
        elif order.do == "break_close":
            for figure in men:
                tale.leaves_ranks(state, figure)
        elif order.do != "hold":
            _march(state, order, men, tale)


def with_anchor(state: State, order: Order, figures: dict[str, Figure]) -> Order:
    """The order with the one around whom the ranks form written into it."""
    anchor = anchor_of(state, order, figures) if order.do == "form_close" else None
    return msgspec.structs.replace(order, target=anchor.id) if anchor is not None else order


def _begin(state: State, order: Order, men: list[Figure], tale: Tale) -> None:
    """A chief in voice (or music) of them all, at least two men; the front is the one ordered, else where the
    anchor looks."""
    men = [f for f in men if not f.formation and ordered_by_chief(state, f)]
    if len(men) < 2:
        return
    anchor = by_id(state)[order.target]
    front = order.front if 0 <= order.front < 360 else anchor.heading
    id = f"F{state.turn}-{men[0].id}"
    state.formations.append(Formation(id, tuple(f.id for f in men), front, state.turn + 1))
    tale.emit("formation", men[0], id=id, what="forming", why="", figs=[f.id for f in men])


def ordered_by_chief(state: State, figure: Figure) -> bool:
    """Within 20 cm of a chief, or 40 of a musician who is within 20 of a chief."""
    if is_chief(figure):
        return True
    for chief in on_table(state):
        if not is_chief(chief) or chief.seat != figure.seat:
            continue
        if commanding(chief, figure):
            return True
        pipers = (f for f in on_table(state) if "musician" in f.roles and f.seat == figure.seat)
        if any(between(f, chief) <= VOICE and between(f, figure) <= MUSIC for f in pipers):
            return True
    return False


def _march(state: State, order: Order, men: list[Figure], tale: Tale) -> None:
    """A block marches as one order for all its men, a chief in voice; anybody else who walks off leaves the
    ranks."""
    ids = {f.id for f in men}
    for figure in men:
        if not figure.formation:
            continue
        block = next(f for f in state.formations if f.id == figure.formation)
        together = (
            set(block.members) <= ids
            and order.do in ("move", "charge")
            and any(ordered_by_chief(state, f) for f in men)
        )
        if not together:
            tale.leaves_ranks(state, figure)


def gather_up(state: State, figures: dict[str, Figure], tale: Tale) -> None:
    """END: blocks that were forming are ready if nobody was touched and they stand base to base around an
    anchor who did nothing all the turn; others give up."""
    kept = []
    for block in state.formations:
        why = _why_not_formed(state, block, figures) if block.forming else ""
        if why:
            tale.emit("formation", figures[block.members[0]], id=block.id, what="failed", why=why, figs=[])
        else:
            kept.append(block)
    state.formations = kept
    _joiners(state, figures)


def _why_not_formed(state: State, block: Formation, figures: dict[str, Figure]) -> str:
    """Why the ranks did not form; if they did, the block keeps those who reached them."""
    men = [figures[id] for id in block.members if figures[id].place == "table"]
    anchor = figures.get(figures[block.members[0]].now.target)
    if any(f.now.new_contacts + f.now.contacts for f in men):
        return "contact"
    if anchor is None or anchor.place != "table" or not any(ordered_by_chief(state, f) for f in men):
        return "fallen"
    if not _stood_still(anchor):
        return "anchor"
    ranks = sorted(f.id for f in touching_block([*men, anchor], anchor) if is_drilled(f) and not f.formation)
    if len(ranks) < 2:
        return "scattered"
    block.members = tuple(ranks)
    return ""


def _stood_still(anchor: Figure) -> bool:
    now = anchor.now
    return now.travelled <= paces(anchor) and not now.shot and now.act in ("hold", "form_close")


def _largest_block(men: list[Figure]) -> list[Figure]:
    """The most men who stand base to base."""
    best: list[Figure] = []
    left = list(men)
    while left:
        block = touching_block(left, left[0])
        left = [f for f in left if f not in block]
        if len(block) > len(best):
            best = block
    return best


def _joiners(state: State, figures: dict[str, Figure]) -> None:
    for figure in figures.values():
        if figure.now.act != "join_close" or figure.formation or figure.place != "table":
            continue
        for block in state.formations:
            members = [figures[id] for id in block.members]
            near = any(between(figure, m) <= RANK_TOL for m in members)
            if near and members[0].side == figure.side:
                block.members = (*block.members, figure.id)
                figure.formation = "" if block.forming else block.id
                break


def take_effect(state: State, figures: dict[str, Figure], tale: Tale) -> None:
    """START: what was formed last turn holds from now on."""
    for block in state.formations:
        block.moved = False
        if block.forming and block.formed <= state.turn:
            block.forming = False
            for id in block.members:
                figures[id].formation = block.id
            first = figures[block.members[0]]
            tale.emit("formation", first, id=block.id, what="formed", why="", figs=list(block.members))


def after_march(state: State, figures: dict[str, Figure], tale: Tale) -> None:
    """A block that marched keeps its order; men who were torn away have left it."""
    for block in list(state.formations):
        if block.forming:
            continue
        men = [figures[id] for id in block.members if figures[id].place == "table"]
        block.moved = any(f.now.travelled > paces(f) for f in men)
        together = {f.id for f in _largest_block(men)}
        for figure in men:
            if figure.id not in together and figure.formation == block.id:
                tale.leaves_ranks(state, figure)
