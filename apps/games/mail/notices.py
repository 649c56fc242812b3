"""The letters a game causes. No secret in a subject; every letter has a deep link; the text stands as well as the HTML."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.template.defaultfilters import linebreaks
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.translation import gettext as _

from apps.accounts.zones import clock_of, whose_hour
from apps.courier.rendering import framed
from apps.courier.services import Letter, post_many
from apps.games.live.presence import connected
from apps.games.live.topics import game_topic
from apps.games.mail.reply_address import reply_address
from apps.games.models import Game, QueueEntry, Report, Seat, SeatHolder, Step, Steward, Vote
from apps.games.table import presentation


def post_about(game: Game, letters: Iterable[Letter], *, page_tells: bool = True) -> None:
    """Where every mail about a game leaves, and the one rule of whom it spares: nobody is written to about what he
    plays alone or round one screen, nor, of what the page of a live table tells, whoever sits before it."""
    if game.is_solo:
        return
    letters = list(letters)
    if game.is_live and page_tells:
        here = connected(game_topic(game.code), {letter.user.pk for letter in letters})
        letters = [letter for letter in letters if letter.user.pk not in here]
    post_many(letters)


def report_mail(step: Step, report: Report) -> Letter:
    """The report as kept on the site, in the mail's frame; where the game takes orders by mail, it can be answered."""
    url = settings.SITE_URL + reverse("games:report", args=[step.game.code, step.n])
    shown = presentation.of(step.game.slug)
    answer = reply_address(report.seat, step.n + 1) if shown.takes_mail and not step.over else ""
    how = _("Vos ordres peuvent être la réponse à cette lettre : un par ligne, au-dessus du bilan cité.")
    return Letter(
        key=f"report:{step.pk}:{report.seat_id}",
        kind="bilan",
        user=report.seat.user,
        subject=report.subject,
        text=f"{report.text}\n\n{how + chr(10) if answer else ''}{_('Sur le site :')} {url}\n",
        html=framed(
            shown.mailed(report.html) + (format_html("<p><em>{}</em></p>", how) if answer else ""),
            title=report.subject,
            url=url,
            link=_("Lire sur le site"),
        ),
        list_id=f"partie-{step.game.code}",
        reply_to=answer,
    )


def post_quarantine_notice(step: Step) -> None:
    _to_players(
        step.game,
        f"quarantine:{step.pk}",
        "bilan",
        _("%(game)s : le tour est retenu"),
        "games/mail/quarantine",
        {"step": step},
    )


def post_seat_opened(seat: Seat, n: int, reason: str) -> None:
    """The absent one is told how to come back; the others that a substitute is sought."""
    game = seat.game
    _to_players(
        game,
        f"seat-opened:{seat.pk}:{n}",
        "table_turn",
        _("%(game)s : un siège cherche un remplaçant"),
        "games/mail/seat_opened",
        {"seat": seat, "asked_for": reason == SeatHolder.Reason.RESIGNED},
    )


def post_seat_lost(seat: Seat, person: Any, n: int, reason: str) -> None:
    """To whom a referee took the seat: he hears it from us, with the reason."""
    game = seat.game
    url = settings.SITE_URL + (game.get_absolute_url() if game.is_public else reverse("games:mine"))
    subject = _("%(game)s : vous ne tenez plus votre siège") % {"game": game.name}
    context = {"game": game, "reader": person, "seat": seat, "reason": reason}
    letter = Letter(
        key=f"seat-lost:{seat.pk}:{n}:{person.pk}",
        kind="table_turn",
        user=person,
        subject=subject,
        **_written("games/mail/seat_lost", context, subject, url, _("Sur le site"), person),
        list_id=f"partie-{game.code}",
    )
    post_about(game, [letter], page_tells=False)


