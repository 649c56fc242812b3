"""How Miles Christi shows itself to the host: its board, its sheet of styles, its script, its rules page."""

from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString

from apps.games.table.presentation import Presentation
from apps.games.table.sight import Sight
from apps.tables.miles_christi import chart, chronicle, mats, rules_page, tracks, turns, zones
from apps.tables.miles_christi.moments import Moments
from apps.tables.miles_christi.offers import Offers


class MilesChristiPresentation(Presentation):
    board_template = "miles_christi/board.html"
    stylesheet = "css/miles_christi/board.css"
    script = "js/miles_christi/index.js"
    rules_template = "miles_christi/rules.html"

    def board(self, sight: Sight) -> "Board":
        return Board(sight)

    def rules(self) -> dict[str, Any]:
        return rules_page.context()


class Board:
    """What the board's templates ask for, each part made once from the view, the menu and the last step's
    events."""

    chart = chart.HOLY_LAND

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.view = sight.view
        self.offers = Offers(sight)
        self.moments = Moments(sight.events_of(sight.shown))

    @property
    def choices(self) -> list[dict[str, Any]]:
        return self.offers.rows

    @cached_property
    def lands(self) -> list[dict[str, Any]]:
        return zones.lands(self.view, self.offers, self.moments)

    @cached_property
    def religious(self) -> list[dict[str, Any]]:
        return zones.religious(self.view, self.offers, self.moments)

    @cached_property
    def baphomet(self) -> list[dict[str, Any]]:
        return zones.baphomet(self.view, self.offers, self.moments)

    @property
    def dice(self) -> list[int]:
        """Baphomet's die of this evaluation, once thrown."""
        value = self.moments.die or self.view["die"]
        return [value] if value else []

    @cached_property
    def mats(self) -> list[dict[str, Any]]:
        return mats.mats(self.view, self.offers, self.moments)

    @cached_property
    def mine(self) -> dict[str, Any] | None:
        """The mat of the seat that looks."""
        return next((mat for mat in self.mats if mat["mine"]), None)

    @cached_property
    def tracks(self) -> dict[str, Any]:
        return tracks.tracks(self.view, self.offers)

    @cached_property
    def turns(self) -> dict[str, Any]:
        return turns.turns(self.view)

    @cached_property
    def ranks(self) -> list[dict[str, Any]]:
        return turns.ranks(self.view, self.offers)

    @cached_property
    def held(self) -> dict[str, str] | None:
        return self.offers.held

    @property
    def stop(self) -> SafeString | None:
        """The attributes of the button that ends a redeployment, while there is one."""
        return self.offers.mark_if(f"card:{self.mine['order']}") if self.mine else None

    @cached_property
    def chronicle(self) -> list[dict[str, Any]]:
        return chronicle.chronicle(self.sight)

    @cached_property
    def places(self) -> list[dict[str, Any]]:
        return mats.places(self.sight)


PRESENTATION = MilesChristiPresentation()
