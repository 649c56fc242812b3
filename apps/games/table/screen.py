"""One screen for several people: whose eyes it has. Nobody's, until somebody says « Je suis Anna »; hers for
one decision.

What was said last is kept in the session, and put on the account by `ScreenMiddleware`: wherever a game is
looked at for an account that holds several of its seats, `permissions.seats_open_to` asks here which of them
is at the screen. An account that nothing was put on has nobody there.
"""

from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.functional import cached_property

from apps.accounts.models import Person
from apps.accounts.requests import SignedInRequest
from apps.games.models import Game, Seat, Step, Submission
from apps.games.table import presentation

SESSION = "at_screen"


class NobodyThere(Http404):
    """A page was asked for that belongs to whoever is at the screen, and nobody is, or somebody else: a
    curtain answers."""

    def __init__(self, game: Game, wanted: int | None = None) -> None:
        super().__init__()
        self.game, self.wanted = game, wanted


def is_shared(game: Game) -> bool:
    """Its people pass one screen round, and have something to hide from each other."""
    if game.kind != Game.Kind.HOTSEAT or game.is_over:
        return False
    return presentation.of(game.slug).hides_at_screen(game)


def say_here(request: SignedInRequest, seat: Seat) -> None:
    """From now on this browser shows what this seat may see, until it has decided."""
    said = word_of(seat, Step.objects.pending_of(seat.game))
    request.session[SESSION] = request.user.at_screen = said


def leave(request: SignedInRequest) -> None:
    request.session.pop(SESSION, None)
    request.user.at_screen = None


def seat_at(user: Person, game: Game, own: list[Seat]) -> Seat | None:
    """Which of these seats is at the screen. One that has sealed since it came is gone, and so is one of an
    earlier turn."""
    said = getattr(user, "at_screen", None)
    seat = next((seat for seat in own if said and said[:2] == [game.code, seat.number]), None)
    if seat is None:
        return None
    pending = Step.objects.pending_of(game)
    return seat if may_come(seat, pending) and said == word_of(seat, pending) else None


def may_come(seat: Seat, pending: Step | None) -> bool:
    """Where all decide at once anybody may take the screen, also to change his mind; elsewhere whose turn it
    is."""
    return pending is not None and (pending.mode == "sealed" or seat.number in pending.asked)


def word_of(seat: Seat, pending: Step | None) -> list[Any]:
    """What is said for one decision of one seat: the next one needs a new word."""
    if pending is None:
        return []
    moment = presentation.of(seat.game.slug).moment_at_screen(pending)
    sealed = Submission.objects.filter(step=pending, seat=seat).count()
    return [seat.game.code, seat.number, moment, sealed]


@dataclass
class Curtain:
    """Whose turn it is to take the screen. Nothing here is a secret."""

    game: Game
    pending: Step | None
    people: list[Seat]  # who share this screen
    wanted: int | None  # somebody asked for this one's page
    sealed: set[int]

    @cached_property
    def next_seat(self) -> Seat | None:
        """The first who has not decided, or another of those whose page was asked for."""
        return min(self.undecided_seats, key=lambda seat: seat.number != self.wanted, default=None)

    @property
    def undecided_seats(self) -> list[Seat]:
        asked = self.pending.asked if self.pending is not None else ()
        return [seat for seat in self.people if seat.number in asked and seat.number not in self.sealed]

    @property
    def others(self) -> list[Seat]:
        """Who may take the screen instead, to decide first or to change his mind."""
        return [seat for seat in self.people if seat != self.next_seat and may_come(seat, self.pending)]

    @property
    def shown_step(self) -> int:
        """The last resolved step: a later one brings another curtain."""
        return self.pending.n - 1 if self.pending is not None else 0

    @property
    def may_resolve(self) -> bool:
        """All have sealed and the turn is still there: its resolution was cut short."""
        return self.pending is not None and self.pending.mode == "sealed" and not self.undecided_seats


def curtain_of(game: Game, user: Person, wanted: int | None = None) -> Curtain:
    pending = Step.objects.pending_of(game)
    people = [seat for seat in game.seats.order_by("number") if seat.user_id == user.pk]
    sealed = Submission.objects.filter(step=pending).values_list("seat__number", flat=True)
    return Curtain(game, pending, people, wanted, set(sealed) if pending else set())
