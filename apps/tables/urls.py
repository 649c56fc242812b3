"""Pages that one game adds to its table, each under the game's own namespace."""

from importlib import import_module, util

from django.urls import include, path

from engines.core.registry import GAMES

urlpatterns = [
    path("", include(f"apps.tables.{slug}.urls"))
    for slug in GAMES
    if util.find_spec(f"apps.tables.{slug}")
    and util.find_spec(f"apps.tables.{slug}.urls")
    and import_module(f"apps.tables.{slug}.urls")
]
