"""A banned person may read, leave and appeal; whatever else they send is refused, orders included."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from apps.forums.models import Sanction

SAFE = ("GET", "HEAD", "OPTIONS")
STILL_OPEN = ("/forums/sanctions/", "/forums/attente/", "/compte/", "/theme/", "/courriers/")


class BanMiddleware(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.method in SAFE or not request.user.is_authenticated or request.path.startswith(STILL_OPEN):
            return None
        if "referee=1" in request.META.get("QUERY_STRING", "") and request.path == "/forums/lettres/ecrire/":
            return None
        banned = request.user.sanctions.running(timezone.now()).filter(kind=Sanction.Kind.BAN)
        if not banned.exists():
            return None
        messages.error(
            request, _("Rien n’a été enregistré : votre compte est banni. Voici pourquoi, et jusqu’à quand.")
        )
        return redirect("forums:sanctions")
