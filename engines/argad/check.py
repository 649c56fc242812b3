"""What may be ordered: everything knowable before the dice. The only judge of plots and packets."""

from collections.abc import Iterable
from typing import Any

from engines.argad.field.battlefield import Field
from engines.argad.field.geometry import Point, length
from engines.argad.field.ground import ground_of
from engines.argad.melee.aftermath import encircled
from engines.argad.movement.allowance import IDLE_ACTS, allowance
from engines.argad.movement.boats import ABOARD_ACTS, boat_alongside, landing
from engines.argad.movement.ranks import anchor_of
from engines.argad.orders import MODES, TIMINGS, WHENS, Order, When, read_packet, read_plot
from engines.argad.state import Figure, State, by_id, enemies, is_chief, mounted, paces, portable
from engines.argad.tables import SIGHT, WEAPONS
from engines.argad.words import ACT_NAMES
from engines.core.contract import Problem
from engines.core.texts import Text, gettext_noop, say

MOST_ORDERS, MOST_POINTS = 80, 16
FALLEN_ROLES = ("troop_chief", "chief", "banner", "musician", "vip", "hero")
TARGETED = {"charge", "follow", "keep_distance", "help", "talk"}


def check_plot(state: State, seat: int, raw: Any) -> list[Problem]:
    plot, problems = read_plot(raw)
    if plot is None:
        return problems
    if plot.end not in ("", "concede", "propose"):
        problems.append(
            _problem("bad_end", gettext_noop("Fin de partie inconnue : écrivez « concede » ou « propose »."))
        )
    if len(plot.orders) > MOST_ORDERS:
        problems.append(
            _problem(
                "too_many", gettext_noop("{most} ordres au plus : groupez les figurines."), most=MOST_ORDERS
            )
        )
        return problems
    if plot.cloud and (not state.has("cloud") or state.seats[seat].cloud_used):
        text = gettext_noop(
            "La nuée de flèches n’est pas possible : elle se commande une fois par partie, si l’option est là."
        )
        problems.append(_problem("no_cloud", text))
    figures = by_id(state)
    taken: set[str] = set()
    for row, order in enumerate(plot.orders):
        where = ("orders", row)
        problems += check_order(state, figures, seat, order, where)
        for id in order.figs:
            if id in taken:
                problems.append(
                    _problem("twice", gettext_noop("{fig} a deux ordres : gardez-en un."), where, fig=id)
                )
            taken.add(id)
    return problems


def check_order(
    state: State,
    figures: dict[str, Figure],
    seat: int,
    order: Order,
    where: tuple[str | int, ...],
    depth: int = 0,
) -> list[Problem]:
    """Everything knowable before the dice: owner, reach, drill, one action only."""
    problems = _shape(order, where)
    if problems:
        return problems
    leader = figures.get(order.figs[0])
    if leader is None:
        text = gettext_noop(
            "{fig} n’est pas à vous ou n’est plus sur la table : désignez une de vos figurines."
        )
        return [_problem("not_yours", text, where, fig=order.figs[0][:20])]
    for id in order.figs:
        figure = figures.get(id)
        if figure is None or figure.seat != seat or figure.place != "table":
            text = gettext_noop(
                "{fig} n’est pas à vous ou n’est plus sur la table : désignez une de vos figurines."
            )
            problems.append(_problem("not_yours", text, where, fig=id))
            continue
        if figure.mount == "pack" and seat >= 0 and state.since(2):
            text = gettext_noop(
                "{fig} est un animal de bât : mené, il suit son meneur ; lâché, il reste où il est. "
                "Donnez l’ordre à un homme."
            )
            problems.append(_problem("pack_animal", text, where, fig=id))
            continue
        if figure.fleeing or figure.hesitating:
            text = gettext_noop("{fig} n’obéit pas ce tour-ci : ne lui donnez pas d’ordre.")
            problems.append(_problem("will_not_obey", text, where, fig=id))
            continue
        problems += [
            Problem(code, text, where) for code, text in cannot(state, figures, figure, order, leader)
        ]
    if depth and order.when:
        problems.append(
            _problem("nested", gettext_noop("Un ordre conditionnel n’a pas de conditions à son tour."), where)
        )
    for row, condition in enumerate(order.when):
        for branch in (condition.then, condition.else_):
            if branch is not None and not depth:
                spot = (*where, "when", row)
                problems += check_order(state, figures, seat, branch, spot, depth + 1)
                if branch.figs != order.figs:
                    text = gettext_noop("Une condition commande les mêmes figurines que l’ordre.")
                    problems.append(_problem("other_figures", text, spot))
    return problems


