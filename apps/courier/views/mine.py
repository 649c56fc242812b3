"""Mes courriers: what was sent to me, what became of it, and sending one again. Another's mail does not
exist."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.requests import SignedInRequest
from apps.courier.composing.message import open_mail
from apps.courier.queries import access_mail, mails_of
from apps.courier.services import resending
from apps.courier.views.sandbox import in_sandbox

MAILS_A_PAGE = 30


@login_required
@never_cache
@require_safe
def mine(request: SignedInRequest) -> HttpResponse:
    page = Paginator(mails_of(request.user), MAILS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "courier/mine.html", {"page": page})


@login_required
@never_cache
@require_safe
def mail(request: SignedInRequest, code: str) -> HttpResponse:
    found = access_mail(request.user, code)
    context = {
        "mail": found,
        "opened": None if found.is_secret else open_mail(found.content),
        "can_resend": resending.can_resend(found, by_owner=True),
    }
    return render(request, "courier/mail.html", context)


@login_required
@never_cache
@require_safe
@in_sandbox
def mail_html(request: SignedInRequest, code: str) -> str:
    """The HTML as it was sent, for the frame of the mail's page."""
    found = access_mail(request.user, code)
    if found.is_secret:
        raise Http404
    return open_mail(found.content).html


@login_required
@require_POST
def resend(request: SignedInRequest, code: str) -> HttpResponse:
    if resending.resend(access_mail(request.user, code), timezone.now(), by_owner=True):
        messages.success(request, _("Ce courrier repart vers votre adresse."))
    else:
        messages.warning(request, _("Ce courrier ne peut pas repartir : il est déjà remis, ou en route."))
    return redirect("courier:mail", code)
