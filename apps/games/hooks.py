"""What games tell the rest of the site: the number in the header, news on the home page, profiles,
exports."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.accounts.registries import export, profile_sections
from apps.accounts.services import account_retiring
from apps.games.mail.reports import report_words
from apps.games.models import Game, Report, Submission
from apps.games.queries.waiting import waiting_count
from apps.games.records.careers import career
from apps.games.services.lobby.gathering import leave_all_games
from apps.games.services.seats.answers import release_seats_of
from apps.site.hooks import News, news_sources, waiting_counters


def games_news() -> Iterable[News]:
    """The latest public games that started or ended."""
    for game in Game.objects.public().filter(started_at__isnull=False).order_by("-started_at")[:6]:
        is_over = game.status == Game.Status.FINISHED
        words = _("« %(name)s » est terminée.") if is_over else _("« %(name)s » est en cours.")
        at = game.ended_at if is_over and game.ended_at is not None else game.started_at
        assert at is not None  # it has started
        yield News(words % {"name": game.name}, at, game.get_absolute_url(), emblem=game.slug)


def exported_games(user: User) -> list[dict[str, Any]]:
    """For the export of my data: my seats, decisions and reports."""
    return [
        {
            "game": seat.game.name,
            "title": seat.game.title,
            "name": seat.name,
            "decisions": [
                {"step": s.step.n, "at": s.created_at.isoformat(), "action": s.decision()}
                for s in Submission.objects.filter(seat=seat, author=user).select_related("step")
            ],
            "reports": [
                {"step": r.step.n, "subject": r.subject, "text": r.text}
                for r in Report.objects.filter(seat=seat).select_related("step")
            ],
        }
        for seat in user.seats.select_related("game")
    ]


def exported_reports(user: User) -> export.Files:
    """The BILANs as they were received, a folder for each game."""
    files = export.Files()
    reports = Report.objects.filter(seat__user=user).select_related("step__game", "seat__user")
    for report in reports.order_by("seat", "step__n"):
        words = report_words(report.step, report)
        name = f"{report.step.game.code}-{report.seat.number}/{report.step.n:04d}"
        files[f"{name}.html"], files[f"{name}.txt"] = words.html.encode(), words.text.encode()
    return files


def retire(sender: Any, user: User, **_more: Any) -> None:
    leave_all_games(user)
    release_seats_of(user)
    user.absences.all().delete()
    user.successions.update(user=None, name="")
    user.stewardships.filter(revoked_at=None).update(revoked_at=timezone.now())


waiting_counters.append(waiting_count)
news_sources.append(games_news)
account_retiring.connect(retire, dispatch_uid="games.retire")
export.register("parties", exported_games)
export.register("bilans", exported_reports)
profile_sections.register("games", "games/_career.html", lambda viewer, player: career(player))
