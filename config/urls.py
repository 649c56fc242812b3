"""Every address of the site, one line an app."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config import health

handler400 = "apps.site.errors.bad_request"
handler403 = "apps.site.errors.forbidden"
handler500 = "apps.site.errors.server_error"

urlpatterns = [
    path("", include("apps.site.urls")),
    path("sante/", health.alive, name="alive"),
    path("sante/pret/", health.ready, name="ready"),
    path("compte/", include("apps.accounts.urls")),
    path("compte/", include("allauth.urls")),
    path("armoiries/", include("apps.heraldry.urls")),
    path("courriers/", include("apps.courier.urls")),
    path("parties/", include("apps.tables.urls")),
    path("parties/", include("apps.games.urls")),
    path("forums/", include("apps.forums.urls")),
    path("gazettes/", include("apps.gazette.urls")),
    path("regles/", include("apps.tables.rules_urls")),
    path("ordres/", include("apps.orders.urls")),
    path("arbitre/", include("apps.games.referee.urls")),
    path("administration/", admin.site.urls),
]

if settings.DEVELOPMENT_PAGES:
    urlpatterns.append(path("boite/", include("apps.courier.development_urls")))
