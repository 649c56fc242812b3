"""How Theopolis shows itself to the host: its table, its style and script, its rules with every card
printed."""

from typing import Any

from apps.games.engine.positions import position_before
from apps.games.models import Step
from apps.games.table.presentation import Presentation
from apps.games.table.sight import Sight
from apps.tables.theopolis.rules_page import rules_context
from apps.tables.theopolis.table import Views


class TheopolisPresentation(Presentation):
    board_template = "theopolis/board.html"
    stylesheet = "css/theopolis/table.css"
    script = "js/theopolis/index.js"
    rules_template = "theopolis/rules.html"

    def board(self, sight: Sight) -> Views:
        return Views(sight)

    def moment_at_screen(self, pending: Step) -> str:
        """A hand is shown one turn at a time; the draft of the patrons is a turn of its own."""
        state = position_before(pending)
        return "draft" if state.phase == "draft" else str(state.round)

    def rules(self) -> dict[str, Any]:
        return rules_context()


PRESENTATION = TheopolisPresentation()
