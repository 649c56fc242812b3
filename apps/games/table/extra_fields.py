"""What a game's own app adds to the forms of a new table: its fields, the options they stand for, what
follows the creation."""

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.accounts.models import User
from apps.games.models import Game


class ExtraFields:
    """The base: nothing is added. One object for each game that has some."""

    def adjust(self, form: forms.Form, user: User | None, asked: Mapping[str, str]) -> None:
        """Add fields named `own_…`, or widen the choices of an option. `asked` is what the address
        proposes."""

    def options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options as the engine wants them."""
        return options

    def sits_down(self, cleaned: Mapping[str, Any]) -> bool:
        """Does the creator of the table play at it?"""
        return True

    def after_creation(self, game: Game, user: User, cleaned: Mapping[str, Any]) -> None:
        """After the table was made and its creator seated."""


NOTHING = ExtraFields()
EXTRA_FIELDS: dict[str, ExtraFields] = {}


def of(slug: str) -> ExtraFields:
    return EXTRA_FIELDS.get(slug, NOTHING)
