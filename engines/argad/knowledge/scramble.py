"""`scramble`: another world that looks the same to a seat. Reserves, hidden men, loads, plans and secret
cards change."""

import msgspec

from engines.argad.state import Figure, Now, State, copy_of
from engines.argad.view import public_deeds
from engines.core.contract import Seat
from engines.core.dice import Dice


def scramble(state: State, seat: Seat | None, dice: Dice) -> State:
    new = copy_of(state)
    if new.phase == "over":
        return new
    side = state.seats[seat].side if seat is not None else None
    for figure in new.figures:
        if figure.side == side:
            continue
        if figure.place == "reserve" or figure.hidden:
            _elsewhere(new, figure, dice)
        else:
            _other_loads(figure, dice)
    for number, objective in enumerate(new.objectives):
        if objective.secret and objective.seat != seat:
            points = 1 + dice.below(9, "scramble")
            new.objectives[number] = msgspec.structs.replace(objective, points=points, kind="gm", args={})
    for item in new.items:
        if not item.carrier:
            item.secret = f"secret {dice.below(1000, 'scramble')}"
    return new


def _elsewhere(state: State, figure: Figure, dice: Dice) -> None:
    if not figure.token:  # where a token stands is known
        figure.x = dice.below(state.width, "scramble")
        figure.y = dice.below(state.height, "scramble")
    figure.cls = 1 + dice.below(5, "scramble")
    figure.name = f"Inconnu {dice.below(100, 'scramble')}"
    _other_loads(figure, dice)


def _other_loads(figure: Figure, dice: Dice) -> None:
    figure.unloaded = tuple(w for w in figure.weapons if dice.below(2, "scramble"))
    if "javelin" in figure.weapons:
        figure.javelins = dice.below(4, "scramble")
    figure.danger = ""
    figure.now = Now(
        act=dice.choice(("hold", "move", "work"), "scramble"),
        fire_timing="during",
        hold_fire=bool(dice.below(2, "scramble")),
        **public_deeds(figure.now),
    )
