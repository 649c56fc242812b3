"""What the active player may choose:
paths with their price and their obstacle choices, pass, BONs, and pending picks.

Targets are `space:<id>`, `card:<id>`, `overseer:<C|D>`; verbs are listed in docs/rules/missionnaires.md.
"""

from functools import lru_cache
from typing import Any

from engines.core.contract import Choice, Json, Menu
from engines.core.texts import Text, gettext_noop, say
from engines.missionnaires.actions import bon_action, move_action, pass_action, return_action
from engines.missionnaires.board import BETHEL, GREEN, NAMES, PATHS, WAYS, Path, within
from engines.missionnaires.check import WANT_ARGS, bon_args, can_drop, can_join_on_bethel
from engines.missionnaires.deck import DECK
from engines.missionnaires.effects import playable
from engines.missionnaires.obstacles import PAWN, Ground, Plan, any_path, can_step, plans
from engines.missionnaires.pick_menu import pick_menu
from engines.missionnaires.state import State
from engines.missionnaires.turn import PARKING
from engines.missionnaires.words import OVERSEERS, hint_of, remarks, stop_label, to_place

PROMPT = Text(gettext_noop("Avancez ou passez."))
PROMPT_BON = Text(gettext_noop("Avancez, passez ou jouez un bon."))
PROMPT_RETURN = Text(gettext_noop("Avancez, passez ou rendez un bon."))
PROMPT_MOVE = Text(gettext_noop("Vous avez passé trois fois de suite : avancez."))
PROMPT_STUCK = Text(gettext_noop("Aucun chemin n’est ouvert : passez."))
PROMPT_PUSH = Text(gettext_noop("Choisissez où va celui qui occupe la case."))
PROMPT_DROP = Text(gettext_noop("Votre surveillant reste ici : où allez-vous ?"))
PROMPT_ARG = Text(gettext_noop("Choisissez à quoi sert ce bon."))
PROMPT_RESIGN = Text(gettext_noop("Abandonner la partie ? Vous serez classé derrière ceux qui continuent."))
WAITING = Menu(Text(gettext_noop("Ce n’est pas à vous de jouer.")))
OVER = Menu(Text(gettext_noop("La partie est finie.")))

PASS = Choice(
    pass_action(), Text(gettext_noop("Passer")), "pass", "", hint=Text(gettext_noop("vous restez sur place"))
)
PASS_GAIN = Choice(
    pass_action(),
    Text(gettext_noop("Passer")),
    "pass",
    "",
    hint=Text(gettext_noop("vous recevez un périodique")),
)
PASS_JOIN = Choice(
    pass_action(True),
    Text(gettext_noop("Passer et prendre le surveillant avec vous")),
    "join",
    f"space:{BETHEL}",
    hint=Text(gettext_noop("il vous accompagne au tour suivant")),
)
RESIGN = Menu(
    PROMPT_RESIGN,
    (
        Choice(
            {"do": "resign"},
            Text(gettext_noop("Abandonner")),
            "resign",
            "",
            reveals=True,
            hint=Text(gettext_noop("la partie continue sans vous")),
        ),
    ),
)


def menu_of(state: State, seat: int, draft: Any = None) -> Menu:
    if state.phase == "over":
        return OVER
    if seat != state.order[state.turn]:
        return WAITING
    if isinstance(draft, dict) and draft.get("do") == "resign":
        return RESIGN
    if state.step.ask:
        return pick_menu(state, draft)
    if isinstance(draft, dict):
        further = _after_draft(state, draft)
        if further is not None and further.choices:
            return further
    choices = tuple(_choices(state))
    return Menu(_prompt(choices), choices)


def _prompt(choices: tuple[Choice, ...]) -> Text:
    """One line for what may be done, and for nothing else."""
    verbs = {choice.verb for choice in choices}
    if "bon" in verbs:
        return PROMPT_BON
    if "return" in verbs:
        return PROMPT_RETURN
    if "pass" not in verbs:
        return PROMPT_MOVE
    return PROMPT if len(choices) > 1 else PROMPT_STUCK


def _choices(state: State) -> list[Choice]:
    me = state.players[state.order[state.turn]]
    ground = Ground(state)
    found = path_choices(state, ground, False)
    if me.stay < PARKING or me.pos == BETHEL or not found:
        found.append(PASS if me.per or state.step.acc else PASS_GAIN)
        if can_join_on_bethel(state):
            found.append(PASS_JOIN)
    if me.bons:
        found += _bon_choices(state, me.bons)
    if me.ov and can_drop(state) and (can_step(ground) or any_path(Ground(state, True), PATHS[me.pos])):
        found.append(_drop_choice(me.ov, me.pos))
    return found


