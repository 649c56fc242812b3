"""One battle, pass after pass (rulebook 5.8). Pure: the attacks and the simulator both call `fight`."""

from collections.abc import Callable

import msgspec

from engines.gloire.formulas import pass_draw, pass_loss
from engines.gloire.rounding import tenths
from engines.gloire.tables import FORTS


class Side(msgspec.Struct):
    """An army in a battle. It gives up once it has fewer men than `threshold`."""

    men: int
    renown: float
    threshold: float


def fight(
    attacker: Side, defender: Side, draw: Callable[[], float], *, fort: str = "none", peasants: bool = False
) -> tuple[bool, list[list[float]]]:
    """Both sides are changed. True when the attacker wins.
    Each pass draws for the attacker, then the defender; it is told as what each drew and what each lost.

    A side that is under its threshold to begin with gives up without a pass, the defender first.
    """
    walls = FORTS[fort]
    passes: list[list[float]] = []
    if defender.men <= 0 or defender.men < defender.threshold:
        return True, passes
    if attacker.men < attacker.threshold:  # after the battle against another defender
        return False, passes
    while True:
        a_renown, d_renown = attacker.renown, defender.renown
        a_drew = pass_draw(draw(), attacker.men, a_renown, d_renown)
        d_drew = pass_draw(draw(), defender.men, d_renown, a_renown, walls.draw)
        ahead = a_drew > d_drew
        a_lost, d_lost = _losses(attacker, defender, ahead, walls.damage, peasants)
        attacker.men -= a_lost
        defender.men -= d_lost
        winner, loser = (attacker, defender) if ahead else (defender, attacker)
        won, lost = winner.renown, loser.renown
        winner.renown = won + lost / 100
        loser.renown = max(1.0, lost - won / 100)
        passes.append([tenths(a_drew), tenths(d_drew), a_lost, d_lost])
        if attacker.men <= 0:
            return False, passes
        if loser.men <= 0 or loser.men < loser.threshold:
            return ahead, passes
        if winner.men <= 0 or winner.men < winner.threshold:
            return not ahead, passes


def _losses(attacker: Side, defender: Side, ahead: bool, damage: float, peasants: bool) -> tuple[int, int]:
    """Men lost in a pass: the side that yields loses one at least, so that every battle ends."""
    a_men, d_men = attacker.men, defender.men
    light = 0.05 if peasants else 0.10  # what the winner of a pass suffers, peasants being poorly armed
    by_attacker = pass_loss(a_men, attacker.renown, defender.renown, (0.10 if ahead else light) * damage)
    by_defender = pass_loss(d_men, defender.renown, attacker.renown, light if ahead else 0.10)
    a_lost = min(a_men, by_defender if ahead else max(1, by_defender))
    d_lost = min(d_men, max(1, by_attacker) if ahead else by_attacker)
    return a_lost, d_lost
