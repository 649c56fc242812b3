"""Les Missionnaires, for two to four missionaries around the Mediterranean:
the project's own edition of board and cards."""

from engines.missionnaires.rules import Missionnaires

RULES = (Missionnaires(),)
