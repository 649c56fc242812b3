"""Letters: the box, a conversation, drafts, what is refused, preferences."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import F, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import Person
from apps.accounts.requests import SignedInRequest
from apps.forums import queries
from apps.forums.forms import AnswerForm
from apps.forums.markup import render_markdown
from apps.forums.models import Block, Conversation, LetterChoice, LetterDraft, Participant
from apps.forums.permissions import access_conversation, can_write_as_lord
from apps.forums.services import letters as verbs
from apps.games.models import Game
from apps.games.permissions import access_game
from apps.games.problems import Refusal, say_outcome
from apps.site.numbers import whole_number
from apps.site.requests import Request

LETTERS_A_PAGE = 30


@never_cache
@login_required
@require_safe
def box(request: SignedInRequest) -> HttpResponse:
    """Conversations, the newest first; of one game with ?game=."""
    code = request.GET.get("game", "")
    folder = "archives" if request.GET.get("dossier") == "archives" else "boite"
    words = " ".join(request.GET.get("q", "").replace("\x00", "").split())[:80]
    game = access_game(request.user, code) if code else None
    sides = _sides(request.user, game, words)
    if not words:
        sides = sides.filter(archived_at__isnull=folder == "boite")
    page = Paginator(sides, 20).get_page(request.GET.get("page"))
    for side in page.object_list:
        side.others = [other for other in side.conversation.participants.all() if other.pk != side.pk]
    context = {
        "section": "letters",
        "page": page,
        "game": game,
        "write_url": _write_url(request.user, game),
        "words": words,
        "folder": folder,
        "drafts": request.user.letter_drafts.count(),
        "games": Game.objects.filter(
            pk__in=request.user.seats.values("game"), kind=Game.Kind.TABLE
        ).under_way()[:20],
    }
    return render(request, "forums/letters.html", context)


def _write_url(user: Person, game: Game | None) -> str:
    """Where a new letter begins: among the lords of the game whose box this is; empty for those who are none
    of them."""
    if game is None:
        return reverse("forums:write")
    return reverse("forums:write", query={"game": game.code}) if can_write_as_lord(user, game) else ""


def _sides(user: Person, game: Game | None, words: str) -> QuerySet[Participant]:
    sides = (
        Participant.objects.of(user)
        .select_related("conversation__game", "seat")
        .prefetch_related("conversation__participants__seat", "conversation__participants__user")
        .order_by("-conversation__last_at", "-pk")
    )
    if game is not None:
        sides = sides.filter(conversation__game=game)
    if words:
        sides = sides.filter(conversation__in=queries.conversations_with(user, words))
    return sides.annotate(news=F("conversation__last_number") - F("read_number"))


@never_cache
@login_required
def conversation(request: SignedInRequest, code: str) -> HttpResponse:
    """Reading marks it read; a POST answers."""
    shown, mine = access_conversation(request.user, code)
    draft = request.user.letter_drafts.filter(conversation=shown).first()
    form = AnswerForm(request.POST or None, initial={"text": draft.text if draft else ""})
    preview = None
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        if "draft" in request.POST:
            _keep(request, shown, draft, data["text"])
            return redirect(shown)
        if "preview" in request.POST:
            preview = render_markdown(data["text"])
        else:
            try:
                verbs.answer(request.user, mine, data["text"], timezone.now(), data["key"])
                if draft:
                    draft.delete()
                return redirect(f"{shown.get_absolute_url()}#fin")
            except Refusal as refusal:
                form.add_error(None, refusal.text)
                _keep(
                    request, shown, draft, data["text"]
                )  # the page may have no form any more: the words are not lost
    return _conversation_page(request, shown, mine, form, preview)


def _keep(request: SignedInRequest, shown: Conversation, draft: LetterDraft | None, text: str) -> None:
    with say_outcome(request, _("Votre réponse est gardée en brouillon.")):
        verbs.save_draft(request.user, draft, conversation=shown, kind=shown.kind, game=shown.game, text=text)


def _conversation_page(
    request: SignedInRequest, shown: Conversation, mine: Participant, form: AnswerForm, preview: Any
) -> HttpResponse:
    pages = Paginator(range(shown.last_number or 1), LETTERS_A_PAGE)
    number = whole_number(request.GET.get("page"), most=pages.num_pages) or pages.num_pages
    first = (number - 1) * LETTERS_A_PAGE
    written = shown.messages.filter(number__gt=first, number__lte=first + LETTERS_A_PAGE).select_related(
        "author"
    )
    since = mine.read_number
    verbs.mark_read(request.user, mine, timezone.now())
    sides = list(verbs.sides_of(shown))
    context = {
        "section": "letters",
        "conversation": shown,
        "game": shown.game,
        "mine": mine,
        "others": [side for side in sides if side.pk != mine.pk],
        "letters": written,
        "since": since,
        "first_new": max(first + 1, min(since + 1, shown.last_number)),
        "page": pages.page(number),
        "form": form,
        "preview": preview,
        "closed": verbs.why_not_answer(request.user, shown, mine, timezone.now()),
    }
    return render(request, "forums/conversation.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def act(request: SignedInRequest, code: str, verb: str) -> HttpResponse:
    shown, mine = access_conversation(request.user, code)
    now = timezone.now()
    try:
        if verb == "archiver":
            verbs.archive(mine, now)
            messages.success(request, _("Archivée. Une nouvelle lettre la fera revenir."))
        elif verb == "sortir":
            verbs.archive(mine, None)
        elif verb == "quitter":
            verbs.leave(mine, now)
        elif verb == "refuser":
            side = get_object_or_404(verbs.sides_of(shown), pk=_number(request, "qui"))
            verbs.refuse_letters(request.user, side)
            messages.success(
                request, _("Ses lettres ne vous parviendront plus. Vous pouvez revenir là-dessus ici.")
            )
            return redirect("forums:letter_settings")
        else:
            raise Http404
    except Refusal as refusal:
        messages.error(request, refusal.text)
        return redirect(shown)
    return redirect("forums:letters")


@never_cache
@login_required
def settings(request: SignedInRequest) -> HttpResponse:
    """Whom one refuses, and whether mails carry the text of letters."""
    if request.method == "POST":
        if "debloquer" in request.POST:
            Block.objects.filter(owner=request.user, pk=_number(request, "debloquer")).delete()
        else:
            LetterChoice.objects.update_or_create(
                user=request.user, defaults={"text_by_mail": bool(request.POST.get("text_by_mail"))}
            )
            messages.success(request, _("C’est noté."))
        return redirect("forums:letter_settings")
    blocks = Block.objects.filter(owner=request.user).select_related("user", "seat__game")
    choice = LetterChoice.objects.filter(user=request.user).first()
    return render(
        request, "forums/letter_settings.html", {"blocks": blocks, "choice": choice, "section": "letters"}
    )


def _number(request: Request, name: str) -> int:
    return whole_number(request.POST.get(name)) or 0