def _shape(order: Order, where: tuple[str | int, ...]) -> list[Problem]:
    stance, fire = order.stance, order.fire
    if not order.figs:
        return [_problem("nobody", gettext_noop("Cet ordre ne désigne personne."), where)]
    if order.do not in ACT_NAMES:
        text = gettext_noop("« {do} » n’est pas une action ; possibles : {known}.")
        return [_problem("unknown_act", text, where, do=order.do, known=list(ACT_NAMES))]
    words: Iterable[tuple[str, tuple[str, ...]]] = (
        (stance.contact, ("accept", "evade")),
        (stance.obstacle, ("assault", "hold", "none")),
        (stance.pace, ("fast", "spread", "depart")),
        (fire.timing, TIMINGS),
        (order.offsets, ("keep", "line", "column")),
        *((condition.if_.k, WHENS) for condition in order.when),
    )
    for word, known in words:
        if word not in known:
            text = gettext_noop("« {word} » n’est pas possible ici ; possibles : {known}.")
            return [_problem("unknown_word", text, where, word=word, known=list(known))]
    if len(order.path) > MOST_POINTS or len(order.when) > 2:
        text = gettext_noop("Au plus {points} points de passage et deux conditions par ordre.")
        return [_problem("too_long", text, where, points=MOST_POINTS)]
    for condition in order.when:
        wrong = _wrong_when(condition.if_)
        if wrong is not None:
            return [Problem("bad_condition", wrong, where)]
    if not 0 <= fire.unless <= SIGHT:
        return [_problem("out_of_bounds", gettext_noop("Le tir se retient jusqu’à 200 cm au plus."), where)]
    if not 0 <= stance.depart <= 100 or any(abs(c) > 100_000 for point in order.path for c in point):
        return [
            _problem(
                "out_of_bounds", gettext_noop("Un nombre sort des limites de la table ou du tour."), where
            )
        ]
    return []


def _wrong_when(when: When) -> Text | None:
    """What a condition lacks to ever come true."""
    if when.k == "enemy_within" and not 0 < when.distance <= SIGHT:
        return say(
            gettext_noop("Condition : dites à combien de centimètres l’ennemi s’approche, de 1 à 200.")
        )
    if when.k == "time" and not 0 < when.time <= 100:
        return say(gettext_noop("Condition : dites combien de centièmes du tour doivent passer, de 1 à 100."))
    if when.k == "ally_down" and when.role not in FALLEN_ROLES:
        return say(
            gettext_noop("Condition : dites qui doit tomber ; possibles : {known}."), known=list(FALLEN_ROLES)
        )
    if when.k == "enemy_enters" and not (when.zone[0] < when.zone[2] and when.zone[1] < when.zone[3]):
        return say(gettext_noop("Condition : la zone va d’un coin à l’autre, par exemple de 80/40 à 110/60."))
    return None


