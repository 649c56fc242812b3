"""The board "cherche remplaçant", fed by the games themselves: a seat that opens, and the same seat once it
is taken."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.forums.models import Board, Topic
from apps.forums.services import telling
from apps.forums.services.posting import write_post
from apps.games.models import Game, Seat

BOARD = "cherche-remplacant"
SCRIBE = "Le Scribe royal"


@transaction.atomic
def announce_open_seat(seat: Seat, n: int, now: datetime) -> Topic | None:
    """Only public tables: a private one finds its substitutes among its friends."""
    game = seat.game
    board = Board.objects.filter(slug=BOARD).first()
    cause = f"seat:{seat.pk}:{n}"
    if board is None or game.is_solo or game.visibility != Game.Visibility.PUBLIC:
        return None
    if Topic.objects.filter(cause=cause).exists():
        return None
    topic = Topic.objects.create(
        board=board,
        title=_("%(game)s : qui reprendra %(lord)s ?") % {"game": game.name[:60], "lord": seat.name},
        signed_name=SCRIBE,
        cause=cause,
        created_at=now,
        last_post_at=now,
    )
    post = write_post(topic, _words(seat), now, signed_name=SCRIBE)
    Board.objects.filter(pk=board.pk).update(topic_count=F("topic_count") + 1)
    telling.of_new_topic(topic, post, now)
    return topic


@transaction.atomic
def close_taken_seat(seat: Seat, now: datetime) -> None:
    for topic in Topic.objects.select_for_update(of=("self",)).filter(
        cause__startswith=f"seat:{seat.pk}:", locked=False
    ):
        write_post(topic, _("Le siège est repris : merci, et bon jeu."), now, signed_name=SCRIBE)
        topic.locked = True
        topic.save(update_fields=["locked"])


def _words(seat: Seat) -> str:
    game = seat.game
    url = settings.SITE_URL + reverse("games:about", args=[game.code])
    return _(
        "Le siège de **%(lord)s** est libre dans « %(game)s » (%(title)s).\n\n"
        "Un remplaçant commence un nouveau compte d’absences : aucune pénalité ne se transmet. "
        "Pour s’asseoir : [la page de la partie](%(url)s)."
    ) % {"lord": _plain(seat.name), "game": _plain(game.name), "title": game.title, "url": url}


def _plain(name: str) -> str:
    """A name chosen by a player, without the marks that Markdown would read."""
    return "".join(f"\\{mark}" if mark in "\\`*_[]<>#!|~@" else mark for mark in name)
