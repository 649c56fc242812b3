"""Reading: all gazettes, the latest issue, the archive, one article. The same page for its author and for
anybody else."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.accounts.permissions import can_moderate
from apps.forums.services.notices import put_out_if_awake
from apps.games.models import Game
from apps.gazette import queries
from apps.gazette.models import Gazette, Issue
from apps.gazette.permissions import (
    access_article,
    access_gazette,
    access_issue,
    can_edit,
    can_referee_gazette,
    is_player,
)
from apps.gazette.services.telling import issue_cause
from apps.site.requests import Request

A_PAGE = 12


@never_cache
@require_safe
def index(request: Request) -> HttpResponse:
    page = Paginator(queries.gazettes_for(request.user), A_PAGE).get_page(request.GET.get("page"))
    latest: dict[int, Issue] = {}
    for issue in queries.with_titles(Issue.objects.filter(gazette__in=list(page))):
        latest.setdefault(issue.gazette_id, issue)
    rows = [(gazette, latest.get(gazette.pk), _tells(gazette.game)) for gazette in page]
    return render(request, "gazette/index.html", {"page": page, "rows": rows})


def _tells(game: Game) -> bool:
    """Titles stand in the list only where everybody may read the issue."""
    return game.is_over or game.spectators == Game.Spectators.OPEN


@never_cache
@require_safe
def gazette(request: Request, code: str) -> HttpResponse:
    """The latest issue, or the empty page that waits for the first."""
    shown = access_gazette(request.user, code)
    issue = queries.issues_for(request.user, shown).order_by("-number").first()
    if issue is None:
        return render(request, "gazette/empty.html", frame_of(request, shown, "issue"))
    issue.gazette = shown
    return _issue_page(request, issue)


@never_cache
@require_safe
def issue(request: Request, code: str, number: int) -> HttpResponse:
    shown = access_gazette(request.user, code)
    return _issue_page(request, access_issue(request.user, shown, number))


def _issue_page(request: Request, issue: Issue) -> HttpResponse:
    put_out_if_awake(request.user, [issue_cause(issue.gazette.game)], timezone.now())
    numbers = list(queries.issues_for(request.user, issue.gazette).values_list("number", flat=True))
    articles = queries.articles_of(issue)
    context = frame_of(request, issue.gazette, "issue") | {
        "issue": issue,
        "lead": articles[0] if articles else None,
        "others": articles[1:],
        "news": queries.news_shown(request.user, issue),
        "moderates": issue.editorial_hidden_at is not None and can_moderate(request.user),
        "editor": queries.editor_seat(issue.gazette),
        "previous": issue.number - 1 if issue.number - 1 in numbers else None,
        "following": issue.number + 1 if issue.number + 1 in numbers else None,
    }
    return render(request, "gazette/issue.html", context)


@never_cache
@require_safe
def archive(request: Request, code: str) -> HttpResponse:
    shown = access_gazette(request.user, code)
    issues = queries.with_titles(queries.issues_for(request.user, shown))
    context = frame_of(request, shown, "archive") | {
        "page": Paginator(issues, A_PAGE).get_page(request.GET.get("page")),
        "unmaskings": queries.unmaskings_of(shown),
    }
    return render(request, "gazette/archive.html", context)


@never_cache
@require_safe
def article(request: Request, code: str, pk: int) -> HttpResponse:
    shown = access_gazette(request.user, code)
    found = access_article(request.user, shown, pk)
    context = frame_of(request, shown, "issue") | {
        "article": found,
        "may_unmask": can_referee_gazette(request.user, shown),
    }
    return render(request, "gazette/article.html", context)


def frame_of(request: Request, gazette: Gazette, section: str) -> dict[str, Any]:
    """What every page of a gazette shows around its content."""
    return {
        "gazette": gazette,
        "game": gazette.game,
        "section": section,
        "plays": is_player(request.user, gazette),
        "edits": can_edit(request.user, gazette),
    }