def cannot(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order, leader: Figure
) -> list[tuple[str, Text]]:
    """Why this figure cannot do that."""
    wrong: list[tuple[str, Text]] = []
    name, do = figure.id, order.do
    walk = path_length(leader, order.path)
    reach = max(allowance(state, figure), allowance(state, leader))
    if walk > reach + 5:
        text = gettext_noop(
            "{fig} : chemin de {cm} cm, son mouvement est de {most} cm au plus ; raccourcissez."
        )
        wrong.append(("too_far", say(text, fig=name, cm=in_cm(walk), most=in_cm(reach))))
    if figure.aboard and do not in ABOARD_ACTS:
        text = gettext_noop(
            "{fig} est dans une barque : il rame (marcher), tire, recharge ou débarque, rien d’autre."
        )
        wrong.append(("aboard", say(text, fig=name)))
    if do in IDLE_ACTS and walk > paces(figure):
        text = gettext_noop(
            "{fig} : cette action ne laisse que deux pas ({most} cm) ; raccourcissez le chemin."
        )
        wrong.append(("one_action", say(text, fig=name, most=in_cm(paces(figure)))))
    if (do in TARGETED and do != "keep_distance") or order.target:
        target = figures.get(order.target)
        if target is None or target.place != "table" or (target.hidden and enemies(target, figure)):
            text = gettext_noop("{fig} : désignez une figurine présente sur la table.")
            wrong.append(("no_target", say(text, fig=name)))
        elif do == "charge" and not enemies(target, figure):
            text = gettext_noop("{fig} : {target} est de votre camp ; on ne charge que l’ennemi.")
            wrong.append(("friend", say(text, fig=name, target=order.target)))
    special = _SPECIAL.get(do)
    if special is not None and not wrong:
        wrong += special(state, figures, figure, order)
    return wrong


def _cannot_reload(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order
) -> list[tuple[str, Text]]:
    if figure.unloaded:
        return []
    return [("nothing_to_reload", say(gettext_noop("{fig} n’a pas d’arme à recharger."), fig=figure.id))]


def _cannot_mount(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order
) -> list[tuple[str, Text]]:
    if order.do == "dismount" and not mounted(figure):
        return [("on_foot", say(gettext_noop("{fig} est déjà à pied."), fig=figure.id))]
    if order.do == "mount" and not figure.horse:
        return [("no_horse", say(gettext_noop("{fig} n’a pas de cheval à monter."), fig=figure.id))]
    if order.do == "mount" and _under_a_roof(state, figure):
        return [
            (
                "under_a_roof",
                say(gettext_noop("{fig} : sortez de la maison pour monter en selle."), fig=figure.id),
            )
        ]
    return []


def _under_a_roof(state: State, figure: Figure) -> bool:
    """Horses wait outside, except in a tall wide building."""
    ground = ground_of(state.terrain, state.width, state.height)
    house = ground.building(figure.x, figure.y)
    return bool(house) and not ground.by_id[house].piece.tall


def _cannot_close(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order
) -> list[tuple[str, Text]]:
    if not state.has("close_order"):
        return [("no_close_order", say(gettext_noop("Cette partie se joue sans l’ordre serré.")))]
    if order.do == "break_close":
        return []
    if not drilled(figure):
        text = gettext_noop(
            "{fig} n’est pas exercé à l’ordre serré : il faut un grand bouclier, un pavois ou une lance de classe 3."
        )
        return [("not_drilled", say(text, fig=figure.id))]
    if order.do == "form_close" and anchor_of(state, order, figures) is None:
        text = gettext_noop(
            "{fig} : les rangs se forment autour d’un chef ou d’un porte-bannière à vous ; désignez-le comme cible."
        )
        return [("no_anchor", say(text, fig=figure.id))]
    return []


def _cannot_take(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order
) -> list[tuple[str, Text]]:
    if order.do == "pick_up" and order.target:
        beast = figures.get(order.target)
        if beast is not None and beast.mount == "pack" and not mounted(figure):
            return []
        return [
            (
                "no_beast",
                say(
                    gettext_noop("{fig} : seul un piéton prend un animal de bât par la bride."), fig=figure.id
                ),
            )
        ]
    item = next((i for i in state.items if i.id == order.item and not i.gone and portable(i)), None)
    if item is None or (order.do != "pick_up" and item.carrier != figure.id):
        return [
            (
                "no_item",
                say(
                    gettext_noop("{fig} : désignez un objet qu’il peut prendre ou qu’il porte."),
                    fig=figure.id,
                ),
            )
        ]
    return []


