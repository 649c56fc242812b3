"""One screen for several players: what is secret stays hidden until whoever is asked says that he is there."""

from django.utils.functional import cached_property

from apps.games.models import Game, Seat
from apps.games.sight import Sight

NEVER = "-"  # no confirmation opens this veil


class Curtain:
    """Both faces of a page: the template shows `open` where `key` is empty or confirmed in this browser, else `veiled`.

    A game says which turn it is (`moment`), so that every turn needs a new word, and whether it has secrets at all.
    """

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    @property
    def moment(self) -> str:
        raise NotImplementedError

    @property
    def has_secrets(self) -> bool:
        return True

    @cached_property
    def key(self) -> str:
        """What the person at the screen confirms; empty where nothing is shared, or nothing is hidden."""
        sight = self.sight
        if sight.game.kind != Game.Kind.HOTSEAT or sight.reveals_all or sight.me is None or not self.has_secrets:
            return ""
        return self._key_of(sight.me) if sight.is_asked else NEVER

    @cached_property
    def next_seat(self) -> Seat | None:
        """Who is to take the screen, whichever seat this page was last read from."""
        sight = self.sight
        return sight.me if sight.is_asked else next(iter(sight.awaited), None)

    @property
    def next_key(self) -> str:
        return self._key_of(self.next_seat) if self.next_seat else NEVER

    def _key_of(self, seat: Seat) -> str:
        """One turn of one seat."""
        return f"{self.sight.game.code}:{self.moment}:{seat.number}"
