"""The author's table: one's articles, writing with a preview, sending, taking back, throwing away,
signing."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.accounts.requests import SignedInRequest
from apps.forums.services.notices import put_out_if_awake
from apps.games.problems import refusal_on, say_outcome
from apps.gazette import queries
from apps.gazette.forms import ArticleForm
from apps.gazette.markup import ANIMATIONS, COLOURS, LAYOUT
from apps.gazette.models import Article, Gazette
from apps.gazette.permissions import access_gazette, access_own, require_player, why_not_write
from apps.gazette.services import writing
from apps.gazette.services.telling import return_cause
from apps.gazette.views.reading import frame_of


@never_cache
@login_required
@require_safe
def mine(request: SignedInRequest, code: str) -> HttpResponse:
    gazette, now = access_gazette(request.user, code), timezone.now()
    articles = queries.own_articles(request.user, gazette, now)
    if not articles:
        require_player(request.user, gazette)
    put_out_if_awake(request.user, [return_cause(one) for one in articles if one.note], now)
    context = frame_of(request, gazette, "mine") | {
        "articles": articles,
        "closed": why_not_write(request.user, gazette, now),
    }
    return render(request, "gazette/mine.html", context)


@never_cache
@login_required
def write(request: SignedInRequest, code: str, pk: int | None = None) -> HttpResponse:
    """Saving is also the preview: the draft is shown in its frame under the form."""
    gazette = access_gazette(request.user, code)
    require_player(request.user, gazette)
    article = _own_article(request, gazette, pk) if pk is not None else None
    if article is not None and article.state not in (Article.State.DRAFT, Article.State.REFUSED):
        return redirect("gazette:mine", code=code)
    form = ArticleForm(request.POST or None, request.FILES or None, instance=article)
    if request.method == "POST" and form.is_valid():
        with refusal_on(form):
            return _save(request, gazette, form, article)
    context = frame_of(request, gazette, "mine") | {
        "form": form,
        "article": article,
        "animations": ANIMATIONS,
        "layout": (*LAYOUT, *COLOURS),
        "closed": why_not_write(request.user, gazette, timezone.now()),
    }
    return render(request, "gazette/write.html", context, status=422 if form.errors else 200)


def _own_article(request: SignedInRequest, gazette: Gazette, pk: int) -> Article:
    """What is about to be changed is settled first; what is only shown is shown as if it were."""
    if request.method == "POST":
        writing.settle_withdrawn(gazette, timezone.now())
    return queries.show_settled(access_own(request.user, gazette, pk), gazette, timezone.now())


def _save(
    request: SignedInRequest, gazette: Gazette, form: ArticleForm, article: Article | None
) -> HttpResponse:
    now = timezone.now()
    saved = writing.save_article(request.user, gazette, form.copy, now, article)
    if "send" in request.POST:
        writing.send(request.user, saved, now)
        messages.success(
            request, _("Votre article est remis. Il paraîtra avec un tour, sans que rien ne vous trahisse.")
        )
        return redirect("gazette:mine", code=gazette.game.code)
    messages.success(request, _("Brouillon enregistré : le voici tel qu’il paraîtra."))
    return redirect("gazette:edit", code=gazette.game.code, pk=saved.pk)


@login_required
@require_POST
def act(request: SignedInRequest, code: str, pk: int, verb: str) -> HttpResponse:
    gazette = access_gazette(request.user, code)
    article = _own_article(request, gazette, pk)
    if verb not in VERBS:
        raise Http404
    do, done = VERBS[verb]
    with say_outcome(request, done):
        do(request.user, article)
    return redirect("gazette:mine", code=code)


def _send(user: User, article: Article) -> None:
    writing.send(user, article, timezone.now())


def _take_back(user: User, article: Article) -> None:
    writing.take_back(user, article, timezone.now())


VERBS: dict[str, tuple[Callable[[Any, Article], None], Any]] = {
    "remettre": (_send, gettext_lazy("Votre article est remis à la rédaction.")),
    "reprendre": (_take_back, gettext_lazy("L’article ne paraîtra pas.")),
    "jeter": (writing.discard, gettext_lazy("Le brouillon est jeté.")),
    "signer": (writing.sign, gettext_lazy("Votre nom est au bas de l’article.")),
}
