"""The table of Argad! in the browser."""

from apps.tables.argad.presentation import ArgadPresentation

PRESENTATION = ArgadPresentation()
