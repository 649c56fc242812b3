"""Fairness that players can check: the seed, the chain, every step computed again."""

import msgspec
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.games.models import Game, Submission
from apps.games.permissions import access_game
from apps.games.records.verification import export_game, replay
from apps.site.requests import Request


def access_finished(request: Request, code: str) -> Game:
    """Before the end the seed is secret, so there is nothing to verify yet."""
    game = access_game(request.user, code)
    if game.status != Game.Status.FINISHED:
        raise Http404
    return game


@require_safe
def verify_page(request: Request, code: str) -> HttpResponse:
    game = access_finished(request, code)
    receipts = (
        Submission.objects.filter(step__game=game)
        .select_related("step", "seat")
        .order_by("step__n", "seat__number", "revision")[:2000]
    )
    context = {
        "game": game,
        "flaws": replay(game),
        "steps": game.steps.resolved().light().order_by("n"),
        "receipts": receipts,
        "seed": bytes(game.seed).hex(),
    }
    return render(request, "games/verify.html", context)


@require_safe
def download(request: Request, code: str) -> HttpResponse:
    """The file for `python -m engines.<game> verify`."""
    game = access_finished(request, code)
    response = HttpResponse(msgspec.json.encode(export_game(game)), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="kalan-{game.code}.json"'
    return response
