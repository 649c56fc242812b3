"""A topic: reading it page by page, answering, opening one, voting, following. Reading writes nothing for
visitors."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import Person, User
from apps.accounts.permissions import can_moderate
from apps.accounts.requests import SignedInRequest
from apps.forums import queries
from apps.forums.forms import PostForm, TopicForm
from apps.forums.markup import quote
from apps.forums.models import Board, Poll, PollVote, Post, Topic
from apps.forums.models.topics import POSTS_A_PAGE
from apps.forums.permissions import access_board, access_topic, why_not_open, why_not_reply
from apps.forums.reading import posts_of
from apps.forums.services import boards, notices, polls, posting
from apps.forums.views.boards import follow_or_not
from apps.forums.voices import speaker_of, speakers
from apps.games.problems import refusal_on, say_outcome
from apps.site.numbers import whole_number
from apps.site.requests import Request


@require_safe
def topic(request: Request, pk: int) -> HttpResponse:
    shown = access_topic(request.user, pk)
    number = _wanted_page(request, shown)
    posts = posts_of(shown, number)
    if request.user.is_authenticated:
        _leave_mark(request.user, shown, posts)
    return render(request, "forums/topic.html", _context(request, shown, number, posts))


@login_required
def reply(request: SignedInRequest, pk: int) -> HttpResponse:
    """The answer's own page: preview, errors, quotes; the topic's page posts here too."""
    shown = access_topic(request.user, pk)
    problem = why_not_reply(request.user, shown)
    if problem:
        messages.error(request, problem)
        return redirect(shown)
    form = _post_form(request, shown.board, initial={"text": _quotation(request, shown)}, usual=shown.voice)

    def send(written: posting.NewPost) -> Post:
        return posting.reply(request.user, shown, written, timezone.now())

    return _write(request, shown.board, form, send, topic=shown)


@login_required
def new(request: SignedInRequest, slug: str) -> HttpResponse:
    board = access_board(request.user, slug)
    problem = why_not_open(request.user, board)
    if problem:
        messages.error(request, problem)
        return redirect(board)
    form = _post_form(request, board, TopicForm)
    assert isinstance(form, TopicForm)

    def send(written: posting.NewPost) -> Topic:
        title = form.cleaned_data["title"]
        return posting.open_topic(request.user, board, title, written, timezone.now(), form.poll)

    return _write(request, board, form, send)


@login_required
@require_POST
def vote(request: SignedInRequest, pk: int) -> HttpResponse:
    shown = access_topic(request.user, pk)
    poll = getattr(shown, "poll", None)
    if poll is None:
        raise Http404
    chosen = [found for value in request.POST.getlist("option") if (found := whole_number(value)) is not None]
    with say_outcome(request, _("Votre voix est comptée.")):
        polls.vote(request.user, poll, chosen, timezone.now())
    return redirect(shown)


@login_required
@require_POST
def follow(request: SignedInRequest, pk: int) -> HttpResponse:
    shown = access_topic(request.user, pk)
    return follow_or_not(request, shown, _("Vous saurez quand on répond ici."), topic=shown)


# Parts
# ------------------------------------------------------------------------------------------------------------
def _context(request: Request, shown: Topic, number: int, posts: list[Post]) -> dict[str, Any]:
    closed = why_not_reply(request.user, shown)
    first_unread = getattr(shown, "read_number", 0) + 1
    context = {
        "topic": shown,
        "board": shown.board,
        "game": shown.board.game,
        "posts": posts,
        "page": Paginator(range(shown.last_number or 1), POSTS_A_PAGE).page(number),
        "closed": closed,
        "first_unread": first_unread,
        "unread_elsewhere": 1 < first_unread <= shown.last_number and queries.page_of(first_unread) != number,
        "moderates": can_moderate(request.user),
    }
    if getattr(shown, "is_silenced", False):
        context["closed"] = _("Vous ne pouvez pas écrire pour le moment : voyez la page « Mes sanctions ».")
    elif not closed:
        context["form"] = PostForm(speakers=speakers(request.user, shown.board), usual=shown.voice)
    if shown.has_poll:
        context |= _poll(request.user, shown.poll)
        context["may_vote"] = context["poll_open"] and not context["closed"]
    return context


def _poll(user: Person, poll: Poll) -> dict[str, Any]:
    options = list(poll.options.all())
    own = set()
    if user.is_authenticated:
        own = set(PollVote.objects.filter(poll=poll, user=user).values_list("option_id", flat=True))
    most = max((option.votes for option in options), default=0)
    for option in options:
        option.percent = round(100 * option.votes / poll.voters) if poll.voters else 0
        option.leads = bool(most) and option.votes == most
        option.mine = option.pk in own
    return {
        "poll": poll,
        "poll_options": options,
        "poll_open": poll.is_open(timezone.now()),
        "voted": bool(own),
    }


def _leave_mark(user: User, shown: Topic, posts: list[Post]) -> None:
    last = posts[-1].number if posts else 0
    if last > shown.read_number:
        boards.mark_topic_read(user, shown, last)
    if shown.has_news:
        keys = [f"topic:{shown.pk}", f"mention:{shown.pk}", f"board:{shown.board_id}"]
        notices.put_out(user, keys, timezone.now())


def _wanted_page(request: Request, shown: Topic) -> int:
    text = request.GET.get("page", "1")
    if text == "last":
        return shown.pages
    if text == "unread":
        return queries.page_of(min(shown.last_number, getattr(shown, "read_number", 0) + 1))
    number = whole_number(text, most=shown.pages)
    if not number:
        raise Http404
    return number


def _post_form(request: Request, board: Board, form: type[PostForm] = PostForm, **more: Any) -> PostForm:
    voices = speakers(request.user, board)
    if request.method == "POST":
        return form(request.POST, request.FILES, speakers=voices)
    return form(speakers=voices, **more)


def _new_post(request: Request, board: Board, form: PostForm) -> posting.NewPost:
    data = form.cleaned_data
    return posting.NewPost(
        text=data["text"],
        speaker=speaker_of(request.user, board, data["voice"]),
        pictures=data["pictures"],
        key=data["key"],
        follow=data["follow"],
    )


def _quotation(request: Request, shown: Topic) -> str:
    """`?citer=12` begins the answer with the words of that post."""
    number = whole_number(request.GET.get("citer"))
    post = (
        shown.posts.filter(number=number, hidden_at=None).select_related("author").first() if number else None
    )
    if post is None:
        return ""
    return quote(post.text, who=post.signature, url=reverse("forums:post", args=[post.pk]))


def _write(
    request: Request,
    board: Board,
    form: PostForm,
    send: Callable[[posting.NewPost], Post | Topic],
    **more: Any,
) -> HttpResponse:
    """The page on which a text is written, with its preview if asked for; once sent, where it stands."""
    if request.method == "POST" and form.is_valid():
        if "preview" in request.POST:
            more["preview"] = queries.as_shown(form.cleaned_data["text"])
        else:
            with refusal_on(form):
                return redirect(send(_new_post(request, board, form)))
    status = 422 if form.is_bound and form.errors else 200
    context = {"board": board, "game": board.game, "form": form, "files_gone": bool(request.FILES), **more}
    return render(request, "forums/write_post.html", context, status=status)
