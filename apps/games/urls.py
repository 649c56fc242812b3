"""Addresses of the games. What precedes a code comes first."""

from django.urls import path

from apps.games.views import lobby, people, records, screen, table, verify

app_name = "games"
urlpatterns = [
    path("", lobby.mine, name="mine"),
    path("tables/", lobby.lobby, name="lobby"),
    path("creer/", lobby.choose, name="choose"),
    path("creer/<slug:slug>/", lobby.create, name="create"),
    path("entrainement/<slug:slug>/", lobby.training, name="training"),
    path("un-ecran/<slug:slug>/", lobby.hotseat, name="hotseat"),
    path("file/<slug:slug>/<slug:variant>/", lobby.queue, name="queue"),
    path("remplacants/", people.substitutes, name="substitutes"),
    path("absences/", people.absences, name="absences"),
    path("calendrier/<str:token>.ics", people.calendar, name="calendar"),
    path("classement/<slug:slug>/", records.ranking, name="ranking"),
    path("<str:code>/", table.game_page, name="game"),
    path("<str:code>/plateau/", table.board_fragment, name="board"),
    path("<str:code>/me-voici/", screen.here, name="here"),
    path("<str:code>/historique/", table.history, name="history"),
    path("<str:code>/pas/", table.go_to_step, name="goto"),
    path("<str:code>/pas/<int:n>/", table.step_page, name="step"),
    path("<str:code>/pas/<int:n>/essai/", table.fork_step, name="fork"),
    path("<str:code>/bilans/", records.reports, name="reports"),
    path("<str:code>/bilans/<int:n>/", records.report, name="report"),
    path("<str:code>/avant/", lobby.gathering, name="gathering"),
    path("<str:code>/invitation/<str:invitation>/", lobby.by_invitation, name="invitation"),
    path("<str:code>/avant/<slug:verb>/", lobby.act, name="lobby-act"),
    path("<str:code>/partie/", records.about, name="about"),
    path("<str:code>/partie/<slug:verb>/", people.act, name="people-act"),
    path("<str:code>/resoudre/", table.resolve_now, name="resolve-now"),
    path("<str:code>/verifier/", verify.verify_page, name="verify"),
    path("<str:code>/verifier/partie.json", verify.download, name="verify-file"),
    path("<str:code>/honneurs/", records.honours, name="honours"),
]
