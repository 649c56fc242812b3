"""Theopolis: a city, its heaven, five paths. `RULES` holds the project's edition."""

from engines.theopolis.catalogue import project_edition
from engines.theopolis.rules import Theopolis

RULES = (Theopolis(project_edition()),)
