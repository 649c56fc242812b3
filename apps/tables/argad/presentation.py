"""How Argad! shows itself to the host: its table top, its sheets of styles, its script, its rules page."""

from typing import Any

from apps.games.models import Step
from apps.games.table.presentation import Presentation
from apps.games.table.sight import Sight
from apps.tables.argad.board.chronicle import is_talk
from apps.tables.argad.board.table import Views
from apps.tables.argad.rules_page import rules_context


class ArgadPresentation(Presentation):
    board_template = "argad/board.html"
    stylesheet = "css/argad/table.css"
    script = "js/argad/index.js"
    rules_template = "argad/rules.html"

    def board(self, sight: Sight) -> Views:
        return Views(sight)

    def is_talk(self, step: Step) -> bool:
        return is_talk(step)

    def rules(self) -> dict[str, Any]:
        return rules_context()


PRESENTATION = ArgadPresentation()