def post_table_closed(game: Game, people: Sequence[Any], days: int) -> None:
    """To those who waited at a table that nobody joined any more."""
    url = settings.SITE_URL + reverse("games:lobby")
    subject = _("%(game)s : la table se referme") % {"game": game.name}
    letters = [
        Letter(
            key=f"table-closed:{game.pk}:{person.pk}",
            kind="table_turn",
            user=person,
            subject=subject,
            **_written(
                "games/mail/table_closed",
                {"game": game, "reader": person, "days": days},
                subject,
                url,
                _("Voir les tables"),
                person,
            ),
            list_id=f"partie-{game.code}",
        )
        for person in people
    ]
    post_about(game, letters)


def post_steward_named(steward: Steward) -> None:
    """To whom a player entrusts his orders: he would not look for it by himself."""
    seat, person = steward.seat, steward.user
    game = seat.game
    url = settings.SITE_URL + game.get_absolute_url()
    subject = _("%(game)s : vous voilà intendant") % {"game": game.name}
    letter = Letter(
        key=f"steward:{steward.pk}",
        kind="table_turn",
        user=person,
        subject=subject,
        **_written(
            "games/mail/steward",
            {"steward": steward, "turns": steward.turns_left(steward.from_step), "game": game},
            subject,
            url,
            _("Ouvrir la partie"),
            person,
        ),
        list_id=f"partie-{game.code}",
    )
    post_about(game, [letter], page_tells=False)


def post_seat_taken(seat: Seat, n: int) -> None:
    _to_players(
        seat.game,
        f"seat-taken:{seat.pk}:{n}:{seat.user_id}",
        "table_turn",
        _("%(game)s : un siège est repris"),
        "games/mail/seat_taken",
        {"seat": seat},
    )


def post_time_changed(step: Step, reason: str) -> None:
    """Extension, pause or resumption: everyone learns the new deadline and why."""
    act = step.game.referee_acts.first()
    context = {"step": step, "act": act, "reason": reason}
    _to_players(
        step.game,
        f"time:{act.pk}",
        "turn_reminder",
        _("%(game)s : l’échéance change"),
        "games/mail/time_changed",
        context,
    )


def post_proposal(voice: Vote, needed: int) -> None:
    """Someone asks the table for more time or a pause: the others hear of it, once for each thing asked."""
    game = voice.seat.game
    others = [
        seat for seat in game.seats.select_related("user") if seat.is_human and seat.pk != voice.seat_id
    ]
    _post(
        game,
        others,
        f"vote:{voice.pk}",
        "turn_reminder",
        _("%(game)s : la table vote"),
        "games/mail/proposal",
        {
            "voice": voice,
            "needed": needed,
            "url": settings.SITE_URL + reverse("games:about", args=[game.code]),
        },
    )


def post_referee_message(game: Game, actor: Any, text: str, cause: str) -> None:
    _to_players(
        game,
        f"referee:{cause}",
        "bilan",
        _("%(game)s : un mot de l’arbitre"),
        "games/mail/referee_message",
        {"actor": actor, "message": text},
        page_tells=False,
    )


def post_rematch_invitations(game: Game, new: Game, asker: Any) -> None:
    seats = [
        seat
        for seat in game.seats.select_related("user")
        if seat.user_id and seat.user_id != asker.pk and seat.user.is_active
    ]
    url = settings.SITE_URL + reverse("games:invitation", args=[new.code, new.invitation])
    _post(
        new,
        seats,
        f"rematch:{new.pk}",
        "table_turn",
        _("%(game)s : on vous propose une revanche"),
        "games/mail/rematch",
        {"asker": asker, "url": url},
    )


def _to_players(
    game: Game,
    key: str,
    kind: str,
    subject: str,
    template: str,
    context: dict[str, Any],
    *,
    page_tells: bool = True,
) -> None:
    seats = [seat for seat in game.seats.select_related("user") if seat.user_id]
    _post(game, seats, key, kind, subject, template, context, page_tells=page_tells)


