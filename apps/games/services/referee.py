"""What a referee may do, each act previewed, named, logged. Undoing is a new entry, never an erasure."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from apps.courier import services as courier
from apps.courier.models import Mail
from apps.games.clock import database_now
from apps.games.live import announce
from apps.games.mails import post_referee_message
from apps.games.models import Game, RefereeAct, Report, Seat, SeatHolder, Step
from apps.games.positions import position_before
from apps.games.problems import IllegalAction, Refusal
from apps.games.services import absence, due, moves, resolution, timetable
from apps.games.topics import game_topic
from apps.orders.models import Submission
from engines.core.contract import errors

Kind = RefereeAct.Kind


def postpone(game: Game, actor: Any, reason: str, until: datetime | None = None) -> None:
    with transaction.atomic():
        timetable.postpone(_locked(game), actor, reason, until=until)


def pause(game: Game, actor: Any, reason: str) -> None:
    with transaction.atomic():
        timetable.pause(_locked(game), actor, reason)


def resume(game: Game, actor: Any, reason: str) -> None:
    with transaction.atomic():
        timetable.resume(_locked(game), actor, reason)


def dry_run(game: Game) -> resolution.Computed:
    """What resolving now would do, computed and thrown away. Nothing is changed, nobody is told."""
    step = _pending(game)
    table = list(game.seats.order_by("number"))
    try:
        moves_now, automatic, _missed = due.gather_without_sealing(step, table)
        return resolution.compute(step, moves_now, automatic, table)
    except Exception as fault:  # an engine may fail in any way, and that is what the referee asked to know
        raise Refusal(_("L’essai échoue : %(fault)s") % {"fault": type(fault).__name__}) from fault


def resolve_now(game: Game, actor: Any, reason: str) -> bool:
    """Before the deadline, or after a quarantine was lifted."""
    step = _pending(game)
    if not due.seal(step.pk, database_now(), early=True) and step.status == Step.Status.OPEN:
        raise Refusal(_("Ce tour ne peut pas être résolu maintenant."))
    record(game, actor, Kind.RESOLVE, reason, step=step.n)
    return due.resolve(step.pk)


def release(game: Game, actor: Any, reason: str) -> None:
    """Lift a quarantine: the step is sealed again and will be tried again."""
    with transaction.atomic():
        step = _locked(game)
        if step.status != Step.Status.QUARANTINED:
            raise Refusal(_("Cette partie n’est pas en quarantaine."))
        step.status, step.attempts, step.fault = Step.Status.SEALED, 0, ""
        step.save(update_fields=["status", "attempts", "fault"])
        record(game, actor, Kind.RELEASE, reason, step=step.n)


def roll_back(game: Game, actor: Any, to: int, reason: str) -> Step:
    """Return to the position after step `to`. The log keeps everything; everyone reads the reason."""
    if not reason.strip():
        raise Refusal(_("Un retour en arrière se justifie : dites pourquoi, tous les joueurs le liront."))
    with transaction.atomic():
        step = _locked(game)
        if not 0 <= to < step.n - 1 and not (to == step.n - 1 and step.status == Step.Status.QUARANTINED):
            raise Refusal(_("On ne revient qu’à un pas déjà résolu, de 0 à %(last)d.") % {"last": step.n - 2})
        restored = moves.restore(step, to, Step.Kind.ROLLBACK, reason)
        record(game, actor, Kind.ROLLBACK, reason, step=step.n, to=to)
        post_referee_message(
            game, actor, _("La partie revient au pas %(to)d.") % {"to": to} + " " + reason, f"rollback:{step.pk}"
        )
        announce(game_topic(game.code), n=step.n)
    return restored


def replace_player(game: Game, actor: Any, seat: Seat, user: Any, reason: str) -> None:
    if user.pk == game.referee_id or game.seats.filter(user=user).exists():
        raise Refusal(_("Cette personne a déjà une part dans la partie."))
    with transaction.atomic():
        absence.occupy(seat, user, SeatHolder.Reason.REPLACED)
        record(game, actor, Kind.REPLACE, reason, seat=seat.number)


def remove_player(game: Game, actor: Any, seat: Seat, reason: str) -> None:
    """The seat opens to a substitute."""
    with transaction.atomic():
        step = _locked(game)
        from apps.games.services.seats import open_to_substitute

        open_to_substitute(seat, step.n, SeatHolder.Reason.REPLACED)
        Seat.objects.filter(pk=seat.pk).update(user=None)
        record(game, actor, Kind.REMOVE, reason, seat=seat.number)


def answer_for(game: Game, actor: Any, seat: Seat, action: Any, reason: str, key: str) -> moves.Receipt:
    """The referee enters what an absent player sent by other means; the table sees that it was done."""
    step = _pending(game)
    problems = errors(game.rules.check(position_before(step), seat.number, action))
    if problems:
        raise IllegalAction(problems)
    receipt = moves.submit(seat, step.n, action, actor, key)
    record(game, actor, Kind.ANSWER, reason, step=step.n, seat=seat.number)
    return receipt


def message_all(game: Game, actor: Any, text: str) -> None:
    with transaction.atomic():
        act = record(game, actor, Kind.MESSAGE, text)
        post_referee_message(game, actor, text, f"message:{act.pk}")


def last_mail(game: Game, seat: Seat) -> Mail:
    """The last report or call to play that left for whoever holds the seat."""
    report = Report.objects.filter(seat=seat, step__game=game).order_by("-step__n").first()
    keys = [f"report:{report.step_id}:{seat.pk}"] if report else []
    keys += [f"turn:{pk}:{seat.pk}" for pk in game.steps.order_by("-n").values_list("pk", flat=True)[:50]]
    mail = Mail.objects.without_content().filter(key__in=keys, user=seat.user_id).order_by("-created_at").first()
    if mail is None or seat.user_id is None:
        raise Refusal(_("Aucun bilan ni appel à jouer n’est encore parti vers ce siège."))
    return mail


def resend_mail(game: Game, actor: Any, seat: Seat, reason: str) -> None:
    """The same bytes and Message-ID once more, delivered or not: a reader may have lost it."""
    with transaction.atomic():
        if not courier.resend(last_mail(game, seat), database_now(), by_owner=False, delivered=True):
            raise Refusal(_("Ce courrier attend déjà son départ, ou son lecteur n’en veut pas."))
        record(game, actor, Kind.RESEND, reason, seat=seat.number)


def cancel(game: Game, actor: Any, reason: str) -> None:
    with transaction.atomic():
        if (
            not Game.objects.exclude(status__in=(Game.Status.FINISHED, Game.Status.CANCELLED))
            .filter(pk=game.pk)
            .update(status=Game.Status.CANCELLED, ended_at=database_now())
        ):
            raise Refusal(_("Cette partie est déjà finie."))
        act = record(game, actor, Kind.CANCEL, reason)
        post_referee_message(game, actor, _("La partie est annulée.") + " " + reason, f"cancel:{act.pk}")


def open_sealed_orders(game: Game, actor: Any, reason: str) -> list[Submission]:
    """Possible, logged, and told to every player. The log entry is written before anything is read."""
    if not reason.strip():
        raise Refusal(_("Dites pourquoi vous ouvrez des ordres scellés : tous les joueurs le liront."))
    with transaction.atomic():
        step = _pending(game)
        act = record(game, actor, Kind.OPEN_ORDERS, reason, step=step.n)
        post_referee_message(
            game,
            actor,
            _("L’arbitre a ouvert les ordres scellés de ce tour. Raison : %(reason)s") % {"reason": reason},
            f"opened:{act.pk}",
        )
    return list(Submission.objects.filter(step=step).select_related("seat").order_by("seat__number", "revision"))


def log_unmasking(game: Game, actor: Any, what: str, reason: str) -> None:
    """A mask of the gazette is lifted: in the public log with its reason, and told to every player; never the name."""
    with transaction.atomic():
        act = record(game, actor, Kind.UNMASK, f"{what}. {reason}")
        told = _("L’arbitre a cherché qui a écrit %(what)s dans la gazette. Raison : %(reason)s")
        post_referee_message(game, actor, told % {"what": what, "reason": reason}, f"unmasked:{act.pk}")


def record(game: Game, actor: Any, kind: str, reason: str, *, step: int | None = None, **details: Any) -> RefereeAct:
    announce(game_topic(game.code), acts=1)
    return RefereeAct.objects.create(game=game, actor=actor, kind=kind, step=step, reason=reason, details=details)


def _pending(game: Game) -> Step:
    step = Step.objects.pending().select_related("game").filter(game=game).first()
    if step is None:
        raise Refusal(_("Cette partie n’a pas de tour en cours."))
    return step


def _locked(game: Game) -> Step:
    return moves.lock(_pending(game))
