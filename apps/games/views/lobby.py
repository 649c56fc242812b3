"""Before a game: my games, the tables, creating, joining, training, the waiting lists."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from apps.accounts.models import Person
from apps.accounts.requests import SignedInRequest
from apps.games.forms import HotseatForm, JoinForm, NewGameForm, QueueForm, TrainingForm
from apps.games.models import Game
from apps.games.permissions import (
    access_door,
    access_game,
    access_gathering,
    can_host,
    can_manage,
    is_its_referee,
)
from apps.games.problems import Refusal, refusal_on
from apps.games.queries import lists
from apps.games.referee.console import has_private_tables
from apps.games.services.lobby import gathering as services
from apps.games.services.lobby import queues
from apps.games.services.lobby.membership import require_map_open
from apps.site.forms import told_errors
from apps.site.limits import ONE_SCREEN_KEPT, SANDBOX_KEPT, TABLES_A_PAGE, TRAINING_KEPT
from apps.site.numbers import whole_number
from apps.site.requests import Request
from engines.core.contract import BadOptions, Rules
from engines.core.registry import UnknownGame, rules_of

LISTS = {
    "gathering": "attente",
    "running": "cours",
    "finished": "finies",
}  # of the lobby, each with its own page number


@login_required
@never_cache
@require_safe
def mine(request: SignedInRequest) -> HttpResponse:
    """What waits for me first, then my games by state."""
    context = {**lists.my_games(request.user), "has_console": has_private_tables(request.user)}
    days = {"training": TRAINING_KEPT.days, "sandbox": SANDBOX_KEPT.days, "one_screen": ONE_SCREEN_KEPT.days}
    return render(request, "games/mine.html", {**context, "kept_days": days})


@require_safe
def lobby(request: Request) -> HttpResponse:
    """All the tables, or those of one game (`?jeu=gloire`)."""
    slug = request.GET.get("jeu", "")
    chosen = access_rules(slug) if slug else None
    shown = lists.lobby(request.user, slug)
    pages = {
        name: Paginator(shown[name], TABLES_A_PAGE).get_page(request.GET.get(key))
        for name, key in LISTS.items()
    }
    return render(request, "games/lobby.html", {**shown, **pages, "chosen": chosen})


@require_safe
def choose(request: Request) -> HttpResponse:
    return render(request, "games/choose.html", {"titles": lists.titles()})


@login_required
def create(request: SignedInRequest, slug: str) -> HttpResponse:
    rules = access_rules(slug)
    form = NewGameForm(rules, request.user, request.POST or None, asked=request.GET)
    if request.method == "POST" and form.is_valid():
        with refusal_on(form):
            require_map_open(request.user, form.options)
            seat = form.cleaned_data["lord_name"] if form.sits_down else ""
            game = services.open_table(
                request.user,
                form.new_game(),
                seat,
                lambda game: form.extra.after_creation(game, request.user, form.cleaned_data),
            )
            return redirect("games:gathering", code=game.code)
    return render(request, "games/create.html", {"form": form, "rules": rules})


@login_required
def training(request: SignedInRequest, slug: str) -> HttpResponse:
    """One click on the lobby's button starts with the usual options; the page offers the others."""
    rules = access_rules(slug)
    form = TrainingForm(
        rules, request.POST if "seats" in request.POST else None, player=request.user, asked=request.GET
    )
    refusal = ""
    if request.method == "POST" and ("seats" not in request.POST or form.is_valid()):
        try:
            return redirect(_start_training(request, rules, form))
        except (Refusal, BadOptions) as refused:
            refusal = str(refused)
    context = {"form": form, "rules": rules, "refusal": refusal, "kept_days": TRAINING_KEPT.days}
    return render(request, "games/training.html", context, status=422 if refusal else 200)


def _start_training(request: SignedInRequest, rules: Rules, form: TrainingForm) -> Game:
    if not form.is_bound:
        return services.start_training(request.user, rules.meta.slug, {}, services.usual_seats(rules, {}))
    seats, bot = form.cleaned_data["seats"], form.cleaned_data.get("bot", "")
    return services.start_training(request.user, rules.meta.slug, form.options, seats, bot=bot)


@login_required
def hotseat(request: SignedInRequest, slug: str) -> HttpResponse:
    rules = access_rules(slug)
    form = HotseatForm(rules, request.POST or None, player=request.user, asked=request.GET)
    if request.method == "POST" and form.is_valid():
        with refusal_on(form):
            data = form.cleaned_data
            names, seats, bot = data["name_list"], data["seats"], data.get("bot", "")
            return redirect(services.start_hotseat(request.user, slug, form.options, names, seats, bot=bot))
    return render(request, "games/hotseat.html", {"form": form, "rules": rules})


def queue(request: SignedInRequest, slug: str, variant: str) -> HttpResponse:
    """One waiting list: who waits, how many are needed, why nothing started yet; enter, confirm, leave."""
    rules = access_rules(slug)
    shown = lists.queue(rules, variant, request.user)
    if shown is None:
        raise Http404
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    verb = request.POST.get("verb", "enter") if request.method == "POST" else ""
    form = QueueForm(
        request.POST if verb == "enter" else None, initial={"lord_name": request.user.get_username()}
    )
    refusal = _queue_act(request, slug, variant, form, shown["entry"]) if verb else None
    if verb and refusal is None and not form.errors:
        return redirect("games:queue", slug=slug, variant=variant)
    return render(request, "games/queue.html", {"form": form, "rules": rules, "refusal": refusal, **shown})


