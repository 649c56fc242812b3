"""The private calendar feed: one event for each deadline that concerns a person (RFC 5545)."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.models import Game, Seat, Step

LINE = 73  # octets before a line is folded


def calendar_of(user: User) -> str:
    seats = {seat.game_id: seat for seat in Seat.objects.of(user).held().select_related("game")}
    steps = (
        Step.objects.open()
        .light()
        .filter(game__in=seats, due_at__isnull=False, game__status=Game.Status.RUNNING)
        .select_related("game")
    )
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Kalan//Echeances//FR",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_('Kalan : mes échéances')}",
    ]
    for step in steps:
        if seats[step.game_id].number in step.asked:  # another's deadline is not mine
            lines += _event(step, seats[step.game_id])
    lines.append("END:VCALENDAR")
    return "".join(_fold(line) + "\r\n" for line in lines)


def _event(step: Step, seat: Seat) -> list[str]:
    assert step.due_at is not None
    return [
        "BEGIN:VEVENT",
        f"UID:step-{step.pk}@kalan",
        f"DTSTAMP:{_stamp(timezone.now())}",
        f"DTSTART:{_stamp(step.due_at - timedelta(minutes=30))}",
        f"DTEND:{_stamp(step.due_at)}",
        f"SUMMARY:{_escape(_('%(game)s : échéance des ordres') % {'game': step.game.name})}",
        f"DESCRIPTION:{_escape(seat.name)}",
        f"URL:{settings.SITE_URL}{step.game.get_absolute_url()}",
        "END:VEVENT",
    ]


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _fold(line: str) -> str:
    """Long lines continue after a space; a character is never cut."""
    parts, current = [], ""
    for character in line:
        if len((current + character).encode()) > LINE:
            parts.append(current)
            current = " "
        current += character
    return "\r\n".join([*parts, current])
