"""The realm's pages: ranking and curves, the sheet of each lord, who is bound to whom, the news of every
turn."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from apps.games.models import Step
from apps.games.table.sight import Sight
from apps.site.numbers import whole_number
from apps.site.requests import Request
from apps.tables.gloire.bilan.realm import lords_by_rank
from apps.tables.gloire.bilan.sheet import markup
from apps.tables.gloire.bilan.tale import change, place, title_of
from apps.tables.gloire.desk.forms import order_forms
from apps.tables.gloire.map.land import may_write
from apps.tables.gloire.map.layers import standing_to
from apps.tables.gloire.pages.curves import (
    HIGHLIGHTED,
    draw,
    history,
    legend_mark,
    lines_of,
    steps_in_force,
    twin,
)
from apps.tables.gloire.pages.frame import page
from apps.tables.gloire.pages.news import LARGE_COURT, horizon, near_first, news
from engines.gloire.chronicle import Curves
from engines.gloire.maps import load_map
from engines.gloire.orders.names import fold
from engines.gloire.tables import PENSIONS, TITLES
from engines.gloire.words import decimal, number

MATRIX = 30  # lords; a larger court shows the reader's horizon
TURNS_A_PAGE = 8
TURNS_OF_A_LARGE_COURT = 2

Lord = dict[str, Any]  # as the view shows one


@page
def realm(request: Request, sight: Sight) -> tuple[str, dict[str, Any]]:
    """The ranking with its curves. `?seigneur=3` adds a lord to the coloured lines."""
    view, past = sight.view, history(sight.game, sight.shown_step.n)
    names = [lord["name"] for lord in view["lords"]]
    asked = (whole_number(text, most=len(names) - 1) for text in request.GET.getlist("seigneur"))
    chosen = chosen_lords(view, [seat for seat in asked if seat is not None])
    limits = view["limits"]
    titles = [(float(limit), str(_(TITLES[n]))) for n, limit in enumerate(limits["titles"], start=1)]
    marks = (*titles, (float(limits["standing"]), str(_("le trône"))))
    charts = []
    if len(past.turns) > 1:
        standing_lines = lines_of(past.standings, names, chosen, view["seat"])
        land_lines = lines_of(past.lands, names, chosen, view["seat"])
        charts = [
            (
                _("Renommée globale, tour par tour"),
                draw(past.turns, standing_lines, str(_("Courbes de renommée")), marks),
            ),
            (
                _("Terres, tour par tour"),
                draw(
                    past.turns,
                    land_lines,
                    str(_("Courbes des terres")),
                    ((float(limits["lands"]), str(_("le trône"))),),
                ),
            ),
        ]
    return "gloire/pages/realm.html", {
        "rows": ranking_rows(sight, past),
        "charts": charts,
        "legend": [(seat, names[seat], legend_mark(n)) for n, seat in enumerate(chosen)],
        "others": [(seat, name) for seat, name in enumerate(names) if seat not in chosen],
        "chosen": chosen,
        "full": len(chosen) >= HIGHLIGHTED,
        "twin": twin(past, chosen, names),
        "limits": limits,
        "titles": [(t, limit, number(PENSIONS[n])) for n, (limit, t) in enumerate(titles, start=1)],
    }


def chosen_lords(view: dict[str, Any], wanted: list[int]) -> list[int]:
    """Whom the reader asked for, himself, then the first ones."""
    me = [view["me"]["seat"]] if view["me"] else []
    first = [lord["seat"] for lord in lords_by_rank(view)]
    found = list(dict.fromkeys([*me, *wanted, *first]))
    return found[: max(min(HIGHLIGHTED, len(me) + len(wanted)), 6)]


def ranking_rows(sight: Sight, past: Curves) -> list[dict[str, Any]]:
    """Every lord with the change since the turn before."""
    return [
        {
            **lord,
            **moved_since(past, lord),
            "seat_row": sight.seats[lord["seat"]],
            "place": place(lord["rank"]),
            "title_words": title_of(lord["title"]) if lord["title"] else "",
            "shown": decimal(lord["standing"], 0),
        }
        for lord in lords_by_rank(sight.view)
    ]


def moved_since(past: Curves, lord: dict[str, Any], places: int = 1) -> dict[str, Any]:
    """How a lord's standing changed with the last turn: in words, and as a sign."""
    now, figures = lord["standing"], past.standings.get(lord["seat"], ())
    before = next((value for value in figures[-2:-1] if value is not None), now)
    return {"change": change(before, now, places), "moved": (now > before) - (now < before)}


# --- one lord -----------------------------------------------------------------------------------------------


@page
def lord(request: Request, sight: Sight, seat: int) -> tuple[str, dict[str, Any]]:
    """What everyone may know of a lord; after the end, all of his house."""
    view = sight.view
    if not 0 <= seat < len(view["lords"]):
        raise Http404
    shown = view["lords"][seat]
    atlas = load_map(view["map"]).lands
    return "gloire/pages/lord.html", {
        "lord": shown,
        "seat": sight.seats[seat],
        "title_words": title_of(shown["title"]),
        "place": place(shown["rank"]),
        "standing": decimal(shown["standing"]),
        "owned": [
            (atlas[name].label, name, number(land["population"]), decimal(land["happiness"]))
            for name, land in view["lands"].items()
            if land["owner"] == seat
        ],
        "allies": [(other, sight.seats[other]) for other in shown["allies"]],
        "enemies": [(other, sight.seats[other]) for other in shown["enemies"]],
        "relation": standing_to(view, seat),
        "chart": _standing_chart(sight, seat),
        "house": view["houses"][seat] if view.get("houses") else None,
        "atlas": {name: land.label for name, land in atlas.items()},
        "may_write": may_write(sight, seat),
        "may_call": "APP" in order_forms(sight),  # for help against somebody: an enemy it takes
    }


