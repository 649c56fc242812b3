"""The desk: what waits, in what order it comes out, what goes back; who holds the pen; and the referee's
unmasking."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from apps.accounts.requests import SignedInRequest
from apps.games.problems import Refusal, refusal_on, say_outcome
from apps.gazette import queries
from apps.gazette.forms import DeskForm, ReasonForm
from apps.gazette.models import Article
from apps.gazette.permissions import (
    access_desk,
    access_gazette,
    access_unmasking,
    can_referee_gazette,
    is_player,
)
from apps.gazette.services import desk as verbs
from apps.gazette.services import masks
from apps.gazette.views.reading import frame_of
from apps.site.numbers import whole_number
from apps.site.requests import Request


@never_cache
@login_required
def desk(request: SignedInRequest, code: str) -> HttpResponse:
    gazette = access_desk(request.user, code)
    form = DeskForm(request.POST or None, instance=gazette)
    if request.method == "POST" and form.is_valid():
        with refusal_on(form):
            verbs.settle(request.user, gazette, form.cleaned_data)
            messages.success(request, _("La rédaction a noté."))
            return redirect("gazette:desk", code=code)
    rows = queries.desk_rows(gazette)
    context = frame_of(request, gazette, "desk") | {
        "form": form,
        "rows": rows,
        "placed": [article for article in rows if article.place is not None],
        "unplaced": sum(article.place is None for article in rows),
        "editor": queries.editor_seat(gazette),
        "referees": can_referee_gazette(request.user, gazette),
    }
    return render(request, "gazette/desk.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def arrange(request: SignedInRequest, code: str) -> HttpResponse:
    """One number an article: its place in the next issue; empty, it waits."""
    gazette = access_desk(request.user, code)
    rows = queries.desk_rows(gazette)
    with say_outcome(request, _("La mise en page est notée.")):
        verbs.arrange(request.user, gazette, {article.pk: _place(request, article) for article in rows})
    return redirect("gazette:desk", code=code)


def _place(request: Request, article: Article) -> int | None:
    text = request.POST.get(f"place-{article.pk}", "").strip()
    if not text:
        return None
    place = whole_number(text)
    if place is None or not 1 <= place <= 99:
        words = _("« %(title)s » : une place est un nombre de 1 à 99, ou rien pour que l’article attende.")
        raise Refusal(words % {"title": article.title})
    return place


@login_required
@require_POST
def give_back(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    gazette = access_desk(request.user, code)
    article = get_object_or_404(queries.on_desk(gazette), pk=pk)
    with say_outcome(request, _("L’article est rendu à son auteur, quel qu’il soit.")):
        verbs.give_back(request.user, gazette, article, request.POST.get("note", ""), timezone.now())
    return redirect("gazette:desk", code=code)


@login_required
@require_POST
def chair(request: SignedInRequest, code: str, verb: str) -> HttpResponse:
    """Take the editor's chair, or leave it."""
    gazette = access_gazette(request.user, code)
    if verb not in ("prendre", "quitter") or not (
        is_player(request.user, gazette) or can_referee_gazette(request.user, gazette)
    ):
        raise Http404
    with say_outcome(request):
        if verb == "prendre":
            verbs.volunteer(request.user, gazette, timezone.now())
            messages.success(request, _("La rédaction est à vous."))
            return redirect("gazette:desk", code=code)
        verbs.leave(request.user, gazette)
        messages.success(request, _("La rédaction est libre : tout paraît de nouveau avec le tour."))
    return redirect("gazette:gazette", code=code)


@never_cache
@login_required
def unmask(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Asks for a reason; the name stands on the answer to that one form and nowhere else."""
    article = access_unmasking(request.user, code, pk)
    form, author = ReasonForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        with refusal_on(form):
            author = masks.unmask(request.user, article, form.cleaned_data["words"], timezone.now())
    context = frame_of(request, article.gazette, "desk") | {
        "article": article,
        "form": form,
        "author": author,
    }
    return render(request, "gazette/unmask.html", context, status=422 if form.errors else 200)
