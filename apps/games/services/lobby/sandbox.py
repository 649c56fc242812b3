"""Trying something else in a private sandbox: any step of a finished game, or what one knows of a running
one."""

import hashlib
import secrets
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.engine.positions import state_of
from apps.games.models import Game, Seat, Step
from apps.games.problems import Refusal
from apps.games.services.lobby.gathering import new_game
from apps.games.services.lobby.quotas import require_room_for_solo
from apps.games.services.steps import opening
from apps.games.services.steps.pending import wake
from apps.games.timing.clock import database_now
from apps.games.timing.pace import Pace
from engines.core import chain, codec
from engines.core.contract import HidesOptions, Imagines, has_secrets
from engines.core.dice import Dice


def fork(game: Game, n: int, user: User, seat: int | None = None, eyes: int | None = None) -> Game:
    """A copy of the position after step `n`, one person in every seat that is no automaton's; where all are,
    in the one through whose `eyes` he looked. In a running game, what `seat` does not know is imagined, and
    automata play what was imagined: the copy tells nothing that its view did not."""
    step = game.steps.resolved().get(n=n)
    state, options, mine = state_of(game, step), game.options, None
    if not _is_all_known(game):
        state = _as_known(game, state, seat)
        if isinstance(game.rules, HidesOptions):  # the copy belongs to a player, who may export it
            options = game.rules.options_shown(options)
        mine = seat if has_secrets(game.rules) else None
    ask = game.rules.asks(state)
    if ask is None:
        raise Refusal(_("La partie finit ici : choisissez un pas plus tôt."))
    kept = codec.dump(state)
    state_hash = hashlib.sha256(kept).hexdigest()
    with transaction.atomic():
        require_room_for_solo(user, Game.Kind.SANDBOX)
        copy = _copy_game(game, step, user, options)
        _seat_players(copy, game, user, mine, eyes)
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
            state=kept,
            state_hash=state_hash,
            chain=chain.link(copy.commitment, state_hash, {}),
        )
        opening.open_first(start, ask)
        wake(copy)
    return copy


def can_fork(game: Game, seat: int | None) -> bool:
    """Whether these eyes may try something else from a past step of this game."""
    if game.kind == Game.Kind.HOTSEAT and not game.is_over:
        return not has_secrets(game.rules)  # the copy would stay open to everybody around the screen
    is_imaginable = not has_secrets(game.rules) or isinstance(game.rules, Imagines)
    return _is_all_known(game) or (seat is not None and is_imaginable)


def _is_all_known(game: Game) -> bool:
    """After the end, and where one person holds every seat that is no automaton's."""
    return game.status == Game.Status.FINISHED or (game.is_solo and game.kind != Game.Kind.HOTSEAT)


def _as_known(game: Game, state: Any, seat: int | None) -> Any:
    """The position as one seat of a running game knows it, the rest drawn with dice of its own."""
    if seat is None:
        raise Refusal(
            _("Avant la fin, seul un joueur de la partie essaie autre chose, avec ce qu’il en sait.")
        )
    if not can_fork(game, seat):
        words = _(
            "Avant la fin, ce serait lire le jeu des autres : essayez à l’entraînement, ou attendez la fin."
        )
        raise Refusal(words)
    rules = game.rules
    if not has_secrets(rules) or not isinstance(rules, Imagines):
        return state
    return rules.imagine(state, seat, Dice(secrets.token_bytes(32), 0))


def _copy_game(game: Game, step: Step, user: User, options: dict[str, Any]) -> Game:
    copy = new_game(
        game.slug,
        _("%(name)s, essai depuis le pas %(n)d") % {"name": game.name[:50], "n": step.n},
        options,
        game.seats_wanted,
        kind=Game.Kind.SANDBOX,
        status=Game.Status.RUNNING,
        private=True,
        pace=Pace(kind="at_once"),
        spectators=Game.Spectators.CLOSED,
        creator=user,
        forked_from=step,
        started_at=database_now(),
    )
    copy.rules_version = game.rules_version
    copy.commitment = chain.commitment(bytes(copy.seed))
    copy.save()
    return copy


def _seat_players(copy: Game, game: Game, user: User, mine: int | None, eyes: int | None) -> None:
    """The person holds the seats of people, or with `mine` that one alone."""
    seats = list(game.seats.order_by("number"))
    bots = {
        seat.number: seat.bot or ("" if mine in (None, seat.number) else next(iter(game.rules.bots), ""))
        for seat in seats
    }
    if all(bots.values()):  # nobody tries anything without a seat
        bots[eyes if eyes in bots else seats[0].number] = ""
    Seat.objects.bulk_create(
        [
            Seat(
                game=copy,
                number=seat.number,
                name=seat.name,
                arms=seat.arms,
                user=None if bots[seat.number] else user,
                bot=bots[seat.number],
            )
            for seat in seats
        ]
    )
