"""What comes into a city and what leaves it: cards, points, resources, and the sacraments that follow.
Specification 1.6."""

from engines.theopolis.play import Table
from engines.theopolis.state import START_POINTS, Three
from engines.theopolis.vocabulary import KINDS


def place_in_city(table: Table, seat: int, cid: int, origin: str) -> None:
    player = table.state.players[seat]
    before = table.facts(seat).sacraments
    player.city = (*player.city, cid)
    facts = table.facts(seat)
    table.tell(
        "entered", seat=seat, **table.card_facts(cid), origin=origin, stones=facts.stones, drain=facts.drain
    )
    _tell_sacraments(table, seat, before, facts.sacraments)


def remove_from_city(table: Table, seat: int, cid: int, cause: str) -> None:
    """The card takes its stones, points, tags and effects with it at once."""
    player = table.state.players[seat]
    before = table.facts(seat).sacraments
    player.city = tuple([other for other in player.city if other != cid])
    facts = table.facts(seat)
    table.tell(
        "left", seat=seat, **table.card_facts(cid), cause=cause, stones=facts.stones, drain=facts.drain
    )
    _tell_sacraments(table, seat, before, facts.sacraments)


def change_points(table: Table, seat: int, change: int, cause: str) -> None:
    player = table.state.players[seat]
    before = player.points
    player.points = min(START_POINTS, max(0, before + change))
    if player.points != before:
        table.tell("points_changed", seat=seat, before=before, after=player.points, cause=cause)


def add_resource(table: Table, seat: int, kind: int) -> None:
    state = table.state
    player = state.players[seat]
    state.piles = shift(state.piles, kind, -1)
    player.res = shift(player.res, kind, 1)
    table.tell("resource_added", seat=seat, kind=KINDS[kind], held=player.res[kind], left=state.piles[kind])


def lose_resources(table: Table, seat: int, wanted: Three, cause: str) -> None:
    """Back to the piles, tilted ones first, never the last card of a kind, at most what `cap_loss` allows."""
    state = table.state
    player = state.players[seat]
    lost = _cap_losses(player.res, wanted, table.facts(seat).cap_loss)
    if not any(lost):
        return
    for kind in range(3):
        player.res = shift(player.res, kind, -lost[kind])
        player.used = shift(player.used, kind, -min(lost[kind], player.used[kind]))
        state.piles = shift(state.piles, kind, lost[kind])
    table.tell("resources_lost", seat=seat, lost=lost, held=list(player.res), cause=cause)


def shift(three: Three, kind: int, change: int) -> Three:
    changed = list(three)
    changed[kind] += change
    return (changed[0], changed[1], changed[2])


def _cap_losses(held: Three, wanted: Three, cap: int) -> list[int]:
    """The cap takes from the kind held most; ties go to Foi, Espérance, Charité in that order."""
    possible = [min(want, have - 1) for want, have in zip(wanted, held, strict=True)]
    if sum(possible) <= cap:
        return possible
    lost = [0, 0, 0]
    for _ in range(cap):
        kind = max(range(3), key=lambda k: (possible[k] > lost[k], held[k] - lost[k], -k))
        lost[kind] += 1
    return lost


def _tell_sacraments(table: Table, seat: int, before: int, after: int) -> None:
    if before == after:
        return
    for sacrament in table.catalogue.sacraments_in(after & ~before):
        table.tell("sacrament_gained", seat=seat, sacrament=sacrament.id)
    for sacrament in table.catalogue.sacraments_in(before & ~after):
        table.tell("sacrament_lost", seat=seat, sacrament=sacrament.id)
