"""What authors wrote, as documents behind the wall: one article, or a whole issue to read at once and to
print."""

from django.db.models import prefetch_related_objects
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from apps.games.models import Game
from apps.gazette import queries
from apps.gazette.addresses import is_key, with_keys
from apps.gazette.frame import sandbox
from apps.gazette.models import Article, Media
from apps.gazette.permissions import access_gazette, access_issue, access_sheet
from apps.site.requests import Request

MEDIA_POLICY = "default-src 'none'; sandbox"


@require_safe
@sandbox
def sheet(request: Request, code: str, pk: int) -> HttpResponse:
    """The body of an article; `?entier` gives it a title, to be read by itself."""
    gazette = access_gazette(request.user, code)
    article = access_sheet(request.user, gazette, pk)
    context = {
        "article": article,
        "body": _body(article),
        "gazette": gazette,
        "whole": "entier" in request.GET,
    }
    return render(request, "gazette/sheet.html", context)


@require_safe
@sandbox
def paper(request: Request, code: str, number: int) -> HttpResponse:
    gazette = access_gazette(request.user, code)
    issue = access_issue(request.user, gazette, number)
    articles = [one for one in queries.articles_of(issue) if one.hidden_at is None]
    prefetch_related_objects(articles, "media")
    for article in articles:
        article.body = _body(article)
    news = queries.news_shown(request.user, issue)
    return render(
        request,
        "gazette/paper.html",
        {"gazette": gazette, "issue": issue, "articles": articles, "news": news},
    )


def _body(article: Article) -> str:
    """Cleaned when it was written; the frame around it is what makes that safe."""
    sizes = {
        one.code: (one.width, one.height) for one in article.media.all() if one.kind == Media.Kind.PICTURE
    }
    return mark_safe(with_keys(article.html, timezone.now(), sizes))


@require_safe
def media(request: Request, code: str) -> FileResponse:
    """A picture or a sound: for the holder of a key, and for everybody once a public gazette printed it."""
    found = Media.objects.select_related("article__gazette__game").filter(code=code).first()
    if found is None or not (is_key(code, request.GET.get("cle", ""), timezone.now()) or _is_public(found)):
        raise Http404
    try:
        response = FileResponse(found.file.open("rb"), content_type=found.content_type)
    except FileNotFoundError:
        raise Http404 from None
    response["Cache-Control"] = "private, max-age=43200"
    response["Content-Security-Policy"] = MEDIA_POLICY
    return response


def _is_public(media: Media) -> bool:
    article, game = media.article, media.article.gazette.game
    shown = article.state == Article.State.PUBLISHED and article.hidden_at is None
    told_late = game.spectators == Game.Spectators.DELAYED and not game.is_over
    return shown and game.is_public and not told_late
