"""Trying something else: any step of a finished game, or one's own view of a running training, as a private sandbox."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from apps.games.clock import database_now
from apps.games.models import Game, Seat, Step
from apps.games.pace import Pace
from apps.games.positions import state_of
from apps.games.problems import Refusal
from apps.games.services import opening
from apps.games.services.moves import wake
from engines.core import chain


def fork(game: Game, n: int, user: Any) -> Game:
    """A copy of the position after step `n`, one person in every seat. Only where nothing is secret any more."""
    if game.status != Game.Status.FINISHED and not game.is_solo:
        raise Refusal(
            _("On n’essaie autre chose que dans une partie terminée : avant la fin, ce serait lire le jeu des autres.")
        )
    step = game.steps.resolved().get(n=n)
    state = state_of(game, step)
    ask = game.rules.asks(state)
    if ask is None:
        raise Refusal(_("La partie finit ici : choisissez un pas plus tôt."))
    with transaction.atomic():
        copy = _copy_game(game, step, user)
        start = Step.objects.create(
            game=copy,
            n=0,
            kind=Step.Kind.SETUP,
            status=Step.Status.RESOLVED,
            opened_at=database_now(),
            resolved_at=database_now(),
            moves=b"{}",
            draws=b"[]",
            events=b"[]",
            state=step.state,
            state_hash=step.state_hash,
            chain=chain.link(copy.commitment, step.state_hash, {}),
        )
        opening.open_first(copy, start, ask)
        wake(copy)
    return copy


def _copy_game(game: Game, step: Step, user: Any) -> Game:
    copy = Game(
        name=_("%(name)s, essai depuis le pas %(n)d") % {"name": game.name[:50], "n": step.n},
        slug=game.slug,
        rules_version=game.rules_version,
        options=game.options,
        kind=Game.Kind.SANDBOX,
        status=Game.Status.RUNNING,
        visibility=Game.Visibility.PRIVATE,
        seats_wanted=game.seats_wanted,
        pace_data=Pace(kind="at_once").to_data(),
        early=True,
        spectators=Game.Spectators.CLOSED,
        creator=user,
        forked_from=step,
        started_at=database_now(),
    )
    copy.commitment = chain.commitment(bytes(copy.seed))
    copy.save()
    Seat.objects.bulk_create(
        [
            Seat(game=copy, number=seat.number, name=seat.name, arms=seat.arms, user=user, bot=seat.bot)
            for seat in game.seats.all()
        ]
    )
    return copy
