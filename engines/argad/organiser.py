"""The organiser's console: typed acts outside the seats' turns, each with a reason and an audience, all
logged.

`Argad.organise(state, act, dice)` is called by the host for the organiser; no seat waits for it, so it can
block nobody. Deadlines and roll-back belong to the host, which keeps every step.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec

from engines.argad.check import check_order
from engines.argad.events import Tale
from engines.argad.field.geometry import length, overlap
from engines.argad.orders import Order
from engines.argad.phases.trials import fall_test, hazard_test, morale_test, perception_test
from engines.argad.problems import problem, read_as
from engines.argad.scenario.harness import put_on, take_off
from engines.argad.scenario.troops import Recruit, figure_of, wrong_with
from engines.argad.state import (
    NPC,
    Figure,
    Objective,
    Piece,
    State,
    base_of,
    between,
    by_id,
    copy_of,
    enemies,
    on_table,
    portable,
)
from engines.argad.tables import EPS, TERRAIN, fewest_points
from engines.argad.words import TEST_NAMES
from engines.core.contract import Problem, Step, errors
from engines.core.dice import Dice
from engines.core.texts import gettext_noop

ATTRIBUTES = {
    "cls": (1, 5),
    "armour": (0, 5),
    "hp": (1, 3),
    "health": (0, 6),
    "morale": (0, 6),
    "perception": (0, 6),
    "agility": (0, 6),
    "javelins": (0, 9),
    "swims": (0, 8),
}
HARNESS = "harness"  # 0 takes it off, 1 puts it on again
FLAGS = ("disorder", "fleeing", "hesitating", "hidden", "wounded")
LONGEST = 1000  # characters of a reason or a speech


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    kind: str
    reason: str
    audience: tuple[int, ...] | None = None  # None: public; (): the organiser alone
    fig: str = ""
    at: tuple[int, int] | None = None
    attr: str = ""
    value: int = 0
    piece: Piece | None = None
    id: str = ""  # of a piece, an opening, an item, another figure
    seat: int = NPC
    text: str = ""
    speaker: str = ""
    test: str = ""
    recruit: Recruit | None = None
    orders: tuple[Order, ...] = ()


def read_act(raw: Any) -> tuple[Act | None, list[Problem]]:
    return read_as(Act, raw, "bad_act", gettext_noop("Cet acte est mal écrit : {why}."))


def check_act(state: State, raw: Any) -> list[Problem]:
    act, problems = read_act(raw)
    if act is None:
        return problems
    if act.kind not in KINDS:
        return [
            problem("unknown_act", gettext_noop("Acte inconnu ; possibles : {known}."), known=list(KINDS))
        ]
    if not act.reason.strip():
        return [problem("no_reason", gettext_noop("Donnez une raison : elle est inscrite au journal."))]
    if state.phase == "over":
        return [problem("over", gettext_noop("La bataille est finie."))]
    seats = range(len(state.seats))
    if act.audience is not None and any(seat not in seats for seat in act.audience):
        return [problem("bad_audience", gettext_noop("Le public désigne une place qui n’existe pas."))]
    if max(len(act.reason), len(act.text), len(act.speaker)) > LONGEST:
        return [problem("too_long", gettext_noop("Mille caractères au plus."))]
    wrong = wrong_with(act.recruit, "feudal") if act.recruit is not None else []
    return [Problem(code, text) for code, text in wrong] or _wrong_demands(state, act)


def _wrong_demands(state: State, act: Act) -> list[Problem]:
    for kinds, holds, objection in _DEMANDS:
        if act.kind in kinds.split() and not holds(state, act):
            return [problem("impossible", objection)]
    return _wrong_orders(state, act)


def _wrong_orders(state: State, act: Act) -> list[Problem]:
    figures = by_id(state)
    problems = []
    for row, order in enumerate(act.orders):
        problems += check_order(state, figures, NPC, order, ("orders", row))
    return errors(problems)


def _in_play(state: State, act: Act) -> bool:
    figure = by_id(state).get(act.fig)
    return figure is not None and figure.place in ("table", "reserve")


def _is_on_table(state: State, act: Act) -> bool:
    return act.at is not None and 0 <= act.at[0] <= state.width and 0 <= act.at[1] <= state.height


def _is_described(state: State, act: Act) -> bool:
    return act.recruit is not None and 0 <= act.value <= 3


def _can_be_set(state: State, act: Act) -> bool:
    low, high = ATTRIBUTES.get(act.attr, (0, 1))
    return act.attr in (*ATTRIBUTES, *FLAGS, HARNESS) and low <= act.value <= high


def _is_pair_of_enemies(state: State, act: Act) -> bool:
    figure, other = by_id(state)[act.fig], by_id(state).get(act.id)
    return other is not None and other.place == figure.place == "table" and enemies(figure, other)


def _pair_touches(state: State, act: Act) -> bool:
    return between(by_id(state)[act.fig], by_id(state)[act.id]) <= EPS


def _pair_has_room(state: State, act: Act) -> bool:
    return place_apart(state, by_id(state)[act.fig], by_id(state)[act.id]) is not None


def _is_free_place(state: State, act: Act) -> bool:
    """No base overlaps the one that would stand there."""
    placed = by_id(state).get(act.fig) if act.kind == "move" else None
    if placed is None:
        assert act.recruit is not None
        placed = figure_of(state, act.recruit, "feudal", NPC, act.value, 99)
    assert act.at is not None
    ghost = msgspec.structs.replace(placed, x=act.at[0], y=act.at[1])
    return all(other.id == ghost.id or between(other, ghost) > 0 for other in on_table(state))


def _is_sound_piece(state: State, act: Act) -> bool:
    piece = act.piece
    if piece is None or piece.kind not in TERRAIN or not 1 <= len(piece.id) <= 40 or len(piece.points) > 40:
        return False
    inside = all(0 <= x <= state.width and 0 <= y <= state.height for x, y in piece.points)
    apart = all(a != b for a, b in pairwise(piece.points))
    enough = len(piece.points) >= fewest_points(piece.kind, piece.width)
    return enough and inside and apart and 0 <= piece.width <= 6000 and not piece.openings


def _piece_exists(state: State, act: Act) -> bool:
    return any(piece.id == act.id for piece in state.terrain)


def _opening_exists(state: State, act: Act) -> bool:
    return any(o.id == act.id for p in state.terrain for o in p.openings)


def _item_exists(state: State, act: Act) -> bool:
    return any(item.id == act.id and not item.gone for item in state.items)


def _is_portable(state: State, act: Act) -> bool:
    return all(portable(item) for item in state.items if item.id == act.id)


def _side_exists(state: State, act: Act) -> bool:
    return any(seat.side == act.value for seat in state.seats)


def _seat_exists(state: State, act: Act) -> bool:
    return act.seat in range(len(state.seats))


# What must hold for acts of these kinds, with the objection if it does not. The first is told.
_DEMANDS: tuple[tuple[str, Callable[[State, Act], bool], str], ...] = (
    (
        "move remove set_attr give_item reveal call_test set_side cancel_contact force_target",
        _in_play,
        gettext_noop("Désignez une figurine encore en jeu."),
    ),
    (
        "cancel_contact force_target",
        _is_pair_of_enemies,
        gettext_noop("Désignez deux ennemis présents sur la table."),
    ),
    ("cancel_contact", _pair_touches, gettext_noop("Ces deux figurines ne se touchent pas.")),
    (
        "cancel_contact",
        _pair_has_room,
        gettext_noop("Il n’a pas la place de reculer : déplacez-le vous-même."),
    ),
    ("spawn move", _is_on_table, gettext_noop("Indiquez un endroit de la table.")),
    ("spawn", _is_described, gettext_noop("Décrivez la figurine à faire venir, et son camp de 0 à 3.")),
    (
        "spawn move",
        _is_free_place,
        gettext_noop("Quelqu’un se tient déjà là : choisissez un endroit libre."),
    ),
    ("set_attr", _can_be_set, gettext_noop("Cet attribut ou cette valeur ne se règle pas.")),
    (
        "set_terrain",
        _is_sound_piece,
        gettext_noop("Décrivez un élément de terrain connu, avec assez de points, tous sur la table."),
    ),
    ("remove_terrain", _piece_exists, gettext_noop("Cet élément de terrain n’existe pas.")),
    ("open close", _opening_exists, gettext_noop("Cette ouverture n’existe pas.")),
    ("give_item", _item_exists, gettext_noop("Cet objet n’est plus en jeu.")),
    ("give_item", _is_portable, gettext_noop("Une barque ne se porte pas.")),
    ("call_test", lambda state, act: act.test in TEST_NAMES, gettext_noop("Ce test n’existe pas.")),
    ("set_side", _side_exists, gettext_noop("Ce camp n’existe pas.")),
    ("award", _seat_exists, gettext_noop("Désignez le joueur récompensé.")),
    ("message", lambda state, act: bool(act.text.strip()), gettext_noop("Le message est vide.")),
)


def organise(state: State, raw: Any, dice: Dice) -> Step:
    """One act, already checked: the new state and its events. Private acts leave a public trace that a ruling
    happened."""
    act, _ = read_act(raw)
    assert act is not None
    new = copy_of(state)
    tale = Tale(new)
    _DO[act.kind](new, by_id(new), act, dice, tale)
    tale.emit("ruling", None, act.audience, act=act.kind, reason=act.reason)
    if act.audience is not None:
        tale.emit("ruled")
    return Step(new, tuple(tale.events), reveals=True)


def _spawn(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    assert act.recruit is not None
    assert act.at is not None
    number = 1 + sum(f.seat == NPC for f in state.figures)
    figure = figure_of(state, act.recruit, "feudal", NPC, act.value, number)
    figure.x, figure.y = act.at
    figure.place, figure.script, figure.notes = "table", "stay", act.text
    figure.now.start = act.at
    state.figures.append(figure)
    tale.emit("arrives", figure, act.audience, fig=figure.id, at=list(act.at))


def _move(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    assert act.at is not None
    figures[act.fig].aboard = ""
    tale.shift("placed", figures[act.fig], act.at, act.audience)


def _remove(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    tale.emit("removed", figures[act.fig], act.audience, fig=act.fig)
    tale.remove(state, figures[act.fig], "fled")


def _set_attr(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    if act.attr == HARNESS:
        (put_on if act.value else take_off)(figures[act.fig])
        return
    setattr(figures[act.fig], act.attr, bool(act.value) if act.attr in FLAGS else act.value)


def _set_terrain(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    assert act.piece is not None
    state.terrain = (*(p for p in state.terrain if p.id != act.piece.id), act.piece)


def _remove_terrain(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    state.terrain = tuple(p for p in state.terrain if p.id != act.id)


def _open(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    """Opens or closes, as the act says."""
    replace = msgspec.structs.replace
    for piece in state.terrain:
        if any(o.id == act.id for o in piece.openings):
            openings = (replace(o, open=act.kind == "open") if o.id == act.id else o for o in piece.openings)
            changed = replace(piece, openings=tuple(openings))
            state.terrain = tuple(changed if p is piece else p for p in state.terrain)


def _give_item(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    for item in state.items:
        if item.id == act.id:
            item.carrier = act.fig
            figures[act.fig].carried = (*figures[act.fig].carried, item.id)


def _reveal(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    figure = figures[act.fig]
    tale.reveal(state, figure, 0, (figure.x, figure.y))


def _message(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    tale.emit(
        "message", None, act.audience, speaker=act.speaker or "L’organisateur", text=act.text, fig=act.fig
    )


def _call_test(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    """The die is rolled from the same source as all others; what follows from it is the organiser's
    ruling."""
    figure = figures[act.fig]
    label = f"organiser:{act.test}:{act.fig}"
    verdict = {
        "hazard": lambda: hazard_test(figure, dice, label),
        "perception": lambda: perception_test(figure, dice, label),
        "fall": lambda: fall_test(figure, dice, label, act.value),
        "morale": lambda: morale_test(state, figure, dice, label, False),
    }[act.test]()
    tale.emit("test", figure, act.audience, fig=act.fig, test=act.test, **verdict.params())


def _set_side(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    figures[act.fig].side = act.value


def _award(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    for objective in state.objectives:
        if objective.id == act.id and objective.kind == "gm":
            objective.ticked = True
            return
    number = sum(o.kind == "gm" for o in state.objectives)
    secret = act.audience is not None
    state.objectives.append(Objective(f"g{number}-{act.seat}", act.seat, "gm", act.value, secret, {}, True))


def _npc_plot(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    state.npc_orders = [msgspec.to_builtins(order) for order in act.orders]


def _end(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    """The battle ends with this turn."""
    state.last_turn = max(1, state.turn)


def _rule(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    if act.audience is None:
        state.notes.append(act.reason)


def place_apart(state: State, figure: Figure, other: Figure) -> tuple[int, int] | None:
    """The nearest free place straight away from the other, half a centimetre apart; none within three
    centimetres."""
    dx, dy = figure.x - other.x, figure.y - other.y
    far = length(dx, dy) or 1
    for step in range(50, 300, 10):
        ghost = msgspec.structs.replace(figure, x=figure.x + dx * step // far, y=figure.y + dy * step // far)
        free = all(f.id == figure.id or not overlap(base_of(f), base_of(ghost), 0) for f in on_table(state))
        if free and between(ghost, other) >= 50:
            return ghost.x, ghost.y
    return None


def _cancel_contact(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    """The two never met: he stands a little back, and neither has the other for an enemy at grips."""
    figure, other = figures[act.fig], figures[act.id]
    spot = place_apart(state, figure, other)
    assert spot is not None
    for one, two in ((figure, other), (other, figure)):
        one.now.contacts = tuple(id for id in one.now.contacts if id != two.id)
        one.now.new_contacts = tuple(id for id in one.now.new_contacts if id != two.id)
        one.now.charged = "" if one.now.charged == two.id else one.now.charged
        one.now.charged_by = tuple(id for id in one.now.charged_by if id != two.id)
    tale.shift("placed", figure, spot, act.audience)


def _force_target(state: State, figures: dict[str, Figure], act: Act, dice: Dice, tale: Tale) -> None:
    """For this turn: he shoots at that enemy's group or at nobody, and strikes him first if he can."""
    figures[act.fig].now.forced = act.id


_DO = {
    "spawn": _spawn,
    "move": _move,
    "remove": _remove,
    "set_attr": _set_attr,
    "set_terrain": _set_terrain,
    "remove_terrain": _remove_terrain,
    "open": _open,
    "close": _open,
    "give_item": _give_item,
    "reveal": _reveal,
    "message": _message,
    "call_test": _call_test,
    "set_side": _set_side,
    "award": _award,
    "cancel_contact": _cancel_contact,
    "force_target": _force_target,
    "npc_plot": _npc_plot,
    "end": _end,
    "rule": _rule,
}
KINDS = tuple(_DO)
