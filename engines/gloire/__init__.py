"""Gloire et Pouvoir: secret weekly orders, a turn of nineteen phases, three ways to the throne."""

from engines.gloire.rules import GloireRules

RULES = (GloireRules(),)
