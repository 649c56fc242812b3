"""The builder's form: rows of a troop read from what was posted, and shown with their price and what is
wrong."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import structs

from apps.site.numbers import whole_number
from apps.tables.argad.board.figures import figure_svg
from engines.argad import words as names
from engines.argad.scenario.troop_text import words_of
from engines.argad.scenario.troops import (
    MOST_FIGURES,
    READY,
    Recruit,
    Troop,
    cost,
    explain,
    points,
    troop_cost,
    what_is_wrong,
    wrong_with,
)
from engines.argad.tables import WEAPONS
from engines.core.contract import Problem
from engines.core.texts import render

MOST_ROWS = 30
BUDGETS = (50, 75, 100, 150, 200, 300)
HIDDEN_WEAPONS = ("javelin_riding", "knife")  # a way to throw, and what everybody has
BASES = (("", "selon la monture"), ("mule", "mulet ou âne"), ("horse", "cheval"))


def read_form(post: QueryDict) -> tuple[Troop, int]:
    """What was posted as a troop, sound or not, and its budget."""
    count = min(whole(post.get("rows"), 0), MOST_ROWS)
    figures = [_read_row(post, f"r{n}-") for n in range(count) if f"r{n}-name" in post]
    era = _among(post.get("era"), names.ERA_NAMES, "feudal")
    budget = whole(post.get("budget"), 100)
    name = " ".join(post.get("name", "").split())[:60]
    return Troop(name, era, tuple(figures)), min(max(budget, 10), 300)


def _read_row(post: QueryDict, prefix: str) -> Recruit:
    return Recruit(
        name=" ".join(post.get(f"{prefix}name", "").split())[:60],
        cls=whole(post.get(f"{prefix}cls"), 3),
        n=whole(post.get(f"{prefix}n"), 1),
        unit=" ".join(post.get(f"{prefix}unit", "").split())[:60] or "Troupe",
        armour=whole(post.get(f"{prefix}armour"), 0),
        mount=_among(post.get(f"{prefix}mount"), names.MOUNT_NAMES, "foot"),
        base=_among(post.get(f"{prefix}base"), dict(BASES), ""),
        weapons=_several(post, f"{prefix}weapons", WEAPONS),
        shield=_among(post.get(f"{prefix}shield"), names.SHIELD_NAMES, "none"),
        saddle=f"{prefix}bareback" not in post,
        roles=_several(post, f"{prefix}roles", names.ROLE_NAMES),
        traits=_several(post, f"{prefix}traits", names.TRAIT_NAMES),
        swims=whole(post.get(f"{prefix}swims"), 0),
        cls_unarmoured=whole(post.get(f"{prefix}shirt"), 0),
    )


def whole(text: str | None, otherwise: int) -> int:
    """A number as typed; nonsense is a number that the rules refuse."""
    text = (text or "").strip()
    if not text:
        return otherwise
    number = whole_number(text, most=999)
    return 999 if number is None else number


def _among(value: str | None, known: Mapping[str, Any], otherwise: str) -> str:
    return value if value is not None and value in known else otherwise


def _several(post: QueryDict, key: str, known: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(code for code in known if code in post.getlist(key))


def template_recruits() -> list[tuple[str, str]]:
    """Every line of the ready troops, to begin a new one with."""
    return [
        (f"{id}:{n}", f"{_(troop.name)} : {recruit.name} ({points(cost(recruit, troop.era))})")
        for id, troop in READY.items()
        for n, recruit in enumerate(troop.figures)
    ]


def recruit_like(word: str) -> Recruit:
    """One figure after a ready one; otherwise a plain man on foot."""
    id, _sep, row = word.partition(":")
    number = whole_number(row)
    if id in READY and number is not None and number < len(READY[id].figures):
        return structs.replace(READY[id].figures[number], n=1)
    return Recruit(name="Guerrier", cls=3)


def builder_context(troop: Troop, budget: int, opened: int = -1) -> dict[str, Any]:
    """Everything the builder's page and its fragment need."""
    problems = what_is_wrong(troop, budget)
    rows = [_row(troop, n, recruit, problems, n == opened) for n, recruit in enumerate(troop.figures)]
    priced = all(row["price"] for row in rows)
    total = troop_cost(troop) if priced else 0
    return {
        "troop": troop,
        "budget": budget,
        "rows": rows,
        "total": points(total) if priced else "?",
        "total_whole": total // 2,
        "left": points(2 * budget - total) if priced and total <= 2 * budget else "",
        "figures": sum(recruit.n for recruit in troop.figures),
        "general": [_sentence_of(p) for p in problems if not (len(p.where) == 2 and p.where[0] == "figures")],
        "sound": not any(p.level == "error" for p in problems),
        "words": names,
        "choices": CHOICES,
        "templates": template_recruits(),
        "budgets": sorted({*BUDGETS, budget}),
        "bases": BASES,
        "most": MOST_FIGURES,
    }


def _row(troop: Troop, n: int, recruit: Recruit, problems: list[Problem], opened: bool) -> dict[str, Any]:
    """One line of the builder's page."""
    wrong = [_sentence_of(p) for p in problems if p.where == ("figures", n)]
    priced = not wrong_with(recruit, troop.era)
    price = cost(recruit, troop.era) if priced else 0
    explained = explain(recruit, troop.era) if priced else []
    return {
        "index": n,
        "recruit": recruit,
        "price": points(price) if priced else "",
        "total": points(price * recruit.n) if priced else "",
        "lines": [(render(text, _), amount) for text, amount in explained],
        "problems": [text for _level, text in wrong],
        "summary": ", ".join(_(word) for word in words_of(recruit)),
        "picture": figure_svg(recruit, 44),
        "opened": opened or bool(wrong),
    }


def _sentence_of(problem: Problem) -> tuple[str, str]:
    return problem.level, render(problem.text, _)


CHOICES = {
    "weapons": [(code, name) for code, name in names.WEAPON_NAMES.items() if code not in HIDDEN_WEAPONS],
    "classes": [
        (1, "1, non-combattant"),
        (2, "2, milice"),
        (3, "3, exercé"),
        (4, "4, aguerri ou noble"),
        (5, "5, élite"),
    ],
    "shirts": [(0, "la même"), (1, "1"), (2, "2"), (3, "3"), (4, "4")],
    "swims": [(0, "ne nage pas"), (4, "nage mal (4 cm)"), (8, "nage bien (8 cm)")],
}
