"""The pages that belong to no game: home, the theme switch, and the pattern book of the interface."""

from datetime import timedelta
from functools import cache

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from apps.heraldry.arms import Arms
from apps.heraldry.charges import CHARGES
from apps.heraldry.lots import distinct_arms
from apps.site.catalogue import GAMES
from apps.site.hooks import latest_news
from apps.site.specimen import TABS, TOKENS, SpecimenForm, royalty
from apps.site.theme import COOKIE, ONE_YEAR, THEMES


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "site/home.html", {"games": GAMES, "now": latest_news(), "roll": _armorial()})


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    theme = request.POST.get("theme", "auto")
    back = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        back = "/"
    response = HttpResponseRedirect(back)
    if theme in THEMES:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(COOKIE, theme, max_age=ONE_YEAR, samesite="Lax", secure=secure)
    return response


@require_safe
def pattern_book(request: HttpRequest) -> HttpResponse:
    """Every widget in both themes; a development page."""
    if not (settings.DEBUG or settings.DEVELOPMENT_PAGES):
        raise Http404
    messages.success(request, _("Ordres scellés : le reçu 7F3A est dans vos courriers."))
    messages.error(request, _("Le trésor ne suffit pas : il manque 120 écus."))
    asked = SpecimenForm({"name": "K", "mail": "sire@", "oath": ""}, auto_id="erreur_%s")
    context = {
        "blank": SpecimenForm(auto_id="vierge_%s"),
        "asked": asked,
        "lords": royalty(),
        "page": Paginator(range(240), 20).page(4),
        "due": timezone.now() + timedelta(days=2, hours=4),
        "soon": timezone.now() + timedelta(minutes=42),
        "roll": distinct_arms(100, "charte"),
        "charges": CHARGES,
        "themes": ("light", "dark"),
        "tabs": TABS,
        "tokens": TOKENS,
        "thrown": (3, 5, 1, 6),
        "kept": (1, 3),
    }
    return render(request, "site/charte.html", context)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for it by this name where a page names none: a line of text, a feed, a record."""
    return HttpResponseRedirect(static("icon.svg"))


@cache  # a constant
def _armorial() -> tuple[Arms, ...]:
    """The twelve shields of the home page."""
    return tuple(distinct_arms(12, "accueil"))
