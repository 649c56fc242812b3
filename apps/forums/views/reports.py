"""Reporting something, and what a sanctioned person reads and answers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from apps.accounts.requests import SignedInRequest
from apps.forums.forms import ReportForm, WordsForm
from apps.forums.models import Sanction
from apps.forums.reportable import access_reportable
from apps.forums.services import moderation, notices
from apps.games.problems import Refusal, say_outcome


@login_required
def report(request: SignedInRequest, kind: str, pk: int) -> HttpResponse:
    found = access_reportable(request.user, kind, pk)
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            moderation.report(
                request.user, found, form.cleaned_data["reason"], form.cleaned_data["words"], timezone.now()
            )
            messages.success(
                request,
                _("Merci. Les aides de camp vont regarder ; personne d’autre ne saura que c’est vous."),
            )
        except Refusal as refusal:
            messages.warning(request, refusal.text)
        return redirect(found.url)
    return render(
        request, "forums/report.html", {"found": found, "form": form}, status=422 if form.errors else 200
    )


@never_cache
@login_required
def sanctions(request: SignedInRequest) -> HttpResponse:
    """One's own warnings and sanctions, with the appeal."""
    rows = list(request.user.sanctions.all())
    notices.put_out(request.user, [f"sanction:{row.pk}" for row in rows], timezone.now())
    form = WordsForm(label=_("Ce que vous avez à dire"))
    return render(request, "forums/sanctions.html", {"sanctions": rows, "form": form})


@login_required
@require_POST
def appeal(request: SignedInRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Sanction, user=request.user, pk=pk)
    form = WordsForm(request.POST)
    with say_outcome(request, _("Votre appel est porté : un autre aide de camp y répondra.")):
        if not form.is_valid():
            raise Refusal(_("Dites ce que vous demandez, en deux mille caractères au plus."))
        moderation.appeal(request.user, found, form.cleaned_data["words"], timezone.now())
    return redirect("forums:sanctions")
