"""Beginning a letter: from lord to lord (?game=CODE&seat=N), to players (?to=Nom), to the referee
(?referee=1); drafts."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.accounts.requests import SignedInRequest
from apps.forums.forms import LetterForm, LordLetterForm, PlayerLetterForm, RefereeLetterForm
from apps.forums.markup import render_markdown
from apps.forums.models import Conversation, LetterDraft
from apps.forums.permissions import can_write_as_lord, seats_spoken_for
from apps.forums.services import letters as verbs
from apps.games.models import Game, Seat
from apps.games.permissions import access_game
from apps.games.problems import refusal_on, say_outcome
from apps.site.numbers import whole_number
from apps.site.requests import Request

Kind = Conversation.Kind


@never_cache
@login_required
def write(request: SignedInRequest) -> HttpResponse:
    draft = _draft(request)
    game = _game(request, draft)
    kind = _kind(request, draft, game)
    form = _form(request, kind, game, draft)
    preview = None
    if request.method == "POST":
        if "draft" in request.POST:
            return _keep(request, draft, kind, game)
        if form.is_valid() and "preview" in request.POST:
            preview = render_markdown(form.cleaned_data["text"])
        elif form.is_valid():
            with refusal_on(form):
                sent = verbs.send(request.user, _letter(kind, game, form), timezone.now())
                if draft is not None:
                    draft.delete()
                messages.success(request, _("Votre lettre est partie."))
                return redirect(sent)
    context = {
        "section": "letters",
        "form": form,
        "kind": kind,
        "game": game,
        "draft": draft,
        "preview": preview,
        "silent": verbs.why_lords_are_silent(game, timezone.now())
        if kind == Kind.LORDS and game is not None
        else "",
        "games": _games_with_others(request.user),
    }
    return render(
        request, "forums/write_letter.html", context, status=422 if form.is_bound and form.errors else 200
    )


@never_cache
@login_required
@require_safe
def drafts(request: SignedInRequest) -> HttpResponse:
    rows = request.user.letter_drafts.select_related("game", "conversation")
    return render(request, "forums/drafts.html", {"drafts": rows, "section": "letters"})


@login_required
@require_POST
def discard(request: SignedInRequest, pk: int) -> HttpResponse:
    get_object_or_404(LetterDraft, user=request.user, pk=pk).delete()
    return redirect("forums:drafts")


# Parts
# ------------------------------------------------------------------------------------------------------------
def _draft(request: Request) -> LetterDraft | None:
    text = request.GET.get("draft", "")
    if not text:
        return None
    drafts = LetterDraft.objects.select_related("game")
    return get_object_or_404(drafts, user=request.user, pk=whole_number(text), conversation=None)


def _game(request: Request, draft: LetterDraft | None) -> Game | None:
    code = request.GET.get("game", "")
    if code:
        return access_game(request.user, code)
    return draft.game if draft else None


def _kind(request: Request, draft: LetterDraft | None, game: Game | None) -> str:
    if draft is not None:
        return draft.kind
    if request.GET.get("referee"):
        return Kind.REFEREE
    return Kind.LORDS if game is not None else Kind.PLAYERS


def _form(request: SignedInRequest, kind: str, game: Game | None, draft: LetterDraft | None) -> LetterForm:
    data = request.POST if request.method == "POST" and "draft" not in request.POST else None
    initial: dict[str, Any] = {"subject": draft.subject, "text": draft.text} if draft else {}
    chosen = draft.recipients if draft else []
    if kind == Kind.REFEREE:
        initial["game"] = game.code if game else ""
        return RefereeLetterForm(data, initial=initial, games=_own_games(request.user))
    if kind == Kind.PLAYERS:
        initial["recipients"] = ", ".join(chosen) or request.GET.get("to", "")[:60]
        return PlayerLetterForm(data, initial=initial)
    if game is None or not can_write_as_lord(request.user, game):
        raise Http404
    own = seats_spoken_for(request.user, game)
    others = game.seats.select_related("user").exclude(user=None).exclude(pk__in=[seat.pk for seat in own])
    initial["recipients"] = chosen or request.GET.getlist("seat")
    return LordLetterForm(data, initial=initial, own=own, others=list(others.order_by("number")))


def _letter(kind: str, game: Game | None, form: Any) -> verbs.NewLetter:
    data = form.cleaned_data
    words = {"kind": kind, "subject": data["subject"], "text": data["text"], "key": data["key"]}
    if kind == Kind.LORDS:
        return verbs.NewLetter(game=game, seat=form.from_seat, recipients=form.to_seats, **words)
    if kind == Kind.PLAYERS:
        return verbs.NewLetter(recipients=data["recipients"], **words)
    return verbs.NewLetter(game=form.about, **words)


def _keep(request: SignedInRequest, draft: LetterDraft | None, kind: str, game: Game | None) -> HttpResponse:
    """A draft is kept as it is, unfinished recipients included."""
    if kind == Kind.LORDS:
        recipients = [value for value in request.POST.getlist("recipients") if whole_number(value)][:100]
    elif kind == Kind.REFEREE:
        game = next((one for one in _own_games(request.user) if one.code == request.POST.get("game")), None)
        recipients = []
    else:
        recipients = [name.strip() for name in request.POST.get("recipients", "").split(",") if name.strip()][
            :30
        ]
    fields = {
        "kind": kind,
        "game": game,
        "recipients": recipients,
        "subject": request.POST.get("subject", "")[:120],
        "text": request.POST.get("text", "")[:20_000],
    }
    with say_outcome(request, _("Votre brouillon est gardé.")):
        verbs.save_draft(request.user, draft, **fields)
    return redirect("forums:drafts")


def _own_games(user: User) -> list[Game]:
    return list(Game.objects.filter(pk__in=user.seats.values("game"), kind=Game.Kind.TABLE).running()[:50])


def _games_with_others(user: User) -> list[Game]:
    """Games where somebody else reads letters: not tables among automatons."""
    rivals = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False).exclude(user=user)
    games = Game.objects.filter(Exists(rivals), pk__in=user.seats.values("game"), kind=Game.Kind.TABLE)
    return list(games.running()[:20])
