"""Why an action is refused, and what would be right."""

from typing import Any

from engines.core.contract import BAD_SHAPE, Problem
from engines.core.texts import gettext_noop, say
from engines.miles_christi.actions import CATALOGUE, Move
from engines.miles_christi.menu import complete_keys, is_legal, prompt_of
from engines.miles_christi.resolution import option_cost
from engines.miles_christi.state import FREE, SERVED, State, seat_of
from engines.miles_christi.tables import COLUMN, GRAND_MASTER_PRICE, POPE_COST, round_of
from engines.miles_christi.words import ORDER_NAMES, ZONE_NAMES, coins

SUGGESTED = 5


def problems_of(state: State, seat: int, action: Any) -> list[Problem]:
    """Nothing when the action is legal; otherwise the one reason that matters."""
    if not state.ask:
        return [_problem("over", gettext_noop("La partie est finie : il n’y a plus rien à décider."))]
    if seat != state.active:
        text = gettext_noop("Ce n’est pas à vous de décider : c’est à {order}.")
        return [_problem("not_your_turn", text, order=ORDER_NAMES[state.players[state.active].order])]
    move = CATALOGUE.get(action) if isinstance(action, str) else None
    if move is None:
        text = gettext_noop("Ce coup n’existe pas. Ce qui est attendu : {what}")
        code = "unknown_action" if isinstance(action, str) else BAD_SHAPE
        return [_suggest(state, _problem(code, text, what=prompt_of(state)))]
    if is_legal(state, move):
        return []
    return [_suggest(state, _reason(state, move))]


def _reason(state: State, move: Move) -> Problem:
    if state.ask not in move.asks:
        text = gettext_noop("« {typed} » ne répond pas à ce qui est demandé : {what}")
        return _problem("wrong_moment", text, typed=move.typed, what=prompt_of(state))
    if not move.complete:
        text = gettext_noop("« {typed} » est incomplet : dites aussi où, ou qui.")
        return _problem("incomplete", text, typed=move.typed)
    if move.kind == "place":
        return _placing_reason(state, *move.args)
    if move.kind == "redeploy":
        return _redeploying_reason(state, *move.args)
    if move.kind == "resolve":
        return _resolving_reason(state, move.key)
    if move.kind == "desert":
        text = gettext_noop(
            "Aucune milice de {order} ne peut déserter {place} : choisissez-en une qui s’y trouve."
        )
        return _problem("nobody_there", text, order=ORDER_NAMES[move.args[1]], place=ZONE_NAMES[move.args[0]])
    if move.kind == "visit":
        return _visiting_reason(state)
    return _presenting_reason(state, move.args[0])


def _placing_reason(state: State, order: str, zone: str) -> Problem:
    owner = seat_of(state, order)
    if owner == FREE or not state.players[state.active].card[owner]:
        text = gettext_noop(
            "Vous n’avez pas de milice de {order} sur votre carte : choisissez une couleur qui y est."
        )
        return _problem("not_on_card", text, order=ORDER_NAMES[order])
    return _zone_reason(state, owner, zone)


def _redeploying_reason(state: State, origin: str, zone: str) -> Problem:
    if state.active not in state.zones[origin]:
        text = gettext_noop(
            "Vous n’avez aucune milice à déplacer {zone} : partez d’une zone où il y en a une."
        )
        return _problem("nobody_there", text, zone=ZONE_NAMES[origin])
    return _zone_reason(state, state.active, zone)


def _zone_reason(state: State, owner: int, zone: str) -> Problem:
    order = ORDER_NAMES[state.players[owner].order]
    spaces = state.zones[zone]
    if zone == "commandery" and (owner in spaces or owner + SERVED in spaces):
        text = gettext_noop("{order} a déjà une milice à la commanderie : chaque Ordre n’y a droit qu’à une.")
        return _problem("commandery_taken", text, order=order)
    if zone != "edessa" and FREE not in spaces:
        text = gettext_noop(
            "Il n’y a plus de case libre {zone} : choisissez une autre zone, Édesse n’est jamais pleine."
        )
        return _problem("zone_full", text, zone=ZONE_NAMES[zone])
    text = gettext_noop(
        "Deux milices de {order} ont déjà été placées {zone} ce tour-ci : choisissez une autre zone."
    )
    return _problem("third_of_colour", text, order=order, zone=ZONE_NAMES[zone])


def _resolving_reason(state: State, option: str) -> Problem:
    zone = option.partition(" ")[0]
    me = state.players[state.active]
    if state.active not in state.zones[zone]:
        text = gettext_noop("Vous n’avez plus de milice à résoudre {zone}.")
        return _problem("nobody_there", text, zone=ZONE_NAMES[zone])
    cost = option_cost(me.order, option)
    if cost > me.coins:
        return _too_dear(cost, me.coins)
    if option.startswith("commandery rank"):
        text = gettext_noop(
            "Ce rang n’est pas à prendre : choisissez-en un que personne n’a acheté, avant le dernier tour."
        )
        return _problem("rank_taken", text)
    text = gettext_noop(
        "Aucune de vos milices ne peut être déplacée : choisissez une autre action de la commanderie."
    )
    return _problem("nothing_to_redeploy", text)


def _visiting_reason(state: State) -> Problem:
    me = state.players[state.active]
    if me.envoys >= COLUMN:
        text = gettext_noop(
            "Votre colonne du pape est pleine : envoyez cette milice à la salle du chapitre ou à Baphomet."
        )
        return _problem("column_full", text)
    return _too_dear(POPE_COST[me.order][me.envoys], me.coins)


def _presenting_reason(state: State, token: str) -> Problem:
    me = state.players[state.active]
    price = GRAND_MASTER_PRICE[round_of(state.turn) - 1]
    if token == "application" and me.applications:
        return _too_dear(price, me.coins)
    text = gettext_noop("Vous n’avez plus de fait religieux de cette sorte : présentez-en un que vous avez.")
    return _problem("no_such_token", text)


def _too_dear(cost: int, purse: int) -> Problem:
    text = gettext_noop("Il faut {cost} et vous avez {purse} : choisissez ce que vous pouvez payer.")
    return _problem("too_dear", text, cost=coins(cost), purse=coins(purse))


def _problem(code: str, text: str, **params: Any) -> Problem:
    return Problem(code, say(text, **params))


def _suggest(state: State, problem: Problem) -> Problem:
    typed = tuple(CATALOGUE[key].typed for key in complete_keys(state)[:SUGGESTED])
    return Problem(problem.code, problem.text, suggestions=typed)
