"""Taking one's data away, and leaving. Both ask for the password again."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.accounts import services
from apps.accounts.forms import RetireForm
from apps.accounts.registries.export import export_account
from apps.accounts.requests import SignedInRequest


@login_required
@never_cache
@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def export(request: SignedInRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "accounts/export.html")
    now = timezone.now()
    response = HttpResponse(export_account(request.user, now), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="kalan-mes-donnees-{now:%Y-%m-%d}.zip"'
    return response


@login_required
@never_cache
@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def retire(request: SignedInRequest) -> HttpResponse:
    form = RetireForm(request.POST or None, user=request.user)
    if request.method != "POST" or not form.is_valid():
        return render(request, "accounts/retire.html", {"form": form})
    services.retire_account(request.user, timezone.now())
    logout(request)
    messages.success(request, _("Votre compte est supprimé. Merci d’avoir joué avec nous."))
    return redirect("home")
