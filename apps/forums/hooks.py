"""What talk tells the rest of the site (the header, games' tabs, profiles, exports), and what it hears from
it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models.signals import post_save
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import Person, User
from apps.accounts.registries import export, profile_sections
from apps.accounts.services import account_retiring
from apps.forums import demo, waiting
from apps.forums.models import Block, Inquiry, LetterDraft, Message, Notice, Post, Report, Subscription
from apps.forums.models.boards import readable_by
from apps.forums.services import substitutes
from apps.forums.services.boards import board_of
from apps.forums.services.notices import tell
from apps.games.models import Game, Seat
from apps.games.services.deadlines import timetable
from apps.games.services.lobby.abandoned import table_closed
from apps.games.services.seats.answers import seat_opened
from apps.games.signals import demo_loaded
from apps.games.table import presentation
from apps.site.hooks import waiting_counters

PUBLIC = readable_by(AnonymousUser(), "topic__board__")  # what any visitor may read

waiting_counters.append(waiting.unread_notices)


# Games
# ------------------------------------------------------------------------------------------------------------
def forum_tab(game: Any, user: User) -> tuple[str, str, int] | None:
    board = board_of(game)
    if board is None:
        return None
    label = _("Chronique") if board.is_chronicle else _("Forum")
    unread = 0
    if user.is_authenticated and board.post_count:
        unread = waiting.unread_topics_on(board, user, timezone.now())
    return label, board.get_absolute_url(), unread


def letters_tab(game: Any, user: User) -> tuple[str, str, int] | None:
    """For those who sit at the table."""
    if game.is_solo or not user.is_authenticated or all(seat.user_id != user.pk for seat in game.table):
        return None
    return _("Lettres"), reverse("forums:letters") + f"?game={game.code}", waiting.unread_letters(user, game)


def open_forum(sender: Any, instance: Game, created: bool, raw: bool = False, **_more: Any) -> None:
    if created and not raw:
        board_of(instance)


def seek_substitute(sender: Any, seat: Seat, n: int, **_more: Any) -> None:
    substitutes.announce_open_seat(seat, n, timezone.now())


def settle_substitute(sender: Any, instance: Seat, created: bool, raw: bool = False, **_more: Any) -> None:
    if not created and not raw and instance.state == Seat.State.HELD:
        substitutes.close_taken_seat(instance, timezone.now())


def tell_of_closed_table(
    sender: Any, game: Game, people: Sequence[User], now: datetime, **_more: Any
) -> None:
    what = _("la table se referme, personne n’y est venu depuis un mois")
    url = reverse("games:game", args=[game.code])
    tell(people, Notice.Kind.TABLE, f"closed:{game.pk}", url, now=now, who=game.name, what=what)


def held_by_inquiry(game: Game) -> str:
    """A game under inquiry goes on when the inquiry is concluded, and not before."""
    if not Inquiry.objects.filter(game=game, closed_at=None).exists():
        return ""
    return _("Une enquête retient cette partie : elle reprendra quand un aide de camp l’aura conclue.")


presentation.extra_tabs += [forum_tab, letters_tab]
timetable.reasons_to_wait.append(held_by_inquiry)
post_save.connect(open_forum, sender=Game, dispatch_uid="forums.open_forum")
post_save.connect(settle_substitute, sender=Seat, dispatch_uid="forums.settle_substitute")
demo_loaded.connect(demo.furnish, dispatch_uid="forums.demo")
table_closed.connect(tell_of_closed_table, dispatch_uid="forums.tell_of_closed_table")
seat_opened.connect(seek_substitute, dispatch_uid="forums.seek_substitute")


# People
# ------------------------------------------------------------------------------------------------------------
def profile_talk(viewer: Person, player: User) -> dict[str, Any] | None:
    """A word to the player, and how much they have written where everybody may read."""
    if player.is_bot or player.is_retired:
        return None
    return {
        "player": player,
        "may_write": viewer.is_authenticated and viewer.pk != player.pk,
        "posts": Post.objects.filter(PUBLIC, author=player, hidden_at=None, topic__hidden_at=None).count(),
    }


def exported_talk(user: User) -> dict[str, Any]:
    posts = Post.objects.filter(author=user).select_related("topic").order_by("created_at")
    letters = Message.objects.filter(author=user).select_related("conversation").order_by("created_at")
    return {
        "messages": [
            {
                "date": p.created_at,
                "sujet": p.topic.title,
                "voix": p.voice,
                "signature": p.signature,
                "texte": p.text,
            }
            for p in posts
        ],
        "lettres": [
            {"date": m.created_at, "objet": m.conversation.subject, "signature": m.signature, "texte": m.text}
            for m in letters
        ],
        "brouillons": list(user.letter_drafts.values("updated_at", "subject", "text")),
        "signalements": list(Report.objects.filter(reporter=user).values("created_at", "reason", "words")),
        "sanctions": list(user.sanctions.values("created_at", "kind", "reason", "until", "appeal", "answer")),
        "site": settings.SITE_URL,
    }


def forget_person(sender: Any, user: User, **_more: Any) -> None:
    """Words stay where others answered them, signed by nobody; everything private goes."""
    for mine in (LetterDraft, Notice, Subscription):
        mine.objects.filter(user=user).delete()
    Block.objects.filter(owner=user).delete()


account_retiring.connect(forget_person, dispatch_uid="forums.forget_person")
export.register("forums", exported_talk)
profile_sections.register("talk", "forums/_profile.html", profile_talk)
