"""What the owner of an account sees and sets."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.accounts import services
from apps.accounts.forms import MailForm, PreferencesForm
from apps.accounts.models import User
from apps.accounts.permissions import is_member
from apps.accounts.profile.zones import zone_name
from apps.accounts.queries import has_second_factor
from apps.accounts.registries import mail_kinds
from apps.accounts.requests import SignedInRequest
from apps.heraldry.arms import Arms
from apps.heraldry.blazon import arms_or_lot
from apps.heraldry.forms import ArmsForm
from apps.heraldry.lots import from_seed


@login_required
@require_safe
def profile(request: SignedInRequest) -> HttpResponse:
    context = {
        "has_second_factor": has_second_factor(request.user),
        "is_member": is_member(request.user),
        "feed_address": request.build_absolute_uri(reverse("games:calendar", args=[request.user.feed_token])),
        "zone": zone_name(request.user.time_zone),
    }
    return render(request, "accounts/profile.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: SignedInRequest) -> HttpResponse:
    form = PreferencesForm(request.POST or None, instance=User.objects.get(pk=request.user.pk))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Vos préférences sont enregistrées."))
        return redirect("accounts:profile")
    return render(request, "accounts/settings.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def arms(request: SignedInRequest) -> HttpResponse:
    """The heraldry editor, with a button that keeps the result. « Voir » shows it without keeping it."""
    form = ArmsForm(request.POST if request.method == "POST" else ArmsForm.choices_of(_arms_of(request)))
    if form.is_valid() and request.method == "POST" and "see" not in request.POST:
        services.bear_arms(request.user, str(form.arms))
        messages.success(request, _("Vos armoiries sont enregistrées."))
        return redirect("accounts:profile")
    return render(
        request, "accounts/arms.html", {"form": form, "arms": form.arms, "lot": get_random_string(6)}
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: SignedInRequest) -> HttpResponse:
    form = MailForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        services.choose_mail(request.user, form.cleaned_data)
        messages.success(request, _("Vos choix de courrier sont enregistrés."))
        return redirect("accounts:mail")
    imposed = [kind for kind in mail_kinds.all_kinds() if kind.is_imposed]
    return render(request, "accounts/mail.html", {"form": form, "imposed": imposed})


@login_required
@require_POST
def renew_feed(request: SignedInRequest) -> HttpResponse:
    services.renew_feed_token(request.user)
    messages.success(request, _("L’adresse de votre calendrier a changé : l’ancienne ne répond plus."))
    return redirect("accounts:profile")


@login_required
@require_POST
def close_session(request: SignedInRequest, session_id: int) -> HttpResponse:
    services.close_session(request.user, session_id)
    messages.success(request, _("La session est fermée."))
    return redirect("usersessions_list")


@login_required
@require_safe
def membership(request: SignedInRequest) -> HttpResponse:
    context = {"is_member": is_member(request.user)}
    return render(request, "accounts/membership.html", context)


def _arms_of(request: SignedInRequest) -> Arms:
    """Drawn by lot when asked, else the player's own, else those that the name receives."""
    if lot := request.GET.get("sort", "")[:40]:
        return from_seed(lot)
    return arms_or_lot(request.user.arms, request.user.username)
