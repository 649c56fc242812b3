"""How Les Missionnaires show themselves to the host: their table, its style and script, the rules with every
card printed."""

from typing import Any

from apps.games.engine.positions import position_before
from apps.games.models import Game, Step
from apps.games.table.presentation import Presentation
from apps.games.table.sight import Sight
from apps.tables.missionnaires import rules_page
from apps.tables.missionnaires.table import Views


class MissionnairesPresentation(Presentation):
    board_template = "missionnaires/board.html"
    stylesheet = "css/missionnaires/board.css"
    script = "js/missionnaires/index.js"
    rules_template = "missionnaires/rules.html"

    def board(self, sight: Sight) -> Views:
        return Views(sight)

    def hides_at_screen(self, game: Game) -> bool:
        return not game.options.get("open_hands", False)

    def moment_at_screen(self, pending: Step) -> str:
        """One's congregations are shown one turn at a time."""
        state = position_before(pending)
        return f"{state.round}:{state.turn}"

    def rules(self) -> dict[str, Any]:
        return rules_page.context()


PRESENTATION = MissionnairesPresentation()
