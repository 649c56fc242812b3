"""A lord's outlook: his view made convenient for bots and advisers. Nothing here knows more than the view."""

from functools import cached_property
from typing import Any

from engines.gloire.formulas import hedge_renown, levy_rate, peasants
from engines.gloire.maps import GameMap, load_map
from engines.gloire.tables import PENSIONS

View = dict[str, Any]


class Outlook:
    """Own lands and knights, borders, and what stands behind them as far as the view tells."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me: dict[str, Any] = view["me"]
        self.seat: int = self.me["seat"]
        self.map: GameMap = load_map(view["map"])
        self.lands: dict[str, dict[str, Any]] = view["lands"]
        self.lords: list[dict[str, Any]] = view["lords"]
        self.self: dict[str, Any] = self.lords[self.seat]
        self.turn: int = view["turn"]
        self.means: dict[str, float] = view["averages"]
        self.own = [name for name, land in self.lands.items() if land["owner"] == self.seat]
        self.allies, self.enemies = set(self.self["allies"]), set(self.self["enemies"])
        self.knights: list[dict[str, Any]] = self.me["knights"]

    def owner(self, land: str) -> int | None:
        owner: int | None = self.lands[land]["owner"]
        return owner

    def around(self, land: str) -> tuple[str, ...]:
        return self.map.lands[land].neighbours

    def is_bound_to(self, lord: int) -> bool:
        """By an alliance, or by a war."""
        return lord in self.allies or lord in self.enemies

    @cached_property
    def friendly_lands(self) -> dict[str, None]:
        """My lands and those of my allies, by name."""
        friends = {self.seat, *self.allies}
        return dict.fromkeys(name for name, land in self.lands.items() if land["owner"] in friends)

    def pension(self) -> int:
        return PENSIONS[self.self["title"]]

    def upkeep(self) -> int:
        return int(self.me["upkeep"]["wages"] + self.me["upkeep"]["armies"])

    def levy_rate(self, land: str) -> float:
        """Men for five écus on a land, by today's standings."""
        population = self.lands[land]["population"]
        return levy_rate(self.self["standing"], self.means["highest"], population, self.means["population"])

    def neighbours(self) -> list[int]:
        """Lords whose lands touch mine."""
        found = {self.owner(near) for land in self.own for near in self.around(land)}
        return sorted(lord for lord in found if lord is not None and lord != self.seat)

    @cached_property
    def near_lords(self) -> set[int | None]:
        """Those with a land within two steps of one of mine."""
        return self._owners_within_two_steps(self.own)

    def lords_near(self, lord: int) -> set[int | None]:
        """Those with a land within two steps of one of this lord's."""
        return self._owners_within_two_steps(
            [name for name, land in self.lands.items() if land["owner"] == lord]
        )

    def _owners_within_two_steps(self, lands: list[str]) -> set[int | None]:
        close = {near for land in lands for near in self.around(land)}
        close.update([near for land in tuple(close) for near in self.around(land)])
        return {self.owner(land) for land in close}

    def peasant_strength(self, land: str) -> float:
        """Men times renown of the peasants of a neutral land."""
        return peasants(self.lands[land]["population"]) * hedge_renown(self.means["renown"])

    def guess_strength(self, land: str) -> float:
        """Men times renown behind a lord's land: the spy's figures while fresh, else what one would fear."""
        intel = self.me["intel"].get(land)
        if intel is not None and intel["turn"] >= self.turn - 1:
            walls = {"none": 1.0, "palisade": 1.2, "wall": 1.5, "fortress": 3.0}[intel["fort"]]
            return float(intel["men"] * self.means["renown"] * 0.9 * walls)
        return min(1500, 250 + 30 * self.turn) * self.means["renown"] * 0.8
