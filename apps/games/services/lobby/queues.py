"""The old game's way to a game: want to play, wait for the number, confirm some days before, start at the
weekend.

One list for each game and map. Everything is automatic and idempotent: the same call twice at the same hour
does nothing more.
"""

from datetime import datetime, timedelta

import structlog
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.mail.notices import post_confirmation_request, post_queue_news
from apps.games.models import Game, QueueEntry
from apps.games.models.queue import maps_of
from apps.games.problems import Refusal
from apps.games.services.lobby.gathering import clean_name, create_game, join_game, new_game, usual_seats
from apps.games.services.lobby.membership import require_map_open
from apps.games.services.lobby.starting import start_game
from apps.games.table.count_words import lords_confirmed
from apps.games.timing.pace import Pace, on_grid_after
from apps.site.numbers import roman
from engines.core.registry import rules_of

log = structlog.get_logger("kalan.games")

State = QueueEntry.State
ASKED_DAYS_BEFORE = 3
REMINDER_BEFORE = timedelta(hours=24)
START_PACE = Pace(kind="weekly", weekday=5, hour=12)  # games start on Saturday at noon
MOST_CALLS = 3  # who answers none of three calls in a row leaves the list


def enter_queue(user: User, slug: str, variant: str, lord_name: str) -> QueueEntry:
    """ "I want to play in the next game", on a map that has a list."""
    require_map_open(user, {"map": variant})
    lord_name = clean_name(lord_name)
    if QueueEntry.objects.on_list(slug, variant).filter(lord_name__iexact=lord_name).exists():
        raise Refusal(
            _("« %(name)s » attend déjà sur cette liste : choisissez un autre nom de seigneur.")
            % {"name": lord_name}
        )
    try:
        with transaction.atomic():
            return QueueEntry.objects.create(user=user, slug=slug, variant=variant, lord_name=lord_name)
    except IntegrityError:
        raise Refusal(_("Vous êtes déjà sur cette liste d’attente.")) from None


def leave_queue(user: User, entry: QueueEntry) -> None:
    QueueEntry.objects.in_line().filter(pk=entry.pk, user=user).update(state=State.LEFT)


def confirm(user: User, entry: QueueEntry) -> None:
    """Yes to the call, before its deadline."""
    rows = QueueEntry.objects.filter(pk=entry.pk, user=user, state=State.ASKED, answer_by__gt=timezone.now())
    if not rows.update(state=State.CONFIRMED, confirmed_at=timezone.now(), times_asked=0):
        raise Refusal(
            _(
                "Cet appel n’attend plus de réponse. Vous restez sur la liste : un nouvel appel vous "
                "sera envoyé."
            )
        )


def run_queues(now: datetime) -> None:
    """Every list that has someone in it, one step further if its time has come. One that fails holds no other
    back."""
    lists = QueueEntry.objects.in_line().order_by("slug", "variant")
    for slug, variant in lists.values_list("slug", "variant").distinct():
        try:
            with transaction.atomic():
                _run_queue(slug, variant, now)
        except Exception as fault:  # an engine's setup may fail in any way
            log.error(
                "waiting list failed", slug=slug, variant=variant, fault=type(fault).__name__, exc_info=fault
            )


def _run_queue(slug: str, variant: str, now: datetime) -> None:
    in_line = QueueEntry.objects.on_list(slug, variant)
    entries = list(in_line.select_for_update(of=("self",)).select_related("user"))
    needed = usual_seats(rules_of(slug), {"map": variant})
    called = [entry for entry in entries if entry.state != State.WAITING]
    if called:
        answer_by = called[0].answer_by
        assert answer_by is not None  # it was told with the call
        if now >= answer_by:
            _conclude(slug, variant, entries, needed, answer_by)
            return
        _remind(called, now)
        _call([entry for entry in entries if entry.state == State.WAITING], now, answer_by)
    elif len(entries) >= needed and _in_calling_window(now):
        _call(entries, now, next_start(now))


def next_start(now: datetime) -> datetime:
    """The weekend instant at which the next game may start."""
    return on_grid_after(START_PACE, now)


def _in_calling_window(now: datetime) -> bool:
    """Calls leave from Wednesday noon, three days before the start, so that nobody is asked for a game a week
    away."""
    return next_start(now) - now <= timedelta(days=ASKED_DAYS_BEFORE)


def _call(entries: list[QueueEntry], now: datetime, answer_by: datetime) -> None:
    """Everyone in line is asked: those beyond the number are the reserve, and so are those who come after the
    call."""
    reminded = now if answer_by - now <= REMINDER_BEFORE else None  # nobody is asked and reminded at once
    for entry in entries:
        entry.state, entry.asked_at, entry.answer_by = State.ASKED, now, answer_by
        entry.reminded_at = reminded
        entry.times_asked += 1
        entry.save(update_fields=["state", "asked_at", "answer_by", "reminded_at", "times_asked"])
        post_confirmation_request(entry, reminder=False)


def _remind(called: list[QueueEntry], now: datetime) -> None:
    for entry in called:
        if (
            entry.state == State.ASKED
            and entry.reminded_at is None
            and entry.answer_by is not None
            and entry.answer_by - now <= REMINDER_BEFORE
        ):
            entry.reminded_at = now
            entry.save(update_fields=["reminded_at"])
            post_confirmation_request(entry, reminder=True)


def _conclude(slug: str, variant: str, entries: list[QueueEntry], needed: int, call: datetime) -> None:
    """The call is over: start if enough confirmed, or say why not and ask again next week."""
    confirmed = [entry for entry in entries if entry.state == State.CONFIRMED]
    if len(confirmed) >= needed:
        seated = confirmed[:needed]
        game = _start(slug, variant, seated)
        for entry in seated:
            entry.state, entry.game, entry.why = State.SEATED, game, ""
            entry.save(update_fields=["state", "game", "why"])
    why = _why_not(len(confirmed), needed)
    for entry in entries:
        if entry.state != State.SEATED:
            _ask_again_later(entry, why, call)


def _why_not(confirmed: int, needed: int) -> str:
    if confirmed >= needed:
        return _("La partie est partie avec les premiers inscrits : vous êtes en tête de la suivante.")
    return lords_confirmed(confirmed, needed)


def _ask_again_later(entry: QueueEntry, why: str, call: datetime) -> None:
    silent = entry.state == State.ASKED and entry.times_asked >= MOST_CALLS
    entry.state = State.LEFT if silent else State.WAITING
    entry.why = _("Trois appels sont restés sans réponse : revenez quand vous voudrez.") if silent else why
    entry.asked_at = entry.answer_by = entry.reminded_at = entry.confirmed_at = None
    entry.save()
    post_queue_news(entry, call)


def _start(slug: str, variant: str, seated: list[QueueEntry]) -> Game:
    number = Game.objects.filter(slug=slug, options__map=variant, kind=Game.Kind.TABLE).count() + 1
    name = f"{maps_of(slug)[variant]} {roman(number)}"
    new = new_game(slug, name, {"map": variant}, len(seated), bots_allowed=False)
    game = create_game(seated[0].user, new)
    taken: set[str] = set()
    for entry in seated:
        join_game(game, entry.user, _free_name(entry.lord_name, taken), arms=entry.user.arms)
    return start_game(game)


def _free_name(name: str, taken: set[str]) -> str:
    """Two who wrote themselves in at the same instant may have chosen one name: the second is numbered, like
    a king."""
    free, number = name, 1
    while free.casefold() in taken:
        number += 1
        free = f"{name[:34]} {roman(number)}"
    taken.add(free.casefold())
    return free
