"""The one authority on what may be done: an action is accepted, or refused with a reason."""

from collections.abc import Callable
from typing import Any

from engines.core.contract import BAD_SHAPE, Action, Problem
from engines.core.texts import Text, gettext_noop
from engines.theopolis.actions import FIELDS, resources_lacking
from engines.theopolis.catalogue import Catalogue
from engines.theopolis.effects import bounds_of, options_of
from engines.theopolis.state import State, facts_of
from engines.theopolis.vocabulary import KIND_NAMES, KINDS
from engines.theopolis.words import QUESTIONS, amounts

NOT_YOUR_TURN = gettext_noop("Ce n’est pas à vous de jouer.")
MALFORMED = gettext_noop("Cette action ne se lit pas : il faut un type connu et les champs qui vont avec.")
ANSWER_FIRST = gettext_noop("Répondez d’abord à la question posée : {question}")
NOTHING_ASKED = gettext_noop(
    "Aucune question n’est posée : ajoutez une ressource, échangez, jouez une carte ou finissez le tour."
)
STALE = gettext_noop("Cette réponse vise une question déjà réglée. Répondez à celle-ci : {question}")
DRAFTING = gettext_noop("Choisissez d’abord votre saint patron parmi les deux proposés.")
NOT_DRAFTING = gettext_noop("Les saints patrons sont déjà choisis.")
NOT_OFFERED = gettext_noop("Ce saint patron ne vous est pas proposé : choisissez entre les numéros {offers}.")
ALREADY_ADDED = gettext_noop("Vous avez déjà ajouté une ressource ce tour-ci : une seule par tour.")
EMPTY_PILE = gettext_noop("Le tas de {kind} est vide : choisissez un autre tas, ou passez-vous de ressource.")
ALREADY_SWAPPED = gettext_noop("Vous n’avez plus d’échange ce tour-ci ({allowed} par tour).")
NOT_IN_HAND = gettext_noop("Cette carte n’est pas dans votre main : choisissez une carte de votre main.")
NOT_ON_BOARD = gettext_noop("Cette carte n’est pas sur le plateau : choisissez une des cartes du plateau.")
DISASTER_PLAYED = gettext_noop(
    "Un Désastre ne se joue pas : échangez-le contre une carte du plateau, il frappera en y arrivant."
)
CANNOT_PAY = gettext_noop("{card} coûte trop cher pour l’instant : il vous manque {missing}.")
WRONG_COUNT = gettext_noop("Il faut choisir de {least} à {most} carte(s), vous en avez choisi {found}.")
NOT_AN_OPTION = gettext_noop(
    "Une des cartes choisies n’est pas proposée : choisissez parmi les cartes mises en valeur."
)


def problems_of(state: State, catalogue: Catalogue, seat: object, action: Action) -> list[Problem]:
    """Why the seat may not do this now; an empty list when it may. Never raises, whatever it is given."""
    if not _is_readable(action):
        return [_problem(BAD_SHAPE, MALFORMED)]
    if state.phase == "draft":
        return _check_patron(state, seat, action)
    if type(seat) is not int or seat != state.active or state.phase == "over":
        return [_problem("not_your_turn", NOT_YOUR_TURN)]
    if state.pending and action["type"] != "choose":
        return [_problem("illegal_option", ANSWER_FIRST, question=QUESTIONS[state.pending[-1].kind])]
    return _JUDGES[action["type"]](state, catalogue, action)


def _is_readable(action: Action) -> bool:
    kind = action.get("type") if type(action) is dict else None
    return type(kind) is str and action.keys() == FIELDS.get(kind)


def _check_patron(state: State, seat: object, action: dict[str, Any]) -> list[Problem]:
    if type(seat) is not int or not 0 <= seat < len(state.players):
        return [_problem("not_your_turn", NOT_YOUR_TURN)]
    if action["type"] != "patron":
        return [_problem("illegal_option", DRAFTING)]
    offers = state.players[seat].offers
    if type(action["number"]) is not int or action["number"] not in offers:
        return [_problem("illegal_option", NOT_OFFERED, where=("number",), offers=list(offers))]
    return []


def _check_add(state: State, catalogue: Catalogue, action: dict[str, Any]) -> list[Problem]:
    kind = action["kind"]
    if type(kind) is not str or kind not in KINDS:
        return [_problem(BAD_SHAPE, MALFORMED, where=("kind",))]
    if state.res_added:
        return [_problem("already_done", ALREADY_ADDED)]
    place = KINDS.index(kind)
    if not state.piles[place]:
        return [_problem("illegal_option", EMPTY_PILE, where=("kind",), kind=Text(KIND_NAMES[place]))]
    return []


def _check_swap(state: State, catalogue: Catalogue, action: dict[str, Any]) -> list[Problem]:
    allowed = facts_of(state, catalogue, state.active).swaps
    if state.swaps_done >= allowed:
        return [_problem("already_done", ALREADY_SWAPPED, allowed=allowed)]
    given, taken = action["hand"], action["board"]
    if type(given) is not int or given not in state.players[state.active].hand:
        return [_problem("illegal_option", NOT_IN_HAND, where=("hand",))]
    if type(taken) is not int or taken not in state.board:
        return [_problem("illegal_option", NOT_ON_BOARD, where=("board",))]
    return []


def _check_play(state: State, catalogue: Catalogue, action: dict[str, Any]) -> list[Problem]:
    cid = action["cid"]
    player = state.players[state.active]
    if type(cid) is not int or cid not in player.hand:
        return [_problem("illegal_option", NOT_IN_HAND, where=("cid",))]
    card = catalogue.cards[state.cards[cid]]
    if card.type == "desastre":
        return [_problem("illegal_option", DISASTER_PLAYED, where=("cid",))]
    missing = resources_lacking(player, catalogue.cost(card, facts_of(state, catalogue, state.active)))
    if missing == (0, 0, 0):
        return []
    title = catalogue.titles[card.id]
    return [_problem("cannot_pay", CANNOT_PAY, where=("cid",), card=title, missing=amounts(missing))]


def _check_choice(state: State, catalogue: Catalogue, action: dict[str, Any]) -> list[Problem]:
    if not state.pending:
        return [_problem("stale_decision", NOTHING_ASKED)]
    question = state.pending[-1]
    number, picks = action["decision"], action["picks"]
    if type(number) is not int or number != question.number:
        return [_problem("stale_decision", STALE, where=("decision",), question=QUESTIONS[question.kind])]
    if type(picks) is not list or not all(type(cid) is int for cid in picks):
        return [_problem(BAD_SHAPE, MALFORMED, where=("picks",))]
    least, most = bounds_of(state, catalogue, question)
    if not least <= len(picks) <= most:
        bounds = {"least": least, "most": most, "found": len(picks)}
        return [_problem("illegal_option", WRONG_COUNT, where=("picks",), **bounds)]
    options = options_of(state, catalogue, question)
    if any(cid not in options for cid in picks) or len(set(picks)) != len(picks):
        return [_problem("illegal_option", NOT_AN_OPTION, where=("picks",))]
    return []


_JUDGES: dict[str, Callable[[State, Catalogue, dict[str, Any]], list[Problem]]] = {
    "play": _check_play,
    "swap": _check_swap,
    "add_resource": _check_add,
    "choose": _check_choice,
    "end_turn": lambda state, catalogue, action: [],
    "patron": lambda state, catalogue, action: [_problem("illegal_option", NOT_DRAFTING)],
}


def _problem(code: str, template: str, where: tuple[str | int, ...] = (), **params: Any) -> Problem:
    return Problem(code, Text(template, params), where)
