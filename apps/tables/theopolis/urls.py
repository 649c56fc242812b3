"""Addresses that Theopolis adds to its table."""

from django.urls import path

from apps.tables.theopolis import views

app_name = "theopolis"
urlpatterns = [path("<str:code>/cite/me-voici/", views.here, name="here")]
