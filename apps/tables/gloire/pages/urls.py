"""Addresses of the pages around the map and the desk; `urls.py` adds them to the namespace `gloire`."""

from django.urls import path

from apps.tables.gloire.pages import advisers, end, guide, realm

urlpatterns = [
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
