"""The guided first turn: a few steps that lead to real orders, each ticked once the draft holds it, put away with a click."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from apps.games.permissions import access_game
from apps.games.table.sight import Sight
from apps.tables.gloire.desk.draft import drafted_orders
from apps.tables.gloire.pages.frame import page
from engines.gloire.maps import load_map

SESSION = "gloire_guide_away"


@page
def guide_page(request: HttpRequest, sight: Sight) -> tuple[str, dict[str, Any]] | HttpResponse:
    """The guide at full length; also reachable after the first turn."""
    if sight.view["me"] is None or sight.view["over"]:
        return redirect("rules:game", slug="gloire")
    return "gloire/pages/guide.html", {"guide": steps(sight), "away": is_away(request, sight.game.code)}


@require_POST
def dismiss(request: HttpRequest, code: str) -> HttpResponse:
    """Put the guide away, or take it out again (`rouvrir`)."""
    game = access_game(request.user, code)
    away = set(request.session.get(SESSION, []))
    if "rouvrir" in request.POST:
        away.discard(game.code)
    else:
        away.add(game.code)
    request.session[SESSION] = sorted(away)[-50:]
    return redirect(game)


def is_away(request: HttpRequest, code: str) -> bool:
    return code in request.session.get(SESSION, [])


def guide_for(sight: Sight) -> list[dict[str, Any]]:
    """For the board (`_board_guide.html`): the steps on turn 1 of a lord who has orders to write."""
    return steps(sight) if sight.is_asked and sight.view["turn"] == 1 else []


def steps(sight: Sight) -> list[dict[str, Any]]:
    view, code = sight.view, sight.game.code
    home = view["lords"][view["me"]["seat"]]["home"]
    atlas = load_map(view["map"]).lands
    free = [name for name in atlas[home].neighbours if view["lands"][name]["owner"] is None]
    weakest = min(free, key=lambda name: view["lands"][name]["population"], default="")
    lord = next((knight["id"] for knight in view["me"]["knights"] if knight["is_lord"]), "")
    given = {order["code"] for order in drafted_orders(sight)}
    order = lambda which, **more: _order(code, which, **more)  # noqa: E731
    battle = reverse("gloire:adviser", args=[code, "batailles"]) + (f"?knight={lord}&land={weakest}&men=800&fallback=400" if weakest else "")  # fmt: skip
    odds = _("{weakest} a le moins de paysans parmi vos voisines : demandez au maître d’armes.")
    if not weakest:
        odds = _(
            "Toutes vos voisines ont un seigneur : demandez au maître d’armes ce qu’une attaque coûterait."
        )
    rows = [
        (_("Regardez la carte"), _("Votre fief est {home}. Les terres couleur de sable, sans motif, n’obéissent à personne."), _("Ouvrir la carte"), reverse("gloire:map", args=[code]), ""),
        (_("Levez un impôt"), _("Chaque niveau coûte un dixième du bonheur : 5 ou 6, c’est déjà beaucoup."), _("Ordre IMP"), order("IMP", land=home, level=5), "IMP"),
        (_("Rendez-en une part"), _("Un don bien mesuré double le bonheur. Le Grand Argentier calcule le meilleur."), _("Ordre RED"), order("RED", land=home), "RED"),
        (_("Levez une armée"), _("Cinq écus font un homme. Confiez-les à votre chevalier-seigneur ({knight})."), _("Ordre ARM"), order("ARM", land=home, knight=lord), "ARM"),
        (_("Pesez vos chances"), odds, _("Simuler"), battle, ""),
        (_("Attaquez"), _("Fixez le nombre d’hommes sous lequel il se replie : un chevalier sans hommes meurt, et le vôtre, c’est vous."), _("Ordre ATT"), order("ATT", land=weakest, knight=lord), "ATT"),
        (_("Écrivez à vos voisins"), _("Une alliance (ALL) se conclut à deux, le même tour : mettez-vous d’accord d’abord."), _("Voir les seigneurs"), reverse("gloire:realm", args=[code]), "ALL"),
        (_("Scellez"), _("Tant que l’échéance n’est pas passée, vous pouvez sceller à nouveau : la dernière version compte."), _("Retour aux ordres"), reverse("games:game", args=[code]), "seal"),
    ]  # fmt: skip
    names = {"home": atlas[home].label, "weakest": atlas[weakest].label if weakest else "", "knight": lord}
    if sight.my_submissions:
        given.add("seal")
    found = [
        {
            "title": title,
            "text": str(text).format(**names),
            "link": link,
            "url": url,
            "done": verb in given,
            "verb": verb,
        }
        for title, text, link, url, verb in rows
        if weakest or verb != "ATT"
    ]
    waiting = next((step for step in found if step["verb"] and not step["done"]), None)
    return [{**step, "next": step is waiting} for step in found]


def _order(code: str, which: str, **given: Any) -> str:
    query = "&".join(f"{key}={value}" for key, value in given.items())
    return reverse("gloire:order", args=[code, which]) + (f"?{query}" if query else "")
