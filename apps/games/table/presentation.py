"""How a game shows itself: what the host needs to know of each game's pages and reports, and nothing of their content.

A game's presentation lives in `apps/tables/<slug>/`; the plain one here serves any game that has none yet.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from apps.games.models import Report, Seat, SeatHolder, Step
from engines.core.contract import Event
from engines.core.texts import gettext_noop


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
        return [e for e in self.events if e.audience is None or (seat is not None and seat in e.audience)]


class Presentation:
    """The base of every game's presentation; override what the game draws for itself."""

    board_template = "games/plain_board.html"
    table_label = gettext_noop("La table")  # the first tab
    stylesheet = ""  # static path of the game's own sheet
    script = ""  # static path of the game's own ES module
    tabs: tuple[tuple[str, str], ...] = ()  # (url name, French label) added to the game's page
    end_page = ""  # url name of the page that tells how the game ended
    rules_template = ""  # the rules in our own words; empty: not written yet
    takes_mail = False  # True: orders may be sent in answer to a report, in the engine's notation
    curtain_hides_all = (
        False  # at one screen for several: True where even what is public stays behind the curtain
    )
    keeps_views = False  # True: this game's pages never change a view, so views are kept between requests

    def table_tab(self, sight: Any) -> str:
        """The words of the first tab for this reader."""
        return self.table_label

    def rules(self) -> dict[str, Any]:
        """Context of the rules page: tables and catalogues the engine can print by itself."""
        return {}

    def board(self, sight: Any) -> dict[str, Any]:
        """More context for the board's template, made from `sight.view` and `sight.menu` alone."""
        return {}

    def hides_at_screen(self, game: Any) -> bool:
        """Whether people who share one screen have secrets from each other."""
        return getattr(game.rules, "hidden", True)

    def moment_at_screen(self, pending: Step) -> str:
        """For how long somebody stays at a shared screen: while this word stays the same."""
        return str(pending.n)

    def is_talk(self, step: Step) -> bool:
        """An act between two decisions that leaves every page of the table as it was: words, and nothing else."""
        return False

    def history(self, sight: Any, step: Step) -> tuple[str, list[str]]:
        """How the history names a step (empty: by its number), and what it tells of it to these eyes."""
        return "", sight.sentences_of(step)

    def reports(self, happening: Happening, seats: list[Seat]) -> list[ReportDraft]:
        """Reports to keep and mail for this step; most games have none."""
        return []

    def mailed(self, html: str) -> str:
        """A kept report as its mail shows it."""
        return html


# What other apps add to a game's tabs: functions of (game, user) that give (label, url, number unread), or None.
extra_tabs: list[Callable[[Any, Any], tuple[str, str, int] | None]] = []


# Slug -> the module whose `PRESENTATION` shows the game; imported when it is first asked for.
_modules: dict[str, str] = {}


def register(slug: str, module: str) -> None:
    _modules[slug] = module
    of.cache_clear()


def forget(slug: str) -> None:
    _modules.pop(slug, None)
    of.cache_clear()


@cache
def of(slug: str) -> Presentation:
    """How this game shows itself; plainly, if it has no presentation of its own."""
    module = _modules.get(slug)
    return import_module(module).PRESENTATION if module else Presentation()


def post_reports(step: Step, reports: Sequence[Report]) -> None:
    """The mails of a step's reports, in the caller's transaction: to whoever held the seat while the step was open,
    also if he has just lost it by missing this very deadline."""
    from apps.games.mail.notices import post_about, report_mail

    opened = [report.seat_id for report in reports if report.seat.state == Seat.State.OPEN]
    losing = SeatHolder.objects.lost_by_missing(step.n).filter(seat__in=opened)
    lost = set(losing.values_list("seat_id", flat=True))
    told = [report for report in reports if report.seat.is_human or report.seat_id in lost]
    post_about(step.game, (report_mail(step, report) for report in told))
