"""The rules of each game, in our own words."""

from django.urls import path

from apps.tables import views

app_name = "rules"
urlpatterns = [
    path("", views.rules_index, name="index"),
    path("<slug:slug>/", views.rules_page, name="game"),
]
