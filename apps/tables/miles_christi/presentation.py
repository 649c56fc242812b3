"""How Miles Christi shows itself to the host: its board, its sheet of styles, its script, its rules page."""

from typing import Any

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

    def board(self, sight: Sight) -> dict[str, Any]:
        """What the board's templates ask for, from the view, the menu and the last step's events."""
        view, offers, moments = sight.view, Offers(sight), Moments(sight.events_of(sight.shown_step))
        all_mats = mats.mats(view, offers, moments)
        mine = next((mat for mat in all_mats if mat["mine"]), None)
        die = moments.die or view["die"]  # Baphomet's die of this evaluation, once thrown
        return {
            "chart": chart.HOLY_LAND,
            "view": view,
            "moments": moments,
            "choices": offers.rows,
            "held": offers.militia_in_hand,
            "lands": zones.lands(view, offers, moments),
            "religious": zones.religious(view, offers, moments),
            "baphomet": zones.baphomet(view, offers, moments),
            "dice": [die] if die else [],
            "mats": all_mats,
            "mine": mine,
            "stop": offers.mark_if(f"card:{mine['order']}") if mine else None,  # ends a redeployment
            "tracks": tracks.tracks(view, offers),
            "turns": turns.turns(view),
            "ranks": turns.ranks(view, offers),
            "chronicle": chronicle.chronicle(sight),
            "places": mats.places(sight),
        }

    def rules(self) -> dict[str, Any]:
        return rules_page.context()


PRESENTATION = MilesChristiPresentation()
