"""Pages that one game adds to its table, each under the game's own namespace."""

from django.urls import include, path

from apps.tables.argad import urls as argad
from apps.tables.gloire import urls as gloire
from apps.tables.missionnaires import urls as missionnaires

urlpatterns = [path("", include(game)) for game in (gloire, missionnaires, argad)]
