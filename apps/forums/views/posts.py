"""One post: its permanent address, its former versions, changing it; its pictures; the preview of a text."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.permissions import can_moderate
from apps.accounts.requests import SignedInRequest
from apps.forums import queries
from apps.forums.forms import EditForm
from apps.forums.markup import LONGEST, render_markdown
from apps.forums.models import Picture, Topic
from apps.forums.permissions import access_post, can_edit, why_not_edit
from apps.forums.services import posting
from apps.games.problems import refusal_on
from apps.site.limits import REVISIONS_A_PAGE
from apps.site.requests import Request

PICTURE_POLICY = "default-src 'none'; sandbox"


@require_safe
def post(request: Request, pk: int) -> HttpResponse:
    """The permanent address of a post leads to where it stands today."""
    shown = access_post(request.user, pk)
    page = queries.page_of(shown.number)
    query = f"?page={page}" if page > 1 else ""
    return redirect(f"{reverse('forums:topic', args=[shown.topic_id])}{query}#m{shown.number}")


@login_required
def edit(request: SignedInRequest, pk: int) -> HttpResponse:
    shown = access_post(request.user, pk)
    if not can_edit(request.user, shown):
        raise Http404
    closed = why_not_edit(request.user, shown, timezone.now())
    if closed:
        messages.error(request, closed)
        return redirect(shown)
    form = EditForm(request.POST or None, initial={"text": shown.text})
    preview = None
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        if "preview" in request.POST:
            preview = queries.as_shown(data["text"])
        else:
            with refusal_on(form):
                dropped = request.POST.getlist("dropped")
                done = posting.edit_post(
                    request.user, shown, data["text"], timezone.now(), data["reason"], dropped=dropped
                )
                return redirect(done)
    context = {
        "post": shown,
        "board": shown.topic.board,
        "form": form,
        "preview": preview,
        "pictures": shown.pictures.filter(hidden_at=None),
        "dropped": request.POST.getlist("dropped"),
    }
    return render(request, "forums/edit_post.html", context, status=422 if form.errors else 200)


@require_safe
def history(request: Request, pk: int) -> HttpResponse:
    """What a post said before, for whoever may read it now; what moderators took out, for moderators."""
    shown = access_post(request.user, pk)
    revisions, withheld = queries.revisions_of(shown, can_moderate(request.user))
    page = Paginator(revisions, REVISIONS_A_PAGE).get_page(request.GET.get("page"))
    for revision in page:
        revision.html = render_markdown(revision.text)
    context = {"post": shown, "board": shown.topic.board, "page": page, "withheld": withheld}
    return render(request, "forums/history.html", context)


@require_safe
def picture(request: Request, code: str) -> FileResponse:
    """Only to those who may read the post it belongs to."""
    readable = Topic.objects.visible_to(request.user).values("pk")
    found = get_object_or_404(Picture, code=code, hidden_at=None, post__topic__in=readable)
    try:
        response = FileResponse(found.file.open("rb"), content_type="image/webp")
    except FileNotFoundError:
        raise Http404 from None
    response["Cache-Control"] = "private, max-age=86400"
    response["Content-Security-Policy"] = PICTURE_POLICY
    return response


@login_required
@require_POST
def preview(request: SignedInRequest) -> HttpResponse:
    """A text as it will be shown, for the editor's preview."""
    text = request.POST.get("text", "")
    if len(text) > LONGEST:
        messages.error(request, _("Ce texte est trop long."))
    return render(request, "forums/_preview.html", {"preview": queries.as_shown(text)})