def _standing_chart(sight: Sight, seat: int) -> str:
    """The curve of one lord's standing; nothing before there are two points of it."""
    past = history(sight.game, sight.shown_step.n)
    figures = {seat: past.standings.get(seat, ())}
    if len(past.turns) < 2 or not figures[seat]:
        return ""
    names = [one["name"] for one in sight.view["lords"]]
    return draw(past.turns, lines_of(figures, names, [seat], seat), str(_("Courbe de renommée")))


def relation(mine: dict[str, Any], other: int) -> str:
    return "ally" if other in mine["allies"] else "enemy" if other in mine["enemies"] else "none"


# --- diplomacy ----------------------------------------------------------------------------------------------


@page
def diplomacy(request: Request, sight: Sight) -> tuple[str, dict[str, Any]]:
    """The matrix of wars and alliances, and the same as a list. At a large court: those the reader deals
    with."""
    view = sight.view
    living = _living_lords(view)
    near = horizon(view, view["seat"]) if len(living) > MATRIX else {one["seat"] for one in living}
    shown = [one for one in living if one["seat"] in near][:MATRIX]
    listed = [_bonds(sight, one) for one in living if one["allies"] or one["enemies"]]
    return "gloire/pages/diplomacy.html", {
        "rows": [_matrix_row(sight, one, shown) for one in shown],
        "heads": [sight.seats[one["seat"]] for one in shown],
        "listed": [row for row in listed if row["lord"]["seat"] in near],
        "farther": [row for row in listed if row["lord"]["seat"] not in near],
        "partial": len(shown) < len(living),
        "count": len(living),
        "calls": _calls(sight),
    }


def _living_lords(view: dict[str, Any]) -> list[Lord]:
    """By rank, oneself first."""
    living = (one for one in lords_by_rank(view) if one["alive"])
    return sorted(living, key=lambda one: one["seat"] != view["seat"])


def _matrix_row(sight: Sight, lord: Lord, others: list[Lord]) -> dict[str, Any]:
    cells = [relation(lord, other["seat"]) if other is not lord else "self" for other in others]
    return {"lord": lord, "seat_row": sight.seats[lord["seat"]], "cells": cells}


def _bonds(sight: Sight, lord: Lord) -> dict[str, Any]:
    """One lord with those he is allied to or at war with."""
    return {
        "lord": lord,
        "seat_row": sight.seats[lord["seat"]],
        "allies": [sight.seats[seat] for seat in lord["allies"]],
        "enemies": [sight.seats[seat] for seat in lord["enemies"]],
    }


def _calls(sight: Sight) -> list[dict[str, Any]]:
    """The calls for help that the reader sent or was sent."""
    if sight.view["me"] is None:
        return []
    return [
        {
            **call,
            "caller": sight.seats[call["caller"]],
            "called": sight.seats[call["called"]],
            "enemies": [sight.seats[seat].name for seat in call["enemies"]],
            "mine": call["called"] == sight.number,
        }
        for call in sight.view["me"]["calls"]
    ]


# --- news ---------------------------------------------------------------------------------------------------


@page
def news_page(request: Request, sight: Sight) -> tuple[str, dict[str, Any]]:
    """What everyone may read of every turn, the latest first.

    `?seigneur=3` keeps what speaks of one lord; at a large court a lord reads his horizon unless he asks for
    `tous`.
    """
    large = len(sight.seats) > LARGE_COURT
    keys = steps_in_force(sight.game, sight.shown_step.n)[::-1]
    pages = Paginator(keys, TURNS_OF_A_LARGE_COURT if large else TURNS_A_PAGE)
    shown = pages.get_page(request.GET.get("page"))
    text = request.GET.get("seigneur", "")
    wanted = whole_number(text, most=len(sight.seats) - 1)
    me = sight.view["seat"] if large and not text else None
    steps = Step.objects.defer("state", "moves", "draws").in_bulk(list(shown))
    return "gloire/pages/news.html", {
        "turns": [_news_of_turn(sight, steps[pk], wanted, me) for pk in shown],
        "page": shown,
        "wanted": wanted,
        "all": text == "tous",
        "has_horizon": large and sight.view["me"],
        "lords": sorted(sight.seats, key=lambda seat: fold(seat.name)),
    }


def _news_of_turn(sight: Sight, step: Step, about: int | None, reader: int | None) -> dict[str, Any]:
    """The public sentences of one turn: those about one lord, or those of the reader's horizon first."""
    events = step.events_for(None)
    told = [one for one in news(events, sight.view) if about is None or about in one.seats]
    told, rest = near_first(told, sight.view, reader)
    return {
        "turn": next((event.params["turn"] for event in events if event.kind == "turn"), 0),
        "n": step.n,
        "at": step.resolved_at,
        "lines": [markup(one.words) for one in told],
        "rest": rest,
    }