def _post(
    game: Game,
    seats: Sequence[Seat],
    key: str,
    kind: str,
    subject: str,
    template: str,
    context: dict[str, Any],
    *,
    page_tells: bool = True,
) -> None:
    url = context.get("url") or settings.SITE_URL + game.get_absolute_url()
    subject = subject % {"game": game.name}
    letters = []
    for seat in seats:
        scope = {**context, "game": game, "reader": seat, "url": url}
        letters.append(
            Letter(
                key=f"{key}:{seat.pk}",
                kind=kind,
                user=seat.user,
                subject=subject,
                **_written(template, scope, subject, url, _("Ouvrir la partie"), seat.user),
                list_id=f"partie-{game.code}",
            )
        )
    post_about(game, letters, page_tells=page_tells)


def post_your_turn(step: Step, seat: Seat) -> None:
    _post(
        step.game,
        [seat],
        f"turn:{step.pk}",
        "table_turn",
        _("%(game)s : à vous de jouer"),
        "games/mail/your_turn",
        {"step": step},
    )


def post_game_started(step: Step, seats: Sequence[Seat]) -> None:
    """To those of whom nothing is asked yet."""
    _post(
        step.game,
        seats,
        f"started:{step.game_id}",
        "table_turn",
        _("%(game)s : la partie commence"),
        "games/mail/started",
        {"first": [seat.name for seat in step.game.seats.order_by("number") if seat.number in step.asked]},
    )


def post_reminder(user: Any, tables: Sequence[tuple[Step, Seat, bool]]) -> None:
    """One mail for all the games that wait."""
    url = settings.SITE_URL + reverse("games:mine")
    context = {"reader": user, "tables": tables, "url": url}
    subject = _("Vos ordres manquent encore")
    dues = ",".join(f"{step.pk}.{seat.pk}.{step.due_at:%Y%m%d%H%M}" for step, seat, _drafted in tables)
    letter = Letter(
        key=f"reminder:{user.pk}:{hashlib.sha256(dues.encode()).hexdigest()[:24]}",
        kind="turn_reminder",
        user=user,
        subject=subject,
        **_written("games/mail/reminder", context, subject, url, _("Voir mes parties"), user),
        list_id="rappels",
    )
    post_many([letter])


def post_confirmation_request(entry: QueueEntry, *, reminder: bool) -> None:
    subject = (
        _("Rappel : confirmez votre présence")
        if reminder
        else _("La partie va s’ouvrir : confirmez votre présence")
    )
    _post_to_entry(
        entry,
        f"confirm:{entry.pk}:{entry.answer_by:%Y%m%d}:{int(reminder)}",
        subject,
        "games/mail/confirm",
        {"reminder": reminder},
    )


def post_queue_news(entry: QueueEntry, call: datetime) -> None:
    """How the call ended that was to be answered by then."""
    _post_to_entry(
        entry,
        f"queue-news:{entry.pk}:{call:%Y%m%d}",
        _("Des nouvelles de votre liste d’attente"),
        "games/mail/queue_news",
        {},
    )


def _post_to_entry(entry: QueueEntry, key: str, subject: str, template: str, context: dict[str, Any]) -> None:
    url = settings.SITE_URL + reverse("games:queue", args=[entry.slug, entry.variant])
    scope = {**context, "entry": entry, "reader": entry.user, "url": url}
    post_many(
        [
            Letter(
                key=key,
                kind="confirmations",
                user=entry.user,
                subject=subject,
                **_written(template, scope, subject, url, _("Répondre"), entry.user),
                list_id=f"file-{entry.variant}",
            )
        ]
    )


def _written(
    template: str, context: dict[str, Any], subject: str, url: str, link: str, user: Any
) -> dict[str, str]:
    """Both bodies of a short letter from its one plain-text template, by the clock of whoever reads it."""
    with clock_of(user):
        text = render_to_string(f"{template}.txt", {**context, "hour": whose_hour(user)}).strip()
    heading = format_html("<h1>{}</h1>", subject)
    return {
        "text": f"{text}\n\n{link} : {url}\n",
        "html": framed(heading + linebreaks(escape(text)), title=subject, url=url, link=link),
    }
