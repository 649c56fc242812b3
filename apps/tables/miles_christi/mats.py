"""The mat of each Order: card, coins, tokens, chapter hall, envoys, grand masters, recruits, and its
balance."""

from typing import Any

from django.utils.translation import gettext as _

from apps.games.table.sight import Sight
from apps.tables.miles_christi.moments import Moments
from apps.tables.miles_christi.offers import Offers
from apps.tables.past import final_ranking
from engines.core.contract import Json
from engines.core.texts import render
from engines.miles_christi.tables import COLUMN, POPE_COST
from engines.miles_christi.words import ORDER_POWERS, ORDER_SHORT

Drawn = dict[str, Any]
TOKENS = (("blessing", "blessings"), ("blasphemy", "blasphemies"), ("application", "applications"))


def mats(view: Json, offers: Offers, moments: Moments) -> list[Drawn]:
    """In turn order, the mat of the seat that looks first."""
    seats = sorted(view["order"], key=lambda seat: seat != view["you"])
    return [_mat(view, seat, offers, moments) for seat in seats]


def places(sight: Sight) -> list[Drawn]:
    """The final ranking; empty while the game goes on."""
    found = []
    for row in final_ranking(sight):
        player = sight.view["players"][row["seat"]]
        short = ORDER_SHORT[player["order"]]
        found.append({**row, "order": player["order"], "name": player["name"], "short": short})
    return found


def _mat(view: Json, seat: int, offers: Offers, moments: Moments) -> Drawn:
    me = view["players"][seat]
    order = me["order"]
    return {
        **me,
        "short": ORDER_SHORT[order],
        "power": render(ORDER_POWERS[order], _),
        "active": view["active"] == seat,
        "mine": view["you"] == seat,
        "card": _card(view, me, offers),
        "dealt": seat in moments.dealt,
        "tokens": [_tokens(me, token, field, offers) for token, field in TOKENS],
        "hall": {
            "tokens": range(me["hall"]),
            "mark": offers.mark(f"hall:{order}"),
            "new": ("hall", seat) in moments.settled,
        },
        "column": {
            "spaces": _column(me, offers, moments),
            "mark": offers.mark(f"column:{order}"),
        },
        "elected": ("masters", seat) in moments.settled,
        "markers": [_marker(order, track, me[track], offers) for track in ("military", "religious")],
        "worse": me["projected"]["gap"] > me["gap"],
        "better": me["projected"]["gap"] < me["gap"],
    }


def _card(view: Json, me: Json, offers: Offers) -> list[Drawn]:
    """The militias left on the card, by colour."""
    found = []
    for owner, count in enumerate(me["card"]):
        colour = view["players"][owner]["order"]
        if not count:
            continue
        held = (
            offers.militia_in_hand is not None
            and offers.draft == f"place {colour}"
            and view["active"] == me["seat"]
        )
        found.append(
            {
                "order": colour,
                "count": count,
                "range": range(count),
                "short": ORDER_SHORT[colour],
                "held": held,
                "mark": offers.mark(f"card:{me['order']}:{colour}"),
            }
        )
    return found


def _tokens(me: Json, token: str, field: str, offers: Offers) -> Drawn:
    names = {"blessing": _("Bénédictions"), "blasphemy": _("Blasphèmes"), "application": _("Candidatures")}
    return {
        "key": token,
        "name": names[token],
        "count": me[field],
        "mark": offers.mark(f"token:{me['order']}:{token}"),
    }


def _column(me: Json, offers: Offers, moments: Moments) -> list[Drawn]:
    last = me["envoys"] if ("column", me["seat"]) in moments.settled else 0
    return [
        {
            "n": n,
            "cost": POPE_COST[me["order"]][n - 1],
            "taken": n <= me["envoys"],
            "new": n == last,
            "mark": offers.mark_if(f"column:{me['order']}:{n}"),
        }
        for n in range(1, COLUMN + 1)
    ]


def _marker(order: str, track: str, value: int, offers: Offers) -> Drawn:
    """A marker with the directions in which it may be sent now."""
    target = f"marker:{order}:{track}"
    name = _("militaire") if track == "military" else _("religieux")
    return {"track": track, "name": name, "value": value, "target": target, "verbs": offers.verbs(target)}
