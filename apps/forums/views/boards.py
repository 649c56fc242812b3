"""The index, a board, new posts, search; marks and following."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import Person
from apps.accounts.requests import SignedInRequest
from apps.forums import queries, reading
from apps.forums.models import Board, Subscription, Topic
from apps.forums.models.topics import TOPICS_A_PAGE
from apps.forums.permissions import access_board, can_close_chronicle, why_not_open
from apps.forums.services import boards as verbs
from apps.games.permissions import access_game
from apps.games.problems import say_outcome
from apps.site.requests import Request


@require_safe
def index(request: Request) -> HttpResponse:
    return render(
        request, "forums/index.html", {"section": "forums"} | queries.boards_for(request.user, timezone.now())
    )


@require_safe
def board(request: Request, slug: str) -> HttpResponse:
    shown = access_board(request.user, slug)
    page = Paginator(range(shown.topic_count), TOPICS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "board" if shown.game else "forums",
        "board": shown,
        "game": shown.game,
        "page": page,
        "topics": _topics_on(shown, request.user, page.number),
        "closed": why_not_open(request.user, shown),
        "may_close": can_close_chronicle(request.user, shown),
        "is_followed": request.user.is_authenticated
        and Subscription.objects.filter(user=request.user, board=shown).exists(),
    }
    return render(request, "forums/board.html", context)


@require_safe
def of_game(request: Request, code: str) -> HttpResponse:
    """A game's forum by the game's own code."""
    found = verbs.board_of(access_game(request.user, code))
    if found is None:
        raise Http404
    return redirect(found)


@login_required
@require_safe
def unread(request: SignedInRequest) -> HttpResponse:
    topics = queries.unread_topics(request.user, timezone.now()).select_related(
        "board", "author", "last_post__author"
    )
    topics = topics.defer("last_post__text", "last_post__html")
    page = Paginator(topics.order_by("-last_post_at"), TOPICS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "forums/unread.html", {"page": page, "section": "unread"})


@require_safe
def search(request: Request) -> HttpResponse:
    words = " ".join(request.GET.get("q", "").replace("\x00", "").split())[:80]
    slug = request.GET.get("tableau", "")
    where = access_board(request.user, slug) if slug else None
    page = None
    if len(words) >= 3:
        found = queries.search_posts(request.user, words, where)[:200]
        page = Paginator(list(found), 20).get_page(request.GET.get("page"))
    return render(request, "forums/search.html", {"words": words, "board": where, "page": page})


@login_required
@require_POST
def mark_read(request: SignedInRequest) -> HttpResponse:
    """One board, or all of them."""
    slug = request.POST.get("tableau", "")
    now = timezone.now()
    fresh = Board.objects.filter(pk__in=queries.unread_by_board(request.user, now))
    verbs.mark_boards_read(request.user, [access_board(request.user, slug)] if slug else fresh, now)
    messages.success(request, _("Tout est marqué comme lu."))
    return redirect("forums:board", slug=slug) if slug else redirect("forums:index")


@login_required
@require_POST
def follow(request: SignedInRequest, slug: str) -> HttpResponse:
    shown = access_board(request.user, slug)
    return follow_or_not(request, shown, _("Vous saurez quand un sujet s’ouvre ici."), board=shown)


def follow_or_not(request: SignedInRequest, shown: Board | Topic, done: str, **what: Any) -> HttpResponse:
    if request.POST.get("suivre"):
        verbs.follow(request.user, **what)
        messages.success(request, done)
    else:
        verbs.unfollow(request.user, **what)
    return redirect(shown)


@login_required
@require_POST
def close(request: SignedInRequest, slug: str) -> HttpResponse:
    """The referee's word that makes a finished game's forum its chronicle."""
    shown = access_board(request.user, slug)
    if not can_close_chronicle(request.user, shown):
        raise Http404
    with say_outcome(request):
        verbs.close_chronicle(shown, request.user, timezone.now(), closed=bool(request.POST.get("clore")))
    return redirect(shown)


def _topics_on(board: Board, user: Person, page: int) -> Iterable[Topic]:
    if not user.is_authenticated:
        return reading.topics_of(board, page)
    return queries.topics_of(board, user, timezone.now())[(page - 1) * TOPICS_A_PAGE : page * TOPICS_A_PAGE]
