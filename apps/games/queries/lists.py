"""What pages ask about games. Every list starts from `visible_to`."""

import re
from collections import defaultdict
from collections.abc import Container, Iterable
from datetime import timedelta
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext

from apps.accounts.models import Person, User
from apps.games.live.topics import game_topic, user_topic
from apps.games.models import Game, QueueEntry, Seat, Step, Steward, Submission
from apps.games.table import count_words
from apps.games.timing.clock import database_now
from engines.core.contract import Meta, Rules
from engines.core.registry import GAMES, rules_of

LATE_AFTER = timedelta(seconds=60)
GAME_TOPIC = re.compile(r"game:[0-9a-z]{1,16}")


def overdue_steps() -> QuerySet[Step]:
    """Steps that should have been resolved a minute ago."""
    late = database_now() - LATE_AFTER
    return Step.objects.filter(
        status__in=("open", "sealed"), due_at__lt=late, game__status=Game.Status.RUNNING
    )


def topics_visible_to(user: Person, topics: Iterable[str], public: Container[str] = ()) -> list[str]:
    """Those of the wanted live topics that the person may follow. `public` are codes known to be for
    everyone's eyes."""
    visible = [
        game_topic(code)
        for code in sorted(_codes(topics))
        if code in public or Game.objects.visible_to(user).filter(code=code).exists()
    ]
    if user.is_authenticated and user_topic(user.pk) in topics:
        visible.append(user_topic(user.pk))
    return visible


def public_codes(topics: Iterable[str]) -> set[str]:
    """Of the games among these topics, those for everyone's eyes: one look for a whole crowd of readers."""
    return set(
        Game.objects.public().filter(code__in=_codes(topics)).order_by().values_list("code", flat=True)
    )


def _codes(topics: Iterable[str]) -> set[str]:
    return {topic.removeprefix("game:") for topic in topics if GAME_TOPIC.fullmatch(topic)}


