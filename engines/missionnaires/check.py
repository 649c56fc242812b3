"""Whether an action is legal now, and if not: what is wrong and what would be right, in French."""

from collections.abc import Callable
from typing import Any

from engines.core.contract import BAD_SHAPE, Problem
from engines.core.texts import gettext_noop, say
from engines.missionnaires.actions import Deed, read
from engines.missionnaires.board import BETHEL, NAMES, PATH_OF, PATHS, WAYS, WHITE, Path
from engines.missionnaires.deck import DECK
from engines.missionnaires.effects import ferry_ports, playable
from engines.missionnaires.obstacles import PAWN, Ground, any_path, plans, token_at
from engines.missionnaires.picks import options_of
from engines.missionnaires.state import State
from engines.missionnaires.turn import PARKING
from engines.missionnaires.words import from_place, to_place

NEEDS = {
    "gendarme_near": gettext_noop("il faut un gendarme à deux sections au plus"),
    "has_todo": gettext_noop("il faut une congrégation encore à visiter"),
    "lt5": gettext_noop("il faut avoir moins de cinq périodiques"),
    "at_port": gettext_noop("il faut se trouver dans un port, avec un port libre à portée pour un trajet"),
    "at_port_or_sea": gettext_noop("il faut se trouver dans un port ou en mer"),
}
NOBODY_TO_JOIN = Problem(
    "nobody_to_join", say(gettext_noop("Il n’y a pas de surveillant à rejoindre à cet endroit."))
)


def problems_of(state: State, seat: int, action: Any) -> list[Problem]:
    if state.phase == "over":
        return [_refusal("over", gettext_noop("La partie est finie : il n’y a plus rien à jouer."))]
    if seat != state.order[state.turn]:
        name = state.players[state.order[state.turn]].name
        return [
            _refusal(
                "not_your_turn", gettext_noop("Ce n’est pas votre tour ; c’est à {name} de jouer."), name=name
            )
        ]
    deed = read(action)
    if deed is None:
        text = gettext_noop(
            "Ce coup ne se lit pas ; on attend un déplacement, une passe, un bon ou un choix proposé."
        )
        return [_refusal(BAD_SHAPE, text)]
    if deed.do == "resign":
        return []
    if (deed.do == "pick") != bool(state.step.ask):
        if state.step.ask:
            text = gettext_noop(
                "Répondez d’abord à la question posée par la carte, par l’un des choix proposés."
            )
            return [_refusal("choice_pending", text)]
        return [
            _refusal("nothing_to_pick", gettext_noop("Aucun choix n’est en attente : avancez ou passez."))
        ]
    problem = _JUDGES[deed.do](state, deed)
    return [problem] if problem else []


def must_move(state: State) -> bool:
    """Parked long enough outside Béthel, with a path open."""
    me = state.players[state.order[state.turn]]
    return me.stay >= PARKING and me.pos != BETHEL and any_path(Ground(state), PATHS[me.pos])


def can_join_on_bethel(state: State) -> bool:
    me = state.players[state.order[state.turn]]
    return me.pos == BETHEL and not me.ov and BETHEL in state.lone.values()


def can_drop(state: State) -> bool:
    me = state.players[state.order[state.turn]]
    return bool(me.ov) and me.pos not in WHITE


WANT_ARGS = ("ferry", "reassign")  # what a BON does that wants a port, or a congregation


def bon_args(state: State, card: str) -> tuple[str, ...] | None:
    """What must be chosen with a BON: ports, congregations, or nothing."""
    effect = DECK[card].effects[0]
    if effect.op == "ferry":
        return tuple(ferry_ports(state, effect.max))
    return state.players[state.order[state.turn]].todo if effect.op == "reassign" else None


def _move(state: State, deed: Deed) -> Problem | None:
    me = state.players[state.order[state.turn]]
    hops = deed.hops
    path = PATH_OF[me.pos].get((hops[0][0], hops[1][0] if len(hops) > 1 else ""))
    if path is None:
        return _refuse_path(me.pos, [space for space, _ in hops])
    if deed.drop and not can_drop(state):
        text = gettext_noop("Vous ne pouvez laisser personne ici : il faut être accompagné, et à terre.")
        return _refusal("no_drop", text)
    if _is_open(state, deed, path):
        return None
    ground = Ground(state, deed.drop)
    found = plans(ground, path)
    if any(plan.hops == hops and plan.join == deed.join for plan in found):
        return None
    if not found:
        return _refuse_blocked(ground, path.first, path.second)
    return _refuse_choice(deed, [plan.hops for plan in found if plan.join == deed.join])


def _is_open(state: State, deed: Deed, path: Path) -> bool:
    """The plain case, without looking around: nothing on the way, nothing to choose, the price at hand.
    What it spares is said in `picks.options_of`."""
    me, step = state.players[state.order[state.turn]], state.step
    if deed.join or deed.hops[0][1] or deed.hops[-1][1]:
        return False
    if token_at(state, path.first, me) or (path.second and token_at(state, path.second, me)):
        return False
    accompanied = step.acc and not deed.drop
    return not path.second or bool(me.per or accompanied or step.free_second)