MET_AT_MOST = 60_000  # grounds remembered
DEAREST = 3  # no path costs more
_NEAR = {start: frozenset(path.end for path in paths) for start, paths in PATHS.items()}
# Which spaces count for a token that must make room:
# its neighbours, and those of where it may go if one walks on from there.
_BESIDE = {space: frozenset(ways) for space, ways in WAYS.items()}
_BEYOND = {space: frozenset(within(space, 2)) for space in WAYS}
_MET: dict[tuple[Any, ...], list[Choice]] = {}


def path_choices(state: State, ground: Ground, drop: bool) -> list[Choice]:
    """The choices among what stands around, remembered unless a token must go far away: that depends on the
    whole board. Without the memory a random game takes a quarter longer (`make bench NAME=missionnaires`)."""
    near = _NEAR[ground.pos]
    todo = [town for town in state.players[state.order[state.turn]].todo if town in near]
    key = _surroundings(ground, drop, todo)
    found = _MET.get(key)
    if found is None:
        ground.sent_far = False
        found = _each_path(ground, drop, todo)
        if not ground.sent_far and len(_MET) < MET_AT_MOST:
            _MET[key] = found
    return found.copy()


def _surroundings(ground: Ground, drop: bool, todo: list[str]) -> tuple[Any, ...]:
    """All that the choices depend on, and nothing else: the same choices come back the more often."""
    pos, acc = ground.pos, ground.acc
    near = _NEAR[pos]
    joins = ground.waiting and BETHEL in near
    second = not (acc or ground.free_second)  # a second section costs something
    if near.isdisjoint(ground.taken):
        within_reach = bool(ground.per) or not second
        return (pos, "", second, within_reach, acc == "D", joins and not ground.ov, drop, *todo)
    per = ground.per if ground.per < DEAREST and not acc else DEAREST
    stands = _standing_around(pos, ground.taken)
    return (pos, *stands, "", per, acc, not ground.ov, ground.free_gend, second, joins, drop, *todo)


def _standing_around(pos: str, taken: dict[str, str]) -> list[Any]:
    """What stands on the paths, and which spaces are taken where it might have to go."""
    near, beside = _NEAR[pos], _BESIDE[pos]
    stands: list[Any] = [item for item in taken.items() if item[0] in near]
    stands.sort()
    reach: set[str] = set()
    for space, token in stands:
        if token != PAWN:
            reach |= _BEYOND[space] if space in beside else _BESIDE[space]
    return stands + sorted([space for space in taken if space in reach and space not in near])


def _each_path(ground: Ground, drop: bool, todo: list[str]) -> list[Choice]:
    """One choice for each path, a draft where a push must still be chosen; joining is a choice of its own."""
    found: list[Choice] = []
    for path in PATHS[ground.pos]:
        some = plans(ground, path)
        if some:
            found += _group(some, drop, path.end in todo)
    return found


def _group(found: list[Plan], drop: bool, visits: bool) -> list[Choice]:
    if len(found) == 1:
        return [plan_choice(found[0], drop, visits, True)]
    choices = []
    for join in (False, True):
        same = [plan for plan in found if plan.join is join]
        if same:
            choices.append(plan_choice(_common_plan(same), drop, visits, len(same) == 1))
    return choices


def _common_plan(same: list[Plan]) -> Plan:
    """The plan, or what several have in common: the pushes that are not chosen yet are left open."""
    if len(same) == 1:
        return same[0]
    cheapest = min(same, key=lambda plan: plan.cost)
    return cheapest._replace(hops=tuple((space, "") for space, _ in cheapest.hops))


@lru_cache(maxsize=20_000)
def plan_choice(plan: Plan, drop: bool, visits: bool, complete: bool) -> Choice:
    more = remarks(plan.jump, not complete or any(push for _, push in plan.hops), plan.join)
    verb = "join" if plan.join else "jump" if plan.jump else "go"
    return Choice(
        move_action(plan.hops, plan.join, drop),
        path_label(plan),
        verb,
        f"space:{plan.end}",
        complete,
        reveals=complete and bool(plan.cost or plan.sea_cards or plan.end in GREEN),
        hint=hint_of(plan.cost, plan.sea_cards, plan.end, visits, *more),
    )


def path_label(plan: Plan) -> Text:
    """Where the path leads and how: « Orléans puis Limoges »."""
    places = [stop_label(space, push) for space, push in plan.hops]
    if len(places) == 1:
        label = places[0]
    elif plan.jump:
        label = say(gettext_noop("{to}, par-dessus {first}"), first=NAMES[plan.hops[0][0]], to=places[1])
    else:
        label = say(gettext_noop("{first} puis {to}"), first=places[0], to=places[1])
    return say(gettext_noop("{to}, avec le surveillant"), to=label) if plan.join else label


def _bon_choices(state: State, bons: tuple[str, ...]) -> list[Choice]:
    found = []
    on_bethel = state.players[state.order[state.turn]].pos == BETHEL
    for card in dict.fromkeys(bons):
        if not state.step.bon_used and playable(state, card):
            found.append(_bon_choice(card, DECK[card].effects[0].op not in WANT_ARGS))
        if on_bethel:
            found.append(_return_choice(card, False))
            if can_join_on_bethel(state):
                found.append(_return_choice(card, True))
    return found


