"""What each act of the console would do, in sentences that are confirmed as they were read. Nothing is
changed here; an act that cannot be done is refused before anyone types a name."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.games.models import Game, Seat, Step
from apps.games.problems import Refusal
from apps.games.queries import lists
from apps.games.referee import course, inspection, seat_changes
from apps.games.referee.acts import step_under_way
from apps.games.referee.view_fields import (
    posted_moment,
    posted_person,
    posted_seat,
    posted_step,
)
from apps.games.services.deadlines import timetable
from apps.games.timing.clock import database_now, long_date
from apps.site.requests import Request


# Time
# ------------------------------------------------------------------------------------------------------------
def postpone(request: Request, game: Game) -> list[str]:
    step = step_under_way(game)
    later = timetable.postponed_deadline(step, posted_moment(request))
    words = _("L’échéance passe du %(before)s au %(after)s ; les joueurs en sont avertis par courrier.")
    assert step.due_at is not None  # `postponed_deadline` refuses a step that has no deadline
    return [words % {"before": long_date(step.due_at), "after": long_date(later)}]


def pause(request: Request, game: Game) -> list[str]:
    step_under_way(game)
    if game.status != Game.Status.RUNNING:
        raise Refusal(_("La partie est déjà suspendue."))
    return [
        _(
            "Plus aucune échéance ne court, quatre semaines au plus ; les joueurs en sont avertis par "
            "courrier."
        )
    ]


def resume(request: Request, game: Game) -> list[str]:
    timetable.require_resumable(step_under_way(game))
    return [
        _(
            "Les échéances courent de nouveau ; le temps qui restait est rendu. Les joueurs en sont "
            "avertis par courrier."
        )
    ]


def resume_when(request: Request, game: Game) -> list[str]:
    due = timetable.resumed_deadline(step_under_way(game), game, database_now())
    return [_("Reprise maintenant, l’échéance serait le %(due)s.") % {"due": long_date(due)}] if due else []


def pause_until(request: Request, game: Game) -> list[str]:
    last = database_now() + timetable.LONGEST_PAUSE
    words = _("Sans reprise de votre part, la partie repart d’elle-même le %(last)s.")
    return [words % {"last": long_date(last)}]


# The course of the game
# --------------------------------------------------------------------------------------------------
def resolve(request: Request, game: Game) -> list[str]:
    step = course.require_resolvable(game)
    return [_("Le pas %(n)d est scellé et résolu tout de suite, sans attendre son échéance.") % {"n": step.n}]


def resolve_for_whom(request: Request, game: Game) -> list[str]:
    """Who is silent now: it may change until the act is done."""
    step, sealed = step_under_way(game), lists.answered_seats(game)
    silent = [
        s.name for s in game.seats.order_by("number") if s.number in step.asked and s.number not in sealed
    ]
    words = _("Réponse par défaut, d’automate ou de brouillon pour : %(names)s.")
    return [words % {"names": ", ".join(silent)}] if silent else []


def release(request: Request, game: Game) -> list[str]:
    step = course.require_quarantined(game)
    return [_("Le pas %(n)d sera tenté de nouveau, avec les ordres scellés.") % {"n": step.n}]


def roll_back(request: Request, game: Game) -> list[str]:
    to = posted_step(request)
    step = course.require_returnable(game, to)
    goal = game.steps.resolved().light().get(n=to)
    lost = step.n - 1 - to
    words = ngettext(
        "La position redevient celle d’après le pas %(to)d, résolu le %(date)s : "
        "%(lost)d pas ne compte plus.",
        "La position redevient celle d’après le pas %(to)d, résolu le %(date)s : %(lost)d pas ne "
        "comptent plus.",
        lost,
    )
    assert goal.resolved_at is not None
    sentences = [
        words % {"to": to, "date": long_date(goal.resolved_at), "lost": lost},
        _("Le journal garde tout ; les joueurs reçoivent la raison par courrier."),
    ]
    if goal.clocks:
        sentences.append(_("Chaque horloge reprend le temps qu’elle montrait alors."))
    return sentences


def roll_back_over_orders(request: Request, game: Game) -> list[str]:
    """What was sealed for the pending step is judged on a position that will be no more; it may change until
    the act is done."""
    sealed = len(lists.answered_seats(game))
    words = ngettext(
        "%(n)d siège a déjà scellé des ordres pour ce tour : ils ne compteront pas, et seront à redonner.",
        "%(n)d sièges ont déjà scellé des ordres pour ce tour : ils ne compteront pas, et seront à redonner.",
        sealed,
    )
    return [words % {"n": sealed}] if sealed else []


def cancel(request: Request, game: Game) -> list[str]:
    if game.is_over:
        raise Refusal(_("Cette partie est déjà finie."))
    return [
        _(
            "La partie s’arrête pour toujours, sans résultat ni classement ; les joueurs en sont avertis "
            "par courrier."
        )
    ]


# The seats
# ------------------------------------------------------------------------------------------------------------
def replace(request: Request, game: Game) -> list[str]:
    seat, person = posted_seat(request, game), posted_person(request)
    step = seat_changes.require_replaceable(game, seat, person)
    names = {"seat": seat.name, "before": _holder(seat), "after": person.username}
    return [
        _(
            "Le siège « %(seat)s » passe des mains de %(before)s à celles de %(after)s ; la table en est "
            "avertie."
        )
        % names,
        *_what_stays_sealed(step),
    ]


def remove(request: Request, game: Game) -> list[str]:
    seat = posted_seat(request, game)
    step = seat_changes.require_removable(game, seat)
    words = _("%(who)s perd le siège « %(seat)s », qui s’ouvre à un remplaçant ; la table en est avertie.")
    return [
        words % {"who": _holder(seat), "seat": seat.name},
        _("Il apprend la raison par courrier, et ne reprend ce siège que si vous le lui rendez."),
        *_what_stays_sealed(step),
    ]


def _what_stays_sealed(step: Step) -> list[str]:
    """The same words whether anything is sealed or not: a preview does not change because somebody seals."""
    if step.mode != "sealed":
        return []
    told = _(
        "Ce qui est déjà scellé ou préparé pour ce tour reste caché à qui tiendra le siège,"
        " et sera joué s’il n’en décide pas autrement."
    )
    return [told]


# Mail
# ------------------------------------------------------------------------------------------------------------
def message(request: Request, game: Game) -> list[str]:
    readers = [
        seat.user.username for seat in game.seats.select_related("user").order_by("number") if seat.user
    ]
    if not readers:
        raise Refusal(_("Personne ne joue dans cette partie : il n’y a personne à qui écrire."))
    words = _("Votre texte part par courrier à : %(names)s. Il est aussi au journal public.")
    return [words % {"names": ", ".join(dict.fromkeys(readers))}]


def resend(request: Request, game: Game) -> list[str]:
    seat = posted_seat(request, game)
    mail = course.require_resendable(game, seat)
    words = _(
        "Son dernier courrier (« %(kind)s », du %(date)s, %(state)s) repart vers %(who)s sous le même "
        "identifiant."
    )
    facts = {
        "kind": mail.kind_label,
        "date": long_date(mail.created_at),
        "state": mail.get_state_display(),
    }
    return [words % {**facts, "who": _holder(seat)}]


# What is sealed
# ----------------------------------------------------------------------------------------------------------
def open_orders(request: Request, game: Game) -> list[str]:
    step = inspection.require_sealed_orders(game)
    return [
        _("Vous lirez les ordres scellés du pas %(n)d, tels qu’ils sont maintenant.") % {"n": step.n},
        _("Tous les joueurs reçoivent un courrier qui le dit, avec la raison. Cela ne se défait pas."),
        _("Qui a regardé ne prend plus de siège dans cette partie."),
    ]


def _holder(seat: Seat) -> str:
    return seat.user.username if seat.user else seat.bot_label if seat.bot else _("personne")
