"""Who may do what with a game. What one may not see is not there: 404, never 403."""

import re
from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import get_object_or_404

from apps.accounts.models import Person, User
from apps.accounts.permissions import can_referee, can_referee_among
from apps.games.models import Game, Seat, Step, Steward, Succession
from apps.games.table import presentation, screen

CODE = re.compile(r"[0-9a-z]{1,16}")
INVITATION = re.compile(r"[\w-]{1,32}", re.ASCII)


def access_game(user: Person, code: str) -> Game:
    if not CODE.fullmatch(code):
        raise Http404
    game = Game.objects.filter(code=code).first()
    if game is None or not (game.is_public or Game.objects.visible_to(user).filter(pk=game.pk).exists()):
        raise Http404
    return game


def seers_among(people: Iterable[User], game: Game) -> list[User]:
    """Those of the people who may see the game, as `Game.objects.visible_to` says it of one: three queries
    for any number."""
    people = list(people)
    if game.is_public:
        return people
    seers = {game.creator_id, *game.seats.values_list("user_id", flat=True)}
    seers.update(Steward.objects.standing().filter(seat__game=game).values_list("user_id", flat=True))
    seers |= can_referee_among(people)
    return [person for person in people if person.pk in seers]


def access_gathering(code: str, invitation: str) -> Game:
    """A private game is seen before joining by whoever holds its invitation."""
    if not (CODE.fullmatch(code) and INVITATION.fullmatch(invitation)):
        raise Http404
    return get_object_or_404(Game.objects.select_related("creator"), code=code, invitation=invitation)


def access_door(user: Person, code: str) -> Game:
    """A private game that waits for players behind a password: whoever has its address may knock, and sees
    nothing else."""
    waiting = Game.objects.filter(visibility=Game.Visibility.PRIVATE, status=Game.Status.GATHERING)
    game = waiting.exclude(password="").filter(code=code).first() if CODE.fullmatch(code) else None
    if game is None or not user.is_authenticated:
        raise Http404
    return game


def access_seat(user: User | AnonymousUser, code: str, number: int | None = None, slug: str = "") -> Seat:
    """The seat this person may decide for now: held, or served as steward; at one screen, whoever is there.
    With a slug: of that game alone, once it has begun. Whoever has a seat may see its game; nobody else
    learns that there is one."""
    game = Game.objects.filter(code=code).first() if CODE.fullmatch(code) else None
    if game is None or (slug and (game.slug != slug or game.status == Game.Status.GATHERING)):
        raise Http404
    seats = [seat for seat in seats_open_to(user, game, number) if number in (None, seat.number)]
    if seats:
        return seats[0]
    is_away = screen.is_shared(game) and bool(seats_answered_by(user, game))
    raise screen.NobodyThere(game, number) if is_away else Http404


def seats_open_to(
    user: Person,
    game: Game,
    wanted: int | None = None,
    pending: Step | None = None,
    seats: list[Seat] | None = None,
) -> list[Seat]:
    """The seats through whose eyes this person may look here and now: all that he answers for; at one screen
    for several, that of whoever said that he is there, and none while somebody else is wanted."""
    own = seats_answered_by(user, game, pending, seats)
    if not own or not screen.is_shared(game):
        return own
    there = screen.seat_at(user, game, own)
    other = wanted is not None and any(seat.number == wanted for seat in own if seat != there)
    if there is not None and not other:
        return [there]
    if presentation.of(game.slug).curtain_hides_all:
        raise screen.NobodyThere(game, wanted)
    return []


def seats_answered_by(
    user: Person, game: Game, pending: Step | None = None, seats: list[Seat] | None = None
) -> list[Seat]:
    """Every seat this person may decide for, those that are asked now first. What the caller has fetched is
    not again."""
    if not user.is_authenticated:
        return []
    if pending is None:
        pending = Step.objects.pending().filter(game=game).only("n", "asked").first()
    own = {
        seat.pk: seat
        for seat in (game.seats.filter(user=user) if seats is None else seats)
        if seat.user_id == user.pk
    }
    if pending is not None and not own:  # a player is never a steward in his own game
        for steward in (
            Steward.objects.serving(pending.n).of(user).filter(seat__game=game).select_related("seat")
        ):
            own[steward.seat_id] = steward.seat
    asked = set(pending.asked) if pending else set()
    for seat in own.values():
        seat.game = game
    return sorted(own.values(), key=lambda seat: (seat.number not in asked, seat.number))


def has_part(user: Person, game: Game) -> bool:
    """Plays, decides for somebody who plays, or waits to succeed him: whoever does is no referee of that
    game."""
    if not user.is_authenticated:
        return False
    waits = Succession.objects.filter(seat__game=game, user=user)
    return bool(seats_answered_by(user, game)) or waits.exists()


def can_manage(user: Person, game: Game) -> bool:
    """The console of one game: any referee who has no part in it, and the creator of a private table, who may
    play."""
    private = game.visibility == Game.Visibility.PRIVATE and game.kind == Game.Kind.TABLE
    if private and game.creator_id == user.pk:
        return True
    return can_referee(user) and not has_part(user, game)


def can_open_orders(user: Person, game: Game) -> bool:
    """Look into a turn that is not resolved yet: a manager who has no part in the game."""
    return can_manage(user, game) and not has_part(user, game)


def can_see_signals(user: Person, game: Game) -> bool:
    """Hints of double accounts: for the site's referees alone, and not about a game they have a part in."""
    return can_referee(user) and not has_part(user, game)


def is_its_referee(user: Person, game: Game) -> bool:
    """The person named as its referee, as long as he may act. A referee who is none any more is a
    stranger."""
    return user.is_authenticated and user.pk == game.referee_id and game.may_be_watched_by(user)


def can_host(user: Person, game: Game) -> bool:
    """Fill the table, put someone out, begin: the creator, its referee, a referee of the site who does not
    sit there."""
    return (
        user.pk == game.creator_id
        or is_its_referee(user, game)
        or (can_referee(user) and not has_part(user, game))
    )


def can_watch(user: Person, game: Game) -> bool:
    """Spectators of a running game; after the end everyone who may see the game may see all of it."""
    return (
        game.is_over
        or game.spectators != Game.Spectators.CLOSED
        or bool(seats_answered_by(user, game))
        or can_manage(user, game)
    )
