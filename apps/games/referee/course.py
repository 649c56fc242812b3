"""What a referee may do to the course of a game and its mail, each act logged. Undoing is a new entry, never
an erasure."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.courier.models import Mail
from apps.courier.services import resending
from apps.games.live.hub import announce_game
from apps.games.mail.notices import post_referee_message
from apps.games.models import Game, RefereeAct, Report, Seat, Step
from apps.games.problems import Refusal, StaleStep
from apps.games.referee.acts import record, step_under_way
from apps.games.services.deadlines import timetable
from apps.games.services.steps import due, restoring
from apps.games.services.steps.pending import wake
from apps.games.timing.clock import database_now

Kind = RefereeAct.Kind


# Time
# ------------------------------------------------------------------------------------------------------------
def postpone(game: Game, actor: User, reason: str, until: datetime | None = None) -> None:
    with transaction.atomic():
        timetable.postpone(_lock_step(game), actor, reason, until=until)


def pause(game: Game, actor: User, reason: str) -> None:
    with transaction.atomic():
        timetable.pause(_lock_step(game), actor, reason)


def resume(game: Game, actor: User, reason: str) -> None:
    with transaction.atomic():
        timetable.resume(_lock_step(game), actor, reason)


# The course of the game
# --------------------------------------------------------------------------------------------------
def require_resolvable(game: Game) -> Step:
    step = step_under_way(game)
    if step.status == Step.Status.QUARANTINED:
        raise Refusal(_("Ce tour est en quarantaine : levez-la d’abord."))
    if step.game.status == Game.Status.PAUSED:
        raise Refusal(_("La partie est suspendue : reprenez-la d’abord."))
    return step


def seal_now(game: Game, actor: User, reason: str) -> Step:
    """First half of resolving before the deadline: nobody changes an order any more, and the log says so."""
    with transaction.atomic():
        step = require_resolvable(game)
        # The sweep may have sealed it a moment ago: that will do.
        due.seal(step.pk, database_now(), early=True)
        record(game, actor, Kind.RESOLVE, reason, step=step.n)
    return step


def resolve_sealed(step: Step) -> None:
    """Second half, computed outside any transaction."""
    if not due.resolve(step.pk):
        _require_resolved(step)
    wake(step.game)


def _require_resolved(step: Step) -> None:
    """The sweep may have been faster; otherwise the engine has failed, and the referee is not told that it is
    done."""
    status = Step.objects.values_list("status", flat=True).get(pk=step.pk)
    if status == Step.Status.QUARANTINED:
        raise Refusal(_("Le moteur du jeu a échoué : le pas %(n)d est en quarantaine.") % {"n": step.n})
    if status != Step.Status.RESOLVED:
        words = _("Le moteur du jeu a échoué : le pas %(n)d est scellé, et sera tenté de nouveau.")
        raise Refusal(words % {"n": step.n})


def release(game: Game, actor: User, reason: str) -> None:
    """Lift a quarantine: the step is sealed again and will be tried again."""
    with transaction.atomic():
        step = _lock_step(game)
        require_quarantined(game)
        step.status, step.attempts, step.fault = Step.Status.SEALED, 0, ""
        step.save(update_fields=["status", "attempts", "fault"])
        record(game, actor, Kind.RELEASE, reason, step=step.n)


def require_quarantined(game: Game) -> Step:
    step = step_under_way(game)
    if step.status != Step.Status.QUARANTINED:
        raise Refusal(_("Cette partie n’est pas en quarantaine."))
    return step


def roll_back(game: Game, actor: User, to: int, reason: str) -> Step:
    """Return to the position after step `to`. The log keeps everything; everyone reads the reason."""
    if not reason.strip():
        raise Refusal(_("Un retour en arrière se justifie : dites pourquoi, tous les joueurs le liront."))
    with transaction.atomic():
        step = _lock_step(game)
        require_returnable(game, to)
        restored = restoring.restore(step, to, Step.Kind.ROLLBACK, reason)
        record(game, actor, Kind.ROLLBACK, reason, step=step.n, to=to)
        post_referee_message(
            game,
            actor,
            _("La partie revient au pas %(to)d.") % {"to": to} + " " + reason,
            f"rollback:{step.pk}",
        )
        announce_game(game, n=step.n)
    return restored


def require_returnable(game: Game, to: int) -> Step:
    """The pending step, which becomes the return, if `to` is one that may be returned to."""
    step = step_under_way(game)
    last = last_returnable(step)
    if last < 0:
        raise Refusal(_("Rien n’est encore joué dans cette partie : il n’y a pas à revenir en arrière."))
    if not 0 <= to <= last:
        raise Refusal(_("On ne revient qu’à un pas déjà résolu, de 0 à %(last)d.") % {"last": last})
    return step


def last_returnable(step: Step) -> int:
    """The present position is nowhere to return to, unless its step cannot be resolved."""
    return step.n - 1 if step.status == Step.Status.QUARANTINED else step.n - 2


def cancel(game: Game, actor: User, reason: str) -> None:
    with transaction.atomic():
        going = Game.objects.exclude(status__in=(Game.Status.FINISHED, Game.Status.CANCELLED))
        if not going.filter(pk=game.pk).update(status=Game.Status.CANCELLED, ended_at=database_now()):
            raise Refusal(_("Cette partie est déjà finie."))
        act = record(game, actor, Kind.CANCEL, reason)
        post_referee_message(game, actor, _("La partie est annulée.") + " " + reason, f"cancel:{act.pk}")


# Mail
# ------------------------------------------------------------------------------------------------------------
def message_all(game: Game, actor: User, text: str) -> None:
    with transaction.atomic():
        act = record(game, actor, Kind.MESSAGE, text)
        post_referee_message(game, actor, text, f"message:{act.pk}")


def last_mail(game: Game, seat: Seat) -> Mail:
    """The last report or call to play that left for whoever holds the seat."""
    report = Report.objects.filter(seat=seat, step__game=game).order_by("-step__n").first()
    keys = [f"report:{report.step_id}:{seat.pk}"] if report else []
    keys += [f"turn:{pk}:{seat.pk}" for pk in game.steps.order_by("-n").values_list("pk", flat=True)[:50]]
    mail = (
        Mail.objects.without_content().filter(key__in=keys, user=seat.user_id).order_by("-created_at").first()
    )
    if mail is None or seat.user_id is None:
        raise Refusal(_("Aucun bilan ni appel à jouer n’est encore parti vers ce siège."))
    return mail


def require_resendable(game: Game, seat: Seat) -> Mail:
    mail = last_mail(game, seat)
    if not resending.can_resend(mail, by_owner=False, delivered=True):
        words = _(
            "Ce courrier ne repart pas (%(state)s) : il attend déjà son départ, ou son lecteur n’en veut pas."
        )
        raise Refusal(words % {"state": mail.get_state_display()})
    return mail


def resend_mail(game: Game, actor: User, seat: Seat, reason: str) -> None:
    """The same bytes and Message-ID once more, delivered or not: a reader may have lost it. Whose mail was
    lost is not for the table to know."""
    with transaction.atomic():
        resending.resend(require_resendable(game, seat), database_now(), by_owner=False, delivered=True)
        record(game, actor, Kind.RESEND, reason, public=False, seat=seat.number, lord=seat.name)


def _lock_step(game: Game) -> Step:
    step = Step.objects.lock(step_under_way(game))
    if step.status == Step.Status.RESOLVED:  # by somebody else, while we waited for the lock
        raise StaleStep
    return step
