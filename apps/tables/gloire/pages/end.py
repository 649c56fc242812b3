"""The coronation: who won and how, every house at an open book, the honours, the way back through the
game."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from apps.games.models import Game, Honour, Report
from apps.games.table.sight import Sight
from apps.site.requests import Request
from apps.tables.gloire.bilan.realm import lords_by_rank
from apps.tables.gloire.bilan.tale import place, title_of
from apps.tables.gloire.pages.curves import steps_in_force
from apps.tables.gloire.pages.frame import page
from engines.gloire.maps import load_map
from engines.gloire.words import decimal, number


@page
def coronation(request: Request, sight: Sight) -> tuple[str, dict[str, Any]] | HttpResponse:
    """Before the end there is nothing to crown: the realm's page instead."""
    if sight.game.status != Game.Status.FINISHED or "houses" not in sight.view:
        return redirect("gloire:realm", code=sight.game.code)
    view = sight.view
    told = Report.objects.filter(step__game=sight.game).values_list("seat__number", flat=True).distinct()
    with_reports = set(told)
    houses = [_house(sight, lord, lord["seat"] in with_reports) for lord in lords_by_rank(view)]
    last = sight.shown_step.n
    steps = list(range(len(steps_in_force(sight.game, last))))
    honours: dict[str, list[str]] = {}
    for kind, name in Honour.objects.filter(game=sight.game).values_list("kind", "receiver__name"):
        honours.setdefault(str(Honour.Kind(kind).label), []).append(name)
    return "gloire/pages/coronation.html", {
        "houses": houses,
        "winner": houses[0] if view["winner"] is not None else None,
        "podium": houses[1:3],
        "steps": steps,
        "last": last,
        "honours": sorted(honours.items()),
        "seed": bytes(sight.game.seed).hex(),
        "turns": view["turn"],
    }


def _house(sight: Sight, lord: dict[str, Any], reports: bool) -> dict[str, Any]:
    house, atlas = sight.view["houses"][lord["seat"]], load_map(sight.view["map"]).lands
    men = sum(army["men"] for army in (*house["knights"], *house["garrisons"]))
    lands = [
        (atlas[name].label, decimal(land["wealth"], 2))
        for name, land in sight.view["lands"].items()
        if land["owner"] == lord["seat"]
    ]
    return {
        **lord,
        "seat_row": sight.seats[lord["seat"]],
        "place": place(lord["rank"]),
        "title_words": title_of(lord["title"]),
        "shown": decimal(lord["standing"], 0),
        "treasury": number(house["treasury"]),
        "knights": [
            (k["name"], decimal(k["renown"]), number(k["men"]), atlas[k["place"]].label)
            for k in house["knights"]
        ],
        "men": number(men),
        "owned": lands,
        "reports": reports,
    }
