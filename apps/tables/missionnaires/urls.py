"""Addresses that Les Missionnaires add to their table."""

from django.urls import path

from apps.tables.missionnaires import views

app_name = "missionnaires"
urlpatterns = [
    path("<str:code>/tournee/d-abord/", views.first, name="first"),
]
