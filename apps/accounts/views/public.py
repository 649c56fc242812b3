"""What anybody may read: a player's page and the charter."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from apps.accounts.permissions import is_member
from apps.accounts.profile.presentation import render_presentation
from apps.accounts.queries import access_player
from apps.accounts.registries.profile_sections import sections_for
from apps.accounts.services import TRACES_KEPT, UNVERIFIED_KEPT
from apps.site.requests import Request


@require_safe
def player(request: Request, name: str) -> HttpResponse:
    shown = access_player(name)
    if shown.username != name:
        return redirect("accounts:player", shown.username)
    context = {
        "player": shown,
        "presentation": render_presentation(shown.presentation),
        "is_member": is_member(shown),
        "sections": sections_for(request.user, shown),
    }
    return render(request, "accounts/player.html", context)


@require_safe
def charter(request: Request) -> HttpResponse:
    return render(
        request,
        "accounts/charter.html",
        {"unverified_days": UNVERIFIED_KEPT.days, "trace_months": TRACES_KEPT.days // 30},
    )
