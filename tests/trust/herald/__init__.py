"""A presentation for the small game that writes a report to every seat, so that the outbox is tested with the step."""

import sys

from apps.games.presentation import Happening, Presentation, ReportDraft


class Herald(Presentation):
    def reports(self, happening: Happening, seats) -> list[ReportDraft]:
        told = f"pas {happening.n}"
        return [ReportDraft(seat.number, f"Bilan, {told}", f"{seat.name} : {told}", f"<p>{told}</p>") for seat in seats]


PRESENTATION = Herald()


def install() -> None:
    """Where the host looks for the presentation of `enchere`."""
    from apps.games import presentation

    sys.modules["apps.tables.enchere"] = sys.modules[__name__]
    presentation.of.cache_clear()


def remove() -> None:
    from apps.games import presentation

    sys.modules.pop("apps.tables.enchere", None)
    presentation.of.cache_clear()
