"""The troop builder: what a figure costs and why, what is wrong with a troop, the ready troops, cuts to a
smaller budget.

Costs are whole half points, so that a villager's fork stays exact. All functions are pure.
"""

from collections.abc import Collection
from typing import Any

import msgspec

from engines.argad.problems import problem, read_as
from engines.argad.state import Figure, State, base_for
from engines.argad.tables import WEAPONS, read
from engines.argad.words import COST_LINES, ERA_NAMES, MOUNT_NAMES, ROLE_NAMES, SHIELD_NAMES, TRAIT_NAMES
from engines.core.contract import Problem, errors
from engines.core.texts import Text, gettext_noop, say

MOST_FIGURES = 60


class Recruit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a troop: `n` figures of the same kind."""

    name: str
    cls: int
    n: int = 1
    unit: str = "Troupe"
    armour: int = 0
    mount: str = "foot"
    base: str = ""
    weapons: tuple[str, ...] = ()
    shield: str = "none"
    saddle: bool = True
    roles: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    swims: int = 0
    cls_unarmoured: int = 0  # his class when caught without harness; 0: the same


class Troop(msgspec.Struct, frozen=True):
    name: str
    era: str
    figures: tuple[Recruit, ...]


# What a figure has from its line of the troop as it stands there.
SAME = tuple(name for name in Recruit.__struct_fields__ if name not in ("n", "base"))


def cost(recruit: Recruit, era: str) -> int:
    """The price of one figure, in half points."""
    return sum(price for _, price in cost_lines(recruit, era))


def cost_lines(recruit: Recruit, era: str) -> list[tuple[str, int]]:
    """The price line by line: (what, half points). The words are in `names.COST_LINES`."""
    if recruit.mount == "pack":
        return [("pack", 2 if recruit.base == "mule" and recruit.cls == 0 else 4)]
    leads = bool({"troop_chief", "chief", "banner", "musician"} & {*recruit.roles})
    rider = recruit.mount == "cavalier"
    lines = [
        ("class", 2 * recruit.cls * (1 + rider + leads)),
        ("horse", 4 if recruit.mount == "mounted_inf" else 0),
        ("no_saddle", -2 if rider and not recruit.saddle else 0),
        ("armour", {4: 4 if era == "early" else 2, 5: 4}.get(recruit.armour, 0)),
        ("shield", 2 if recruit.shield != "none" else 0),
        *((weapon, _weapon_cost(weapon, recruit)) for weapon in recruit.weapons),
    ]
    return [line for line in lines if line[1]]


def _weapon_cost(id: str, recruit: Recruit) -> int:
    weapon = WEAPONS[id]
    if weapon.free and (recruit.cls >= 3 or recruit.armour >= 4):
        return 0
    if weapon.cost_armour5 is not None and recruit.armour == 5:
        return weapon.cost_armour5
    return weapon.cost


def troop_cost(troop: Troop) -> int:
    return sum(recruit.n * cost(recruit, troop.era) for recruit in troop.figures)


def points(half_points: int) -> str:
    """Half points as a player reads them: 2,5."""
    return f"{half_points // 2},5" if half_points % 2 else str(half_points // 2)


def what_is_wrong(troop: Troop, budget: int) -> list[Problem]:
    """Every objection to a troop under a budget in points: errors forbid it, warnings only tell."""
    problems: list[Problem] = []
    if not sound_name(troop.name, 60):
        text = gettext_noop("Donnez à la troupe un nom de 1 à 60 caractères, sans crochets ni accolades.")
        problems.append(problem("bad_name", text, ("name",)))
    for row, recruit in enumerate(troop.figures):
        where = ("figures", row)
        problems += [Problem(code, text, where) for code, text in wrong_with(recruit, troop.era)]
        if "longbow" in recruit.weapons and "english_welsh" not in recruit.traits:
            odd = gettext_noop("{name} : entre ces mains le longbow tire comme un arc, à pied et immobile.")
            problems.append(Problem("longbow_as_bow", say(odd, name=recruit.name), where, "warning"))
    return problems if errors(problems) else problems + _wrong_with_all(troop, budget)


def _wrong_with_all(troop: Troop, budget: int) -> list[Problem]:
    problems = []
    total = troop_cost(troop)
    count = sum(recruit.n for recruit in troop.figures)
    if total > 2 * budget:
        text = gettext_noop(
            "La troupe coûte {total} points pour un budget de {budget} : retirez {over} points."
        )
        over = points(total - 2 * budget)
        problems.append(problem("over_budget", text, total=points(total), budget=budget, over=over))
    if count > MOST_FIGURES:
        text = gettext_noop("{n} personnages : une troupe en compte {most} au plus.")
        problems.append(problem("too_many", text, n=count, most=MOST_FIGURES))
    chiefs = _how_many(troop, "troop_chief")
    if chiefs != 1:
        text = gettext_noop("Il faut un chef de troupe et un seul ; cette troupe en a {n}.")
        problems.append(problem("one_troop_chief", text, ("figures",), n=chiefs))
    if _how_many(troop, "hero") > 1:
        text = gettext_noop("Un seul personnage par joueur peut avoir deux points de vie.")
        problems.append(problem("one_hero", text, ("figures",)))
    units = {recruit.unit for recruit in troop.figures}
    if count > 10 and len(units) > 1 and not _how_many(troop, "chief"):
        text = gettext_noop(
            "Plus de dix personnages en plusieurs unités et aucun sous-chef : la voix porte à 20 cm."
        )
        problems.append(Problem("no_sub_chief", say(text), ("figures",), "warning"))
    return problems


def _how_many(troop: Troop, role: str) -> int:
    return sum(recruit.n for recruit in troop.figures if role in recruit.roles)


def wrong_with(recruit: Recruit, era: str) -> list[tuple[str, Text]]:
    """What forbids one line of a troop, whatever the budget."""
    return _bad_numbers(recruit) + _bad_words(recruit, era) or _impossible(recruit, era)


def _bad_numbers(recruit: Recruit) -> list[tuple[str, Text]]:
    wrong: list[tuple[str, Text]] = []
    name = recruit.name
    low = 1 if recruit.mount != "pack" else 0
    if not low <= recruit.cls <= 5:
        wrong.append(("bad_class", say(gettext_noop("{name} : la classe va de 1 à 5."), name=name)))
    if recruit.armour not in (0, 4, 5):
        wrong.append(("bad_armour", say(gettext_noop("{name} : l’armure vaut 0, 4 ou 5."), name=name)))
    if recruit.cls_unarmoured and not (recruit.armour and 1 <= recruit.cls_unarmoured <= recruit.cls):
        text = gettext_noop("{name} : la classe sans harnois va de 1 à {cls}, pour qui porte une armure.")
        wrong.append(("bad_class_unarmoured", say(text, name=name, cls=recruit.cls)))
    if recruit.n < 1 or recruit.n > MOST_FIGURES:
        wrong.append(("bad_number", say(gettext_noop("{name} : indiquez de 1 à 60 personnages."), name=name)))
    if not (sound_name(name) and sound_name(recruit.unit)):
        text = gettext_noop(
            "« {name} » : un nom et une unité ont de 1 à 40 caractères, sans crochets ni accolades."
        )
        wrong.append(("bad_name", say(text, name=name[:40])))
    if recruit.swims not in (0, 4, 8):
        wrong.append(("bad_swim", say(gettext_noop("{name} : on nage 0, 4 ou 8 cm par tour."), name=name)))
    return wrong


def _bad_words(recruit: Recruit, era: str) -> list[tuple[str, Text]]:
    text = gettext_noop("{name} : « {value} » n’est pas connu ({word}) ; possibles : {known}.")
    rows: list[tuple[str, Collection[str], str]] = [
        *((w, WEAPONS, gettext_noop("arme")) for w in recruit.weapons),
        *((r, ROLE_NAMES, gettext_noop("rôle")) for r in recruit.roles),
        *((t, TRAIT_NAMES, gettext_noop("trait")) for t in recruit.traits),
        (recruit.mount, MOUNT_NAMES, gettext_noop("monture")),
        (recruit.shield, SHIELD_NAMES, gettext_noop("bouclier")),
        (recruit.base or "disc", ("disc", "horse", "mule"), gettext_noop("socle")),
        (era, ERA_NAMES, gettext_noop("époque")),
    ]
    return [
        ("unknown_word", say(text, name=recruit.name, value=value, word=word, known=list(known)))
        for value, known, word in rows
        if value not in known
    ]


def _impossible(recruit: Recruit, era: str) -> list[tuple[str, Text]]:
    wrong: list[tuple[str, Text]] = []
    name = recruit.name
    if recruit.armour == 5 and era == "early":
        text = gettext_noop("{name} : pas d’armure complète à cette époque ; prenez l’armure 4.")
        wrong.append(("armour_too_late", say(text, name=name)))
    if "heavy_lance" in recruit.weapons and not _may_couch(recruit):
        text = gettext_noop("{name} : la lance lourde demande un cavalier en armure complète.")
        wrong.append(("heavy_lance", say(text, name=name)))
    if recruit.shield == "pavise" and recruit.mount != "foot":
        text = gettext_noop("{name} : un pavois se porte à pied.")
        wrong.append(("pavise_mounted", say(text, name=name)))
    for id in recruit.weapons:
        if WEAPONS[id].is_ranged and recruit.mount not in WEAPONS[id].users:
            text = gettext_noop("{name} : cette arme ({weapon}) ne s’emploie pas ainsi monté.")
            wrong.append(("weapon_for_mount", say(text, name=name, weapon=id)))
    if recruit.mount == "pack" and (recruit.weapons or recruit.armour or recruit.roles):
        text = gettext_noop("{name} : un animal de bât n’a ni arme, ni armure, ni rôle.")
        wrong.append(("pack_armed", say(text, name=name)))
    return wrong


def _may_couch(recruit: Recruit) -> bool:
    """A cavalier in full armour; late lances also come with armour 4 and class 4."""
    late = "late_lance" in recruit.traits and recruit.cls >= 4 and recruit.armour >= 4
    return recruit.mount == "cavalier" and (recruit.armour == 5 or late)


def sound_name(name: str, longest: int = 40) -> bool:
    """A name that pages and texts can carry."""
    return name == " ".join(name.split()) and 1 <= len(name) <= longest and not set(name) & set("[]{}")


def read_troop(raw: Any) -> tuple[Troop | None, list[Problem]]:
    """A troop from JSON, or the reason why it cannot be read."""
    return read_as(Troop, raw, "bad_troop", gettext_noop("Cette troupe est mal écrite : {why}."))


READY: dict[str, Troop] = {id: msgspec.convert(row, Troop) for id, row in read("troops.toml").items()}


def cut_to(troop: Troop, budget: int) -> Troop:
    """A part of a troop within a smaller budget: the leader, then one man of each line in turn while the
    points last."""
    if troop_cost(troop) <= 2 * budget:
        return troop
    taken = [0] * len(troop.figures)
    left = 2 * budget
    for row, recruit in enumerate(troop.figures):
        if "troop_chief" in recruit.roles:
            taken[row], left = 1, left - cost(recruit, troop.era)
    progress = True
    while progress:
        progress = False
        for row, recruit in enumerate(troop.figures):
            price = cost(recruit, troop.era)
            if taken[row] < recruit.n and price <= left:
                taken[row], left, progress = taken[row] + 1, left - price, True
    lines = (msgspec.structs.replace(r, n=n) for r, n in zip(troop.figures, taken, strict=True) if n)
    return Troop(troop.name, troop.era, tuple(lines))


def enlist(state: State, troop: Troop, seat: int) -> list[Figure]:
    """The figures of a troop, numbered: A01, A02…"""
    side = state.seats[seat].side
    heroes = any("hero" in recruit.roles for recruit in troop.figures)
    figures: list[Figure] = []
    for recruit in troop.figures:
        for _ in range(recruit.n):
            hero = "hero" in recruit.roles or (not heroes and "troop_chief" in recruit.roles)
            figure = figure_of(state, recruit, troop.era, seat, side, len(figures) + 1)
            if hero:
                figure.hp = 2 if state.has("two_hp") else 1
                figure.cls_unarmoured = 0  # the player's own character stays what he is
            figures.append(figure)
    return figures


def figure_of(state: State, recruit: Recruit, era: str, seat: int, side: int, number: int) -> Figure:
    letter = "N" if seat < 0 else "ABCD"[seat]
    lance = "lance" in recruit.weapons
    return Figure(
        id=f"{letter}{number:02d}",
        seat=seat,
        side=side,
        base=base_for(state, recruit.base or ("disc" if recruit.mount == "foot" else "horse")),
        cost=cost(recruit, era),
        javelins=(2 if lance else 3) if "javelin" in recruit.weapons else 0,
        **{name: getattr(recruit, name) for name in SAME},
    )


def explain(recruit: Recruit, era: str) -> list[tuple[Text, str]]:
    """The price of a figure in words, for the builder's page."""
    return [(say(COST_LINES[what]), points(price)) for what, price in cost_lines(recruit, era)]
