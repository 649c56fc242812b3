"""The turn track with its reminders, the phases of the turn, and the order of play with the places bought for
the next."""

from typing import Any

from django.utils.translation import gettext as _

from apps.tables.miles_christi.offers import Offers
from engines.core.contract import Json
from engines.miles_christi.tables import GRAND_MASTER_PRICE, RECRUITS_JOINING, ROUNDS, TURNS_PER_ROUND
from engines.miles_christi.words import ORDER_SHORT

Drawn = dict[str, Any]
RESOLUTION = ("resolve", "dispatch")
EVALUATION = ("edessa", "zones", "envoys", "baphomet", "halls", "masters", "gather", "over")


def turns(view: Json) -> Drawn:
    """Four rounds of three turns; what each round's end will ask."""
    now = view["turn"]
    rounds = []
    for number in range(1, ROUNDS + 1):
        first = (number - 1) * TURNS_PER_ROUND + 1
        numbers = [
            {"n": turn, "now": turn == now, "past": turn < now}
            for turn in range(first, first + TURNS_PER_ROUND)
        ]
        recruits = RECRUITS_JOINING[number - 1] if number < ROUNDS else 0
        rounds.append(
            {
                "n": number,
                "turns": numbers,
                "now": number == view["round"],
                "price": GRAND_MASTER_PRICE[number - 1],
                "recruits": recruits,
            }
        )
    return {"rounds": rounds, "phases": _phases(view), "now": now, "last": view["turns"]}


def _phases(view: Json) -> list[Drawn]:
    """The steps of this turn, the present one marked; the evaluation only where there is one."""
    phase = view["phase"]
    rows = [
        (_("Placement"), ("act",), _("quatre milices chacun")),
        (_("Résolution"), RESOLUTION, _("zones religieuses, puis chapitre ou Baphomet")),
        (_("Pape"), ("pope",), _("payer la visite, ou renvoyer")),
    ]
    if view["turn"] % TURNS_PER_ROUND == 0:
        rows.append(
            (
                _("Évaluation"),
                EVALUATION,
                _("Édesse, Antioche, Tripoli, Acre, Jérusalem, pape, Baphomet, chapitre, grands maîtres"),
            )
        )
    return [{"name": name, "now": phase in keys, "what": what} for name, keys, what in rows]


def ranks(view: Json, offers: Offers) -> list[Drawn]:
    """The places of the order of play: who has it now, who bought it for the next turn."""
    found = []
    for place, seat in enumerate(view["order"], 1):
        buyer = view["bought"][place - 1]
        me = view["players"][seat]
        found.append(
            {
                "n": place,
                "order": me["order"],
                "short": ORDER_SHORT[me["order"]],
                "active": seat == view["active"],
                "buyer": view["players"][buyer]["order"] if buyer >= 0 else "",
                "buyer_short": ORDER_SHORT[view["players"][buyer]["order"]] if buyer >= 0 else "",
                "mark": offers.mark(f"rank:{place}"),
            }
        )
    return found
