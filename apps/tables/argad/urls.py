"""Addresses that Argad! adds to the site. Each part of the game has its own list; add a page to the list it
belongs to.

Every address begins with `<code>/` for a page of one table, and with `argad/` for a page of the game itself.
"""

from django.urls import path

from apps.tables.argad.builder import views as builder
from apps.tables.argad.decisions import views as table
from apps.tables.argad.editor import views as editor
from apps.tables.argad.organiser import views as organiser

app_name = "argad"

# At a table: the two sealed inputs, what is told before sealing.
TABLE_TOP = [
    path("<str:code>/argad/decider/", table.decide, name="decide"),
    path("<str:code>/argad/parler/", table.speak, name="speak"),
    path("<str:code>/argad/chances/", table.odds, name="odds"),
    path("<str:code>/argad/chemin/", table.way, name="way"),
    path("<str:code>/argad/vue/", table.view, name="view"),
]

# The troop builder, the scenario editor, the organiser's console.
TROOPS = [
    path("argad/troupes/", builder.index, name="troops"),
    path("argad/troupes/nouvelle/", builder.new, name="troop-new"),
    path("argad/troupes/verifier/", builder.check, name="troop-check"),
    path("argad/troupes/coller/", builder.paste, name="troop-paste"),
    path("argad/troupes/<str:code>/", builder.show, name="troop"),
    path("argad/troupes/<str:code>/modifier/", builder.edit, name="troop-edit"),
    path("argad/troupes/<str:code>/copier/", builder.copy, name="troop-copy"),
    path("argad/troupes/<str:code>/supprimer/", builder.remove, name="troop-remove"),
    path("<str:code>/argad/troupe/", builder.raise_troop, name="raise"),
]
EDITOR = [
    path("argad/scenarios/", editor.index, name="scenarios"),
    path("argad/scenarios/nouveau/", editor.new, name="scenario-new"),
    path("argad/scenarios/<str:code>/", editor.show, name="scenario"),
    path("argad/scenarios/<str:code>/modifier/", editor.edit, name="scenario-edit"),
    path("argad/scenarios/<str:code>/copier/", editor.copy, name="scenario-copy"),
    path("argad/scenarios/<str:code>/supprimer/", editor.remove, name="scenario-remove"),
]
ORGANISER = [
    path("<str:code>/argad/organisateur/", organiser.console, name="organiser"),
    path("<str:code>/argad/organisateur/acte/", organiser.act, name="organiser-act"),
    path("<str:code>/argad/organisateur/temps/<slug:verb>/", organiser.keep_time, name="organiser-time"),
]

urlpatterns = [*TABLE_TOP, *TROOPS, *EDITOR, *ORGANISER]
