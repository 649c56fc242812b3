"""The development box: mail that would have left, read on the spot. Never in production."""

from collections.abc import Callable
from email.message import EmailMessage
from functools import wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.courier.composing.message import OpenMail, new_message_id, open_mail
from apps.courier.replies import hand_over
from apps.courier.views.sandbox import in_sandbox
from apps.site.requests import Request

MAILS_A_PAGE = 25
LONGEST_REPLY = 60_000


def development_only(view: Callable[..., Any]) -> Callable[..., Any]:
    """The addresses are not even declared in production; this is the second lock."""

    @wraps(view)
    def gate(request: Request, *args: Any, **kwargs: Any) -> Any:
        if not settings.DEVELOPMENT_PAGES or settings.PRODUCTION:
            raise Http404
        return view(request, *args, **kwargs)

    return gate


@development_only
@never_cache
@require_safe
def box(request: Request) -> HttpResponse:
    page = Paginator(_names(), MAILS_A_PAGE).get_page(request.GET.get("page"))
    mails = [(name, _open(name)) for name in page]
    context = {
        "page": page,
        "mails": mails,
        "auto": "auto" in request.GET,
        "leaves_by_smtp": bool(settings.EMAIL_URL),
    }
    return render(request, "courier/box.html", context)


@development_only
@never_cache
@require_safe
def box_mail(request: Request, name: str) -> HttpResponse:
    return render(request, "courier/box_mail.html", {"name": name, "opened": _open(name)})


@development_only
@require_POST
def box_reply(request: Request, name: str) -> HttpResponse:
    """An answer as a mail program would write it, given to whoever waits for it."""
    answer = EmailMessage()
    answer["To"], answer["Message-ID"] = _open(name).reply_to, new_message_id()
    answer.set_content(request.POST.get("text", "")[:LONGEST_REPLY])
    if hand_over(answer.as_bytes()):
        messages.success(request, _("Votre réponse est remise : celle du Scribe est dans la boîte."))
    else:
        messages.error(request, _("Personne n’attend de réponse à cette lettre."))
    return redirect("box:box")


@development_only
@never_cache
@require_safe
@in_sandbox
def box_html(request: Request, name: str) -> str:
    return _open(name).html


def _names() -> list[str]:
    """The names begin with the instant: the newest first."""
    folder = Path(settings.MAIL_DIR)
    return sorted((path.stem for path in folder.glob("*.eml")), reverse=True) if folder.is_dir() else []


def _open(name: str) -> OpenMail:
    try:
        return open_mail((Path(settings.MAIL_DIR) / f"{name}.eml").read_bytes())
    except FileNotFoundError:
        raise Http404 from None
