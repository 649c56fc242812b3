"""What referees see of the outbox: what does not arrive, why, and a button to send it again. Never what it
says."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.permissions import referee_required
from apps.accounts.requests import SignedInRequest
from apps.courier.models import Mail
from apps.courier.queries import access_failing_mail, failing_by_provider, failing_mails
from apps.courier.services import resending

MAILS_A_PAGE = 50
STATES = (Mail.State.UNKNOWN, Mail.State.REFUSED, Mail.State.EXPIRED, Mail.State.WAITING)


@referee_required
@never_cache
@require_safe
def failing(request: SignedInRequest) -> HttpResponse:
    state = request.GET.get("etat", "")
    state = state if state in STATES else ""
    page = Paginator(failing_mails(state), MAILS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "tabs": _tabs(state),
        "chosen": state,
        "providers": [(name, [found.get(one, 0) for one in STATES]) for name, found in failing_by_provider()],
    }
    return render(request, "courier/failing.html", context | {"states": [state.label for state in STATES]})


@referee_required
@require_POST
def resend(request: SignedInRequest, code: str) -> HttpResponse:
    if resending.resend(access_failing_mail(code), timezone.now(), by_owner=False):
        messages.success(request, _("Le courrier repart, sous le même identifiant."))
    else:
        messages.warning(
            request,
            _("Rien n’a été renvoyé : ce courrier est déjà reparti ou attend son tour, ou c’était un code."),
        )
    state = request.POST.get("etat", "")
    return redirect(reverse("courier:failing") + (f"?etat={state}" if state in STATES else ""))


def _tabs(chosen: str) -> list[dict[str, object]]:
    tabs: list[dict[str, object]] = [{"label": _("Tous"), "url": "?", "current": not chosen}]
    return tabs + [
        {"label": state.label, "url": f"?etat={state.value}", "current": chosen == state} for state in STATES
    ]
