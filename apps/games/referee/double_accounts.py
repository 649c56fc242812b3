"""Weak signals that two accounts of a game may be one person: same browser or network, decisions at the same
moments, absences together. For referees' information only: a family shares all of these. Nothing is
concluded, nothing looks back more than twelve months."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.accounts.models import User
from apps.accounts.queries import shared_traces
from apps.games.models import Absence, Game, SeatHolder, Submission

LOOKED_BACK = timedelta(days=365)
SAME_MOMENT = timedelta(minutes=5)
RUSH = timedelta(hours=1)  # before a deadline everybody decides at the same moment
FEWEST_MOMENTS = 3
FEWEST_MISSES = 2
SAME_DAY = timedelta(days=1)

Pair = frozenset[int]  # two account ids


class Signal(NamedTuple):
    names: tuple[str, ...]
    words: str


def signals(game: Game, now: datetime | None = None) -> list[Signal]:
    """Everything that links players of this game, the strongest kinds first."""
    since = (now or timezone.now()) - LOOKED_BACK
    people = {seat.user.pk: seat.user for seat in game.seats.select_related("user") if seat.user is not None}
    return [
        *_places(people.values()),
        *_moments(game, people, since),
        *_misses(game, people, since),
        *_same_absences(people, since),
    ]


def _places(people: Iterable[User]) -> Iterator[Signal]:
    for trace in shared_traces(people):
        words = _("même navigateur") if trace.kind == "browser" else _("même réseau")
        yield Signal(tuple(user.username for user in trace.users), words)


def _moments(game: Game, people: dict[int, Any], since: datetime) -> Iterator[Signal]:
    """Decisions within five minutes of each other, again and again. At a live table everybody is there: it
    says nothing."""
    if game.pace.kind == "live":
        return
    decided = Submission.objects.filter(
        step__game=game, author__in=people, from_draft=False, created_at__gte=since
    )
    rows = decided.order_by("created_at").values_list("created_at", "author", "step", "step__due_at")
    calm = [row[:3] for row in rows if row[3] is None or row[3] - row[0] > RUSH]
    answered = {author: {step for _at, who, step in calm if who == author} for author in people}
    for pair, steps in _steps_decided_together(calm).items():
        of = min(len(answered[user]) for user in pair)
        if len(steps) >= FEWEST_MOMENTS and 2 * len(steps) >= of:
            words = _("décisions à moins de cinq minutes l’une de l’autre, %(n)d fois sur %(of)d")
            yield Signal(_names(people, pair), words % {"n": len(steps), "of": max(of, len(steps))})


def _steps_decided_together(decisions: list[tuple[datetime, int, int]]) -> dict[Pair, set[int]]:
    """For each two people the steps that both decided within a moment, from (when, who, step) in order of
    time."""
    together: dict[Pair, set[int]] = defaultdict(set)
    for place, (at, author, step) in enumerate(decisions):
        for later, other, other_step in decisions[place + 1 :]:
            if later - at > SAME_MOMENT:
                break
            if other != author:
                together[frozenset((author, other))].add(max(step, other_step))
    return together


def _misses(game: Game, people: dict[int, Any], since: datetime) -> Iterator[Signal]:
    """Silent at the same steps, and hardly ever alone."""
    missed: Counter[int] = Counter()
    together: Counter[Pair] = Counter()
    for absent in _absent_by_step(game, people, since):
        missed.update(absent)
        together.update(frozenset(pair) for pair in combinations(sorted(absent), 2))
    for pair, n in together.items():
        if n >= FEWEST_MISSES and 2 * n >= max(missed[user] for user in pair):
            words = ngettext("absents au même tour, %(n)d fois", "absents aux mêmes tours, %(n)d fois", n)
            yield Signal(_names(people, pair), words % {"n": n})


def _absent_by_step(game: Game, people: dict[int, Any], since: datetime) -> Iterator[set[int]]:
    """For each resolved step, who of these people held a seat that the default answered for."""
    held = SeatHolder.objects.filter(seat__game=game, user__in=people)
    holders = list(held.values_list("seat__number", "user", "from_step", "to_step"))
    steps = game.steps.resolved().filter(resolved_at__gte=since).exclude(automatic=[])
    for n, automatic in steps.values_list("n", "automatic"):
        yield {
            user
            for number, user, first, last in holders
            if number in automatic and first <= n and (last is None or n <= last)
        }


def _same_absences(people: dict[int, Any], since: datetime) -> Iterator[Signal]:
    """Absences declared for the same days, to a day."""
    rows = Absence.objects.filter(user__in=people, ends_at__gte=since).order_by("starts_at")
    together: Counter[Pair] = Counter()
    for one, other in combinations(rows, 2):
        same = (
            abs(one.starts_at - other.starts_at) <= SAME_DAY and abs(one.ends_at - other.ends_at) <= SAME_DAY
        )
        if same and one.user_id != other.user_id:
            together[frozenset((one.user_id, other.user_id))] += 1
    for pair, n in together.items():
        words = ngettext(
            "absence déclarée aux mêmes dates, %(n)d fois",
            "absences déclarées aux mêmes dates, %(n)d fois",
            n,
        )
        yield Signal(_names(people, pair), words % {"n": n})


def _names(people: dict[int, Any], pair: Pair) -> tuple[str, ...]:
    return tuple(sorted((people[user].username for user in pair), key=str.casefold))