def _cannot_jump(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order
) -> list[tuple[str, Text]]:
    if not mounted(figure) or figure.armour == 5:
        text = gettext_noop("{fig} ne peut pas sauter : il faut être à cheval, sans armure complète.")
        return [("no_jump", say(text, fig=figure.id))]
    return []


def _cannot_leave(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order
) -> list[tuple[str, Text]]:
    """Not when encircled; a comrade may take his place if he is on foot, free and near enough."""
    if encircled(Field(state), figure):
        text = gettext_noop(
            "{fig} est encerclé : il ne peut pas quitter la mêlée ; laissez-le tenir ou se rendre."
        )
        return [("encircled", say(text, fig=figure.id))]
    friend = figures.get(order.target)
    if friend is None or may_relieve(state, figure, friend):
        return []
    text = gettext_noop(
        "{fig} : {friend} ne peut pas prendre sa place ; il faut un des vôtres, à pied, libre et assez près."
    )
    return [("no_relief", say(text, fig=figure.id, friend=order.target))]


def may_relieve(state: State, figure: Figure, friend: Figure) -> bool:
    """3.13: a friend who arrives behind exchanges places with who leaves the melee."""
    both = friend.id != figure.id and friend.seat == figure.seat and friend.mount == figure.mount == "foot"
    free = not friend.now.contacts and not friend.aboard and not friend.fleeing and not friend.hesitating
    far = length(friend.x - figure.x, friend.y - figure.y)
    return both and free and far <= min(allowance(state, friend), allowance(state, figure))


def _cannot_climb(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order
) -> list[tuple[str, Text]]:
    if mounted(figure):
        return [("no_climb", say(gettext_noop("{fig} : on monte à l’échelle à pied."), fig=figure.id))]
    return []


def _cannot_embark(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order
) -> list[tuple[str, Text]]:
    if figure.mount == "foot" and not figure.aboard and boat_alongside(state, figure, order.item) is not None:
        return []
    text = gettext_noop(
        "{fig} ne peut pas embarquer : il faut être à pied, à côté d’une barque qui a de la place."
    )
    return [("no_boat", say(text, fig=figure.id))]


def _cannot_land(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order
) -> list[tuple[str, Text]]:
    if landing(state, figure) is not None:
        return []
    text = gettext_noop("{fig} ne peut pas débarquer : il faut être dans une barque qui touche la rive.")
    return [("no_landing", say(text, fig=figure.id))]


def _cannot_caracole(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order
) -> list[tuple[str, Text]]:
    if (
        state.has("caracole")
        and figure.mount == "cavalier"
        and any(WEAPONS[w].ranged for w in figure.weapons)
    ):
        return []
    text = gettext_noop("{fig} ne peut pas caracoler : il faut l’option, un cavalier et une arme de tir.")
    return [("no_caracole", say(text, fig=figure.id))]


def _cannot_cut(
    state: State, figures: dict[str, Figure], figure: Figure, order: Order
) -> list[tuple[str, Text]]:
    if "heavy_lance" in figure.weapons and not figure.lance_dropped:
        return []
    return [
        ("no_heavy_lance", say(gettext_noop("{fig} n’a pas de lance lourde à raccourcir."), fig=figure.id))
    ]


_SPECIAL = {
    "reload": _cannot_reload,
    "mount": _cannot_mount,
    "dismount": _cannot_mount,
    "form_close": _cannot_close,
    "join_close": _cannot_close,
    "break_close": _cannot_close,
    "pick_up": _cannot_take,
    "drop": _cannot_take,
    "hand_over": _cannot_take,
    "jump": _cannot_jump,
    "leave_melee": _cannot_leave,
    "climb": _cannot_climb,
    "embark": _cannot_embark,
    "land": _cannot_land,
    "caracole": _cannot_caracole,
    "cut_lance": _cannot_cut,
}


