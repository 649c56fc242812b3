"""What a position is worth to a seat:
the projected gap and level, coins, tokens, grand masters, Baphomet's risk."""

import msgspec

from engines.miles_christi.projection import Point, project
from engines.miles_christi.state import State
from engines.miles_christi.tables import ROUNDS, round_of

Quarter = tuple[float, float, float, float]  # one value for each round


class Weights(msgspec.Struct, frozen=True):
    """The points of a bot's judgement.
    `harm` is the share of the rivals' worth that counts against one's own."""

    gap: Quarter
    level: Quarter
    coins: Quarter
    token: Quarter
    master: float  # for each round still to come
    baphomet: float  # the fear of each militia that stands there
    harm: float
    leader: float  # how much the best rival weighs beside the mean of all
    rank: float = 0.0  # for each place nearer to the front of the next turn


def worth(state: State, seat: int, weights: Weights) -> float:
    """One seat's prospects and belongings, in points."""
    now = round_of(state.turn) - 1
    coins = weights.coins[now] * state.players[seat].coins
    return judge(project(state, seat), now, weights) + (coins + belongings(state, seat, weights))


def judge(point: Point, now: int, weights: Weights) -> float:
    """What the projected markers are worth in this round (from 0)."""
    military, religious = point
    if military > religious:
        return weights.level[now] * military - weights.gap[now] * (military - religious)
    return weights.level[now] * religious - weights.gap[now] * (religious - military)


def belongings(state: State, seat: int, weights: Weights) -> float:
    """What a seat owns beside coins: tokens, grand masters, a bought place; less its fear of Baphomet."""
    me = state.players[seat]
    now = round_of(state.turn) - 1
    points = weights.token[now] * (me.blessings + me.blasphemies + me.applications)
    points += weights.master * me.masters * (ROUNDS - 1 - now)
    for owners in state.baphomet:
        if owners:
            points -= weights.baphomet * owners.count(seat)
    if seat in state.bought:
        points += weights.rank * (len(state.bought) - state.bought.index(seat))
    return points


def balance(points: list[float], seat: int, weights: Weights) -> float:
    """One's own worth against the rivals', the best of them counting more."""
    rivals = [value for other, value in enumerate(points) if other != seat]
    mean = 0.0
    for value in rivals:
        mean += value
    mean /= len(rivals)
    return points[seat] - weights.harm * (weights.leader * max(rivals) + (1 - weights.leader) * mean)
