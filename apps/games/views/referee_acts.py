"""The acts of the console: what each needs, what it would do, and doing it."""

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.http import HttpRequest
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime, make_aware
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.games import queries
from apps.games.models import Game, Seat, Step
from apps.games.positions import position_before
from apps.games.problems import IllegalAction, Refusal
from apps.games.services import referee, timetable
from apps.site.numbers import whole_number
from engines.core.contract import errors

FIELDS = ("number", "to", "until", "username", "orders")  # what a form of the console may bring besides the reason


# What the forms bring --------------------------------------------------------------------------------------------------
def posted_seat(request: HttpRequest, game: Game) -> Seat:
    number = whole_number(request.POST.get("number"))
    seat = game.seats.filter(number=number).select_related("user").first()
    if seat is None:
        raise Refusal(_("Choisissez un siège de cette partie."))
    seat.game = game
    return seat


def posted_person(request: HttpRequest) -> Any:
    name = request.POST.get("username", "").replace("\0", "").strip()
    user = get_user_model().objects.filter(username__iexact=name, is_active=True, retired_at=None).first()
    if user is None:
        raise Refusal(_("Personne ne porte ce nom ici : vérifiez l’orthographe."))
    return user


def posted_moment(request: HttpRequest) -> datetime | None:
    text = request.POST.get("until", "")
    if not text:
        return None
    try:
        moment = parse_datetime(text)
    except ValueError:  # well written, and no such day
        moment = None
    if moment is None:
        raise Refusal(_("Cette date est illisible : écrivez par exemple 2026-12-04T23:00."))
    return moment if moment.tzinfo else make_aware(moment)


def posted_step(request: HttpRequest) -> int:
    to = whole_number(request.POST.get("to"))
    if to is None:
        raise Refusal(_("Dites à quel pas revenir."))
    return to


def posted_orders(request: HttpRequest, game: Game) -> tuple[Seat, Step, Any]:
    """Orders typed for an absent player, judged like his own."""
    seat, step = posted_seat(request, game), pending(game)
    action, problems = game.rules.parse(position_before(step), seat.number, request.POST.get("orders", "")[:20000])
    if action is None or errors(problems):
        raise IllegalAction(errors(problems)) if problems else Refusal(_("Ces ordres sont illisibles."))
    return seat, step, action


def pending(game: Game) -> Step:
    step = Step.objects.pending().select_related("game").filter(game=game).first()
    if step is None:
        raise Refusal(_("Cette partie n’a pas de tour en cours."))
    return step


# What each act would do ------------------------------------------------------------------------------------------------
def preview_postpone(request: HttpRequest, game: Game) -> list[str]:
    step = pending(game)
    later = timetable.postponed(step, posted_moment(request))
    words = _("L’échéance passe du %(before)s au %(after)s ; les joueurs en sont avertis par courrier.")
    return [words % {"before": _told(step.due_at), "after": _told(later)}]


def preview_pause(request: HttpRequest, game: Game) -> list[str]:
    pending(game)
    return [_("Plus aucune échéance ne court, quatre semaines au plus ; les joueurs en sont avertis par courrier.")]


def preview_resume(request: HttpRequest, game: Game) -> list[str]:
    pending(game)
    return [
        _(
            "Les échéances courent de nouveau ; le temps qui restait est rendu. Les joueurs en sont avertis par courrier."
        )
    ]


def preview_resolve(request: HttpRequest, game: Game) -> list[str]:
    step = pending(game)
    sealed = queries.answered_seats(game)
    silent = [
        seat.name for seat in game.seats.order_by("number") if seat.number in step.asked and seat.number not in sealed
    ]
    told = [_("Le pas %(n)d est scellé et résolu tout de suite, sans attendre son échéance.") % {"n": step.n}]
    if silent:
        told.append(
            _("Réponse par défaut, d’automate ou de brouillon pour : %(names)s.") % {"names": ", ".join(silent)}
        )
    return [*told, _("L’essai à blanc de la console montre ce qui arriverait.")]


def preview_release(request: HttpRequest, game: Game) -> list[str]:
    step = pending(game)
    if step.status != Step.Status.QUARANTINED:
        raise Refusal(_("Cette partie n’est pas en quarantaine."))
    return [_("Le pas %(n)d sera tenté de nouveau, avec les ordres scellés.") % {"n": step.n}]


def preview_roll_back(request: HttpRequest, game: Game) -> list[str]:
    to, step = posted_step(request), pending(game)
    goal = game.steps.resolved().light().filter(n=to).first()
    if goal is None or (to >= step.n - 1 and step.status != Step.Status.QUARANTINED):
        raise Refusal(_("On ne revient qu’à un pas déjà résolu, de 0 à %(last)d.") % {"last": step.n - 2})
    words = _("La position redevient celle d’après le pas %(to)d, résolu le %(date)s : %(lost)d pas ne comptent plus.")
    return [
        words % {"to": to, "date": _told(goal.resolved_at), "lost": step.n - 1 - to},
        _("Le journal garde tout ; les joueurs reçoivent la raison par courrier."),
    ]


def preview_replace(request: HttpRequest, game: Game) -> list[str]:
    seat, person = posted_seat(request, game), posted_person(request)
    names = {"seat": seat.name, "before": _holder(seat), "after": person.username}
    return [_("Le siège de %(seat)s passe de %(before)s à %(after)s ; la table en est avertie.") % names]


