"""Mes courriers: what was sent to me, what became of it, and sending one again. Another's mail does not exist."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.courier import services
from apps.courier.frame import sandboxed
from apps.courier.messages import open_mail
from apps.courier.queries import access_mail, mails_of

MAILS_A_PAGE = 30


@login_required
@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    page = Paginator(mails_of(request.user), MAILS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "courier/mine.html", {"page": page})


@login_required
@never_cache
@require_safe
def mail(request: HttpRequest, code: str) -> HttpResponse:
    shown = access_mail(request.user, code)
    context = {
        "mail": shown,
        "opened": None if shown.is_secret else open_mail(shown.content),
        "can_resend": services.can_resend(shown, by_owner=True),
    }
    return render(request, "courier/mail.html", context)


@login_required
@never_cache
@require_safe
@sandboxed
def mail_html(request: HttpRequest, code: str) -> str:
    """The HTML as it was sent, for the frame of the mail's page."""
    shown = access_mail(request.user, code)
    if shown.is_secret:
        raise Http404
    return open_mail(shown.content).html


@login_required
@require_POST
def resend(request: HttpRequest, code: str) -> HttpResponse:
    if services.resend(access_mail(request.user, code), timezone.now(), by_owner=True):
        messages.success(request, _("Ce courrier repart vers votre adresse."))
    else:
        messages.warning(request, _("Ce courrier ne peut pas repartir : il est déjà remis, ou en route."))
    return redirect("courier:mail", code)
