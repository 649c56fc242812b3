"""Argad!: medieval skirmishes of miniatures, an unofficial and non-commercial adaptation."""

from engines.argad.rules import Argad

RULES = (Argad(1), Argad(2))
