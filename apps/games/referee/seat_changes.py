"""Who sits where, by a referee's word: a player replaced or put out; whether one is absent."""

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.mail.notices import post_seat_lost
from apps.games.models import Game, RefereeAct, Seat, SeatHolder, Step, Steward, Submission, Succession
from apps.games.problems import Refusal
from apps.games.referee.acts import record, step_under_way
from apps.games.services.seats import absence
from apps.games.services.seats.answers import occupy, open_to_substitute
from apps.games.timing.clock import database_now

Kind = RefereeAct.Kind


def require_replaceable(game: Game, seat: Seat, user: User) -> Step:
    """The step from which on `user` would hold the seat."""
    step = step_under_way(game)
    if seat.user_id == user.pk and seat.state == Seat.State.HELD:
        raise Refusal(_("%(name)s tient déjà ce siège.") % {"name": user.username})
    if user.is_bot:
        raise Refusal(_("Un automate ne remplace pas un joueur : choisissez une personne."))
    absence.require_no_part(seat, user)
    return step


def replace_player(game: Game, actor: User, seat: Seat, user: User, reason: str) -> None:
    """Somebody else holds the seat from now on; whoever held it is told, and why."""
    with transaction.atomic():
        step = require_replaceable(game, seat, user)
        former = seat.user if seat.state == Seat.State.HELD else None
        SeatHolder.objects.filter(seat=seat, to_step=None).update(reason=SeatHolder.Reason.REPLACED)
        Succession.objects.filter(seat=seat).delete()
        occupy(seat, user, SeatHolder.Reason.SUBSTITUTE)
        if former is not None and former.pk != user.pk:
            post_seat_lost(seat, former, step.n, reason)
        record(game, actor, Kind.REPLACE, reason, seat=seat.number, lord=seat.name, person=user.username)


def require_removable(game: Game, seat: Seat) -> Step:
    step = step_under_way(game)
    if seat.user_id is None or seat.bot:
        raise Refusal(_("Aucun joueur ne tient le siège « %(seat)s ».") % {"seat": seat.name})
    return step


def remove_player(game: Game, actor: User, seat: Seat, reason: str) -> None:
    """The seat opens to a substitute; who held it is told why, and takes it back only by a referee's word."""
    with transaction.atomic():
        step = require_removable(game, seat)
        person = seat.user
        SeatHolder.objects.filter(seat=seat, user=person).update(reason=SeatHolder.Reason.REPLACED)
        Steward.objects.filter(seat=seat, revoked_at=None).update(revoked_at=database_now())
        assert person is not None
        Succession.objects.filter(seat=seat).delete()
        Seat.objects.filter(pk=seat.pk).update(user=None)
        seat.user = None
        open_to_substitute(seat, step.n, SeatHolder.Reason.REPLACED)
        post_seat_lost(seat, person, step.n, reason)
        record(game, actor, Kind.REMOVE, reason, seat=seat.number, lord=seat.name, person=person.username)


def require_absent(game: Game, seat: Seat) -> Step:
    """The step that this seat is asked for and has not answered: what a player has sealed is his."""
    step = step_under_way(game)
    if seat.number not in step.asked:
        raise Refusal(_("Rien n’est demandé à %(seat)s pour ce tour.") % {"seat": seat.name})
    if seat.bot:
        raise Refusal(
            _("Le siège « %(seat)s » est tenu par un automate, qui répond lui-même.") % {"seat": seat.name}
        )
    if Submission.objects.filter(step=step, seat=seat).exists():
        words = _("%(seat)s a déjà scellé ses ordres : ils ne se changent que de sa main.")
        raise Refusal(words % {"seat": seat.name})
    return step
