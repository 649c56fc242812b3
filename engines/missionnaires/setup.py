"""The opening: options checked, congregations dealt, decks shuffled, turn order drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.dice import Dice
from engines.core.options import require_options
from engines.missionnaires.board import BARRACKS, CONGREGATIONS, REGIONS
from engines.missionnaires.deck import full_pile
from engines.missionnaires.meta import META
from engines.missionnaires.state import Options, Player, State

COLOURS = ("rouge", "jaune", "bleu", "orange")
HAND = {2: 12, 3: 8, 4: 6}


def open_game(seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> State:
    """The position before the first turn begins. Bad seats or options raise `BadOptions`."""
    require_options(META, seats, options)
    chosen = Options(**options)
    hands, reserve = _deal(len(seats), chosen.deal, dice)
    order = list(range(len(seats)))
    dice.shuffle(order, "turn_order")
    sea, land = full_pile("mer"), full_pile("territoires")
    dice.shuffle(sea, "shuffle:mer")
    dice.shuffle(land, "shuffle:territoires")
    players = zip(seats, COLOURS, hands, strict=False)
    return State(
        players=[Player(name, colour, todo=tuple(sorted(hand))) for name, colour, hand in players],
        order=tuple(order),
        gend={home: home for home in BARRACKS},
        lone={"C": "", "D": ""},
        sea=tuple(sea),
        land=tuple(land),
        reserve=tuple(reserve),
        options=chosen,
    )


def _deal(count: int, how: str, dice: Dice) -> tuple[list[list[str]], list[str]]:
    """The hands and the reserve. By region:
    one of each region (two of each for two players), then the rest at random."""
    hands: list[list[str]] = [[] for _ in range(count)]
    pool: list[str] = []
    if how == "regions":
        for region, towns in REGIONS.items():
            cards = list(towns)
            dice.shuffle(cards, f"deal:{region}")
            for hand in hands * (2 if count == 2 else 1):
                hand.append(cards.pop())
            pool += cards
    else:
        pool = list(CONGREGATIONS)
    dice.shuffle(pool, "deal")
    for hand in hands:
        while len(hand) < HAND[count]:
            hand.append(pool.pop())
    return hands, pool
