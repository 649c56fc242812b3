"""The notices a game causes: short mails, each with a deep link, each posted through `post_about`."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.courier.composing.mails import Link, compose
from apps.courier.models import Mail
from apps.courier.services.posting import post
from apps.games.live.presence import connected_among
from apps.games.live.topics import game_topic
from apps.games.models import Game, QueueEntry, Seat, SeatHolder, Step, Steward, Vote


def post_about(game: Game, mails: Iterable[Mail], *, page_tells: bool = True) -> None:
    """Where every mail about a game leaves, and the one rule of whom it spares: nobody is written to about
    what he plays alone or round one screen, nor, of what the page of a live table tells, whoever sits before
    it."""
    if game.is_solo:
        return
    mails = list(mails)
    if game.is_live and page_tells:
        here = connected_among(
            game_topic(game.code), {mail.user_id for mail in mails if mail.user_id is not None}
        )
        mails = [mail for mail in mails if mail.user_id not in here]
    post(mails)


# To the whole table
# --------------------------------------------------------------------------------------------------
def post_quarantine_notice(step: Step) -> None:
    subject, context = _("%(game)s : le tour est retenu"), {"step": step}
    _post(step.game, _holders(step.game), "bilan", f"quarantine:{step.pk}", subject, "quarantine", context)


def post_seat_opened(seat: Seat, n: int, reason: str) -> None:
    """The absent one is told how to come back; the others that a substitute is sought."""
    key, subject = f"seat-opened:{seat.pk}:{n}", _("%(game)s : un siège cherche un remplaçant")
    context = {"seat": seat, "asked_for": reason == SeatHolder.Reason.RESIGNED}
    _post(seat.game, _holders(seat.game), "table_turn", key, subject, "seat_opened", context)


def post_seat_taken(seat: Seat, n: int) -> None:
    key, subject = f"seat-taken:{seat.pk}:{n}:{seat.user_id}", _("%(game)s : un siège est repris")
    _post(seat.game, _holders(seat.game), "table_turn", key, subject, "seat_taken", {"seat": seat})


def post_time_changed(step: Step, reason: str) -> None:
    """Extension, pause or resumption: everyone learns the new deadline and why."""
    act = step.game.referee_acts.first()
    assert act is not None  # what is told of was recorded
    key, subject = f"time:{act.pk}", _("%(game)s : l’échéance change")
    context = {"step": step, "act": act, "reason": reason}
    _post(step.game, _holders(step.game), "turn_reminder", key, subject, "time_changed", context)


def post_referee_message(game: Game, actor: User, text: str, cause: str) -> None:
    key, subject = f"referee:{cause}", _("%(game)s : un mot de l’arbitre")
    context = {"actor": actor, "message": text}
    _post(game, _holders(game), "bilan", key, subject, "referee_message", context, page_tells=False)


def _holders(game: Game) -> list[Seat]:
    return [seat for seat in game.seats.select_related("user") if seat.user_id]


# To some of the table
# ------------------------------------------------------------------------------------------------
def post_your_turn(step: Step, seat: Seat) -> None:
    key, subject = f"turn:{step.pk}", _("%(game)s : à vous de jouer")
    _post(step.game, [seat], "table_turn", key, subject, "your_turn", {"step": step})


def post_game_started(step: Step, seats: Sequence[Seat]) -> None:
    """To those of whom nothing is asked yet."""
    game = step.game
    key, subject = f"started:{game.pk}", _("%(game)s : la partie commence")
    context = {"first": [seat.name for seat in game.seats.order_by("number") if seat.number in step.asked]}
    _post(game, seats, "table_turn", key, subject, "started", context)


def post_proposal(voice: Vote, needed: int) -> None:
    """Someone asks the table for more time or a pause: the others hear of it, once for each thing asked."""
    game = voice.seat.game
    others = [seat for seat in _holders(game) if seat.is_human and seat.pk != voice.seat_id]
    key, subject = f"vote:{voice.pk}", _("%(game)s : la table vote")
    link = Link(reverse("games:about", args=[game.code]), _("Ouvrir la partie"))
    context = {"voice": voice, "needed": needed}
    _post(game, others, "turn_reminder", key, subject, "proposal", context, link)


def post_rematch_invitations(game: Game, new: Game, asker: User) -> None:
    others = [seat for seat in _holders(game) if seat.user_id != asker.pk and seat.held_by.is_active]
    key, subject = f"rematch:{new.pk}", _("%(game)s : on vous propose une revanche")
    link = Link(reverse("games:invitation", args=[new.code, new.invitation]), _("Ouvrir la partie"))
    _post(new, others, "table_turn", key, subject, "rematch", {"asker": asker}, link)


# To people who hold no seat, or no longer
# -----------------------------------------------------------------------------------------
def post_seat_lost(seat: Seat, person: User, n: int, reason: str) -> None:
    """To whom a referee took the seat: he hears it from us, with the reason."""
    game = seat.game
    key, subject = f"seat-lost:{seat.pk}:{n}", _("%(game)s : vous ne tenez plus votre siège")
    context = {"seat": seat, "reason": reason}
    path = game.get_absolute_url() if game.is_public else reverse("games:mine")
    link = Link(path, _("Sur le site"))
    _post(game, [person], "table_turn", key, subject, "seat_lost", context, link, page_tells=False)


def post_table_closed(game: Game, people: Sequence[User], days: int) -> None:
    """To those who waited at a table that nobody joined any more."""
    key, subject = f"table-closed:{game.pk}", _("%(game)s : la table se referme")
    link = Link(reverse("games:lobby"), _("Voir les tables"))
    _post(game, people, "table_turn", key, subject, "table_closed", {"days": days}, link)


def post_steward_named(steward: Steward) -> None:
    """To whom a player entrusts his orders: he would not look for it by himself."""
    key, subject = f"steward:{steward.pk}", _("%(game)s : vous voilà intendant")
    context = {"steward": steward, "turns": steward.turns_left(steward.from_step)}
    game = steward.seat.game
    _post(game, [steward.user], "table_turn", key, subject, "steward", context, page_tells=False)


def _post(
    game: Game,
    readers: Iterable[Seat | User],
    kind: str,
    key: str,
    subject: str,
    template: str,
    context: Mapping[str, Any],
    link: Link | None = None,
    *,
    page_tells: bool = True,
) -> None:
    """A notice about a game to each reader; the holder of a seat is called by the seat's name. Without a link
    of its own it leads to the game."""
    mails = [
        compose(
            reader.held_by if isinstance(reader, Seat) else reader,
            kind=kind,
            key=f"{key}:{reader.pk}",
            subject=subject % {"game": game.name},
            template=f"games/mail/{template}",
            context={**context, "reader": reader, "game": game},
            link=link or Link(game.get_absolute_url(), _("Ouvrir la partie")),
            list_id=f"partie-{game.code}",
        )
        for reader in readers
    ]
    post_about(game, mails, page_tells=page_tells)


# About no game in particular
# -----------------------------------------------------------------------------------------
def post_reminder(user: User, tables: Sequence[tuple[Step, Seat, bool]]) -> None:
    """One mail for all the games that wait."""
    dues = ",".join(f"{step.pk}.{seat.pk}.{step.due_at:%Y%m%d%H%M}" for step, seat, _drafted in tables)
    mail = compose(
        user,
        kind="turn_reminder",
        key=f"reminder:{user.pk}:{hashlib.sha256(dues.encode()).hexdigest()[:24]}",
        subject=_("Vos ordres manquent encore"),
        template="games/mail/reminder",
        context={"tables": tables},
        link=Link(reverse("games:mine"), _("Voir mes parties")),
        list_id="rappels",
    )
    post([mail])


def post_confirmation_request(entry: QueueEntry, *, reminder: bool) -> None:
    key = f"confirm:{entry.pk}:{entry.answer_by:%Y%m%d}:{int(reminder)}"
    subject = _("La partie va s’ouvrir : confirmez votre présence")
    if reminder:
        subject = _("Rappel : confirmez votre présence")
    _post_to_entry(entry, key, subject, "confirm", {"reminder": reminder})


def post_queue_news(entry: QueueEntry, call: datetime) -> None:
    """How the call ended that was to be answered by then."""
    subject = _("Des nouvelles de votre liste d’attente")
    _post_to_entry(entry, f"queue-news:{entry.pk}:{call:%Y%m%d}", subject, "queue_news", {})


def _post_to_entry(
    entry: QueueEntry, key: str, subject: str, template: str, context: Mapping[str, Any]
) -> None:
    mail = compose(
        entry.user,
        kind="confirmations",
        key=key,
        subject=subject,
        template=f"games/mail/{template}",
        context={**context, "entry": entry},
        link=Link(reverse("games:queue", args=[entry.slug, entry.variant]), _("Répondre")),
        list_id=f"file-{entry.variant}",
    )
    post([mail])
