"""Addresses of the court: the map and its film, the lands, the orders, the pages around."""

from django.urls import path

from apps.tables.gloire.desk import views as desk
from apps.tables.gloire.map import views as maps
from apps.tables.gloire.pages import urls as pages

app_name = "gloire"
urlpatterns = [
    path("<str:code>/cour/carte/", maps.map_page, name="map"),
    path("<str:code>/cour/carte/<int:n>/", maps.film_frame, name="frame"),
    path("<str:code>/cour/terre/", maps.find_land, name="find"),
    path("<str:code>/cour/terre/<str:land>/", maps.land_page, name="land"),
    path("<str:code>/cour/ordre/<str:order>/", desk.order_page, name="order"),
    path("<str:code>/cour/ordre/<str:order>/apercu/", desk.preview, name="preview"),
    path("<str:code>/cour/ordres/<slug:verb>/", desk.edit, name="edit"),
    path("<str:code>/cour/mots/", maps.words, name="words"),
    *pages.urlpatterns,
]
