"""Stopping one kind of mail from a link in it: no log-in, no cookie. GET asks, POST does (RFC 8058)."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from apps.courier.composing.unsubscribe_link import read_token
from apps.courier.services.unsubscribing import stop
from apps.site.requests import Request

ONE_CLICK = ("List-Unsubscribe", "One-Click")


@csrf_exempt  # the signed token is the authority: mail providers post it for their users, from nowhere
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: Request, token: str) -> HttpResponse:
    asked = read_token(token)
    if asked is None:
        return render(request, "courier/unsubscribe_unknown.html", status=404)
    user, kind = asked
    if request.method != "POST":
        return render(request, "courier/unsubscribe.html", {"kind": kind})
    stop(user, kind)
    if request.POST.get(ONE_CLICK[0]) == ONE_CLICK[1]:
        return HttpResponse("d’accord\n", content_type="text/plain; charset=utf-8")
    return render(request, "courier/unsubscribed.html", {"kind": kind})
