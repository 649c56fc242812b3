"""The guided first turn: a few steps that lead to real orders, each ticked once the draft holds it, put away
with a click."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from apps.games.permissions import access_game
from apps.games.table.sight import Sight
from apps.site.requests import Request
from apps.site.texts import LazyText
from apps.tables.gloire.desk.draft import drafted_orders
from apps.tables.gloire.pages.frame import page
from engines.gloire.maps import load_map

SESSION = "gloire_guide_away"
SEAL = "seal"


@page
def guide_page(request: Request, sight: Sight) -> tuple[str, dict[str, Any]] | HttpResponse:
    """The guide at full length; also reachable after the first turn."""
    if sight.view["me"] is None or sight.view["over"]:
        return redirect("rules:game", slug="gloire")
    away = sight.game.code in request.session.get(SESSION, [])
    return "gloire/pages/guide.html", {"guide": steps(sight), "away": away}


@require_POST
def dismiss(request: Request, code: str) -> HttpResponse:
    """Put the guide away, or take it out again (`rouvrir`)."""
    game = access_game(request.user, code)
    away = set(request.session.get(SESSION, []))
    if "rouvrir" in request.POST:
        away.discard(game.code)
    else:
        away.add(game.code)
    request.session[SESSION] = sorted(away)[-50:]
    return redirect(game)


def guide_for(sight: Sight) -> list[dict[str, Any]]:
    """For the board (`_board_guide.html`): the steps on turn 1 of a lord who has orders to write."""
    return steps(sight) if sight.is_asked and sight.view["turn"] == 1 else []


class First(NamedTuple):
    """What the first turn of a lord turns around."""

    code: str  # of the game
    home: str
    knight: str  # the lord himself
    weakest: str  # the free neighbour with the fewest people; empty if all have a lord

    def order(self, which: str, **given: Any) -> str:
        return reverse("gloire:order", args=[self.code, which], query=given)


class Row(NamedTuple):
    title: LazyText
    text: LazyText
    link: LazyText
    url: str
    verb: str  # done once the draft holds this order, or once something is sealed


def steps(sight: Sight) -> list[dict[str, Any]]:
    """Each step with its sentence and its link, whether it is done, and which comes next."""
    first, atlas = _first_turn(sight), load_map(sight.view["map"]).lands
    given = {order["code"] for order in drafted_orders(sight)} | ({SEAL} if sight.my_submissions else set())
    names = {
        "home": atlas[first.home].label,
        "weakest": atlas[first.weakest].label if first.weakest else "",
        "knight": first.knight,
    }
    rows = [*_economy_rows(first), *_war_rows(first), *_closing_rows(first)]
    waiting = next((row for row in rows if row.verb and row.verb not in given), None)
    return [
        {
            **row._asdict(),
            "text": str(row.text).format(**names),
            "done": row.verb in given,
            "next": row is waiting,
        }
        for row in rows
    ]


def _first_turn(sight: Sight) -> First:
    view = sight.view
    home = view["lords"][view["me"]["seat"]]["home"]
    neighbours = load_map(view["map"]).lands[home].neighbours
    free = [name for name in neighbours if view["lands"][name]["owner"] is None]
    weakest = min(free, key=lambda name: view["lands"][name]["population"], default="")
    knight = next((knight["id"] for knight in view["me"]["knights"] if knight["is_lord"]), "")
    return First(sight.game.code, home, knight, weakest)


def _economy_rows(first: First) -> list[Row]:
    return [
        Row(
            _("Regardez la carte"),
            _("Votre fief est {home}. Les terres couleur de sable, sans motif, n’obéissent à personne."),
            _("Ouvrir la carte"),
            reverse("gloire:map", args=[first.code]),
            "",
        ),
        Row(
            _("Levez un impôt"),
            _("Chaque niveau coûte un dixième du bonheur : 5 ou 6, c’est déjà beaucoup."),
            _("Ordre IMP"),
            first.order("IMP", land=first.home, level=5),
            "IMP",
        ),
        Row(
            _("Rendez-en une part"),
            _("Un don bien mesuré double le bonheur. Le Grand Argentier calcule le meilleur."),
            _("Ordre RED"),
            first.order("RED", land=first.home),
            "RED",
        ),
        Row(
            _("Levez une armée"),
            _("Cinq écus font un homme. Confiez-les à votre chevalier-seigneur ({knight})."),
            _("Ordre ARM"),
            first.order("ARM", land=first.home, knight=first.knight),
            "ARM",
        ),
    ]


def _war_rows(first: First) -> list[Row]:
    """The odds, and the attack if there is anybody to attack."""
    battles = reverse("gloire:adviser", args=[first.code, "batailles"])
    if not first.weakest:
        all_taken = _(
            "Toutes vos voisines ont un seigneur : demandez au maître d’armes ce qu’une attaque coûterait."
        )
        return [Row(_("Pesez vos chances"), all_taken, _("Simuler"), battles, "")]
    question = urlencode({"knight": first.knight, "land": first.weakest, "men": 800, "fallback": 400})
    return [
        Row(
            _("Pesez vos chances"),
            _("{weakest} a le moins de paysans parmi vos voisines : demandez au maître d’armes."),
            _("Simuler"),
            f"{battles}?{question}",
            "",
        ),
        Row(
            _("Attaquez"),
            _(
                "Fixez le nombre d’hommes sous lequel il se replie : un chevalier sans hommes meurt, "
                "et le vôtre, c’est vous."
            ),
            _("Ordre ATT"),
            first.order("ATT", land=first.weakest, knight=first.knight),
            "ATT",
        ),
    ]


def _closing_rows(first: First) -> list[Row]:
    return [
        Row(
            _("Écrivez à vos voisins"),
            _("Une alliance (ALL) se conclut à deux, le même tour : mettez-vous d’accord d’abord."),
            _("Voir les seigneurs"),
            reverse("gloire:realm", args=[first.code]),
            "ALL",
        ),
        Row(
            _("Scellez"),
            _(
                "Tant que l’échéance n’est pas passée, vous pouvez sceller à nouveau : la dernière "
                "version compte."
            ),
            _("Retour aux ordres"),
            reverse("games:game", args=[first.code]),
            SEAL,
        ),
    ]
