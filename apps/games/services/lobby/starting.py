"""The start of a game: the seed's commitment is published, the setup is drawn, the first step opens."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from apps.games.models import Game, SeatHolder, Step
from apps.games.problems import Refusal
from apps.games.services.steps import resolution
from apps.games.services.steps.pending import wake
from apps.games.timing.clock import database_now
from engines.core import chain


def start_game(game: Game) -> Game:
    """GATHERING to RUNNING, once. Seats are numbered as they stand; the engine's setup is step 0."""
    game.commitment = chain.commitment(bytes(game.seed))
    seats = list(game.seats.order_by("number"))
    computed = resolution.compute_setup(game, seats)
    with transaction.atomic():
        now = database_now()
        fields = {"status": Game.Status.RUNNING, "started_at": now, "commitment": game.commitment}
        if not Game.objects.filter(pk=game.pk, status=Game.Status.GATHERING).update(**fields):
            raise Refusal(_("Cette partie a déjà commencé."))
        game.refresh_from_db()
        holders = [SeatHolder(seat=seat, user=seat.user, name=seat.name) for seat in seats]
        SeatHolder.objects.bulk_create(holders)
        if game.pace.kind == "live":
            game.seats.update(clock_left=timedelta(seconds=game.pace.clock))
        setup = Step(game=game, n=0, kind=Step.Kind.SETUP, status=Step.Status.OPEN, opened_at=now)
        resolution.write(setup, computed)
        wake(game)
    return game
