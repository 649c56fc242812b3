"""Tests under a characteristic: hazard, perception, morale, fall (2.9). Lower is good, equal is middling,
higher is bad."""

from typing import Any

import msgspec

from engines.argad.field.groups import commanding
from engines.argad.state import Figure, State, between, on_table
from engines.argad.tables import MUSIC, VOICE
from engines.core.dice import Dice


class Verdict(msgspec.Struct, frozen=True):
    die: int
    modifier: int
    against: int
    result: str

    def params(self) -> dict[str, Any]:
        """As an event tells it."""
        return {"dice": [self.die], "modifier": self.modifier, "against": self.against, "result": self.result}


def judge(die: int, modifier: int, against: int, words: tuple[str, str, str]) -> Verdict:
    """The first word below the characteristic, the second at it, the third above."""
    total = die + modifier
    word = words[0] if total < against else words[1] if total == against else words[2]
    return Verdict(die, modifier, against, word)


def armour_burden(figure: Figure) -> int:
    return {4: 1, 5: 2}.get(figure.armour, 0)


def hazard_test(figure: Figure, dice: Dice, label: str, modifier: int = 0) -> Verdict:
    """Safe, in danger (stuck, tested again next turn; a jumper refuses), or dies. `modifier`: 1 for a jump or
    for who helps, -1 for who is helped; what the man himself brings is added."""
    own = armour_burden(figure) + (figure.mount == "mounted_inf") - ("local" in figure.traits)
    against = figure.agility or figure.health or figure.cls
    return judge(dice.die(label), own + modifier, against, ("safe", "danger", "dies"))


def perception_test(figure: Figure, dice: Dice, label: str) -> Verdict:
    return judge(dice.die(label), 0, figure.perception or figure.cls, ("notices", "later", "nothing"))


def fall_test(figure: Figure, dice: Dice, label: str, softness: int = 0) -> Verdict:
    """From two storeys: acts next turn, lies one turn, or is out. `softness` 1 for bushes or mud, 2 for
    hay."""
    modifier = armour_burden(figure) - softness
    return judge(dice.die(label), modifier, figure.health or figure.cls, ("unhurt", "prone", "dies"))


def morale_of(state: State, figure: Figure) -> int:
    """The characteristic with what heartens or daunts him (2.9)."""
    value = figure.morale or figure.cls
    for other in on_table(state):
        space = between(figure, other)
        if "musician" in other.roles and space <= MUSIC and not other.disorder:
            value += 1 if other.side == figure.side else -1
        if other.seat != figure.seat or other.id == figure.id:
            continue
        if "banner" in other.roles and space <= MUSIC:
            value += 1
        if "troop_chief" in other.roles and space <= VOICE and not other.disorder:
            value += 1
    return value + bool(figure.formation) - figure.disorder


def morale_test(state: State, figure: Figure, dice: Dice, label: str, chief_passed: bool) -> Verdict:
    """One die for a unit, read on its steadiest man. Obeys; obeys only behind a chief who passed;
    disorder."""
    wavering = "obeys" if chief_passed else "disorder"
    return judge(dice.die(label), 0, morale_of(state, figure), ("obeys", wavering, "disorder"))


def chief_in_voice(state: State, figure: Figure) -> Figure | None:
    return next((f for f in state.figures if f.id != figure.id and commanding(f, figure)), None)
