"""What each seat may know, built by listing what is shown.
Specification 5: hidden hand cards are `None`, never a number.

Hidden: the other hands (but for cards everybody saw enter them), the order of the deck,
where the Apocalypse lies, and the patrons offered to others. When the game is over everything is open.
"""

import msgspec

from engines.theopolis.actions import resources_lacking
from engines.theopolis.catalogue import STONES_TO_WIN, Catalogue, Cost, Facts
from engines.theopolis.disasters import would_hit
from engines.theopolis.edition import LAST_CARDS
from engines.theopolis.effects import bounds_of, options_of
from engines.theopolis.state import Options, Placing, Player, State, facts_of, neighbours


class CardSeen(msgspec.Struct, frozen=True):
    cid: int
    card: str


class HandCard(msgspec.Struct, frozen=True):
    """A card of one's own hand: its cost now, what the upright resources lack, whom a disaster would hit."""

    cid: int
    card: str
    cost: Cost
    missing: Cost
    playable: bool
    hits: list[int]


class Slot(msgspec.Struct, frozen=True):
    """One place of a sacrament: where a card for it is nearest: city, hand, board, neighbour or unseen."""

    tags: tuple[str, ...]
    where: str
    cards: list[int]


class SacramentSeen(msgspec.Struct, frozen=True):
    id: str
    held: bool
    missing: int
    slots: list[Slot]


class Race(msgspec.Struct, frozen=True):
    """How far a player is on every path."""

    turns_to_heaven: int | None  # at the present drain; None when nothing drains
    stones_missing: int
    slots_missing: int  # of the nearest winning set of sacraments
    merveille_missing: Cost  # upright or tilted, the resources he holds count
    merveille_seen: bool  # in a hand, where this seat may see it
    score: int  # if the Apocalypse came now


class PlayerSeen(msgspec.Struct, frozen=True):
    seat: int
    name: str
    patron: int
    points: int
    drain: int
    stones: int
    res: Cost
    used: Cost
    city: list[CardSeen]
    hand: list[CardSeen | None]
    hand_size: int
    swaps_allowed: int
    protected_from_bishops: bool
    neighbours: list[int]
    sacraments: list[SacramentSeen]
    race: Race
    rank: int | None
    ending: str | None


class Question(msgspec.Struct, frozen=True):
    number: int
    kind: str
    source: int | None
    least: int
    most: int
    options: list[int]
    picked: int | None
    remaining: int


class Threat(msgspec.Struct, frozen=True):
    """A disaster that may still come: how many copies are unseen, whom it would hit now."""

    card: str
    unseen: int
    hits: list[int]


class View(msgspec.Struct, frozen=True):
    seat: int | None
    notice: str
    options: Options
    round: int
    phase: str
    starter: int
    active: int
    deck_count: int
    apocalypse_near: bool
    deck: list[CardSeen] | None  # only when the game is over
    board: list[CardSeen]
    discard: list[CardSeen]
    piles: Cost
    res_added: bool
    swaps_done: int
    idle_rounds: int
    players: list[PlayerSeen]
    hand: list[HandCard]  # one's own
    question: Question | None  # one's own
    offers: list[int]  # patrons to choose from, one's own
    threats: list[Threat]
    ranking: tuple[Placing, ...]


def view(state: State, catalogue: Catalogue, seat: int | None) -> View:
    over = state.phase == "over"
    facts = [facts_of(state, catalogue, other) for other in range(len(state.players))]
    hands = [_hand_seen(state, other, seat) for other in range(len(state.players))]
    mine = state.players[seat] if seat is not None else None
    return View(
        seat=seat,
        notice=catalogue.edition.notice,
        options=state.options,
        round=state.round,
        phase=state.phase,
        starter=state.starter,
        active=state.active,
        deck_count=len(state.deck),
        apocalypse_near=len(state.deck) <= LAST_CARDS and not over,
        deck=_cards(state, state.deck) if over else None,
        board=_cards(state, state.board),
        discard=_cards(state, state.discard),
        piles=state.piles,
        res_added=state.res_added,
        swaps_done=state.swaps_done,
        idle_rounds=state.idle_rounds,
        players=[_player(state, catalogue, other, facts[other], hands[other]) for other in range(len(facts))],
        hand=_own_hand(state, catalogue, mine, facts[seat]) if mine is not None and seat is not None else [],
        question=_question(state, catalogue) if seat == state.active else None,
        offers=list(mine.offers) if mine else [],
        threats=_threats(state, catalogue, hands),
        ranking=state.ranking,
    )


def _cards(state: State, cids: tuple[int, ...]) -> list[CardSeen]:
    return [CardSeen(cid, state.cards[cid]) for cid in cids]


def _hand_seen(state: State, owner: int, seat: int | None) -> list[CardSeen | None]:
    player = state.players[owner]
    if owner == seat or state.phase == "over":
        return list(_cards(state, player.hand))
    known = player.known if state.options.memory_aid else ()
    return [CardSeen(cid, state.cards[cid]) if cid in known else None for cid in player.hand]


