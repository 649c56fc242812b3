"""The rulebook's tables, read once from data/board.toml,
and the costs of each Order with its power counted in."""

import tomllib
from pathlib import Path
from typing import Any

_RAW: dict[str, Any] = tomllib.loads((Path(__file__).parent / "data" / "board.toml").read_text("utf-8"))

TURNS_PER_ROUND: int = _RAW["turns_per_round"]
ROUNDS: int = _RAW["rounds"]
LAST_TURN = TURNS_PER_ROUND * ROUNDS
MILITIAS_A_TURN: int = _RAW["militias_a_turn"]
SAME_COLOUR: int = _RAW["same_colour_a_zone"]
DEALT: int = _RAW["dealt"]
IN_BAG: int = _RAW["in_bag"]
RECRUITS: int = _RAW["recruits"]
RECRUITS_JOINING: tuple[int, ...] = tuple(_RAW["recruits_joining"])
BAPHOMET_COINS: int = _RAW["baphomet_coins"]
BAPHOMET_GAP: int = _RAW["baphomet_gap"]
BAPHOMET_NUMBERS = range(1, _RAW["baphomet_numbers"] + 1)
EMPTY_HANDED_GAP: int = _RAW["empty_handed_gap"]
BLESSING_RELIGIOUS: int = _RAW["blessing_religious"]
BLASPHEMY_RELIGIOUS: int = _RAW["blasphemy_religious"]
GRAND_MASTER_PRICE: tuple[int, ...] = tuple(_RAW["grand_master_price"])
GRAND_MASTER_GAP: int = _RAW["grand_master_gap"]
ENVOY_STEP: int = _RAW["envoy_step"]
ENVOYS_GAP: tuple[int, ...] = tuple(_RAW["envoys_gap"])
COLUMN = len(_RAW["pope_cost"])  # spaces in a pope column
REDEPLOYED: int = _RAW["redeployed"]
DESERTING: int = _RAW["deserting"]

ORDERS: tuple[str, ...] = tuple(_RAW["orders"])
START: dict[str, tuple[int, int]] = {
    key: (row["military"], row["religious"]) for key, row in _RAW["orders"].items()
}
COLOURS: dict[str, str] = {key: row["colour"] for key, row in _RAW["orders"].items()}

ZONES: tuple[str, ...] = tuple(_RAW["zones"])
MILITARY: tuple[str, ...] = tuple(key for key, row in _RAW["zones"].items() if row["part"] == "military")
RELIGIOUS: tuple[str, ...] = tuple(key for key, row in _RAW["zones"].items() if row["part"] == "religious")
COINS: dict[str, int] = {key: row.get("coins", 0) for key, row in _RAW["zones"].items()}
EVALUATION: dict[str, tuple[int, int]] = {
    key: (row["evaluation"][0], row["evaluation"][1])
    for key, row in _RAW["zones"].items()
    if "evaluation" in row
}
TRACKS = ("military", "religious")
DIRECTIONS = ("up", "down")
TOKENS = ("blessing", "blasphemy", "application")


def spaces(zone: str, players: int) -> int:
    """The number of action spaces of a zone; 0 is unlimited."""
    count: int = _RAW["zones"][zone]["spaces"][players - 3]
    return count


def round_of(turn: int) -> int:
    """The round (1–4) a turn (1–12) belongs to."""
    return (turn - 1) // TURNS_PER_ROUND + 1


def _power(order: str, on: str) -> int:
    power = _RAW["orders"][order]["power"]
    coins: int = power["coins"] if power["on"] == on else 0
    return coins


def _cheaper(cost: int, order: str, on: str) -> int:
    return max(0, cost - _power(order, on))


BLESSING_COINS: dict[str, int] = {
    order: _RAW["blessing_coins"] + _power(order, "blessing") for order in ORDERS
}
BLASPHEMY_COST: dict[str, tuple[int, ...]] = {
    order: tuple(_cheaper(cost, order, "blasphemy") for cost in _RAW["blasphemy_cost"]) for order in ORDERS
}
APPLICATION_COST: dict[str, int] = {
    order: _cheaper(_RAW["application_cost"], order, "application") for order in ORDERS
}
COMMANDERY_COST: dict[str, dict[str, int]] = {
    order: {what: _cheaper(cost, order, "commandery") for what, cost in _RAW["commandery_cost"].items()}
    for order in ORDERS
}
POPE_COST: dict[str, tuple[int, ...]] = {
    order: tuple(_cheaper(cost, order, "pope") for cost in _RAW["pope_cost"]) for order in ORDERS
}
