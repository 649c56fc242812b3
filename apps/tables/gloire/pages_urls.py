"""Addresses of the pages around the map and the desk; `urls.py` adds them to the namespace `gloire`."""

from django.urls import path

from apps.tables.gloire import pages, pages_advisers, pages_end, pages_guide

urlpatterns = [
    path("<str:code>/cour/royaume/", pages.realm, name="realm"),
    path("<str:code>/cour/seigneurs/<int:seat>/", pages.lord, name="lord"),
    path("<str:code>/cour/diplomatie/", pages.diplomacy, name="diplomacy"),
    path("<str:code>/cour/nouvelles/", pages.news_page, name="news"),
    path("<str:code>/cour/conseillers/", pages_advisers.advisers, name="advisers"),
    path("<str:code>/cour/conseillers/<slug:adviser>/", pages_advisers.adviser, name="adviser"),
    path("<str:code>/cour/premier-tour/", pages_guide.guide_page, name="guide"),
    path("<str:code>/cour/premier-tour/ranger/", pages_guide.dismiss, name="guide-away"),
    path("<str:code>/cour/couronnement/", pages_end.coronation, name="coronation"),
]
