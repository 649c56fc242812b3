"""The referee's console."""

from django.urls import path

from apps.games.referee import views

app_name = "referee"
urlpatterns = [
    path("", views.console, name="console"),
    path("<str:code>/", views.game, name="game"),
    path("<str:code>/essai/", views.dry_run, name="dry-run"),
    path("<str:code>/ordres/", views.sealed_orders, name="orders"),
    path("<str:code>/<slug:verb>/", views.act, name="act"),
]
