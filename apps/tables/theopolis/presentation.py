"""How Theopolis shows itself to the host: its table, its style and script, its rules with every card printed."""

from typing import Any

from apps.games.presentation import Presentation
from apps.games.sight import Sight
from apps.tables.theopolis.rules_page import rules_context
from apps.tables.theopolis.table import Views


class TheopolisPresentation(Presentation):
    board_template = "theopolis/board.html"
    stylesheet = "css/theopolis/table.css"
    script = "js/theopolis/index.js"
    rules_template = "theopolis/rules.html"

    def board(self, sight: Sight) -> Views:
        return Views(sight)

    def rules(self) -> dict[str, Any]:
        return rules_context()
