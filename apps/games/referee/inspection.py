"""Looking into a turn that is not resolved: a dry run, sealed orders, a mask of the gazette. Each look is in
the public log before anything is shown, and whoever has looked takes no seat in that game."""

from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.engine.positions import position_before
from apps.games.mail.notices import post_referee_message
from apps.games.models import Game, RefereeAct, Seat, Step, Submission
from apps.games.problems import Refusal
from apps.games.referee.acts import record, step_under_way
from apps.games.services.steps import due, resolution
from engines.core import codec
from engines.core.contract import Event
from engines.core.texts import render

Kind = RefereeAct.Kind


class Rehearsal(NamedTuple):
    """What resolving now would do, as the public would read it: what is sealed or secret stays so."""

    n: int
    sentences: list[str]
    answered_for: list[Seat]  # by the default or an automaton
    is_last: bool


def dry_run(game: Game, actor: User) -> Rehearsal:
    """Computed and thrown away: the game does not change. That it was tried is written once a step and
    person."""
    step = step_under_way(game)
    if not game.referee_acts.filter(kind=Kind.DRY_RUN, actor=actor, step=step.n).exists():
        record(game, actor, Kind.DRY_RUN, "", step=step.n)
    table = list(game.seats.order_by("number"))
    try:
        moves, automatic, _missed = due.rehearse(step, table)
        computed = resolution.compute(step, moves, automatic, table)
        sentences = _public_sentences(game, computed)
    except Exception as fault:  # an engine may fail in any way, and that is what the referee asked to know
        words = _("L’essai à blanc échoue : le moteur du jeu ne sait pas résoudre ce tour (%(fault)s).")
        raise Refusal(words % {"fault": type(fault).__name__}) from fault
    answered_for = [seat for seat in table if seat.number in automatic]
    return Rehearsal(step.n, sentences, answered_for, computed.ask is None)


def _public_sentences(game: Game, computed: resolution.Computed) -> list[str]:
    state: Any = codec.load(computed.state, game.rules.State)
    view = game.rules.view(state, None)
    events = [event for event in codec.load(computed.events, list[Event]) if event.audience is None]
    told = (game.rules.narrate(event, view) for event in events)
    return [render(text, _) for text in told if text is not None]


def require_sealed_orders(game: Game) -> Step:
    """The step whose orders could be opened: somebody has sealed some, and they are not resolved."""
    step = step_under_way(game)
    if step.mode != "sealed" or not Submission.objects.filter(step=step).exists():
        raise Refusal(_("Personne n’a scellé d’ordres pour ce tour : il n’y a rien à ouvrir."))
    return step


def open_sealed_orders(game: Game, actor: User, reason: str) -> None:
    """Possible, logged, and told to every player. Nothing is read here: `opened_orders` finds the entry in
    the log."""
    if not reason.strip():
        raise Refusal(_("Dites pourquoi vous ouvrez des ordres scellés : tous les joueurs le liront."))
    with transaction.atomic():
        step = require_sealed_orders(game)
        act = record(game, actor, Kind.OPEN_ORDERS, reason, step=step.n)
        words = _("L’arbitre a ouvert les ordres scellés de ce tour. Raison : %(reason)s")
        post_referee_message(game, actor, words % {"reason": reason}, f"opened:{act.pk}")


def opened_orders(game: Game, actor: User) -> list[tuple[Submission, str]]:
    """What this person opened in front of everyone: the orders of the pending step as they were at that
    moment."""
    step = step_under_way(game)
    act = game.referee_acts.filter(kind=Kind.OPEN_ORDERS, actor=actor, step=step.n).first()
    if act is None:
        raise Refusal(_("Vous n’avez pas ouvert les ordres de ce tour : ils sont scellés."))
    state = position_before(step)
    rows = Submission.objects.filter(step=step, created_at__lte=act.created_at).select_related("seat")
    return [
        (one, game.rules.notate(state, one.seat.number, one.decision()))
        for one in rows.order_by("seat__number", "-revision")
    ]


def log_unmasking(game: Game, actor: User, what: str, reason: str) -> None:
    """A mask of the gazette is lifted: in the public log with its reason, and told to every player; never the
    name."""
    with transaction.atomic():
        act = record(game, actor, Kind.UNMASK, f"{what}. {reason}")
        told = _("L’arbitre a cherché qui a écrit %(what)s dans la gazette. Raison : %(reason)s")
        post_referee_message(game, actor, told % {"what": what, "reason": reason}, f"unmasked:{act.pk}")
