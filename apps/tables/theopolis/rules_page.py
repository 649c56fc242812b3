"""What the rules page prints by itself: every card, sacrament, patron and disaster of the edition."""

from typing import Any

from django.utils.translation import gettext

from apps.tables.theopolis.faces import CATALOGUE, Face, face_of, heaven_of
from apps.tables.theopolis.race import FAMILIES
from apps.tables.theopolis.table import GROUPS
from engines.theopolis.edition import SEATS


def rules_context() -> dict[str, Any]:
    return {
        "notice": gettext(CATALOGUE.edition.notice),
        "totals": [1 + len(CATALOGUE.pile(seats, full=False)) for seats in SEATS],
        "groups": [(title, _cards_of_type(type_)) for type_, title in GROUPS],
        "disasters": _cards_of_type("desastre") + _cards_of_type("apocalypse"),
        "sacraments": _sacraments(),
        "patrons": [heaven_of(number) for number in sorted(CATALOGUE.patrons)],
    }


def _cards_of_type(type_: str) -> list[tuple[Face, tuple[int, int, int]]]:
    cards = [card for card in CATALOGUE.edition.cards if card.type == type_]
    return [(face_of(card.id), card.copies) for card in cards]


def _sacraments() -> list[dict[str, Any]]:
    tags = CATALOGUE.edition.tags
    return [
        {
            "name": gettext(sacrament.name),
            "family": FAMILIES[sacrament.family],
            "needs": " + ".join(
                gettext(" ou ").join(gettext(tags[tag]) for tag in slot) for slot in sacrament.slots
            ),
            "text": gettext(sacrament.text),
        }
        for sacrament in CATALOGUE.sacraments
    ]
