"""The mails that bring the reports of a step; where the game takes orders by mail, they can be answered."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from apps.courier.composing.mails import Link, Words, compose_words, frame_html
from apps.courier.models import Mail
from apps.games.mail.notices import post_about
from apps.games.mail.reply_address import reply_address
from apps.games.models import Report, Seat, SeatHolder, Step
from apps.games.table import presentation


def post_reports(step: Step, reports: Sequence[Report]) -> None:
    """In the caller's transaction: to whoever held the seat while the step was open, also if he has just lost
    it by missing this very deadline."""
    opened = [report.seat_id for report in reports if report.seat.state == Seat.State.OPEN]
    losing = SeatHolder.objects.lost_by_missing(step.n).filter(seat__in=opened)
    lost = set(losing.values_list("seat_id", flat=True))
    held = [report for report in reports if report.seat.is_human or report.seat_id in lost]
    post_about(step.game, (report_mail(step, report) for report in held))


def report_mail(step: Step, report: Report) -> Mail:
    return compose_words(
        report.seat.held_by,
        kind="bilan",
        key=f"report:{step.pk}:{report.seat_id}",
        subject=report.subject,
        words=report_words(step, report),
        list_id=f"partie-{step.game.code}",
        reply_to=_answer_address(step, report),
    )


def report_words(step: Step, report: Report) -> Words:
    """The report as kept on the site, in the mail's frame."""
    link = Link(reverse("games:report", args=[step.game.code, step.n]), _("Lire sur le site"))
    text, html = report.text, presentation.of(step.game.slug).html_in_mail(report.html)
    foot = f"{_('Sur le site :')} {link.url}\n"
    if _answer_address(step, report):
        how = _("Vos ordres peuvent être la réponse à cette lettre : un par ligne, au-dessus du bilan cité.")
        html += format_html("<p><em>{}</em></p>", how)
        foot = f"{how}\n{foot}"
    return Words(f"{text}\n\n{foot}", frame_html(html, report.subject, link))


def _answer_address(step: Step, report: Report) -> str:
    """Empty where no orders are taken by mail, or none are awaited any more."""
    if step.over or not presentation.of(step.game.slug).takes_mail:
        return ""
    return reply_address(report.seat, step.n + 1)
