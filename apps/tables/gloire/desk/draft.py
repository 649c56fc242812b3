"""The order desk: a lord's draft as the page shows it, phase by phase, judged, weighed and paid for."""

import json
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext, gettext_noop, ngettext

from apps.games.models import Step, Submission
from apps.games.table.sight import Sight
from apps.orders.decision import Decision
from apps.tables.gloire.desk.edits import rank_of
from apps.tables.gloire.desk.effects import Effect, effect_of
from engines.core.contract import Problem
from engines.core.texts import render, say
from engines.gloire.advice import advisors
from engines.gloire.advice.purse import Entry
from engines.gloire.check import MOST_ORDERS, is_order
from engines.gloire.orders.catalogue import CATALOGUE, PHASE_TITLES
from engines.gloire.words import number

Order = dict[str, Any]
MONEY_PROBLEMS = ("cannot_afford", "cannot_pay_upkeep")
ENTRY_WORDS = {"pension": gettext_noop("Rente du roi"), "upkeep": gettext_noop("Soldes et entretien")}


@dataclass
class Row:
    """One order of the draft."""

    n: int
    code: str
    text: str
    label: str
    effect: Effect
    problems: list[dict[str, str]]
    up: bool = False
    down: bool = False

    @property
    def level(self) -> str:
        """The worst that is said of it: error, warning, or nothing."""
        levels = {problem["level"] for problem in self.problems}
        return "error" if "error" in levels else "warning" if levels else ""


@dataclass
class Phase:
    number: int
    title: str
    rows: list[Row] = field(default_factory=list)
    left: str = ""  # the treasury after it, where money moves
    short: bool = False  # it would be below nought


class Line(NamedTuple):
    """One line of the treasury's forecast."""

    phase: int
    what: str
    ecus: str
    left: str
    short: bool


@dataclass
class Desk:
    """All that the desk's template needs."""

    orders: list[Order]
    sound: list[Order]  # those of them that `check` lets pass
    phases: list[Phase]
    forecast: list[Line]
    treasury: int
    end: int
    general: list[dict[str, str]]  # problems that belong to no single order
    blocked: bool  # at least one error: it cannot be sealed
    text: str
    typed: list[dict[str, Any]]  # problems of the typed text
    sealed: Submission | None = None
    changed: bool = False  # differs from what is sealed

    @property
    def action_json(self) -> str:
        """What sealing sends."""
        return json.dumps({"orders": self.orders}, ensure_ascii=False, separators=(",", ":"))

    @property
    def treasury_shown(self) -> str:
        return ecus(self.treasury)

    @property
    def end_shown(self) -> str:
        return ecus(self.end)


def drafted_orders(sight: Sight | Decision) -> list[Order]:
    """The draft, else what was sealed last, else nothing. Whatever is stored, only readable orders come
    out."""
    if sight.my_draft is not None:
        return readable(sight.my_draft.action)
    return readable(sight.my_submissions[0].decision()) if sight.my_submissions else []


def readable(action: Any) -> list[Order]:
    return [line for line in _lines(action)[:MOST_ORDERS] if _is_known(line)]


def _lines(action: Any) -> list[Any]:
    orders = action.get("orders") if isinstance(action, dict) else None
    return orders if isinstance(orders, list) else []


def _is_known(line: Any) -> bool:
    return is_order(line) and line["code"] in CATALOGUE


def _left_out(action: Any) -> list[Problem]:
    """A word for what stands in a draft and is no order: it is not among the rows, and sealing them drops
    it."""
    lines = _lines(action)
    others = [line for line in lines[:MOST_ORDERS] if not _is_known(line)] + lines[MOST_ORDERS:]
    words = ", ".join(f"« {_few_words(line)} »" for line in others[:3]) + ("…" if len(others) > 3 else "")
    text = ngettext(
        "{n} ligne du brouillon n’est pas un ordre et ne comptera pas : {words}.",
        "{n} lignes du brouillon ne sont pas des ordres et ne compteront pas : {words}.",
        len(others),
    )
    told = say(text, n=len(others), words=words)
    return [Problem("unknown_order", told, level="warning")] if others else []


