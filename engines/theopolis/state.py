"""The state of a table. Cards are instances: `cid` is their number, `cards[cid]` their id in the edition.

Sequences are tuples, replaced and never changed, so that a copy of a state shares them. Nothing derived is
stored: stones, drain, sacraments, costs and hand sizes come from `Catalogue.facts`. Resources stand in the
order Foi, Espérance, Charité.
"""

from typing import Literal

import msgspec

from engines.theopolis.catalogue import Catalogue, Facts

Three = tuple[int, int, int]
Cids = tuple[int, ...]
Ending = Literal["origin", "stones", "sacraments", "merveille", "apocalypse", "last"]
Phase = Literal["draft", "start", "action", "hand", "board", "straighten", "pass", "over"]
DecisionKind = Literal[
    "take",
    "board_to_hand",
    "discard_to_hand",
    "flush_board",
    "caveau_discard",
    "caveau_board",
    "discard_down",
    "refill",
]

START_POINTS = 20


class Options(msgspec.Struct, frozen=True):
    continue_for_ranking: bool = False
    full_deck: bool = False
    patron_draft: bool = False
    memory_aid: bool = True


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A question put to the active player, or (kind "") the effects of a card that are still to come.

    `effect` is the place, among the effects of `source`, of the one that asks or comes next; `picked` is the
    Caveau's first choice; `number` counts the questions of a game, so that an answer to an older one is
    recognised.
    """

    kind: DecisionKind | Literal[""]
    source: int = -1
    effect: int = 0
    picked: int = -1
    number: int = 0


class Player(msgspec.Struct, gc=False):
    name: str
    patron: int = 0  # 0 while the patrons are being drafted
    points: int = START_POINTS
    res: Three = (1, 1, 1)
    used: Three = (0, 0, 0)
    city: Cids = ()  # in order of arrival
    hand: Cids = ()
    known: Cids = ()  # hand cards that everybody saw enter the hand
    offers: tuple[int, ...] = ()  # patrons to choose from, during the draft
    rank: int | None = None
    ending: Ending | None = None


class Placing(msgspec.Struct, frozen=True):
    seat: int
    place: int
    ending: Ending
    round: int
    score: int | None = None


class State(msgspec.Struct):
    options: Options
    cards: tuple[str, ...]  # cid -> id in the edition
    deck: Cids  # first = next
    board: Cids  # in order of arrival
    discard: Cids
    piles: Three
    players: tuple[Player, ...]
    starter: int = 0
    active: int = 0
    round: int = 1
    phase: Phase = "start"
    pending: tuple[Decision, ...] = ()  # a stack: the last one is asked
    decisions: int = 0  # how many were ever opened: the number of the last one
    res_added: bool = False
    swaps_done: int = 0
    drew_this_round: bool = False
    idle_rounds: int = 0
    ranking: tuple[Placing, ...] = ()


def facts_of(state: State, catalogue: Catalogue, seat: int) -> Facts:
    player = state.players[seat]
    cards = state.cards
    return catalogue.facts(player.patron, tuple([cards[cid] for cid in player.city]))


def unfinished_seats(state: State) -> list[int]:
    """Seats still playing, in turn order from the active player."""
    count = len(state.players)
    order = [(state.active + step) % count for step in range(count)]
    return [seat for seat in order if state.players[seat].rank is None]


def neighbours(state: State, seat: int) -> list[int]:
    """The nearest unfinished seats, left (the next to play) then right; one only when they are the same."""
    count = len(state.players)
    around = [(seat + step) % count for step in range(1, count)]
    playing = [other for other in around if state.players[other].rank is None]
    return playing[:1] if len(playing) < 2 else [playing[0], playing[-1]]