def latest_news(topics: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Where each followed game stands, so that a page that was away knows whether it is stale."""
    # From the newest step downwards: the log of a long game is not read through for its last line.
    newest = Step.objects.resolved().filter(game=OuterRef("pk")).order_by("-n").values("n")[:1]
    games = Game.objects.filter(code__in=_codes(topics)).order_by().annotate(last=Subquery(newest))
    return {
        game_topic(code): {"n": last} for code, last in games.values_list("code", "last") if last is not None
    }


# The lobby
# -----------------------------------------------------------------------------------------------------------
def titles() -> list[Meta]:
    """The games that can be played here, in the order of the registry."""
    return [rules_of(slug).meta for slug in GAMES]


SECTIONS = ("awaiting", "running", "gathering", "finished")


def my_games(user: User) -> dict[str, Any]:
    """Everything the page "Mes parties" shows, in a fixed number of queries."""
    rows = _my_rows(user)
    alone = {row["game"].pk: row for row in rows if row["section"] == "alone"}  # one row, whatever the seats
    in_section = {name: [row for row in rows if row["section"] == name] for name in SECTIONS}
    return {
        **in_section,
        "alone": list(alone.values()),
        "awaiting": sorted(in_section["awaiting"], key=_by_deadline),
        "has_solo_finished": any(row["game"].is_solo for row in in_section["finished"]),
        "queues": list(QueueEntry.objects.in_line().filter(user=user)),
        "stewardships": list(Steward.objects.of(user).at_work().select_related("seat__game")),
    }


def _my_rows(user: User) -> list[dict[str, Any]]:
    """A row for each seat of mine, with its pending step and the section of the page that it belongs to."""
    seats = list(
        Seat.objects.of(user)
        .exclude(game__status=Game.Status.CANCELLED)
        .select_related("game")
        .annotate(ended=Q(game__status=Game.Status.FINISHED))
        .order_by("ended", "-game__created_at", "-pk")[:200]  # what is over never hides what is played
    )
    steps = Step.objects.pending().light().filter(game__in=[seat.game_id for seat in seats])
    pending = {step.game_id: step for step in steps}
    decisions = Submission.objects.filter(step__in=[step.pk for step in pending.values()])
    sealed = set(decisions.values_list("seat_id", flat=True))
    rows = [_my_row(seat, pending.get(seat.game_id), seat.pk in sealed) for seat in seats]
    _tell_whom_they_wait_for([row for row in rows if row["sealed"]], sealed)
    return rows


def _my_row(seat: Seat, step: Step | None, sealed: bool) -> dict[str, Any]:
    running = seat.game.status == Game.Status.RUNNING and seat.state == Seat.State.HELD
    asked = bool(
        running and step and step.status == Step.Status.OPEN and seat.number in step.asked and not sealed
    )
    section = _section(seat.game, asked)
    return {
        "seat": seat,
        "game": seat.game,
        "step": step,
        "section": section,
        "sealed": sealed,
    }


def _section(game: Game, asked: bool) -> str:
    """Where « Mes parties » shows a game."""
    if game.is_solo and not game.is_over:
        return "alone"
    if asked:
        return "awaiting"
    return "running" if game.status == Game.Status.PAUSED else game.status


def _tell_whom_they_wait_for(rows: list[dict[str, Any]], sealed: set[int]) -> None:
    """Where I have sealed: the others, as the table itself names or counts them."""
    tables = defaultdict(list)
    for seat in Seat.objects.filter(game__in=[row["game"].pk for row in rows]).order_by("number"):
        tables[seat.game_id].append(seat)
    for row in rows:
        asked = row["step"].asked
        people = [seat for seat in tables[row["game"].pk] if seat.is_human and seat.number in asked]
        silent = [seat.name for seat in people if seat.pk not in sealed]
        named = row["game"].names_the_silent(len(people), has_answered=True)
        row["words"] = count_words.sealed_words(silent, among=len(people), named=named)


def _by_deadline(row: dict[str, Any]) -> tuple[bool, float]:
    """What is due first comes first; what nothing presses comes last."""
    due = row["step"].due_at
    return due is None, due.timestamp() if due else 0.0


def lobby(user: Person, slug: str = "") -> dict[str, Any]:
    """What the lobby lists, of all games or of one. Each list has an order of its own: one that counts rows
    has none."""
    games = Game.objects.public().annotate(taken=Count("seats")).select_related("creator")
    visible = Game.objects.visible_to(user).under_way()
    if slug:
        games, visible = games.filter(slug=slug), visible.filter(slug=slug)
    missing, full = F("seats_wanted") - F("taken"), Q(taken__gte=F("seats_wanted"))
    return {
        "titles": [title for title in titles() if slug in ("", title.slug)],
        # What starts soonest: where fewest are missing; where nobody is, there is no chair to take.
        "gathering": games.gathering()
        .annotate(missing=missing, full=full)
        .order_by("full", "missing", "-created_at", "-pk"),
        "running": games.under_way().order_by("-started_at", "-pk"),
        "finished": games.finished().order_by("-ended_at", "-pk"),
        "open_seats": open_seats(visible)[:20],
        "queues": [row for row in queue_counters() if slug in ("", row["slug"])],
    }


def open_seats(games: QuerySet[Game]) -> QuerySet[Seat]:
    """Of these games, the chairs that look for somebody: the youngest games first."""
    seats = Seat.objects.wanting_substitute().filter(game__in=games).select_related("game")
    return seats.order_by("-game__started_at", "-game", "number")


def option_rows(game: Game) -> list[tuple[str, str]]:
    """The chosen options in words."""
    rows = []
    for option in game.rules.meta.options:
        value = game.options.get(option.key, option.default)
        words = {chosen: gettext(label) for chosen, label in option.choices}
        if option.kind == "bool":
            words = {True: gettext("oui"), False: gettext("non")}
        brought = game.options.get(value) if isinstance(value, str) else None  # a scenario of the table's own
        if isinstance(brought, dict):
            rows.append((gettext(option.label), str(brought.get("title", value))))
            continue
        rows.append((gettext(option.label), words.get(value, str(value))))
    return rows


# The waiting lists
# -----------------------------------------------------------------------------------------------------
def queue_counters() -> list[dict[str, Any]]:
    """Each list of the old game with how many wait and how many are needed."""
    in_line = QueueEntry.objects.in_line().filter(slug="gloire")
    waiting = dict(in_line.values_list("variant").annotate(n=Count("pk")))
    maps = next(option for option in rules_of("gloire").meta.options if option.key == "map")
    return [
        {
            "slug": "gloire",
            "variant": value,
            "label": gettext(label),
            "waiting": waiting.get(value, 0),
            "needed": maps.seats[value][1],
        }
        for value, label in maps.choices
        if value in maps.seats
    ]


def queue(rules: Rules, variant: str, user: Person) -> dict[str, Any] | None:
    """One waiting list; None when there is no such map."""
    wanted = (rules.meta.slug, variant)
    counter = next((row for row in queue_counters() if (row["slug"], row["variant"]) == wanted), None)
    if counter is None:
        return None
    entries = list(QueueEntry.objects.on_list(*wanted))
    own = next((entry for entry in entries if user.is_authenticated and entry.user_id == user.pk), None)
    return {
        "counter": counter,
        "entries": entries,
        "entry": own,
        "why": next((entry.why for entry in entries if entry.why), ""),
        "confirmed": sum(1 for entry in entries if entry.state == "confirmed"),
        "call": next((entry.answer_by for entry in entries if entry.answer_by), None),
        "playing": _game_begun_from(rules.meta.slug, variant, user),
    }


def _game_begun_from(slug: str, variant: str, user: Person) -> Game | None:
    """The game under way into which this list led the person last."""
    if not user.is_authenticated:
        return None
    seated = QueueEntry.objects.filter(user=user, slug=slug, variant=variant, state=QueueEntry.State.SEATED)
    return (
        Game.objects.under_way()
        .filter(pk__in=seated.values("game"), seats__user=user)
        .order_by("-started_at")
        .first()
    )


# The console
# -----------------------------------------------------------------------------------------------------------
def answered_seats(game: Game) -> set[int]:
    """Numbers of the seats whose orders are sealed for the pending step: the fact only."""
    return set(
        Submission.objects.filter(step__game=game, step__status="open").values_list("seat__number", flat=True)
    )
