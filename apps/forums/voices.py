"""The three voices of rulebook §6 and how each is signed. A lord's name, title and arms are frozen on what he
said."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from apps.accounts.models import Person
from apps.forums.models import Board, Voice
from apps.forums.permissions import seats_spoken_for
from apps.games.engine.positions import current_position, view_for
from apps.games.models import Game, Seat
from apps.games.models.fields import DamagedRecord
from apps.games.problems import Refusal


@dataclass(frozen=True)
class Speaker:
    """Somebody about to speak: in their own name, or as the lord of a seat."""

    voice: str = Voice.PLAYER
    seat: Seat | None = None

    @property
    def value(self) -> str:
        """As forms write it: "player", "lord:3", "tale:3"."""
        return self.voice if self.seat is None else f"{self.voice}:{self.seat.number}"

    @property
    def label(self) -> str:
        if self.seat is None:
            return _("Hors jeu : c’est moi, le joueur")
        if self.voice == Voice.LORD:
            return _("En jeu : %(lord)s parle") % {"lord": self.seat.name}
        return _("Récit de la maison de %(lord)s") % {"lord": self.seat.name}


def speakers(user: Person, board: Board) -> list[Speaker]:
    """The voices this person has here, the lord's first: a game's forum is a stage."""
    seats = seats_spoken_for(user, board.game)
    told = [Speaker(voice, seat) for voice in (Voice.LORD, Voice.TALE) for seat in seats]
    return [*told, Speaker()]


def speaker_of(user: Person, board: Board, value: str) -> Speaker:
    for speaker in speakers(user, board):
        if speaker.value == value:
            return speaker
    raise Refusal(_("Cette voix n’est pas la vôtre ici : choisissez-en une de la liste."))


def signature(speaker: Speaker) -> dict[str, Any]:
    """The frozen part of a post or letter."""
    seat = speaker.seat
    if seat is None:
        return {"seat": None, "signed_name": "", "signed_title": "", "signed_arms": ""}
    return {
        "seat": seat,
        "signed_name": seat.name,
        "signed_title": lord_title(seat),
        "signed_arms": seat.arms,
    }


def lord_title(seat: Seat) -> str:
    """The rank every spectator can see now ("Comte"); empty for games that have none, or hide them for the
    moment."""
    game = seat.game
    hides = game.spectators != Game.Spectators.OPEN and game.visibility == Game.Visibility.PUBLIC
    if hides and not game.is_over:
        return ""
    try:
        _step, state = current_position(game)
    except (LookupError, DamagedRecord):
        return ""
    lords = view_for(game, state, None).get("lords")
    return str(lords[seat.number]["title_name"])[:40] if lords else ""
