"""How a game shows itself: what the host needs to know of each game's pages and reports, and nothing of their
content.

A game's presentation lives in `apps/tables/<slug>/`; the plain one here serves any game that has none yet.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import msgspec
from django.utils.translation import gettext

from apps.games.models import Seat, Step
from apps.site.texts import LazyText
from engines.core.contract import Event, has_secrets
from engines.core.texts import gettext_noop, render


class ReportDraft(msgspec.Struct):
    """What one seat will be told of a step."""

    seat: int
    subject: str
    text: str
    html: str


class Happening(msgspec.Struct):
    """One step about to be written. `before` is None for the setup."""

    game: Any
    n: int
    before: Any
    after: Any
    events: Sequence[Event]
    moves: dict[int, Any]
    chain: str
    over: bool

    def seen_by(self, seat: int | None) -> list[Event]:
        return [e for e in self.events if e.audience is None or seat in e.audience]


class Presentation:
    """The base of every game's presentation; override what the game draws for itself."""

    board_template = "games/plain_board.html"
    table_label: LazyText = gettext_noop("La table")  # the first tab
    stylesheet = ""  # static path of the game's own sheet
    script = ""  # static path of the game's own ES module
    tabs: tuple[tuple[str, LazyText], ...] = ()  # (url name, French label) added to the game's page
    end_page = ""  # url name of the page that tells how the game ended
    rules_template = ""  # the rules in our own words; empty: not written yet
    takes_mail = False  # True: orders may be sent in answer to a report, in the engine's notation
    # At one screen for several: True where even what is public stays behind the curtain.
    curtain_hides_all = False
    keeps_views = False  # True: this game's pages never change a view, so views are kept between requests

    def table_tab(self, sight: Any) -> LazyText:
        """The words of the first tab for this reader."""
        return self.table_label

    def rules(self) -> dict[str, Any]:
        """Context of the rules page: tables and catalogues the engine can print by itself."""
        return {}

    def board(self, sight: Any) -> Any:
        """What the board's template calls `sight.board`, made from `sight.view` and `sight.menu` alone."""
        return {}

    def hides_at_screen(self, game: Any) -> bool:
        """Whether people who share one screen have secrets from each other."""
        return has_secrets(game.rules)

    def moment_at_screen(self, pending: Step) -> str:
        """For how long somebody stays at a shared screen: while this word stays the same."""
        return str(pending.n)

    def is_talk(self, step: Step) -> bool:
        """An act between two decisions that leaves every page of the table as it was: words, and nothing
        else."""
        return False

    def history(self, sight: Any, step: Step) -> tuple[str, list[str]]:
        """How the history names a step (empty: by its number), and what it tells of it to these eyes."""
        return "", sight.sentences_of(step)

    def reports(self, happening: Happening, seats: list[Seat]) -> list[ReportDraft]:
        """Reports to keep and mail for this step; most games have none."""
        return []

    def public_news(self, game: Any, events: Sequence[Event], state: Any, most: int) -> list[str]:
        """What every spectator may know of these events, in sentences: the engine's column of a gazette."""
        view = game.rules.view(state, None)
        texts = (game.rules.narrate(event, view) for event in events)
        return [render(text, gettext) for text in texts if text is not None][-most:]

    def html_in_mail(self, html: str) -> str:
        """A kept report as its mail shows it."""
        return html


# What other apps add to a game's tabs: functions of (game, user) that give (label, url, number unread), or
# None.
extra_tabs: list[Callable[[Any, Any], tuple[str, str, int] | None]] = []


# Slug -> the module whose `PRESENTATION` shows the game; imported when it is first asked for.
_modules: dict[str, str] = {}


def register(slug: str, module: str) -> None:
    _modules[slug] = module


def of(slug: str) -> Presentation:
    """How this game shows itself; plainly, if it has no presentation of its own."""
    module = _modules.get(slug)
    return import_module(module).PRESENTATION if module else Presentation()
