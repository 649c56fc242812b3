"""After the end: the same game once more, with the same people or the same automata."""

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.mail.notices import post_rematch_invitations
from apps.games.models import Game
from apps.games.problems import Refusal
from apps.games.services.lobby.gathering import (
    create_game,
    join_game,
    new_game,
    start_hotseat,
    start_training,
)
from apps.games.services.lobby.quotas import require_room_for_table


def rematch(game: Game, user: User) -> Game:
    """What one plays alone or at one screen begins at once; at a table each is invited and the asker sits
    down.

    Asked twice, it is the same rematch.
    """
    if not game.is_over or not game.seats.filter(user=user).exists():
        raise Refusal(_("Une revanche se demande entre joueurs d’une partie terminée."))
    if game.kind == Game.Kind.SANDBOX:
        raise Refusal(_("Un bac à sable part d’un pas d’une partie : choisissez-en un dans son historique."))
    seats = list(game.seats.order_by("number"))
    levels = {seat.bot for seat in seats if seat.bot}
    bot = levels.pop() if len(levels) == 1 else ""
    if game.kind == Game.Kind.HOTSEAT:
        people = [seat.name for seat in seats if not seat.bot]
        return start_hotseat(user, game.slug, game.options, people, len(seats), bot=bot)
    if game.kind == Game.Kind.TRAINING:
        return start_training(user, game.slug, game.options, len(seats), bot=bot)
    with transaction.atomic():  # two who ask at the same moment meet at one table
        Game.objects.select_for_update(of=("self",)).only("pk").get(pk=game.pk)
        return open_rematch(game) or _invite(game, user)


def open_rematch(game: Game) -> Game | None:
    """The rematch that somebody has already asked for, unless it came to nothing."""
    return game.rematches.exclude(status=Game.Status.CANCELLED).order_by("created_at").first()


def _invite(game: Game, user: User) -> Game:
    require_room_for_table(user)
    new = create_game(
        user,
        new_game(
            game.slug,
            _("%(name)s, revanche") % {"name": game.name},
            game.options,
            game.seats_wanted,
            private=game.visibility == Game.Visibility.PRIVATE,
            pace=game.pace,
            previous=game,
            early=game.early,
            bots_allowed=game.bots_allowed,
        ),
    )
    own = game.seats.filter(user=user).first()
    assert own is not None  # only who sat there asks
    join_game(new, user, own.name, arms=own.arms)
    post_rematch_invitations(game, new, user)
    return new