def _refuse_path(pos: str, spaces: list[str]) -> Problem:
    start = pos
    for space in spaces:
        if space not in NAMES:
            text = gettext_noop("« {space} » n’est pas une case du plateau ; voisines {start} : {near}.")
            return _refusal(
                "unknown_space", text, space=space[:60], start=from_place(start), near=_names(WAYS[start])
            )
        if space not in WAYS[start]:
            text = gettext_noop("{space} n’est pas voisine {start} ; voisines : {near}.")
            return _refusal(
                "not_adjacent", text, space=NAMES[space], start=from_place(start), near=_names(WAYS[start])
            )
        start = space
    if spaces[-1] == pos:
        text = gettext_noop(
            "Revenir aussitôt sur ses pas n’est pas un déplacement ; arrêtez-vous {space} ou passez."
        )
        return _refusal("back_and_forth", text, space=to_place(spaces[0]))
    text = gettext_noop(
        "Il faut s’arrêter au port {space} avant d’y prendre le bateau ; arrêtez-vous-y ce tour."
    )
    return _refusal("port_stop", text, space=from_place(spaces[0]))


def _refuse_blocked(ground: Ground, first: str, second: str) -> Problem:
    if ground.taken.get(first) == PAWN and not second:
        text = gettext_noop("Un autre proclamateur occupe {space} : passez par-dessus, ou attendez.")
        return _refusal("pawn_in_the_way", text, space=NAMES[first])
    if second and ground.taken.get(second) == PAWN:
        text = gettext_noop("Un autre proclamateur occupe {space} : on ne peut pas s’y arrêter.")
        return _refusal("pawn_in_the_way", text, space=NAMES[second])
    text = gettext_noop(
        "Il vous reste {per} périodique(s) et ce déplacement en demande davantage ; "
        "allez moins loin ou passez."
    )
    return _refusal("too_dear", text, per=ground.per)


def _refuse_choice(deed: Deed, legal: list[tuple[tuple[str, str], ...]]) -> Problem:
    if not legal:
        if deed.join:
            return NOBODY_TO_JOIN
        text = gettext_noop("Ce déplacement n’est possible qu’en rejoignant le surveillant qui s’y trouve.")
        return _refusal("must_join", text)
    for index, (space, push) in enumerate(deed.hops):
        targets = sorted({hops[index][1] for hops in legal})
        if push in targets:
            continue
        if targets == [""]:
            text = gettext_noop("Il n’y a personne à écarter {space} : ne choisissez aucune destination.")
            return _refusal("no_push", text, space=to_place(space))
        text = gettext_noop("Choisissez où va celui qui occupe {space} : {targets}.")
        return _refusal("push_target", text, space=NAMES[space], targets=_names(targets))
    return _refusal("push_target", gettext_noop("Ces deux choix ne vont pas ensemble ; changez le second."))


def _pass(state: State, deed: Deed) -> Problem | None:
    if deed.join and not can_join_on_bethel(state):
        return NOBODY_TO_JOIN
    if must_move(state):
        text = gettext_noop("Vous avez passé {count} fois de suite hors du Béthel : il faut avancer.")
        return _refusal("must_move", text, count=PARKING)
    return None


def _bon(state: State, deed: Deed) -> Problem | None:
    me = state.players[state.order[state.turn]]
    if deed.card not in me.bons:
        return _refuse_card(me.bons)
    if state.step.bon_used:
        return _refusal("one_bon", gettext_noop("Un seul bon par tour : avancez ou passez."))
    if not playable(state, deed.card):
        need = say(NEEDS.get(DECK[deed.card].condition or "", NEEDS["at_port"]))
        return _refusal("bon_condition", gettext_noop("Ce bon ne peut pas servir ici : {need}."), need=need)
    args = bon_args(state, deed.card)
    if args is None and deed.arg:
        return _refusal("bon_arg", gettext_noop("Ce bon ne demande pas de choix."))
    if args is not None and deed.arg not in args:
        return _refusal("bon_arg", gettext_noop("Ce bon demande un choix parmi : {args}."), args=_names(args))
    return None


def _return(state: State, deed: Deed) -> Problem | None:
    me = state.players[state.order[state.turn]]
    if me.pos != BETHEL:
        return _refusal(
            "not_on_bethel", gettext_noop("Un bon ne se rend qu’au Béthel ; jouez-le ou gardez-le.")
        )
    if deed.card not in me.bons:
        return _refuse_card(me.bons)
    if deed.join and not can_join_on_bethel(state):
        return NOBODY_TO_JOIN
    return None


def _pick(state: State, deed: Deed) -> Problem | None:
    count = len(options_of(state))
    if 0 <= deed.opt < count:
        return None
    return _refusal("no_such_option", gettext_noop("Choisissez une option de 0 à {last}."), last=count - 1)


def _refuse_card(bons: tuple[str, ...]) -> Problem:
    if not bons:
        return _refusal("no_bon", gettext_noop("Vous n’avez pas de bon en main."))
    return _refusal("no_bon", gettext_noop("Vous n’avez pas ce bon ; en main : {bons}."), bons=list(bons))


def _refusal(code: str, text: str, **params: Any) -> Problem:
    return Problem(code, say(text, **params))


def _names(spaces: Any) -> list[str]:
    return [NAMES[space] for space in spaces if space]


_JUDGES: dict[str, Callable[[State, Deed], Problem | None]] = {
    "move": _move,
    "pass": _pass,
    "bon": _bon,
    "return": _return,
    "pick": _pick,
}
