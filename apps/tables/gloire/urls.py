"""Addresses of the court: the map and its film, the lands, the orders."""

from importlib import import_module, util

from django.urls import path

from apps.tables.gloire import views, views_desk

app_name = "gloire"
urlpatterns = [
    path("<str:code>/cour/carte/", views.map_page, name="map"),
    path("<str:code>/cour/carte/<int:n>/", views.film_frame, name="frame"),
    path("<str:code>/cour/terre/", views.find_land, name="find"),
    path("<str:code>/cour/terre/<str:land>/", views.land_page, name="land"),
    path("<str:code>/cour/ordre/<str:order>/", views_desk.order_page, name="order"),
    path("<str:code>/cour/ordre/<str:order>/apercu/", views_desk.preview, name="preview"),
    path("<str:code>/cour/ordres/<slug:verb>/", views_desk.edit, name="edit"),
    path("<str:code>/cour/mots/", views.words, name="words"),
]
if util.find_spec("apps.tables.gloire.pages_urls"):
    urlpatterns += import_module("apps.tables.gloire.pages_urls").urlpatterns
