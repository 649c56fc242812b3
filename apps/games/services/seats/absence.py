"""Absence without harm: declared absences, stewards, substitutes. Everyone at the table is told; nobody is
shamed."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts.models import User
from apps.games.live.hub import announce_game
from apps.games.mail.notices import post_steward_named
from apps.games.models import Absence, Game, Seat, SeatHolder, Step, Steward
from apps.games.problems import Refusal
from apps.games.services.seats.answers import occupy, open_to_substitute
from apps.site.texts import LazyText

LONGEST_STEWARDSHIP = 4  # steps
LONGEST_ABSENCE_DAYS = 60
ABSENCES_KEPT = timedelta(days=365)

# Why somebody takes no part, or no other.
PLAYS_ALREADY = gettext_lazy(
    "Qui joue déjà dans cette partie n’y prend pas d’autre part : choisissez quelqu’un d’autre."
)
HELD_ANOTHER = gettext_lazy(
    "Qui a tenu un autre siège de cette partie en connaît les secrets : choisissez quelqu’un d’autre."
)
SERVED_ANOTHER = gettext_lazy(
    "Qui a servi une autre maison de cette partie en connaît les secrets : choisissez quelqu’un d’autre."
)
LOOKED_INTO_TURNS = gettext_lazy(
    "Qui a regardé dans les tours scellés de cette partie n’y joue pas : choisissez quelqu’un d’autre."
)


def declare_absence(user: User, starts: datetime, ends: datetime, note: str = "") -> Absence:
    """Visible to the tables where the person plays."""
    if ends <= starts:
        raise Refusal(_("Une absence finit après avoir commencé : vérifiez les deux dates."))
    if ends <= timezone.now():
        raise Refusal(_("Cette absence est déjà passée : indiquez des dates à venir."))
    if (ends - starts).days > LONGEST_ABSENCE_DAYS:
        raise Refusal(
            _("Une absence déclarée dure au plus soixante jours ; au-delà, cherchez plutôt un remplaçant.")
        )
    return Absence.objects.create(user=user, starts_at=starts, ends_at=ends, note=note[:120])


def forget_old_absences(now: datetime) -> int:
    """Where people were is nobody's business after a year."""
    return Absence.objects.filter(ends_at__lt=now - ABSENCES_KEPT).delete()[0]


def name_steward(seat: Seat, user: User, steps: int) -> Steward:
    """Someone who may enter orders for the seat during the next steps. Never another player of the same
    game."""
    game = seat.game
    if not 1 <= steps <= LONGEST_STEWARDSHIP:
        raise Refusal(_("Un intendant sert de 1 à %(most)d tours.") % {"most": LONGEST_STEWARDSHIP})
    if seat.user_id == user.pk:
        raise Refusal(_("On n’est pas son propre intendant : choisissez quelqu’un d’autre."))
    require_stranger(seat, user)
    with transaction.atomic():
        pending = Step.objects.pending_of(game)
        if pending is None:
            raise Refusal(_("Cette partie n’est pas en cours."))
        Steward.objects.filter(seat=seat, revoked_at=None).update(revoked_at=timezone.now())
        steward = Steward.objects.create(
            seat=seat, user=user, from_step=pending.n, to_step=pending.n + steps - 1
        )
        post_steward_named(steward)
        announce_game(game, seats=1)
    return steward


def dismiss_steward(seat: Seat) -> None:
    Steward.objects.filter(seat=seat, revoked_at=None).update(revoked_at=timezone.now())
    announce_game(seat.game, seats=1)


def ask_for_substitute(seat: Seat) -> None:
    """A player who must stop says so: the seat opens, with no shame and no cost to the table."""
    with transaction.atomic():
        step = Step.objects.pending_of(seat.game)
        if step is None or seat.state != Seat.State.HELD:
            raise Refusal(_("Votre siège cherche déjà un remplaçant, ou la partie n’est pas en cours."))
        open_to_substitute(seat, step.n, SeatHolder.Reason.RESIGNED)
        announce_game(seat.game, seats=1)


def take_seat(seat: Seat, user: User) -> Seat:
    """A substitute sits down: a new record on the seat, no inherited penalty. The former holder may come back
    this way."""
    with transaction.atomic():
        seat = Seat.objects.select_for_update(of=("self",)).select_related("game").get(pk=seat.pk)
        game = seat.game
        if seat.state != Seat.State.OPEN or game.status not in (Game.Status.RUNNING, Game.Status.PAUSED):
            raise Refusal(_("Ce siège ne cherche plus de remplaçant."))
        require_stranger(seat, user)
        occupy(seat, user, SeatHolder.Reason.SUBSTITUTE)
    return seat


def require_stranger(seat: Seat, user: User) -> None:
    """Whoever sits down of his own will knows no other house's secrets, and was not put out by a referee."""
    require_no_part(seat, user)
    last = SeatHolder.objects.filter(seat__game=seat.game, user=user).order_by("-pk").first()
    if last is not None and last.reason == SeatHolder.Reason.REPLACED:
        raise Refusal(_("L’arbitre a retiré ce joueur de la partie : lui seul peut l’y rappeler."))


def require_no_part(seat: Seat, user: User) -> None:
    """No referee, no player, no former player or steward of another house, nobody who has looked into sealed
    turns."""
    game = seat.game
    if user.pk == game.referee_id:
        raise Refusal(_("L’arbitre d’une partie n’y joue pas : choisissez quelqu’un d’autre."))
    others = {"seat__game": game, "user": user}
    parts: tuple[tuple[QuerySet[Any], LazyText], ...] = (
        (game.seats.filter(user=user).exclude(pk=seat.pk), PLAYS_ALREADY),
        (SeatHolder.objects.filter(**others).exclude(seat=seat), HELD_ANOTHER),
        (Steward.objects.filter(**others).exclude(seat=seat), SERVED_ANOTHER),
        (game.referee_acts.looks().filter(actor=user), LOOKED_INTO_TURNS),
    )
    for rows, words in parts:
        if rows.exists():
            raise Refusal(str(words))
