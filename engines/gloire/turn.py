"""The turn: nineteen phases, in the order of the rulebook's contents page."""

from collections.abc import Callable, Mapping

from engines.core.contract import Action, Seat, Step
from engines.core.dice import Dice
from engines.gloire.phases.attacks import attack_lands
from engines.gloire.phases.crown import crown_the_king, grant_titles, public_tables
from engines.gloire.phases.diplomacy import conduct_diplomacy
from engines.gloire.phases.economy import pensions_taxes_and_gifts
from engines.gloire.phases.household import crown_heirs, disband_and_dismiss, rename_and_abdicate
from engines.gloire.phases.jousts import announce_jousts, hold_jousts
from engines.gloire.phases.levies import call_and_levy, set_fallbacks
from engines.gloire.phases.movement import move_knights, send_home
from engines.gloire.phases.people import migrate_forget_and_revolt
from engines.gloire.phases.sales import sell_lands
from engines.gloire.phases.spying import send_spies
from engines.gloire.phases.transfers import move_men
from engines.gloire.phases.upkeep import build_forts, pay_upkeep
from engines.gloire.play import Turn
from engines.gloire.state import State

Phase = Callable[[Turn], None]

PHASES: tuple[Phase, ...] = (
    rename_and_abdicate,  # 1
    disband_and_dismiss,  # 2
    pensions_taxes_and_gifts,  # 3
    set_fallbacks,  # 4
    call_and_levy,  # 5
    move_men,  # 6
    attack_lands,  # 7
    conduct_diplomacy,  # 8
    move_knights,  # 9
    announce_jousts,  # 10
    hold_jousts,  # 11
    sell_lands,  # 12
    send_spies,  # 13
    migrate_forget_and_revolt,  # 14
    pay_upkeep,  # 15
    build_forts,  # 16
    grant_titles,  # 17
    send_home,  # 18
    crown_the_king,  # 19
)


def resolve(state: State, moves: Mapping[Seat, Action], dice: Dice) -> Step:
    """All the orders of a turn. Every phase freezes the averages as they are at its start."""
    turn = Turn(state, moves, dice)
    turn.proclaim("turn", turn=state.turn)
    for phase in PHASES:
        phase(turn)
        turn.thaw()
    turn.answer_the_rest()
    crown_heirs(turn)
    turn.events += public_tables(turn.state, turn.frozen, turn.state.turn)
    turn.write_relations()
    if not turn.state.victory:
        turn.state.turn += 1
    return Step(turn.state, tuple(turn.events), reveals=True)
