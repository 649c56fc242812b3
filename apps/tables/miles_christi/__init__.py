"""The table of Miles Christi in the browser."""

from apps.tables.miles_christi.presentation import MilesChristiPresentation

PRESENTATION = MilesChristiPresentation()
