"""Theopolis in the browser: the cards, the cities, the race on every path."""

from apps.tables.theopolis.presentation import TheopolisPresentation

PRESENTATION = TheopolisPresentation()
