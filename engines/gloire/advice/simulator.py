"""Odds: of a battle by Monte Carlo, with the very code that resolves it; of a duel exactly."""

import msgspec
from msgspec.structs import replace

from engines.core.dice import Dice
from engines.gloire.formulas import CLEAR, clamp, duel_gain, duel_loss
from engines.gloire.phases.battle import Side, fight
from engines.gloire.tables import DUEL_RIDES


class Odds(msgspec.Struct, frozen=True):
    """Of an attack: how often it wins, what is lost on average by each side,
    and the attacker's renown after it."""

    runs: int
    wins: float
    own_losses: float
    their_losses: float
    renown: float
    death: float  # how often the attacker loses his last man


def battle_odds(
    attacker: Side,
    defenders: list[Side],
    dice: Dice,
    *,
    fort: str = "none",
    peasants: bool = False,
    runs: int = 300,
) -> Odds:
    """The attacker meets the defenders one after the other, as in phase 7."""
    wins, own, theirs, renown, deaths = 0, 0, 0, 0.0, 0
    for _ in range(runs):
        ours = replace(attacker)
        won = ours.men > 0 and ours.men >= ours.threshold  # else the order is refused
        for defender in defenders:
            if not won:
                break
            side = replace(defender)
            won, _passes = fight(ours, side, lambda: dice.uniform("simulator"), fort=fort, peasants=peasants)
            theirs += defender.men - side.men
        wins += won
        own += attacker.men - ours.men
        renown += ours.renown
        deaths += ours.men == 0
    return Odds(runs, wins / runs, own / runs, theirs / runs, renown / runs, deaths / runs)


class DuelOdds(msgspec.Struct, frozen=True):
    wins: float
    gain: float  # renown won by winning
    loss: float  # renown lost by losing to a lesser knight


def duel_odds(renown: float, other: float, mean: float) -> DuelOdds:
    """The chances of one duel between two knights, exactly:
    they ride again while level, and the last ride decides."""
    won, lost = _chance_ahead(renown, other, mean, CLEAR), _chance_ahead(other, renown, mean, CLEAR)
    level, wins = 1.0, 0.0
    for _ride in range(1, DUEL_RIDES):
        wins += level * won
        level *= 1 - won - lost
    wins += level * _chance_ahead(renown, other, mean, 1.0)
    return DuelOdds(wins, duel_gain(renown, other), duel_loss(other, renown))


def _chance_ahead(renown: float, other: float, mean: float, share: float) -> float:
    """How often the other's value in a ride stays under `share` of one's own.

    At a draw u of one's own that is the chance f(u) = share × (renown × u + mean)
    − mean over `other`, kept within 0..1: a line between the draws where it leaves 0 and where it reaches 1.
    """
    slope, start = share * renown / other, (share - 1) * mean / other
    first, last = clamp(-start / slope, 0.0, 1.0), clamp((1 - start) / slope, 0.0, 1.0)
    return slope * (last * last - first * first) / 2 + start * (last - first) + (1 - last)
