"""The referee's console."""

from django.urls import path

from apps.games.views import referee

app_name = "referee"
urlpatterns = [
    path("", referee.console, name="console"),
    path("<str:code>/", referee.game, name="game"),
    path("<str:code>/essai/", referee.dry_run, name="dry-run"),
    path("<str:code>/ordres/", referee.sealed_orders, name="orders"),
    path("<str:code>/<slug:verb>/", referee.act, name="act"),
]
