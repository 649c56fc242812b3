"""What authors do: write, send, take back, throw away, and sign once the game is over."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.accounts.profile.names import fold_name, is_reserved
from apps.forums.permissions import seats_spoken_for
from apps.forums.pictures import Encoded
from apps.games.models import Game
from apps.games.problems import Refusal, require
from apps.gazette.markup import estimated_lines, render_article
from apps.gazette.models import Article, ArticleQuerySet, Gazette, Media
from apps.gazette.permissions import why_not_write
from apps.gazette.queries import desk_cut
from apps.gazette.sounds import Sound

MOST_UNSENT, MOST_SENT = 12, 5
MOST_PICTURES, MOST_SOUNDS = 4, 2
State, Kind = Article.State, Media.Kind


@dataclass(frozen=True)
class Copy:
    """What an author hands over: the words, what is added to them, what is taken out."""

    title: str
    source: str
    standfirst: str = ""
    rubric: str = Article.Rubric.COURT
    pen_name: str = ""
    format: str = Article.Format.MARKDOWN
    pictures: tuple[Encoded, ...] = ()
    sounds: tuple[Sound, ...] = ()
    dropped: tuple[str, ...] = ()  # codes of media


@transaction.atomic
def save_article(
    user: User, gazette: Gazette, copy: Copy, now: datetime, article: Article | None = None
) -> Article:
    """Keep a draft. What lies on the desk must be taken back first."""
    require(why_not_write(user, gazette, now))
    gazette = lock_gazette(gazette)
    if article is None:
        article = _new_article(user, gazette)
    else:
        article = _lock(user, article)
    if article.state not in (State.DRAFT, State.REFUSED):
        raise Refusal(_("Cet article est parti : reprenez-le avant de le modifier."))
    _require_free_pen(user, gazette, copy.pen_name)
    for name in ("title", "source", "standfirst", "rubric", "pen_name", "format"):
        setattr(article, name, getattr(copy, name))
    article.save()
    _change_media(article, copy)
    _set_html(article)
    return article


@transaction.atomic
def send(user: User, article: Article, now: datetime) -> None:
    """Hand the article to the desk; it comes out with a turn, never before."""
    require(why_not_write(user, article.gazette, now))
    article = _lock(user, article)
    if article.state not in (State.DRAFT, State.REFUSED):
        raise Refusal(_("Cet article est déjà parti."))
    if Article.objects.by(user).sent().filter(gazette=article.gazette).count() >= MOST_SENT:
        raise Refusal(_("Cinq articles de vous attendent déjà : laissez-les paraître."))
    article.state, article.sent_at, article.place, article.passed, article.note = State.SENT, now, None, 0, ""
    article.save(update_fields=["state", "sent_at", "place", "passed", "note"])


@transaction.atomic
def take_back(user: User, article: Article, now: datetime) -> None:
    """At once from the box; from the desk when the box is next emptied, since an article that left at this
    minute would tell the desk who was there. Either way it is not printed."""
    article = _lock(user, article)
    if article.state != State.SENT or article.withdrawn_at is not None:
        raise Refusal(_("On ne reprend qu’un article remis et pas encore paru."))
    article.withdrawn_at = now
    article.save(update_fields=["withdrawn_at"])
    if article.sent_at is not None and article.sent_at >= desk_cut(article.gazette.game, now):
        make_drafts(Article.objects.filter(pk=article.pk))


def settle_withdrawn(gazette: Gazette, now: datetime) -> None:
    """Articles asked back before the box was last emptied are drafts again."""
    cut = desk_cut(gazette.game, now)
    make_drafts(Article.objects.withdrawn().filter(gazette=gazette.pk, withdrawn_at__lt=cut))


def make_drafts(articles: ArticleQuerySet) -> None:
    articles.update(state=State.DRAFT, sent_at=None, withdrawn_at=None, place=None)


@transaction.atomic
def discard(user: User, article: Article) -> None:
    article = _lock(user, article)
    if article.state not in (State.DRAFT, State.REFUSED):
        raise Refusal(_("On ne jette qu’un brouillon : ce qui est paru appartient aux archives."))
    forget_files(article.media.all())
    article.delete()


@transaction.atomic
def sign(user: User, article: Article) -> None:
    """The game is over: the author steps out from behind the mask, for good."""
    article = _lock(user, article)
    game = article.gazette.game
    if game.status != Game.Status.FINISHED or article.state != State.PUBLISHED:
        raise Refusal(_("On signe ses articles quand la partie est finie."))
    seat = article.seat
    article.signed_name = seat.name if seat else user.username
    article.signed_player, article.signed_arms = user.username, seat.arms if seat else user.arms
    article.save(update_fields=["signed_name", "signed_player", "signed_arms"])


# Parts
# ------------------------------------------------------------------------------------------------------------
def lock_gazette(gazette: Gazette) -> Gazette:
    """The gazette as a row, locked: made now if this is its first need."""
    Gazette.objects.get_or_create(game=gazette.game)
    found = Gazette.objects.select_for_update(of=("self",)).get(game=gazette.game)
    found.game = gazette.game
    return found


def forget_files(media: Any) -> None:
    for one in media:
        transaction.on_commit(partial(one.file.storage.delete, one.file.name))


def _new_article(user: User, gazette: Gazette) -> Article:
    if Article.objects.by(user).drafts().filter(gazette=gazette).count() >= MOST_UNSENT:
        raise Refusal(_("Vous avez déjà douze brouillons ici : remettez-en ou jetez-en un."))
    seats = seats_spoken_for(user, gazette.game)
    return Article(gazette=gazette, author=user, seat=seats[0] if seats else None)


def _lock(user: User, article: Article) -> Article:
    found = Article.objects.select_for_update(of=("self",)).select_related("gazette__game", "seat").by(user)
    return found.get(pk=article.pk)


def _require_free_pen(user: User, gazette: Gazette, pen_name: str) -> None:
    """A pen-name is nobody's real name, and one author's alone in this gazette."""
    if not pen_name:
        return
    folded = fold_name(pen_name)
    seats = gazette.game.seats.select_related("user")
    borne = {
        fold_name(name)
        for seat in seats
        for name in (seat.name, seat.user.username if seat.user else "")
        if name
    }
    if folded in borne or is_reserved(pen_name):
        raise Refusal(
            _("« %(name)s » est le nom de quelqu’un : choisissez une autre plume.") % {"name": pen_name}
        )
    others = Article.objects.filter(gazette=gazette).exclude(author=user).exclude(pen_name="")
    if folded in {fold_name(name) for name in others.values_list("pen_name", flat=True)}:
        raise Refusal(_("La plume « %(name)s » est déjà prise dans cette gazette.") % {"name": pen_name})


def _change_media(article: Article, copy: Copy) -> None:
    leaving = list(article.media.filter(code__in=copy.dropped))
    forget_files(leaving)
    Media.objects.filter(pk__in=[one.pk for one in leaving]).delete()
    kept = list(article.media.all())
    _require_room(
        kept, Kind.PICTURE, len(copy.pictures), MOST_PICTURES, _("Quatre images au plus dans un article.")
    )
    _require_room(kept, Kind.SOUND, len(copy.sounds), MOST_SOUNDS, _("Deux sons au plus dans un article."))
    for picture in copy.pictures:
        _add(
            article,
            Kind.PICTURE,
            picture.content,
            "webp",
            "image/webp",
            width=picture.width,
            height=picture.height,
        )
    for sound in copy.sounds:
        _add(article, Kind.SOUND, sound.content, sound.suffix, sound.content_type, seconds=sound.seconds)


def _require_room(kept: list[Media], kind: str, more: int, most: int, refusal: str) -> None:
    if sum(one.kind == kind for one in kept) + more > most:
        raise Refusal(refusal)


def _add(article: Article, kind: str, content: bytes, suffix: str, content_type: str, **more: Any) -> None:
    taken = [one.place for one in article.media.filter(kind=kind)]
    media = Media(
        article=article, kind=kind, place=max(taken, default=0) + 1, content_type=content_type, **more
    )
    media.file.save(f"{media.code}.{suffix}", ContentFile(content), save=False)
    media.save()


def _set_html(article: Article) -> None:
    media = list(article.media.all())
    article.html = render_article(
        article.source, article.format, {one.mark: one.get_absolute_url() for one in media}
    )
    pictures = sum(one.kind == Kind.PICTURE for one in media)
    article.size = estimated_lines(article.html, pictures, len(media) - pictures)
    article.save(update_fields=["html", "size"])
