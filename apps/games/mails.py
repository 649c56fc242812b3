"""The letters a game causes. No secret in a subject; every letter has a deep link; the text stands as well as the HTML."""

from collections.abc import Sequence
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
from apps.games import presentation
from apps.games.models import Game, QueueEntry, Reminder, Report, Seat, SeatHolder, Step
from apps.games.reply_address import reply_address


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
    post_many([letter])


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


def post_referee_message(game: Game, actor: Any, text: str, cause: str) -> None:
    _to_players(
        game,
        f"referee:{cause}",
        "bilan",
        _("%(game)s : un mot de l’arbitre"),
        "games/mail/referee_message",
        {"actor": actor, "message": text},
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


def _to_players(game: Game, key: str, kind: str, subject: str, template: str, context: dict[str, Any]) -> None:
    seats = [seat for seat in game.seats.select_related("user") if seat.user_id]
    _post(game, seats, key, kind, subject, template, context)


def _post(
    game: Game, seats: Sequence[Seat], key: str, kind: str, subject: str, template: str, context: dict[str, Any]
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
    post_many(letters)


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


def post_reminder(user: Any, tables: Sequence[tuple[Step, Seat, bool]]) -> None:
    """One mail for all the games that wait, once for each set of deadlines."""
    fresh = [row for row in tables if not _reminded(row[0], row[1])]
    if not fresh:
        return
    url = settings.SITE_URL + reverse("games:mine")
    context = {"reader": user, "tables": fresh, "url": url}
    subject = _("Vos ordres manquent encore")
    key = "reminder:" + ",".join(f"{step.pk}.{seat.pk}" for step, seat, _drafted in fresh)
    letter = Letter(
        key=key,
        kind="turn_reminder",
        user=user,
        subject=subject,
        **_written("games/mail/reminder", context, subject, url, _("Voir mes parties"), user),
        list_id="rappels",
    )
    post_many([letter])
    Reminder.objects.bulk_create(
        [Reminder(step=step, seat=seat, due_at=step.due_at) for step, seat, _drafted in fresh], ignore_conflicts=True
    )


def _reminded(step: Step, seat: Seat) -> bool:
    return Reminder.objects.filter(step=step, seat=seat, due_at=step.due_at).exists()


def post_confirmation_request(entry: QueueEntry, *, reminder: bool) -> None:
    subject = (
        _("Rappel : confirmez votre présence") if reminder else _("La partie va s’ouvrir : confirmez votre présence")
    )
    _post_to_entry(
        entry,
        f"confirm:{entry.pk}:{entry.times_asked}:{int(reminder)}",
        subject,
        "games/mail/confirm",
        {"reminder": reminder},
    )


def post_queue_news(entry: QueueEntry) -> None:
    _post_to_entry(
        entry,
        f"queue-news:{entry.pk}:{entry.times_asked}",
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


def _written(template: str, context: dict[str, Any], subject: str, url: str, link: str, user: Any) -> dict[str, str]:
    """Both bodies of a short letter from its one plain-text template, by the clock of whoever reads it."""
    with clock_of(user):
        text = render_to_string(f"{template}.txt", {**context, "hour": whose_hour(user)}).strip()
    heading = format_html("<h1>{}</h1>", subject)
    return {
        "text": f"{text}\n\n{link} : {url}\n",
        "html": framed(heading + linebreaks(escape(text)), title=subject, url=url, link=link),
    }