@lru_cache(maxsize=100)
def _bon_choice(card: str, complete: bool) -> Choice:
    label = say(gettext_noop("Jouer le bon {card}"), card=card)
    return Choice(bon_action(card), label, "bon", f"card:{card}", complete, hint=Text(DECK[card].text))


@lru_cache(maxsize=100)
def _return_choice(card: str, join: bool) -> Choice:
    text = (
        gettext_noop("Rendre le bon {card} et prendre le surveillant")
        if join
        else gettext_noop("Rendre le bon {card}")
    )
    hint = Text(gettext_noop("c’est tout votre tour ; le bon va à la défausse"))
    return Choice(return_action(card, join), say(text, card=card), "return", f"card:{card}", hint=hint)


@lru_cache(maxsize=300)
def _drop_choice(who: str, space: str) -> Choice:
    label = say(gettext_noop("Partir sans {who}"), who=OVERSEERS[who])
    hint = say(
        gettext_noop("il reste {space} et vous comptez comme seul pour ce déplacement"), space=to_place(space)
    )
    action = {"do": "move", "path": [], "join": False, "drop": True}
    return Choice(action, label, "drop", f"overseer:{who}", complete=False, hint=hint)


# Drafts


def _after_draft(state: State, draft: Json) -> Menu | None:
    """The next choice after a half-made one; None when the draft leads nowhere."""
    if draft.get("do") == "bon":
        return _arg_menu(state, draft.get("card"))
    if draft.get("do") != "move" or not isinstance(draft.get("path"), list):
        return None
    drop = draft.get("drop") is True
    if drop and not can_drop(state):
        return None
    if not draft["path"]:
        return Menu(PROMPT_DROP, tuple(path_choices(state, Ground(state, drop), drop)))
    return _push_menu(state, draft, drop)


def _arg_menu(state: State, card: Any) -> Menu | None:
    if (
        card not in state.players[state.order[state.turn]].bons
        or state.step.bon_used
        or not playable(state, card)
    ):
        return None
    args = bon_args(state, card)
    return Menu(PROMPT_ARG, tuple(_arg_choice(card, arg) for arg in args)) if args else None


@lru_cache(maxsize=200)
def _arg_choice(card: str, arg: str) -> Choice:
    ferry = DECK[card].effects[0].op == "ferry"
    text = gettext_noop("Aller {town}") if ferry else gettext_noop("Remplacer {town}")
    hint = (
        gettext_noop("par la mer, sans carte")
        if ferry
        else gettext_noop("contre la première carte de la réserve")
    )
    label = say(text, town=to_place(arg) if ferry else NAMES[arg])
    return Choice(bon_action(card, arg), label, "bon", f"space:{arg}", reveals=True, hint=Text(hint))


def _push_menu(state: State, draft: Json, drop: bool) -> Menu | None:
    """The pushes of a path, one after another: a choice for each target of the first that is still open."""
    found = _plans_of_draft(state, draft, drop)
    for index, hop in enumerate(draft["path"]):
        targets = dict.fromkeys(plan.hops[index][1] for plan in found)
        if len(targets) > 1 and not hop.get("push"):
            choices = [_push_choice(state, found, index, target, drop) for target in targets]
            return Menu(PROMPT_PUSH, tuple(choices))
    return None


def _plans_of_draft(state: State, draft: Json, drop: bool) -> list[Plan]:
    """The plans for the drafted path that push as it says so far."""
    hops = draft["path"]
    if not all(isinstance(hop, dict) for hop in hops):
        return []
    spaces = tuple(hop.get("to") for hop in hops)
    ground = Ground(state, drop)
    found = [plan for path in PATHS[ground.pos] if _spaces(path) == spaces for plan in plans(ground, path)]
    for index, hop in enumerate(hops):
        if hop.get("push"):
            found = [plan for plan in found if plan.hops[index][1] == hop["push"]]
    return [plan for plan in found if plan.join is (draft.get("join") is True)]


def _push_choice(state: State, found: list[Plan], index: int, target: str, drop: bool) -> Choice:
    same = [plan for plan in found if plan.hops[index][1] == target]
    hops = (
        same[0].hops
        if len(same) == 1
        else tuple((s, p if i <= index else "") for i, (s, p) in enumerate(same[0].hops))
    )
    text = gettext_noop("Celui qui occupe {town} va {target}")
    label = say(text, town=NAMES[hops[index][0]], target=to_place(target))
    visits = same[0].end in state.players[state.order[state.turn]].todo
    hint = hint_of(same[0].cost, same[0].sea_cards, same[0].end, visits)
    complete = len(same) == 1
    return Choice(
        move_action(hops, same[0].join, drop), label, "push", f"space:{target}", complete, complete, hint
    )


def _spaces(path: Path) -> tuple[str, ...]:
    return (path.first, path.second) if path.second else (path.first,)
