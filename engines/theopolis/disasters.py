"""Disasters: who is compared, who is hit, and what each one loses. Nobody decides anything.
Specification 1.5."""

from collections.abc import Callable

from engines.theopolis.catalogue import Catalogue
from engines.theopolis.cities import change_points, lose_resources, remove_from_city
from engines.theopolis.edition import Card
from engines.theopolis.play import Table
from engines.theopolis.state import State, Three, facts_of, unfinished_seats
from engines.theopolis.vocabulary import KINDS, Effect


def resolve(table: Table, cid: int) -> None:
    """Apply the disaster to each player at the extreme, unless that is everybody."""
    state = table.state
    card = table.catalogue.cards[state.cards[cid]]
    values = metric_values(state, table.catalogue, card)
    hit = players_hit(card, values)
    shown = [values.get(seat) for seat in range(len(state.players))]
    table.tell("disaster", **table.card_facts(cid), values=shown, hit=hit)
    for seat in hit:
        for effect in card.strike:
            STRIKES[effect.name](table, seat, effect, card)
    state.discard = (*state.discard, cid)


def metric_values(state: State, catalogue: Catalogue, card: Card) -> dict[int, int]:
    """The figure compared, for every unfinished seat."""
    if card.compare is None:
        return {}
    metric = str(card.compare.args[0])
    values: dict[int, int] = {}
    for seat in unfinished_seats(state):
        if metric == "points":
            values[seat] = state.players[seat].points
        elif metric == "resources":
            values[seat] = sum(state.players[seat].res)
        else:
            facts = facts_of(state, catalogue, seat)
            values[seat] = facts.held if metric == "sacraments" else int(getattr(facts, metric))
    return values


def players_hit(card: Card, values: dict[int, int]) -> list[int]:
    """In turn order from the active player; nobody when everybody is tied."""
    if card.compare is None:
        return []
    extreme = max(values.values()) if card.compare.args[1] == "most" else min(values.values())
    hit = [seat for seat, value in values.items() if value == extreme]
    return [] if len(hit) == len(values) else hit


def would_hit(state: State, catalogue: Catalogue, card: Card) -> list[int]:
    return players_hit(card, metric_values(state, catalogue, card))


def newest_matching(state: State, catalogue: Catalogue, seat: int, wanted: str) -> int | None:
    """The last arrived card of that type (or of the clergy) whose own type is not protected."""
    safe = facts_of(state, catalogue, seat).safe_from_disaster
    for cid in reversed(state.players[seat].city):
        card = catalogue.cards[state.cards[cid]]
        matches = card.id in catalogue.clerics if wanted == "clergy" else card.type == wanted
        if matches and card.type not in safe:
            return cid
    return None


def _discard_newest(table: Table, seat: int, effect: Effect, card: Card) -> None:
    cid = newest_matching(table.state, table.catalogue, seat, str(effect.args[0]))
    if cid is None:
        table.tell("spared", seat=seat, cause=card.id)
        return
    remove_from_city(table, seat, cid, card.id)
    table.state.discard = (*table.state.discard, cid)


def _lose_kind(table: Table, seat: int, effect: Effect, card: Card) -> None:
    lost = [0, 0, 0]
    lost[KINDS.index(str(effect.args[0]))] = int(effect.args[1])
    lose_resources(table, seat, (lost[0], lost[1], lost[2]), card.id)


def _lose_each(table: Table, seat: int, effect: Effect, card: Card) -> None:
    amount = int(effect.args[0])
    each: Three = (amount, amount, amount)
    lose_resources(table, seat, each, card.id)


def _discard_hand_random(table: Table, seat: int, effect: Effect, card: Card) -> None:
    player = table.state.players[seat]
    hand = list(player.hand)
    count = min(int(effect.args[0]), len(hand))
    gone = [hand.pop(table.dice.below(len(hand), f"disaster:{card.id}:{seat}")) for _ in range(count)]
    if not gone:
        return
    table.reveals = True
    player.hand = tuple(hand)
    player.known = tuple([cid for cid in player.known if cid not in gone])
    table.state.discard = (*table.state.discard, *gone)
    table.tell("hand_discarded", seat=seat, cards=[table.card_facts(cid) for cid in gone], cause=card.id)


def _regain(table: Table, seat: int, effect: Effect, card: Card) -> None:
    if table.facts(seat).no_regain:
        table.tell("spared", seat=seat, cause=card.id)
        return
    change_points(table, seat, int(effect.args[0]), card.id)


STRIKES: dict[str, Callable[[Table, int, Effect, Card], None]] = {
    "discard_newest": _discard_newest,
    "lose_kind": _lose_kind,
    "lose_each": _lose_each,
    "discard_hand_random": _discard_hand_random,
    "regain": _regain,
}
