"""An abdication with an heir: a lord looks for a successor, someone waits, and the order ABD hands everything
over.

Only games whose rules know of heirs (`with_heir`) have this. The heir's name goes into the recorded move, so
that a replay tells the same story; the chair changes hands in the transaction that resolves the step.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.live.hub import announce_game
from apps.games.models import Game, Seat, SeatHolder, Step, Succession
from apps.games.problems import Refusal
from apps.games.services.lobby.gathering import clean_name, require_free_name
from apps.games.services.seats.absence import require_stranger
from apps.games.services.seats.answers import occupy, open_to_substitute
from engines.core.contract import KnowsHeirs


def has_heirs(game: Game) -> bool:
    return isinstance(game.rules, KnowsHeirs)


def seek(seat: Seat) -> Succession:
    """A lord makes it known that he would leave his house to someone."""
    if not has_heirs(seat.game) or seat.state != Seat.State.HELD or seat.game.status != Game.Status.RUNNING:
        raise Refusal(_("Dans cette partie, un siège ne se lègue pas ; cherchez plutôt un remplaçant."))
    found, _created = Succession.objects.get_or_create(seat=seat)
    announce_game(seat.game, seats=1)
    return found


def give_up(seat: Seat) -> None:
    Succession.objects.filter(seat=seat).delete()
    announce_game(seat.game, seats=1)


def offer(seat: Seat, user: User, name: str) -> Succession:
    """Someone who has no part in the game waits under the name that the house will bear."""
    with transaction.atomic():
        asked = Succession.objects.select_for_update(of=("self",)).filter(seat=seat).first()
        if asked is None or seat.game.status != Game.Status.RUNNING:
            raise Refusal(_("Ce seigneur ne cherche pas de successeur."))
        if asked.user_id not in (None, user.pk):
            raise Refusal(_("Un autre joueur attend déjà cette succession."))
        if seat.user_id == user.pk:
            raise Refusal(_("On ne se succède pas à soi-même : un autre joueur doit se présenter."))
        require_stranger(seat, user)
        name = clean_name(name)
        require_free_name(seat.game, name)
        asked.user, asked.name = user, name
        asked.save(update_fields=["user", "name"])
        announce_game(seat.game, seats=1)
    return asked


def withdraw(seat: Seat, user: User) -> None:
    Succession.objects.filter(seat=seat, user=user).update(user=None, name="")
    announce_game(seat.game, seats=1)


def with_heirs(step: Step, table: Sequence[Seat], moves: dict[int, Any]) -> dict[int, Any]:
    """The moves to resolve, those of a lord with a successor in waiting naming him."""
    rules = step.game.rules
    if not isinstance(rules, KnowsHeirs):
        return moves
    numbers = {seat.pk: seat.number for seat in table}
    waiting = Succession.objects.filter(seat__game=step.game, user__isnull=False)
    heirs = {numbers[one.seat_id]: one.name for one in waiting}
    return {
        number: rules.with_heir(action, heirs[number]) if number in heirs else action
        for number, action in moves.items()
    }


def hand_over(step: Step) -> None:
    """Inside the transaction that resolves: whoever waited for a lord that abdicated sits down in his
    place."""
    if not has_heirs(step.game) or not Succession.objects.filter(seat__game=step.game).exists():
        return
    for event in step.all_events():
        if event.kind == "succession":
            seat = step.game.seats.select_related("game").get(number=event.params["lord"])
            seat.name = event.params["name"]
            seat.save(update_fields=["name"])
            _enthrone(seat, step)


def _enthrone(seat: Seat, step: Step) -> None:
    """The heir sits down; had he just withdrawn, the house keeps its new name and looks for a substitute."""
    asked = Succession.objects.select_related("user").filter(seat=seat).first()
    if asked is not None and asked.user is not None:
        occupy(seat, asked.user, SeatHolder.Reason.HEIR)
    else:
        open_to_substitute(seat, step.n, SeatHolder.Reason.RESIGNED)
    Succession.objects.filter(seat=seat).delete()
