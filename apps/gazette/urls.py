"""Addresses of the gazettes."""

from django.urls import path

from apps.gazette.feeds import GazetteFeed
from apps.gazette.views import desk, reading, sheets, writing

app_name = "gazette"
urlpatterns = [
    path("", reading.index, name="index"),
    path("medias/<str:code>/", sheets.media, name="media"),
    path("<str:code>/", reading.gazette, name="gazette"),
    path("<str:code>/archives/", reading.archive, name="archive"),
    path("<str:code>/atom/", GazetteFeed(), name="feed"),
    path("<str:code>/numero/<int:number>/", reading.issue, name="issue"),
    path("<str:code>/numero/<int:number>/papier/", sheets.paper, name="paper"),
    path("<str:code>/article/<int:pk>/", reading.article, name="article"),
    path("<str:code>/article/<int:pk>/feuille/", sheets.sheet, name="sheet"),
    path("<str:code>/article/<int:pk>/demasquer/", desk.unmask, name="unmask"),
    # authors
    path("<str:code>/mes-articles/", writing.mine, name="mine"),
    path("<str:code>/ecrire/", writing.write, name="write"),
    path("<str:code>/mes-articles/<int:pk>/", writing.write, name="edit"),
    path("<str:code>/mes-articles/<int:pk>/<slug:verb>/", writing.act, name="act"),
    # the desk
    path("<str:code>/redaction/", desk.desk, name="desk"),
    path("<str:code>/redaction/ordre/", desk.arrange, name="arrange"),
    path("<str:code>/redaction/fauteuil/<slug:verb>/", desk.chair, name="chair"),
    path("<str:code>/redaction/<int:pk>/rendre/", desk.give_back, name="give_back"),
]
