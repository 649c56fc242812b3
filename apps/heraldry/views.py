"""The arms workshop: an editor whose preview follows each choice, with or without JavaScript."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import get_random_string
from django.views.decorators.http import require_safe

from apps.heraldry.blazon import arms_or_lot
from apps.heraldry.forms import ArmsForm


@require_safe
def workshop(request: HttpRequest) -> HttpResponse:
    """The whole page. Choices come in the address, so that arms can be shared as a link."""
    if "division" in request.GET:
        form = ArmsForm(request.GET)
    else:
        asked_for = arms_or_lot(request.GET.get("armes", ""), request.GET.get("sort", "kalan")[:40])
        form = ArmsForm(ArmsForm.choices_of(asked_for))
    form.is_valid()
    return render(
        request, "heraldry/workshop.html", {"form": form, "arms": form.arms, "lot": get_random_string(6)}
    )


@require_safe
def preview(request: HttpRequest) -> HttpResponse:
    """The shield alone, for the page that is already open."""
    form = ArmsForm(request.GET)
    form.is_valid()
    return render(request, "heraldry/_preview.html", {"form": form, "arms": form.arms})
