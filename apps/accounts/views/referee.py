"""What referees see of accounts: the list, one account with its hints of a double, and the granting of
memberships."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from apps.accounts import services
from apps.accounts.forms import MembershipForm
from apps.accounts.permissions import referee_required
from apps.accounts.queries import access_account, accounts_matching, has_second_factor, traces_shared_with
from apps.accounts.requests import SignedInRequest

ACCOUNTS_A_PAGE = 50


@referee_required
@require_safe
def accounts(request: SignedInRequest) -> HttpResponse:
    search = request.GET.get("nom", "").strip()
    page = Paginator(accounts_matching(search), ACCOUNTS_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "accounts/referee_accounts.html",
        {"page": page, "search": search, "today": timezone.localdate()},
    )


@referee_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: SignedInRequest, pk: int) -> HttpResponse:
    shown = access_account(pk)
    form = MembershipForm(request.POST or None, user=shown)
    if request.method == "POST" and form.is_valid():
        granted = services.grant_membership(request.user, shown, form.cleaned_data["until"])
        messages.success(
            request,
            _("%(name)s est membre de l’association jusqu’au %(until)s.")
            % {"name": shown.username, "until": granted.until.strftime("%d/%m/%Y")},
        )
        return redirect("accounts:referee_account", shown.pk)
    context = {
        "account": shown,
        "form": form,
        "has_second_factor": has_second_factor(shown),
        "memberships": shown.memberships.select_related("granted_by"),
        "traces": traces_shared_with(shown),
    }
    return render(request, "accounts/referee_account.html", context)
