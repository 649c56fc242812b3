"""The opening: options checked, congregations dealt, decks shuffled, turn order drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.contract import BadOptions, Problem
from engines.core.dice import Dice
from engines.core.texts import gettext_noop, say
from engines.missionnaires.board import BARRACKS, CONGREGATIONS, REGIONS
from engines.missionnaires.deck import full_pile
from engines.missionnaires.meta import META
from engines.missionnaires.state import Options, Player, State

COLOURS = ("rouge", "jaune", "bleu", "orange")
HAND = {2: 12, 3: 8, 4: 6}


def open_game(seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> State:
    """The position before the first turn begins. Bad seats or options raise `BadOptions`."""
    problems = _bad_options(seats, options)
    if problems:
        raise BadOptions(problems)
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


def _bad_options(seats: Sequence[str], options: Mapping[str, Any]) -> list[Problem]:
    problems = []
    fewest, most = META.seats
    if not fewest <= len(seats) <= most:
        text = gettext_noop("Il faut de {fewest} à {most} joueurs, et non {count}.")
        problems.append(Problem("seats", say(text, fewest=fewest, most=most, count=len(seats)), ("seats",)))
    known = {option.key: option for option in META.options}
    for key, value in options.items():
        if key not in known:
            text = gettext_noop("L’option « {key} » n’existe pas ; il y a : {known}.")
            problems.append(Problem("unknown_option", say(text, key=key, known=list(known)), (key,)))
            continue
        option = known[key]
        values = [False, True] if option.kind == "bool" else [choice for choice, _ in option.choices]
        if not any(value is one or (isinstance(value, str) and value == one) for one in values):
            text = gettext_noop("« {value} » ne convient pas pour l’option « {key} » ; il y a : {values}.")
            shown = [_value_text(one) for one in values]
            problems.append(Problem("bad_option", say(text, key=key, value=str(value), values=shown), (key,)))
    return problems


def _value_text(value: Any) -> str:
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)
