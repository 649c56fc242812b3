"""What gazettes tell the rest of the site (games' tabs, exports, reports, news), and what they hear from
it."""

import logging
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts.models import User
from apps.accounts.registries import export, mail_kinds
from apps.accounts.services import account_retiring
from apps.forums import reportable
from apps.forums.models import Report
from apps.games.models import Game, Step
from apps.games.signals import step_resolved
from apps.games.table import presentation
from apps.gazette import reports
from apps.gazette.models import Article, Gazette, Issue, Media
from apps.gazette.services import press, telling
from apps.gazette.services.writing import forget_files
from apps.site.hooks import News, news_sources

log = logging.getLogger(__name__)


# Games
# ------------------------------------------------------------------------------------------------------------
def gazette_tab(game: Any, user: User) -> tuple[str, str, int] | None:
    if game.is_solo or game.status == Game.Status.GATHERING:
        return None
    return _("Gazette"), reverse("gazette:gazette", args=[game.code]), 0


def print_issue(sender: Any, step: Step, **_more: Any) -> None:
    """With the turn, in its transaction. A fault here must not hold up the game: the next turn prints what
    waits."""
    try:
        with transaction.atomic():
            press.publish_with(step)
    except Exception:
        log.exception("the gazette of game %s did not come out with step %s", step.game_id, step.n)


presentation.extra_tabs.append(gazette_tab)
step_resolved.connect(print_issue, dispatch_uid="gazette.print_issue")
reportable.register(Report.Target.ARTICLE, reports.articles, reports.describe_article)
reportable.register(Report.Target.EDITORIAL, reports.editorials, reports.describe_editorial)


def gazette_news() -> Iterable[News]:
    """The newest issues of public games, for the home page."""
    public = Game.objects.public().exclude(spectators=Game.Spectators.DELAYED, status=Game.Status.RUNNING)
    for issue in (
        Issue.objects.filter(gazette__game__in=public).select_related("gazette__game").order_by("-pk")[:4]
    ):
        game = issue.gazette.game
        words = _("« %(gazette)s » n° %(number)d vient de paraître (%(game)s).")
        text = words % {"gazette": issue.gazette.title, "number": issue.number, "game": game.name}
        url = reverse("gazette:issue", args=[game.code, issue.number])
        yield News(text, issue.published_at, url, emblem=game.slug)


news_sources.append(gazette_news)
mail_kinds.register(
    mail_kinds.MailKind(
        telling.KIND,
        gettext_lazy("Gazettes"),
        gettext_lazy(
            "Quand un numéro paraît dans une de vos parties. Le bilan du tour arrive au même moment."
        ),
        mail_kinds.NEVER,
    )
)


# People
# ------------------------------------------------------------------------------------------------------------
def exported_articles(user: User) -> list[dict[str, Any]]:
    """One's own articles and nobody else's."""
    rows = Article.objects.by(user).select_related("gazette__game", "issue").order_by("gazette", "title")
    return [
        {
            "partie": one.gazette.game.name,
            "titre": one.title,
            "chapeau": one.standfirst,
            "plume": one.pen_name,
            "etat": one.get_state_display(),
            "numero": one.issue.number if one.issue else None,
            "texte": one.source,
        }
        for one in rows
    ]


def exported_media(user: User) -> export.Files:
    files = export.Files()
    for media in Media.objects.filter(article__author=user):
        with media.file.open("rb") as opened:
            files[str(media.file.name).rsplit("/", 1)[-1]] = opened.read()
    return files


def forget_author(sender: Any, user: User, **_more: Any) -> None:
    """Drafts go. What was handed over stays, its author unknown to the server too: that it vanished would
    tell whose it was. What was signed keeps the lord's name and loses the player's."""
    drafts = Article.objects.by(user).drafts()
    forget_files(Media.objects.filter(article__in=drafts))
    drafts.delete()
    signed = Article.objects.by(user).exclude(signed_name="")
    signed.filter(seat=None).update(signed_name=_("Joueur retiré"), signed_arms="")
    signed.update(signed_player="")
    Article.objects.by(user).update(author=None, seat=None)
    Gazette.objects.filter(editor=user).update(editor=None, mode=Gazette.Mode.WITH_TURN)


account_retiring.connect(forget_author, dispatch_uid="gazette.forget_author")
export.register("gazettes", exported_articles)
export.register("gazettes_medias", exported_media)
