"""The table of Les Missionnaires in the browser."""

from apps.tables.missionnaires.presentation import MissionnairesPresentation

PRESENTATION = MissionnairesPresentation()
