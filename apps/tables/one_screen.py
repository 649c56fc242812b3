"""One screen for several players: the two faces of a table that shows what is public behind its curtain."""

from django.utils.functional import cached_property

from apps.games.table.screen import is_shared
from apps.games.table.sight import Sight


class Faces:
    """The template shows `public_table` while `is_veiled`, else `open`.

    Veiled are a table at which nobody is, and, at a shared screen, every position but the present one.
    """

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    @cached_property
    def is_veiled(self) -> bool:
        return is_shared(self.sight.game) and not self.sight.is_asked