def preview_remove(request: HttpRequest, game: Game) -> list[str]:
    seat = posted_seat(request, game)
    words = _("%(who)s perd le siège de %(seat)s, qui s’ouvre à un remplaçant ; la table en est avertie.")
    return [words % {"who": _holder(seat), "seat": seat.name}]


def preview_answer(request: HttpRequest, game: Game) -> list[str]:
    seat, step, action = posted_orders(request, game)
    told = game.rules.notate(position_before(step), seat.number, action)
    words = _("Pour %(seat)s, le pas %(n)d : %(orders)s")
    return [
        words % {"seat": seat.name, "n": step.n, "orders": told},
        _("Le journal public dit que l’arbitre l’a fait."),
    ]


def preview_message(request: HttpRequest, game: Game) -> list[str]:
    readers = [seat.user.username for seat in game.seats.select_related("user").order_by("number") if seat.user]
    return [
        _("Votre texte part par courrier à : %(names)s. Il est aussi au journal public.")
        % {"names": ", ".join(readers)}
    ]


def preview_resend(request: HttpRequest, game: Game) -> list[str]:
    seat = posted_seat(request, game)
    mail = referee.last_mail(game, seat)
    words = _("« %(subject)s », du %(date)s (%(state)s), repart vers %(who)s.")
    facts = {"subject": mail.subject, "date": _told(mail.created_at), "state": mail.get_state_display()}
    return [words % {**facts, "who": _holder(seat)}]


def preview_cancel(request: HttpRequest, game: Game) -> list[str]:
    return [
        _("La partie s’arrête pour toujours, sans résultat ni classement ; les joueurs en sont avertis par courrier.")
    ]


def _told(moment: datetime | None) -> str:
    return date_format(localtime(moment), "l j F Y, H:i") if moment else _("jamais")


def _holder(seat: Seat) -> str:
    return seat.user.username if seat.user else seat.bot_label if seat.bot else _("personne")


# Doing it --------------------------------------------------------------------------------------------------------------
def answer(request: HttpRequest, game: Game, reason: str) -> None:
    seat, _step, action = posted_orders(request, game)
    referee.answer_for(game, request.user, seat, action, reason, secrets.token_hex(16))


class Act(NamedTuple):
    label: Any
    preview: Callable[[HttpRequest, Game], list[str]]
    do: Callable[[HttpRequest, Game, str], Any]


ACTS: dict[str, Act] = {
    "reporter": Act(
        gettext_lazy("Reporter l’échéance"),
        preview_postpone,
        lambda r, g, why: referee.postpone(g, r.user, why, posted_moment(r)),
    ),
    "suspendre": Act(
        gettext_lazy("Suspendre la partie"), preview_pause, lambda r, g, why: referee.pause(g, r.user, why)
    ),
    "reprendre": Act(
        gettext_lazy("Reprendre la partie"), preview_resume, lambda r, g, why: referee.resume(g, r.user, why)
    ),
    "resoudre": Act(
        gettext_lazy("Résoudre le tour maintenant"),
        preview_resolve,
        lambda r, g, why: referee.resolve_now(g, r.user, why),
    ),
    "liberer": Act(
        gettext_lazy("Lever la quarantaine"), preview_release, lambda r, g, why: referee.release(g, r.user, why)
    ),
    "revenir": Act(
        gettext_lazy("Revenir à un pas antérieur"),
        preview_roll_back,
        lambda r, g, why: referee.roll_back(g, r.user, posted_step(r), why),
    ),
    "remplacer": Act(
        gettext_lazy("Remplacer un joueur"),
        preview_replace,
        lambda r, g, why: referee.replace_player(g, r.user, posted_seat(r, g), posted_person(r), why),
    ),
    "ecarter": Act(
        gettext_lazy("Écarter un joueur"),
        preview_remove,
        lambda r, g, why: referee.remove_player(g, r.user, posted_seat(r, g), why),
    ),
    "repondre": Act(gettext_lazy("Répondre pour un absent"), preview_answer, answer),
    "message": Act(
        gettext_lazy("Écrire à toute la table"), preview_message, lambda r, g, why: referee.message_all(g, r.user, why)
    ),
    "renvoyer": Act(
        gettext_lazy("Renvoyer le dernier courrier"),
        preview_resend,
        lambda r, g, why: referee.resend_mail(g, r.user, posted_seat(r, g), why),
    ),
    "annuler": Act(gettext_lazy("Annuler la partie"), preview_cancel, lambda r, g, why: referee.cancel(g, r.user, why)),
}


def offered(game: Game, step: Step | None) -> list[tuple[str, Any]]:
    """The acts that make sense as the game stands, with their labels."""
    paused, held = game.status == Game.Status.PAUSED, step is not None and step.status == Step.Status.QUARANTINED
    useless = {
        "suspendre": paused or step is None,
        "reprendre": not paused,
        "liberer": not held,
        "resoudre": paused or step is None,
        "reporter": step is None or step.due_at is None,
        "revenir": step is None,
        "repondre": step is None,
        "annuler": game.is_over,
    }
    return [(verb, one.label) for verb, one in ACTS.items() if not useless.get(verb)]