def _few_words(line: Any) -> str:
    """What such a line says, as far as it is words and numbers."""
    values = line.values() if isinstance(line, dict) else [line]
    return " ".join(str(value)[:20] for value in values if isinstance(value, (str, int)))[:60] or "?"


def desk_of(sight: Sight) -> Desk:
    """The desk as it stands. The draft is judged anew only when it has changed since the last look at it: the
    odds of its attacks cost more than a tenth of the page (`make bench NAME=order-desk`)."""
    orders = drafted_orders(sight)
    draft = (json.dumps(orders, sort_keys=True), sight.my_draft.text if sight.my_draft is not None else "")
    last = sight.kept_values.get("judged")
    if last is None or last[0] != draft:
        last = sight.kept_values["judged"] = draft, _judge(sight, orders)
    sealed = sight.my_submissions[0] if sight.my_submissions else None
    changed = sealed is not None and readable(sealed.decision()) != orders
    left_out = _left_out(sight.my_draft.action) if sight.my_draft is not None else []
    return replace(
        last[1], sealed=sealed, changed=changed, general=[*map(problem_facts, left_out), *last[1].general]
    )


def _judge(sight: Sight, orders: list[Order]) -> Desk:
    problems = sight.problems_of({"orders": orders})
    by_order, general = _sorted_problems(problems)
    sound = {n for n in range(len(orders)) if not any(p.level == "error" for p in by_order.get(n, ()))}
    healthy = [orders[n] for n in sorted(sound)]
    lines = advisors.treasury_forecast(sight.view, healthy)
    typed, faults = _typed_text(sight, orders, sound)
    return Desk(
        orders=orders,
        sound=healthy,
        phases=_phases(sight, orders, by_order, sound, lines),
        forecast=_forecast(lines),
        treasury=sight.view["me"]["treasury"],
        end=lines[-1][1],
        general=[problem_facts(problem) for problem in (*general, *_short_of_money(problems, lines))],
        blocked=len(sound) < len(orders) or any(problem.level == "error" for problem in general),
        text=typed,
        typed=faults,
    )


def _sorted_problems(problems: list[Problem]) -> tuple[dict[int, list[Problem]], list[Problem]]:
    by_order: dict[int, list[Problem]] = {}
    general: list[Problem] = []
    for problem in problems:
        if len(problem.where) > 1 and isinstance(problem.where[1], int):
            by_order.setdefault(problem.where[1], []).append(problem)
        else:
            general.append(problem)
    return by_order, general


def _short_of_money(problems: list[Problem], lines: list[tuple[Entry, int]]) -> list[Problem]:
    """The check leaves out knights whose price the dice will tell; the forecast counts their mean, and says
    so here."""
    if any(problem.code in MONEY_PROBLEMS for problem in problems):
        return []
    for entry, left in lines:
        if left < 0 and entry.ecus < 0:
            facts = {"short": number(-left), "phase": entry.phase, "what": _entry_words(entry).lower()}
            text = gettext_noop(
                "Si les chevaliers appelés coûtent ce qu’on en attend, il manquera environ {short} écus "
                "en phase {phase} ({what})."
            )
            return [Problem("cannot_afford", say(text, **facts), ("orders",), "warning")]
    return []


