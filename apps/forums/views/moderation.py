"""The moderators' room: the queue, one report, one player, the log, inquiries. It does not exist for anybody
else."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.accounts.permissions import moderator_required
from apps.accounts.queries import access_player
from apps.accounts.requests import SignedInRequest
from apps.forums.forms import SanctionForm, SettleForm, WordsForm
from apps.forums.models import Board, Inquiry, Message, ModeratorAct, Post, Report, Sanction, Topic
from apps.forums.models.boards import readable_by
from apps.forums.reportable import find
from apps.forums.services import moderation as verbs
from apps.forums.services.moderation_log import record
from apps.games.models import Game
from apps.games.problems import Refusal, say_outcome
from apps.site.forms import told_errors
from apps.site.requests import Request


@moderator_required
@never_cache
@require_safe
def queue(request: SignedInRequest) -> HttpResponse:
    context = {
        "section": "moderation",
        "reports": Report.objects.judged_by(request.user)
        .filter(closed_at=None)
        .select_related("about", "reporter")[:100],
        "appeals": Sanction.objects.filter(appealed_at__isnull=False, answered_at=None).select_related(
            "user"
        )[:50],
        "running": Sanction.objects.running(timezone.now()).select_related("user", "by")[:50],
        "inquiries": Inquiry.objects.filter(closed_at=None).select_related("game", "opened_by"),
    }
    return render(request, "forums/moderation/queue.html", context)


@moderator_required
@never_cache
@require_safe
def report(request: SignedInRequest, pk: int) -> HttpResponse:
    """One report with the thing as it is now. Reading a reported letter is itself an entry in the log."""
    reports = Report.objects.judged_by(request.user).select_related("about", "reporter", "closed_by")
    shown = get_object_or_404(reports, pk=pk)
    found = find(shown.target, shown.target_id)
    if shown.target == Report.Target.LETTER:
        record(request.user, ModeratorAct.Kind.READ, timezone.now(), about=shown.about, what=f"n° {shown.pk}")
    others = (
        Report.objects.filter(target=shown.target, target_id=shown.target_id)
        .exclude(pk=pk)
        .select_related("reporter")
    )
    context = {
        "section": "moderation",
        "report": shown,
        "found": found,
        "others": others,
        "past": shown.about.sanctions.all()[:10] if shown.about else [],
        "close": WordsForm(label=_("Conclusion"), most=300),
        "sanction": SanctionForm(),
    }
    return render(request, "forums/moderation/report.html", context)


@moderator_required
@require_POST
def act_on_report(request: SignedInRequest, pk: int, verb: str) -> HttpResponse:
    shown = get_object_or_404(Report.objects.judged_by(request.user).select_related("about"), pk=pk)
    if verb not in ACTS:
        raise Http404
    try:
        ACTS[verb](request, shown)
    except Refusal as refusal:
        messages.error(request, refusal.text)
        return redirect("forums:report_page", pk=pk)
    messages.success(request, _("C’est fait, et inscrit au journal."))
    return redirect("forums:moderation") if verb == "classer" else redirect("forums:report_page", pk=pk)


def _close(request: SignedInRequest, shown: Report) -> None:
    verbs.close_report(request.user, shown, _words(request, 300), timezone.now())


def _hide(request: SignedInRequest, shown: Report) -> None:
    found = find(shown.target, shown.target_id)
    if found is None:
        raise Refusal(_("Il n’y a plus rien à cacher ici."))
    hidden = request.POST.get("hidden", "1") == "1"
    why, now = _why(request, hidden), timezone.now()
    if isinstance(found.thing, Post):
        verbs.hide_post(request.user, found.thing, why, now, hidden=hidden)
    elif isinstance(found.thing, Message):
        verbs.hide_letter(request.user, found.thing, why, now, hidden=hidden)
    elif found.hide is not None:
        found.hide(request.user, why, now, hidden)
    else:
        raise Refusal(_("On ne cache pas un joueur : avertissez-le, ou faites-le taire."))


def _sanction(request: SignedInRequest, shown: Report) -> None:
    if shown.about is None:
        raise Refusal(_("Ce signalement ne vise personne."))
    _sanction_person(request, shown.about, shown)


ACTS: dict[str, Callable[[SignedInRequest, Report], None]] = {
    "classer": _close,
    "cacher": _hide,
    "sanctionner": _sanction,
}


# Players
# ------------------------------------------------------------------------------------------------------------
@moderator_required
@never_cache
def player(request: SignedInRequest, name: str) -> HttpResponse:
    shown = access_player(name)
    if request.method == "POST":
        with say_outcome(request, _("La sanction est prononcée, la personne est prévenue.")):
            _sanction_person(request, shown, None)
        return redirect("forums:moderated_player", name=shown.username)
    context = {
        "section": "moderation",
        "player": shown,
        "sanctions": shown.sanctions.select_related("by"),
        "posts": Post.objects.filter(readable_by(request.user, "topic__board__"), author=shown)
        .select_related("topic")
        .order_by("-created_at")[:15],
        "games": Game.objects.filter(kind=Game.Kind.TABLE, pk__in=shown.seats.values("game")).running()[:20],
        "form": SanctionForm(),
        "answer": WordsForm(label=_("Réponse à l’appel"), most=1000),
    }
    return render(request, "forums/moderation/player.html", context)


def _sanction_person(request: SignedInRequest, person: User, report: Report | None) -> None:
    form = SanctionForm(request.POST)
    if not form.is_valid():
        raise Refusal(told_errors(form))
    data, now = form.cleaned_data, timezone.now()
    days = data["days"] if data["kind"] != Sanction.Kind.WARNING else None
    until = now + timedelta(days=days) if days else None
    verbs.sanction(request.user, person, data["kind"], data["reason"], now, until=until, report=report)


@moderator_required
@require_POST
def act_on_sanction(request: SignedInRequest, pk: int, verb: str) -> HttpResponse:
    found = get_object_or_404(Sanction.objects.select_related("user"), pk=pk)
    now = timezone.now()
    with say_outcome(request, _("C’est fait, et inscrit au journal.")):
        if verb == "lever":
            verbs.lift(request.user, found, now)
        elif verb == "repondre":
            verbs.answer_appeal(
                request.user, found, _words(request, 1000), now, lifted=bool(request.POST.get("lever"))
            )
        else:
            raise Http404
    return redirect("forums:moderated_player", name=found.user.username)


# Topics and posts
# ----------------------------------------------------------------------------------------------------
@moderator_required
def settle(request: SignedInRequest, pk: int) -> HttpResponse:
    """Pin, lock, rename, move or hide a topic."""
    readable = Topic.objects.filter(readable_by(request.user, "board__"))  # hidden ones too
    topic = get_object_or_404(readable.select_related("board", "author"), pk=pk)
    boards = Board.objects.filter(pk=topic.board_id) if topic.board.game_id else Board.objects.of_site()
    initial = {"title": topic.title, "pinned": topic.pinned, "locked": topic.locked, "board": topic.board}
    form = SettleForm(request.POST or None, boards=boards, initial=initial)
    if request.method == "POST" and "hide" in request.POST:
        hidden = request.POST["hide"] == "1"
        with say_outcome(request):
            verbs.hide_topic(request.user, topic, _why(request, hidden), timezone.now(), hidden=hidden)
        return redirect("forums:settle", pk=pk)
    if request.method == "POST" and form.is_valid():
        verbs.settle_topic(request.user, topic, timezone.now(), **form.cleaned_data)
        messages.success(request, _("C’est fait, et inscrit au journal."))
        return redirect(topic)
    return render(
        request,
        "forums/moderation/settle.html",
        {"topic": topic, "form": form, "section": "moderation"},
        status=422 if form.errors else 200,
    )


@moderator_required
@require_POST
def hide_post(request: SignedInRequest, pk: int) -> HttpResponse:
    readable = Post.objects.filter(readable_by(request.user, "topic__board__"))
    post = get_object_or_404(readable.select_related("topic"), pk=pk)
    hidden = request.POST.get("hidden", "1") == "1"
    with say_outcome(request):
        verbs.hide_post(request.user, post, _why(request, hidden), timezone.now(), hidden=hidden)
    return redirect("forums:post", pk=pk)


# Log and inquiries
# ---------------------------------------------------------------------------------------------------
@moderator_required
@never_cache
@require_safe
def log(request: SignedInRequest) -> HttpResponse:
    acts = ModeratorAct.objects.select_related("actor", "about")
    page = Paginator(acts, 50).get_page(request.GET.get("page"))
    return render(request, "forums/moderation/log.html", {"page": page, "section": "moderation"})


@moderator_required
@never_cache
def inquiry(request: SignedInRequest, code: str) -> HttpResponse:
    """Freeze a game while a doubt is looked into; conclude, and it goes on."""
    game = get_object_or_404(Game, code=code, kind=Game.Kind.TABLE)
    running = Inquiry.objects.filter(game=game, closed_at=None).select_related("opened_by").first()
    form = WordsForm(request.POST or None, most=1000, label=_("Conclusion") if running else _("Raison"))
    if request.method == "POST" and form.is_valid():
        words, now = form.cleaned_data["words"], timezone.now()
        with say_outcome(request, _("C’est fait : les joueurs sont prévenus.")):
            if running is None:
                verbs.open_inquiry(request.user, game, words, now)
            else:
                verbs.conclude_inquiry(request.user, running, words, now)
        return redirect("forums:inquiry", code=code)
    past = Inquiry.objects.filter(game=game).exclude(closed_at=None).select_related("opened_by")
    context: dict[str, Any] = {"game": game, "inquiry": running, "form": form, "past": past}
    return render(request, "forums/moderation/inquiry.html", context)


def _why(request: Request, hidden: bool) -> str:
    """Whoever's words are hidden reads why; what is shown again needs no reason."""
    return _words(request, 300) if hidden else ""


def _words(request: Request, most: int) -> str:
    form = WordsForm(request.POST, most=most)
    if not form.is_valid():
        raise Refusal(
            _("Écrivez quelques mots, %(most)d caractères au plus : ils seront lus.") % {"most": most}
        )
    return form.cleaned_data["words"]
