"""Addresses of the court: the map and its film, the lands, the orders, the pages around."""

from django.urls import path

from apps.tables.gloire.desk import views as desk
from apps.tables.gloire.map import views as maps
from apps.tables.gloire.pages import advisers, end, guide, realm

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
    path("<str:code>/cour/royaume/", realm.realm, name="realm"),
    path("<str:code>/cour/seigneurs/<int:seat>/", realm.lord, name="lord"),
    path("<str:code>/cour/diplomatie/", realm.diplomacy, name="diplomacy"),
    path("<str:code>/cour/nouvelles/", realm.news_page, name="news"),
    path("<str:code>/cour/conseillers/", advisers.advisers, name="advisers"),
    path("<str:code>/cour/conseillers/<slug:adviser>/", advisers.adviser, name="adviser"),
    path("<str:code>/cour/premier-tour/", guide.guide_page, name="guide"),
    path("<str:code>/cour/premier-tour/ranger/", guide.dismiss, name="guide-away"),
    path("<str:code>/cour/couronnement/", end.coronation, name="coronation"),
]