def _phases(sight: Sight, orders: list[Order], by_order: dict, sound: set[int], lines: list) -> list[Phase]:
    """The orders in the order in which they are carried out."""
    own = {knight["id"] for knight in sight.view["me"]["knights"]}
    good = sorted(sound)
    healthy = [orders[n] for n in good]
    left = {entry.phase: amount for entry, amount in lines}
    phases: dict[int, Phase] = {}
    ranks = sorted((rank_of(order, own), n) for n, order in enumerate(orders))
    for place, (rank, n) in enumerate(ranks):
        phase = phases.setdefault(rank[0], _phase(rank[0], left.get(rank[0])))
        effect = effect_of(sight.view, healthy, good.index(n)) if n in sound else Effect("")
        row = Row(n, orders[n]["code"], _order_text(sight, orders[n], n in sound), "", effect, [])
        row.label = gettext(CATALOGUE[row.code].label)
        row.problems = [problem_facts(problem) for problem in by_order.get(n, ())]
        row.up = place > 0 and ranks[place - 1][0] == rank
        row.down = place + 1 < len(ranks) and ranks[place + 1][0] == rank
        phase.rows.append(row)
    return list(phases.values())


def _phase(number: int, left: int | None) -> Phase:
    shown = "" if left is None else ecus(left)
    return Phase(number, gettext(PHASE_TITLES[number]), left=shown, short=left is not None and left < 0)


def _order_text(sight: Sight, order: Order, sound: bool) -> str:
    if sound:
        return sight.game.rules.notate(sight.state, sight.own_number, {"orders": [order]})
    return " ".join(_typed_word(sight, key, order[key]) for key in _typed_keys(order))


def _typed_keys(order: Order) -> list[str]:
    """In the order of the catalogue: not every database keeps the order in which a draft was written."""
    known = ["code", *(arg.key for arg in CATALOGUE[order["code"]].args)]
    return [key for key in known if key in order] + sorted(order.keys() - set(known))


def _typed_word(sight: Sight, key: str, value: Any) -> str:
    """One word of an order that cannot be carried out, as it was meant: lords by their name."""
    lords = sight.view["lords"]
    if key == "lord" and type(value) is int and 0 <= value < len(lords):
        return str(lords[value]["name"])
    return str(value)[:40]


def problem_facts(problem: Problem) -> dict[str, Any]:
    return {
        "level": problem.level,
        "text": render(problem.text, gettext),
        "suggestions": problem.suggestions,
        "line": problem.where[0] if problem.where and isinstance(problem.where[0], int) else None,
        "column": problem.where[1] if len(problem.where) > 1 and isinstance(problem.where[1], int) else None,
    }


def _typed_text(sight: Sight, orders: list[Order], sound: set[int]) -> tuple[str, list[dict[str, Any]]]:
    """What was typed, with its faults, as long as some are left; else the draft as text."""
    kept = sight.my_draft.text if sight.my_draft is not None else ""
    if kept:
        problems = sight.game.rules.parse(sight.state, sight.own_number, kept)[1]
        if problems:
            return kept, [problem_facts(problem) for problem in problems]
    return "\n".join(_order_text(sight, order, n in sound) for n, order in enumerate(orders)), []


def _forecast(lines: list[tuple[Entry, int]]) -> list[Line]:
    """What comes and goes, phase by phase; many orders of one kind are one line."""
    found: list[Line] = []
    for _kind, group in groupby(lines, key=lambda line: (line[0].phase, line[0].what)):
        alike = list(group)
        entry, left = alike[0][0], alike[-1][1]
        what = _entry_words(entry) + (f" × {len(alike)}" if len(alike) > 1 else "")
        total = sum(one.ecus for one, _left in alike)
        found.append(Line(entry.phase, what, ecus(total, signed=True), ecus(left), left < 0))
    return found


def _entry_words(entry: Entry) -> str:
    if entry.what in ENTRY_WORDS:
        return gettext(ENTRY_WORDS[entry.what])
    return gettext(CATALOGUE[entry.what].label)


def last_orders(sight: Sight | Decision) -> list[Order]:
    """What this seat ordered in the last resolved turn."""
    moves = sight.game.steps.resolved().filter(kind=Step.Kind.MOVE)
    step = moves.order_by("-n").only("moves").first()
    if step is None or sight.number is None:
        return []
    return readable(step.all_moves().get(sight.number))


def ecus(amount: int, *, signed: bool = False) -> str:
    sign = "−" if amount < 0 else "+" if signed and amount else ""
    return sign + number(abs(amount))
