"""Reports and what follows from them: hide, pin, lock, move, warn, silence, ban, hear appeals, open
inquiries. All logged."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from apps.accounts.models import Role, User
from apps.accounts.permissions import acting_moderators
from apps.forums import mails
from apps.forums.models import Board, Inquiry, Message, ModeratorAct, Notice, Post, Report, Sanction, Topic
from apps.forums.queries import page_of
from apps.forums.reportable import Reportable
from apps.forums.search import words_of
from apps.forums.services.flood import require_calm
from apps.forums.services.moderation_log import record, record_hiding
from apps.forums.services.notices import put_out, tell
from apps.games.models import Game
from apps.games.problems import Refusal
from apps.games.referee import course as referee_verbs

Act = ModeratorAct.Kind
ACT_OF_SANCTION = {"warning": Act.WARN, "mute": Act.MUTE, "ban": Act.BAN}


# Reports
# ------------------------------------------------------------------------------------------------------------
def report(user: User, found: Reportable, reason: str, words: str, now: datetime) -> Report:
    """Kept with what was there to read; the moderators who may judge it are told, nobody else."""
    try:
        with transaction.atomic():
            require_calm(user, Report, now)
            written = Report.objects.create(
                target=found.kind,
                target_id=found.thing.pk,
                about=found.about,
                excerpt=found.excerpt[:4000],
                reporter=user,
                reason=reason,
                words=words,
                created_at=now,
            )
            url = reverse("forums:report_page", args=[written.pk])
            tell(
                _judges_of(found), Notice.Kind.REPORT, f"report:{written.pk}", url, now=now, what=found.label
            )
    except IntegrityError:
        raise Refusal(_("Vous l’avez déjà signalé : les aides de camp l’examinent.")) from None
    return written


@transaction.atomic
def close_report(moderator: User, found: Report, conclusion: str, now: datetime) -> None:
    """Every open report of the same thing is closed with it."""
    same = Report.objects.filter(target=found.target, target_id=found.target_id, closed_at=None)
    ids = list(same.values_list("pk", flat=True))
    same.update(closed_at=now, closed_by=moderator, conclusion=conclusion[:300])
    for colleague in _colleagues():
        put_out(colleague, [f"report:{pk}" for pk in ids], now)
    record(moderator, Act.CLOSE, now, about=found.about, what=f"n° {found.pk}", reason=conclusion)


def _colleagues() -> Any:
    """Whoever bears the role: a notice is put out also for one who lost his second factor since."""
    return User.objects.present().filter(role__in=(Role.MODERATOR, Role.REFEREE))


def _judges_of(found: Reportable) -> Any:
    """As `Report.objects.judged_by` says it for each of them."""
    judges = acting_moderators()
    if found.about is not None:
        judges = judges.exclude(pk=found.about.pk)
    if isinstance(found.thing, Message) and found.thing.conversation.game_id is not None:
        game = found.thing.conversation.game_id
        judges = judges.exclude(seats__game=game).exclude(stewardships__seat__game=game)
    return judges


# Posts, topics, letters
# ----------------------------------------------------------------------------------------------
@transaction.atomic
def hide_post(moderator: User, post: Post, why: str, now: datetime, *, hidden: bool = True) -> None:
    """The place stays, the words and pictures are gone for all but moderators."""
    post = (
        Post.objects.select_for_update(of=("self",)).select_related("topic__board", "author").get(pk=post.pk)
    )
    if (post.hidden_at is not None) == hidden:
        return
    post.hidden_at, post.hidden_why = (now, why[:300]) if hidden else (None, "")
    post.save(update_fields=["hidden_at", "hidden_why"])
    post.pictures.update(hidden_at=post.hidden_at)
    step = -1 if hidden else 1
    Topic.objects.filter(pk=post.topic_id).update(post_count=F("post_count") + step)
    if post.topic.hidden_at is None:  # a board does not count what stands in a hidden topic
        Board.objects.filter(pk=post.topic.board_id).update(post_count=F("post_count") + step)
    _log_hiding(
        moderator,
        post.author,
        post.topic.title,
        post.get_absolute_url(),
        why,
        now,
        hidden,
        seen=_place_of(post),
    )


@transaction.atomic
def hide_topic(moderator: User, topic: Topic, why: str, now: datetime, *, hidden: bool = True) -> None:
    topic = Topic.objects.select_for_update(of=("self",)).select_related("author").get(pk=topic.pk)
    if (topic.hidden_at is not None) == hidden:
        return
    topic.hidden_at = now if hidden else None
    topic.save(update_fields=["hidden_at"])
    recount(topic.board)
    settled = reverse("forums:settle", args=[topic.pk])  # the topic's own page is gone, for moderators too
    _log_hiding(
        moderator, topic.author, topic.title, settled, why, now, hidden, seen=topic.board.get_absolute_url()
    )


@transaction.atomic
def hide_letter(moderator: User, letter: Message, why: str, now: datetime, *, hidden: bool = True) -> None:
    letter.hidden_at, letter.hidden_why = (now, why[:300]) if hidden else (None, "")
    letter.save(update_fields=["hidden_at", "hidden_why"])
    seen = letter.conversation.get_absolute_url()
    _log_hiding(moderator, letter.author, _("une lettre"), "", why, now, hidden, seen=seen)


def _log_hiding(
    moderator: User,
    about: User | None,
    what: str,
    url: str,
    why: str,
    now: datetime,
    hidden: bool,
    *,
    seen: str,
) -> None:
    """`url` is where moderators find it again, `seen` where its author reads that it is hidden."""
    record_hiding(moderator, hidden, now, about=about, what=what, url=url, reason=why)
    if hidden and about is not None:
        tell([about], Notice.Kind.MODERATION, f"hidden:{url or seen}"[:60], seen, now=now, what=why or what)


def _place_of(post: Post) -> str:
    """Where it stands in its topic: its permanent address is closed while it is hidden."""
    return f"{post.topic.get_absolute_url()}?page={page_of(post.number)}#m{post.number}"


@transaction.atomic
def settle_topic(moderator: User, topic: Topic, now: datetime, **changes: Any) -> None:
    """Pin, lock, rename or move: pinned, locked, title, board."""
    kinds = {"pinned": Act.PIN, "locked": Act.LOCK, "board": Act.MOVE, "title": Act.EDIT}
    former = topic.board
    changed = [name for name, value in changes.items() if getattr(topic, name) != value]
    for name in changed:
        how = _how_settled(topic, name, changes[name])
        setattr(topic, name, changes[name])
        record(
            moderator,
            kinds[name],
            now,
            about=topic.author,
            what=topic.title,
            url=topic.get_absolute_url(),
            reason=how,
        )
    if changed:
        topic.save(update_fields=changed)
    if "title" in changed:
        _find_by_new_title(topic)
    if "board" in changed:
        recount(former)
        recount(topic.board)


def _how_settled(topic: Topic, name: str, value: Any) -> str:
    """Which way it went, for the log: its verbs stand for both."""
    if name == "pinned":
        return _("épinglé") if value else _("décroché")
    if name == "locked":
        return _("fermé") if value else _("rouvert")
    former = topic.board.title if name == "board" else topic.title
    return _("auparavant : %(former)s") % {"former": former}


def _find_by_new_title(topic: Topic) -> None:
    for post in topic.posts.filter(number=1).only("number", "text"):
        Post.objects.filter(pk=post.pk).update(words=words_of(post, topic))


def recount(board: Board) -> None:
    """Counters from the rows themselves, after something was moved or hidden."""
    shown = Topic.objects.shown().filter(board=board)
    last = shown.order_by("-last_post_at").first()
    Board.objects.filter(pk=board.pk).update(
        topic_count=shown.count(),
        post_count=Post.objects.filter(topic__in=shown, hidden_at=None).count(),
        last_topic=last,
        last_post_at=last.last_post_at if last else None,
    )


# Sanctions
# -----------------------------------------------------------------------------------------------------------
@transaction.atomic
def sanction(
    moderator: User,
    user: User,
    kind: str,
    reason: str,
    now: datetime,
    *,
    until: datetime | None = None,
    report: Report | None = None,
) -> Sanction:
    """Warn, silence or ban. The person is told why, for how long, and how to appeal."""
    if user.pk == moderator.pk or user.is_moderator:
        raise Refusal(_("On ne sanctionne ni soi-même ni un autre aide de camp : parlez-en au Roi."))
    if not reason.strip():
        raise Refusal(_("Une sanction se justifie : dites pourquoi, la personne le lira."))
    if until is not None and until <= now:
        raise Refusal(_("Le terme d’une sanction est dans l’avenir."))
    written = Sanction.objects.create(
        user=user, kind=kind, reason=reason, created_at=now, until=until, by=moderator, report=report
    )
    what = (
        _("jusqu’au %(day)s") % {"day": date_format(timezone.localtime(until), "j F Y, G \\h i")}
        if until
        else ""
    )
    record(moderator, ACT_OF_SANCTION[kind], now, about=user, reason=reason, what=what)
    _tell_of(written, written.get_kind_display(), now)
    mails.post_sanction(written)
    return written


@transaction.atomic
def lift(moderator: User, found: Sanction, now: datetime) -> None:
    """The person reads it where they read the sanction."""
    if not Sanction.objects.filter(pk=found.pk, lifted_at=None).update(lifted_at=now):
        return
    found.lifted_at = now
    record(moderator, Act.LIFT, now, about=found.user, reason=found.reason)
    _tell_of(found, _("%(sanction)s, levé") % {"sanction": found.get_kind_display()}, now)


@transaction.atomic
def appeal(user: User, found: Sanction, words: str, now: datetime) -> None:
    """One appeal a sanction; another moderator than its author should answer."""
    if found.user_id != user.pk or found.appealed_at is not None:
        raise Refusal(_("Cet appel a déjà été porté : attendez sa réponse."))
    if not words.strip():
        raise Refusal(_("Dites ce que vous demandez."))
    found.appeal, found.appealed_at = words[:2000], now
    found.save(update_fields=["appeal", "appealed_at"])
    url = reverse("forums:moderated_player", args=[user.username])
    tell(acting_moderators(), Notice.Kind.REPORT, f"appeal:{found.pk}", url, now=now, what=_("un appel"))


@transaction.atomic
def answer_appeal(moderator: User, found: Sanction, words: str, now: datetime, *, lifted: bool) -> None:
    if found.appealed_at is None or found.answered_at is not None:
        raise Refusal(_("Il n’y a pas d’appel en attente ici."))
    if found.by_id == moderator.pk and acting_moderators().exclude(pk=moderator.pk).exists():
        raise Refusal(_("Un autre aide de camp que celui qui a sanctionné répond à l’appel."))
    found.answer, found.answered_at = words[:1000], now
    found.save(update_fields=["answer", "answered_at"])
    if lifted:
        lift(moderator, found, now)
    record(moderator, Act.ANSWER, now, about=found.user, reason=words)
    for colleague in _colleagues():
        put_out(colleague, [f"appeal:{found.pk}"], now)
    _tell_of(found, found.get_kind_display(), now)
    mails.post_sanction(found)


def _tell_of(found: Sanction, what: str, now: datetime) -> None:
    url = reverse("forums:sanctions")
    tell([found.user], Notice.Kind.MODERATION, f"sanction:{found.pk}", url, now=now, what=what)


# Inquiries
# -----------------------------------------------------------------------------------------------------------
def open_inquiry(moderator: User, game: Game, reason: str, now: datetime) -> Inquiry:
    """Freezes the game: no deadline runs until it is concluded. Never by somebody who plays in it."""
    if game.seats.filter(user=moderator).exists():
        raise Refusal(_("Vous jouez dans cette partie : un autre aide de camp doit mener l’enquête."))
    if not reason.strip():
        raise Refusal(_("Une enquête se justifie : dites pourquoi, tous les joueurs le liront."))
    with transaction.atomic():
        if Inquiry.objects.filter(game=game, closed_at=None).exists():
            raise Refusal(_("Une enquête est déjà ouverte sur cette partie."))
        inquiry = Inquiry.objects.create(game=game, opened_by=moderator, reason=reason, opened_at=now)
        if game.status == Game.Status.RUNNING:
            referee_verbs.pause(game, moderator, _("enquête : %(reason)s") % {"reason": reason})
        record(moderator, Act.INQUIRY, now, what=game.name, url=game.get_absolute_url(), reason=reason)
    return inquiry


def conclude_inquiry(moderator: User, inquiry: Inquiry, conclusion: str, now: datetime) -> None:
    with transaction.atomic():
        if not Inquiry.objects.filter(pk=inquiry.pk, closed_at=None).update(
            closed_at=now, conclusion=conclusion
        ):
            raise Refusal(_("Cette enquête est déjà conclue."))
        game = Game.objects.get(pk=inquiry.game_id)
        if game.status == Game.Status.PAUSED:
            referee_verbs.resume(game, moderator, _("fin de l’enquête : %(words)s") % {"words": conclusion})
        record(moderator, Act.CONCLUDE, now, what=game.name, url=game.get_absolute_url(), reason=conclusion)
