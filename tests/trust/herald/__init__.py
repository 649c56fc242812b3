"""A presentation for the small game that writes a report to every seat, so that the outbox is tested with the
step."""

from apps.games.table import presentation
from apps.games.table.presentation import Happening, Presentation, ReportDraft


class Herald(Presentation):
    def reports(self, happening: Happening, seats) -> list[ReportDraft]:
        told = f"pas {happening.n}"
        return [
            ReportDraft(seat.number, f"Bilan, {told}", f"{seat.name} : {told}", f"<p>{told}</p>")
            for seat in seats
        ]


PRESENTATION = Herald()


def install() -> None:
    """Where the host looks for the presentation of `enchere`."""
    presentation.register("enchere", __name__)


def remove() -> None:
    presentation._modules.pop("enchere", None)
