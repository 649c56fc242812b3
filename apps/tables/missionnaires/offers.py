"""The menu as the map offers it: each choice with its way on the map, its price in signs, and the list it
belongs to.

Prices are asked from the position that the view shows, never from the state itself.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.tables.missionnaires.chart import at, badge, label, way
from engines.core.contract import Choice, Json, Menu
from engines.core.texts import render
from engines.missionnaires.board import NAMES, PATH_OF, SPACES
from engines.missionnaires.obstacles import GENDARME, Ground, Plan, plans
from engines.missionnaires.picks import options_of
from engines.missionnaires.state import State
from engines.missionnaires.view import state_from

GROUPS = (
    ("answer", gettext_lazy("Votre réponse")),
    ("one", gettext_lazy("Avancer d’une case")),
    ("two", gettext_lazy("Avancer de deux cases")),
    ("bon", gettext_lazy("Vos bons")),
    ("stay", gettext_lazy("Sans avancer")),
)
SPACE = "space:"


@dataclass(frozen=True)
class Offer:
    """One button of the list, and what the map shows of it."""

    choice: Choice
    label: str
    hint: str
    action: str
    group: str
    d: str = ""  # its way on the map
    cost: int = 0
    cards: int = 0
    guard: bool = False  # a gendarme stands on the way
    steps: int = 0

    @property
    def space(self) -> str:
        target = self.choice.target
        return target.removeprefix(SPACE) if target.startswith(SPACE) else ""

    @property
    def asks(self) -> str:
        """What is said before a choice that cannot be taken back."""
        if not self.choice.complete or not self.choice.reveals:
            return ""
        return _("{label} : {hint}. Ce choix ne pourra pas être repris.").format(
            label=self.label, hint=self.hint
        )


@dataclass(frozen=True)
class Spot:
    """A space of the map that stands for one choice or several."""

    space: str
    x: float
    y: float
    offers: list[Offer]

    @property
    def first(self) -> Offer:
        return min(self.offers, key=lambda offer: (offer.cost, offer.cards, offer.steps))

    @property
    def price_x(self) -> int:
        """The price stands above, on the side where the name is not."""
        return 8 if badge(SPACES[self.space])[0] > 0 else -36 if self.first.cost and self.first.cards else -22

    @property
    def name(self) -> SafeString:
        """Its name, written even where the map is too far away for all of them."""
        return label(SPACES[self.space])

    @property
    def label(self) -> str:
        """« Limoges : deux cases, un périodique, une carte Territoires à l’arrivée »"""
        told = " ; ".join(
            f"{offer.label} : {offer.hint}" if offer.hint else offer.label for offer in self.offers
        )
        return f"{NAMES[self.space]}. {told}"


class Offers:
    """The choices of the seat that looks; none for a spectator, out of turn, or behind the curtain."""

    def __init__(self, menu: Menu | None, view: Json, draft: Any = None) -> None:
        self.menu, self.view, self.draft = menu, view, draft

    @cached_property
    def all(self) -> list[Offer]:
        if self.menu is None:
            return []
        state = state_from(self.view)
        return [_offer(state, choice, self.draft) for choice in self.menu.choices]

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The list twin of the map: the same choices, gathered."""
        rows = [
            {"key": key, "title": title, "offers": [offer for offer in self.all if offer.group == key]}
            for key, title in GROUPS
        ]
        return [row for row in rows if row["offers"]]

    @cached_property
    def spots(self) -> list[Spot]:
        """The spaces that may be chosen, last in the drawing so that nothing covers them."""
        found: dict[str, list[Offer]] = {}
        for offer in self.all:
            if offer.space:
                found.setdefault(offer.space, []).append(offer)
        return [Spot(space, *at(space), offers) for space, offers in found.items()]

    def on_card(self, card: str) -> list[Offer]:
        return [offer for offer in self.all if offer.choice.target == f"card:{card}"]


def _offer(state: State, choice: Choice, draft: Any) -> Offer:
    label = render(choice.label, _)
    hint = render(choice.hint, _) if choice.hint else ""
    action = json.dumps(choice.action, ensure_ascii=False, separators=(",", ":"))
    plan = _plan(state, choice.action)
    base = (choice, label, hint, action)
    if plan is None:
        return Offer(*base, _group(state, choice), _line(state, choice, draft))
    spaces = [space for space, _push in plan.hops]
    guard = any(Ground(state).taken.get(space) == GENDARME for space in spaces)
    group = "answer" if state.step.ask or choice.verb == "push" else ("one" if len(spaces) == 1 else "two")
    d = way([state.players[state.active].pos, *spaces])
    if choice.verb == "push":
        d = _line(state, choice, draft) or d
    return Offer(*base, group, d, plan.cost, plan.sea_cards, guard, len(spaces))


def _plan(state: State, action: Any) -> Plan | None:
    """The cheapest plan of a declared path, its open pushes left open; the plan of a pick that is a path."""
    if action["do"] == "pick" and "opt" in action:
        pick = options_of(state)[action["opt"]]
        return pick.plan if pick.kind == "plan" else None
    if action["do"] != "move" or not action["path"]:
        return None
    spaces = [hop["to"] for hop in action["path"]]
    walked = PATH_OF[state.players[state.active].pos][spaces[0], spaces[1] if len(spaces) > 1 else ""]
    found = plans(Ground(state, action["drop"]), walked)
    same = [plan for plan in found if plan.join == action["join"] and _agree(plan, action["path"])]
    return min(same, key=lambda plan: plan.cost) if same else None


def _agree(plan: Plan, path: Iterable[Json]) -> bool:
    return all(hop["push"] in (None, push) for hop, (_space, push) in zip(path, plan.hops, strict=True))


def _group(state: State, choice: Choice) -> str:
    if state.step.ask or choice.verb in ("push", "resign"):
        return "answer"
    if choice.verb in ("bon", "return"):
        return "bon"
    return "stay"


def _line(state: State, choice: Choice, draft: Any) -> str:
    """The straight way of whoever is sent to the target: the token pushed, the gendarme on his round, or the
    mover himself."""
    if not choice.target.startswith(SPACE):
        return ""
    end = choice.target.removeprefix(SPACE)
    start = state.players[state.active].pos
    if choice.verb == "push" and choice.action["do"] == "move":
        start = next((hop["to"] for hop in choice.action["path"] if hop["push"] == end), start)
    elif choice.verb == "push":
        start = state.players[options_of(state)[choice.action["opt"]].value[0]].pos
    elif choice.verb == "patrol" and isinstance(draft, dict):
        start = state.gend.get(draft.get("gendarme", ""), end)
    elif choice.verb in ("take", "bon", "join"):
        start = end if choice.verb != "bon" or not choice.action.get("arg") else start
    return "" if start == end else way([start, end])
