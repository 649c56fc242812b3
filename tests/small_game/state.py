"""The position: msgspec structs that survive JSON. Nothing that can be worked out is stored."""

from typing import Literal

import msgspec

Part = Literal["turn", "free", "sealed", "over"]

CARDS = 36  # numbered from 1; a card is worth its number to the one who buys it
HAND = 3
PASSED = -1  # the announcement of a seat that left this round's sale


class Player(msgspec.Struct):
    name: str
    coins: int
    hand: list[int]
    won: list[int] = []


class Lot(msgspec.Struct):
    """What is for sale: a card, face up or down, and the coins staked on it. No card when the seller kept
    them all."""

    card: int | None = None
    hidden: bool = False
    pot: int = 0


class State(msgspec.Struct):
    rounds: int
    open_offers: bool
    players: list[Player]
    deck: list[int]  # the top is the last
    round: int = 0
    part: Part = "turn"
    drawn: bool = False
    lot: Lot = msgspec.field(default_factory=Lot)
    announced: list[int | None] = []  # least offers; None has not spoken, PASSED has left

    @property
    def seller(self) -> int:
        return self.round % len(self.players)

    @property
    def bidders(self) -> list[int]:
        return [seat for seat, least in enumerate(self.announced) if least is not None and least != PASSED]


def copied(state: State) -> State:
    """A copy whose parts may all be changed."""
    return msgspec.structs.replace(
        state,
        players=[
            msgspec.structs.replace(player, hand=player.hand[:], won=player.won[:])
            for player in state.players
        ],
        deck=state.deck[:],
        lot=msgspec.structs.replace(state.lot),
        announced=state.announced[:],
    )