def drilled(figure: Figure) -> bool:
    """Fit for close order: large shield, pavise, lance of class 3, late pole drill, English or Welsh bow."""
    if figure.mount != "foot":
        return False
    if (
        figure.shield != "none"
        or "close_drill" in figure.traits
        or is_chief(figure)
        or "banner" in figure.roles
    ):
        return True
    if "lance" in figure.weapons and figure.cls >= 3:
        return True
    if "pole" in figure.weapons and "late_pole_drill" in figure.traits:
        return True
    return "english_welsh" in figure.traits and "longbow" in figure.weapons


def path_length(figure: Figure, path: tuple[Point, ...]) -> int:
    x, y, walked = figure.x, figure.y, 0
    for px, py in path:
        walked += length(px - x, py - y)
        x, y = px, py
    return walked


def in_cm(value: int) -> str:
    """Hundredths of a centimetre as a Frenchman reads them: 12,5."""
    whole, rest = divmod(value, 100)
    return f"{whole},{rest:02d}".rstrip("0") if rest else str(whole)


def _problem(code: str, msgid: str, where: tuple[str | int, ...] = (), **params: Any) -> Problem:
    return Problem(code, say(msgid, **params), where)


def check_packet(state: State, seat: int, raw: Any) -> list[Problem]:
    """Owners and words. What a shot or blow can no longer do when its moment comes is simply not done."""
    packet, problems = read_packet(raw)
    if packet is None:
        return problems
    figures = by_id(state)
    for row, aim in enumerate(packet.shots):
        problems += _owned(figures, seat, aim.figs, ("shots", row))
        problems += _foe(figures, seat, state, aim.target, ("shots", row))
        if aim.weapon and (
            aim.weapon not in WEAPONS or not (WEAPONS[aim.weapon].ranged or WEAPONS[aim.weapon].throwable)
        ):
            problems.append(_problem("no_weapon", gettext_noop("Cette arme ne se tire pas."), ("shots", row)))
        if aim.aim not in ("any", "exposed"):
            problems.append(
                _problem("bad_aim", gettext_noop("Visée inconnue : « any » ou « exposed »."), ("shots", row))
            )
        if aim.mode not in ("", *MODES):
            text = gettext_noop("« {word} » n’est pas possible ici ; possibles : {known}.")
            problems.append(_problem("bad_mode", text, ("shots", row), word=aim.mode[:20], known=list(MODES)))
    for row, strike in enumerate(packet.strikes):
        problems += _owned(figures, seat, (strike.fig,), ("strikes", row))
        if strike.target:
            problems += _foe(figures, seat, state, strike.target, ("strikes", row))
        if strike.weapon and strike.weapon not in WEAPONS:
            problems.append(_problem("no_weapon", gettext_noop("Arme inconnue."), ("strikes", row)))
    for field, known in (
        ("follow", ("always", "on_kill", "never")),
        ("blocked", ("die", "surrender")),
        ("obstacle", ("assault", "hold", "none")),
    ):
        for id, word in getattr(packet, field).items():
            problems += _owned(figures, seat, (id,), (field, id))
            if word not in known:
                text = gettext_noop("« {word} » n’est pas possible ici ; possibles : {known}.")
                problems.append(_problem("unknown_word", text, (field, id), word=word, known=list(known)))
    return problems + _owned(
        figures, seat, packet.point_blank + packet.free_swing + packet.hold, ("point_blank",)
    )


def _owned(
    figures: dict[str, Figure], seat: int, ids: tuple[str, ...], where: tuple[str | int, ...]
) -> list[Problem]:
    text = gettext_noop("{fig} n’est pas à vous ou n’est plus sur la table : désignez une de vos figurines.")
    return [
        _problem("not_yours", text, where, fig=id)
        for id in ids
        if id not in figures or figures[id].seat != seat or figures[id].place != "table"
    ]


def _foe(
    figures: dict[str, Figure], seat: int, state: State, id: str, where: tuple[str | int, ...]
) -> list[Problem]:
    figure = figures.get(id)
    side = state.seats[seat].side
    if figure is not None and figure.place == "table" and figure.side != side and not figure.hidden:
        return []
    return [
        _problem("no_target", gettext_noop("{fig} n’est pas un ennemi visible sur la table."), where, fig=id)
    ]
