"""The one place where everything that waits for somebody is listed, and the number the header shows."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.requests import SignedInRequest
from apps.forums.services import notices
from apps.games.queries.lists import my_games


@never_cache
@login_required
@require_safe
def waiting(request: SignedInRequest) -> HttpResponse:
    games = my_games(request.user)
    own = request.user.notices
    context = {
        "section": "waiting",
        "awaiting": games["awaiting"],
        "calls": [entry for entry in games["queues"] if entry.state == "asked"],
        "notices": own.unread()[:100],
        "past": own.exclude(read_at=None)[:20],
    }
    return render(request, "forums/waiting.html", context)


@never_cache
@login_required
@require_safe
def badge(request: SignedInRequest) -> HttpResponse:
    """The header's counter, fetched again when the server says that something changed."""
    return render(request, "ui/waiting.html")


@login_required
@require_POST
def open_notice(request: SignedInRequest, pk: int) -> HttpResponse:
    """Follow a line and put it out."""
    notice = get_object_or_404(request.user.notices, pk=pk)
    notices.put_out(request.user, [notice.key], timezone.now())
    return redirect(notice.url)


@login_required
@require_POST
def all_read(request: SignedInRequest) -> HttpResponse:
    notices.put_out_all(request.user, timezone.now())
    return redirect("forums:waiting")