def _player(
    state: State, catalogue: Catalogue, seat: int, facts: Facts, hand: list[CardSeen | None]
) -> PlayerSeen:
    player = state.players[seat]
    near = neighbours(state, seat)
    return PlayerSeen(
        seat=seat,
        name=player.name,
        patron=player.patron,
        points=player.points,
        drain=facts.drain,
        stones=facts.stones,
        res=player.res,
        used=player.used,
        city=_cards(state, player.city),
        hand=hand,
        hand_size=facts.hand_size,
        swaps_allowed=facts.swaps,
        protected_from_bishops="homme" in facts.safe_from_take,
        neighbours=near,
        sacraments=_sacraments(state, catalogue, seat, facts, hand, near),
        race=_race(catalogue, player, facts, hand),
        rank=player.rank,
        ending=player.ending,
    )


def _race(catalogue: Catalogue, player: Player, facts: Facts, hand: list[CardSeen | None]) -> Race:
    turns = -(-player.points // facts.drain) if facts.drain else None
    goal = catalogue.cost(catalogue.cards[catalogue.winners[0]], facts) if catalogue.winners else (0, 0, 0)
    return Race(
        turns_to_heaven=turns,
        stones_missing=max(0, STONES_TO_WIN - facts.stones),
        slots_missing=catalogue.slots_missing(facts.tags),
        merveille_missing=(
            max(0, goal[0] - player.res[0]),
            max(0, goal[1] - player.res[1]),
            max(0, goal[2] - player.res[2]),
        ),
        merveille_seen=any(card is not None and card.card in catalogue.winners for card in hand),
        score=2 * facts.stones + 3 * facts.held - player.points + facts.score_bonus,
    )


def _sacraments(
    state: State,
    catalogue: Catalogue,
    seat: int,
    facts: Facts,
    hand: list[CardSeen | None],
    near: list[int],
) -> list[SacramentSeen]:
    masks = catalogue.tag_masks
    zones: list[tuple[str, list[tuple[int, int]]]] = [
        ("city", [(cid, masks[state.cards[cid]]) for cid in state.players[seat].city]),
        ("hand", [(card.cid, masks[card.card]) for card in hand if card is not None]),
        ("board", [(cid, masks[state.cards[cid]]) for cid in state.board]),
        (
            "neighbour",
            [(cid, masks[state.cards[cid]]) for other in near for cid in state.players[other].city],
        ),
    ]
    marked = [(where, [(cid, mask) for cid, mask in cards if mask]) for where, cards in zones]
    seen: list[SacramentSeen] = []
    for place, sacrament in enumerate(catalogue.sacraments):
        masks_of_slots = catalogue.slots[place]
        slots = [
            _slot(tags, mask, marked) for tags, mask in zip(sacrament.slots, masks_of_slots, strict=True)
        ]
        missing = sum(slot.where != "city" for slot in slots)
        seen.append(SacramentSeen(sacrament.id, bool(facts.sacraments >> place & 1), missing, slots))
    return seen


def _slot(tags: tuple[str, ...], mask: int, zones: list[tuple[str, list[tuple[int, int]]]]) -> Slot:
    for where, cards in zones:
        found = [cid for cid, tagged in cards if tagged & mask]
        if found:
            return Slot(tags, where, found)
    return Slot(tags, "unseen", [])


def _own_hand(state: State, catalogue: Catalogue, player: Player, facts: Facts) -> list[HandCard]:
    hand: list[HandCard] = []
    for cid in player.hand:
        card = catalogue.cards[state.cards[cid]]
        if card.type == "desastre":
            hits = would_hit(state, catalogue, card) if state.phase != "over" else []
            hand.append(HandCard(cid, card.id, card.cost, (0, 0, 0), False, hits))
        else:
            cost = catalogue.cost(card, facts)
            missing = resources_lacking(player, cost)
            hand.append(HandCard(cid, card.id, cost, missing, missing == (0, 0, 0), []))
    return hand


def _question(state: State, catalogue: Catalogue) -> Question | None:
    if not state.pending:
        return None
    asked = state.pending[-1]
    least, most = bounds_of(state, catalogue, asked)
    remaining = 0
    if asked.kind == "refill":
        size = facts_of(state, catalogue, state.active).hand_size
        remaining = size - len(state.players[state.active].hand)
    return Question(
        asked.number,
        asked.kind,
        asked.source if asked.source >= 0 else None,
        least,
        most,
        options_of(state, catalogue, asked),
        asked.picked if asked.picked >= 0 else None,
        remaining,
    )


def _threats(state: State, catalogue: Catalogue, hands: list[list[CardSeen | None]]) -> list[Threat]:
    """Counted from what this seat sees: the discard and the hands open to it."""
    if state.phase in ("over", "draft"):
        return []
    seen = [state.cards[cid] for cid in state.discard]
    seen += [card.card for hand in hands for card in hand if card is not None]
    threats: list[Threat] = []
    for card in catalogue.disasters:
        copies = catalogue.copies(card.id, len(state.players), full=state.options.full_deck)
        unseen = copies - seen.count(card.id)
        if unseen > 0:
            threats.append(Threat(card.id, unseen, would_hit(state, catalogue, card)))
    return threats