def _queue_act(request: SignedInRequest, slug: str, variant: str, form: QueueForm, entry: Any) -> str | None:
    """None when it was done, or when the form itself says what is wrong; otherwise what is."""
    verb = request.POST.get("verb", "enter")
    try:
        if verb == "confirm" and entry:
            queues.confirm(request.user, entry)
        elif verb == "leave" and entry:
            queues.leave_queue(request.user, entry)
        elif verb == "enter" and form.is_valid():
            queues.enter_queue(request.user, slug, variant, form.cleaned_data["lord_name"])
    except Refusal as refusal:
        return refusal.text
    return None


@never_cache
@require_safe
def gathering(request: Request, code: str) -> HttpResponse:
    try:
        return _gathering_page(request, access_game(request.user, code))
    except Http404:
        if request.htmx:  # somebody was put out of a private room: his page is another one now
            return HttpResponseClientRefresh()
        # What a stranger sees of a private table: that it asks for a password.
        game, form = access_door(request.user, code), JoinForm(initial={"name": request.user.username})
        return render(request, "games/door.html", {"code": game.code, "form": form})


@never_cache
@require_safe
def by_invitation(request: Request, code: str, invitation: str) -> HttpResponse:
    return _gathering_page(request, access_gathering(code, invitation), invitation)


def _gathering_page(request: Request, game: Game, invitation: str = "") -> HttpResponse:
    if game.status != Game.Status.GATHERING:
        if request.htmx:  # the game has begun before the eyes of whoever waited for it
            return HttpResponseClientRefresh()
        return _substitute_page(request, game, invitation) if invitation else redirect(game)
    seats = list(game.seats.select_related("user"))
    mine = next(
        (seat for seat in seats if request.user.is_authenticated and seat.user_id == request.user.pk), None
    )
    context = {
        "game": game,
        "seats": seats,
        "mine": mine,
        "missing": game.seats_wanted - len(seats),
        "invitation": invitation,
        "form": JoinForm(initial={"name": request.user.get_username()}),
        "hosts": can_host(request.user, game),
        "may_close": game.creator_id == request.user.pk and not any(seat.user_id for seat in seats),
        "referees": is_its_referee(request.user, game),
        "manages": can_manage(request.user, game),
        "bots": [(level, gettext(game.rules.bot_levels[level])) for level in game.rules.bots],
        "option_rows": lists.option_rows(game),
    }
    return render(request, "games/gathering.html", context)


def _substitute_page(request: Request, game: Game, invitation: str) -> HttpResponse:
    """Whoever holds the link of a running game sees its free seats and nothing else of it."""
    if request.user.is_authenticated and game.seats.filter(user=request.user).exists():
        return redirect(game)
    seats = game.seats.wanting_substitute().order_by("number")
    return render(request, "games/substitute.html", {"game": game, "seats": seats, "invitation": invitation})


@require_POST
@login_required
def act(request: SignedInRequest, code: str, verb: str) -> HttpResponse:
    """What one may do before the start: join, leave, put out, add or remove a bot, begin."""
    invitation = request.POST.get("invitation", "")
    if verb not in ACTS:
        raise Http404
    game = _access_to(request, code, verb, invitation)
    try:
        ACTS[verb](request, game)
    except (Refusal, BadOptions) as refusal:
        messages.error(request, str(refusal))
        if invitation and not game.seats.filter(user=request.user).exists():
            return redirect("games:invitation", code=code, invitation=invitation)
    if verb == "quitter" and not _still_there(request.user, game):
        return redirect("games:lobby")
    return redirect("games:gathering", code=code)


def _still_there(user: Person, game: Game) -> bool:
    """Whether the table is open, and its door not shut again behind whoever left."""
    tables = Game.objects.visible_to(user).exclude(status=Game.Status.CANCELLED)
    return tables.filter(pk=game.pk).exists() or bool(game.password)


def _access_to(request: Request, code: str, verb: str, invitation: str) -> Game:
    """The game as its link, its players or, to sit down, its password let one in."""
    if invitation:
        return access_gathering(code, invitation)
    try:
        return access_game(request.user, code)
    except Http404:
        if verb != "rejoindre":
            raise
        return access_door(request.user, code)


def _join(request: SignedInRequest, game: Game) -> None:
    form = JoinForm(request.POST)
    if not form.is_valid():
        raise Refusal(told_errors(form))
    data = form.cleaned_data
    require_map_open(request.user, game.options)
    services.join_game(
        game,
        request.user,
        data["name"],
        password=data["password"],
        invitation=request.POST.get("invitation", ""),
        arms=request.user.arms,
    )


def _require_host(request: Request, game: Game) -> None:
    if not can_host(request.user, game):
        raise Http404


def _add_bot(request: Request, game: Game) -> None:
    _require_host(request, game)
    services.add_bot(game, request.POST.get("level", ""))


def _fill(request: Request, game: Game) -> None:
    _require_host(request, game)
    services.fill_with_bots(game)


def _kick(request: SignedInRequest, game: Game) -> None:
    """By the seat itself: its number is another's as soon as somebody before it has left."""
    wanted = whole_number(request.POST.get("seat"))
    seat = game.seats.filter(pk=wanted).first() if wanted is not None else None
    if seat is None:
        raise Refusal(gettext("Ce siège est déjà libre."))
    services.kick_player(game, request.user, seat)


ACTS: dict[str, Callable[[SignedInRequest, Game], Any]] = {
    "rejoindre": _join,
    "quitter": lambda request, game: services.leave_game(game, request.user),
    "ecarter": _kick,
    "automate": _add_bot,
    "completer": _fill,
    "ouvrir": lambda request, game: services.begin(game, request.user),
}


def access_rules(slug: str) -> Rules:
    try:
        return rules_of(slug)
    except UnknownGame:
        raise Http404 from None
