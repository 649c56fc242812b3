"""Odds by Monte Carlo: battles and duels, with the very code that resolves them."""

import msgspec

from engines.core.dice import Dice
from engines.gloire.battle import Side, fight
from engines.gloire.formulas import duel_gain, duel_value, level_ride
from engines.gloire.tables import DUEL_RIDES


class Odds(msgspec.Struct, frozen=True):
    """Of an attack: how often it wins, what is lost on average by each side, and the attacker's renown after it."""

    runs: int
    wins: float
    own_losses: float
    their_losses: float
    renown: float
    death: float  # how often the attacker loses his last man


class Army(msgspec.Struct, frozen=True):
    men: int
    renown: float
    fallback: float  # men under which it gives up


def battle_odds(
    attacker: Army,
    defenders: list[Army],
    dice: Dice,
    *,
    fort: str = "none",
    peasants: bool = False,
    runs: int = 300,
) -> Odds:
    """The attacker meets the defenders one after the other, as in phase 7."""
    wins, own, theirs, renown, deaths = 0, 0, 0, 0.0, 0
    for _ in range(runs):
        ours = Side(attacker.men, attacker.renown, attacker.fallback)
        won = ours.men > 0 and ours.men >= ours.threshold
        for defender in defenders:
            if not won:
                break
            side = Side(defender.men, defender.renown, defender.fallback)
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


def duel_odds(renown: float, other: float, mean: float, dice: Dice, runs: int = 400) -> DuelOdds:
    """The chances of one duel between two knights."""
    wins = 0
    for _ in range(runs):
        for ride in range(1, DUEL_RIDES + 1):
            mine = duel_value(renown, dice.uniform("simulator"), mean)
            theirs = duel_value(other, dice.uniform("simulator"), mean)
            if ride == DUEL_RIDES or not level_ride(mine, theirs):
                break
        wins += mine >= theirs
    return DuelOdds(wins / runs, duel_gain(renown, other), 0.05 * renown if renown > other else 0.0)
