"""What one person sees of one game now: built from `view(state, seat)` and events addressed to that seat,
nothing else."""

import json
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from django.utils.functional import cached_property
from django.utils.translation import gettext

from apps.accounts.models import Person
from apps.games.models import (
    Draft,
    Game,
    Readiness,
    RefereeAct,
    Report,
    Seat,
    Step,
    Steward,
    Submission,
    Vote,
)
from apps.games.permissions import can_watch, seats_open_to
from apps.games.queries.decisions import is_own, readable_submissions
from apps.games.services.steps.restoring import undoable_step
from apps.games.table import count_words, presentation, screen
from apps.games.table.eyes import Eyes
from engines.core.contract import Event, Menu
from engines.core.texts import render


@dataclass
class Sight(Eyes):
    """One person's look at one position of a game."""

    game: Game
    user: Person
    seats: list[Seat]
    me: Seat | None  # the seat whose eyes are used
    shown_step: Step  # the step after which the position stands
    pending: Step | None  # what is being decided, if the shown position is the present one
    draft: Any = None  # a half-made choice
    refusal: str = ""
    key: str = field(default_factory=lambda: uuid.uuid4().hex)  # idempotency key of the next form

    @property
    def number(self) -> int | None:
        return self.me.number if self.me else None

    @property
    def own_number(self) -> int:
        """The number of this person's seat, where only somebody who has one comes."""
        assert self.me is not None
        return self.me.number

    @property
    def again(self) -> str:
        """The query of a look that shows the same once more: these eyes, and the choice that is half made at
        this step. At one screen for several it is the screen that knows whose eyes it has."""
        asked: dict[str, Any] = {}
        if self.me is not None and self.game.kind != Game.Kind.HOTSEAT:
            asked["siege"] = self.number
        if self.draft is not None:
            asked |= {"brouillon": json.dumps(self.draft), "pas": self.shown_step.n}
        return f"?{urlencode(asked)}" if asked else ""

    @property
    def reveals_all(self) -> bool:
        return self.game.status == Game.Status.FINISHED

    @cached_property
    def curtain(self) -> screen.Curtain | None:
        """At one screen for several, while nobody is there: who is to take it."""
        if self.me is not None or not self.is_present or not screen.is_shared(self.game):
            return None
        curtain = screen.curtain_of(self.game, self.user)
        return curtain if curtain.people else None

    @property
    def holds_screen(self) -> bool:
        """One screen goes round, and this seat has it: all that is seen is this seat's alone."""
        return self.me is not None and screen.is_shared(self.game)

    @property
    def is_present(self) -> bool:
        return self.pending is not None

    @property
    def is_asked(self) -> bool:
        """This seat must decide now."""
        step = self.pending
        return bool(
            step
            and self.me
            and self.number in step.asked
            and step.status == Step.Status.OPEN
            and self.game.status == Game.Status.RUNNING
        )

    @cached_property
    def menu(self) -> Menu | None:
        if not self.is_asked or self.number is None:
            return None
        if self.draft is not None:
            return self.game.rules.menu(self.state, self.number, self.draft)
        return self.kept_values.take("menu", lambda: self.game.rules.menu(self.state, self.own_number))

    @cached_property
    def prompt(self) -> str:
        """The one line that says what is expected."""
        if self.menu is not None:
            return render(self.menu.prompt, gettext)
        if self.pending is None:
            return ""
        ask = self.game.rules.asks(self.state)
        return render(ask.what, gettext) if ask else ""

    @cached_property
    def awaited_seats(self) -> list[Seat]:
        """Who must still decide, where that is public."""
        if self.pending is None:
            return []
        return [seat for seat in self.seats if seat.number in self.pending.asked]

    @cached_property
    def sealing(self) -> list[Seat]:
        """The people whose orders are awaited: automata seal nothing before the deadline. A live table waits
        for an empty chair as well."""
        return [
            seat for seat in self.awaited_seats if seat.is_human or (self.game.is_live and seat.may_answer)
        ]

    @cached_property
    def answered_seats(self) -> set[int]:
        """Who has answered a secret question: sealed, and at a live table not taken back."""
        return self.sealed_seats & self.ready_seats if self.game.is_live else self.sealed_seats

    @property
    def has_answered(self) -> bool:
        """This seat has sealed its answer, and may still change it."""
        return self.is_asked and self.number in self.answered_seats

    @property
    def silent_names(self) -> list[str]:
        """Whom the table waits for: where orders are secret, those who have not answered."""
        if self.pending is None or self.pending.mode != "sealed":
            return [seat.name for seat in self.awaited_seats]
        return [seat.name for seat in self.sealing if seat.number not in self.answered_seats]

    @property
    def names_the_silent(self) -> bool:
        """Whose turn it is at an open table everybody sees."""
        if self.pending is None or self.pending.mode != "sealed":
            return True
        return self.game.names_the_silent(len(self.sealing), has_answered=self.has_answered)

    @property
    def awaited_words(self) -> str:
        return (
            count_words.awaited_words(self.silent_names, named=self.names_the_silent)
            if self.silent_names
            else ""
        )

    @property
    def sealed_words(self) -> str:
        """The state of the table to whoever has sealed."""
        return count_words.sealed_words(
            self.silent_names, among=len(self.sealing), named=self.names_the_silent
        )

    @property
    def offers_lamp(self) -> bool:
        """Whether one says by a button that one is ready, or no longer: once one has sealed, so that nothing
        half-made is taken for an answer."""
        if self.pending is None or not self.is_asked or self.game.is_solo or self.pending.mode != "sealed":
            return False
        return self.number in self.sealed_seats and (self.game.is_live or self.game.early)

    @cached_property
    def may_undo(self) -> bool:
        return bool(self.pending and self.me and undoable_step(self.pending, self.me))

    @cached_property
    def sealed_seats(self) -> set[int]:
        """Whose orders are sealed for the pending step: the fact, never the content."""
        if self.pending is None:
            return set()
        return {seat.number for seat in self.seats if getattr(seat, "has_sealed", False)}

    @cached_property
    def ready_seats(self) -> set[int]:
        return set(Readiness.objects.filter(step=self.pending).values_list("seat__number", flat=True))

    @cached_property
    def my_submissions(self) -> list[Submission]:
        if self.pending is None or self.me is None:
            return []
        if self.pending.mode == "sealed" and self.number not in self.sealed_seats:
            return []
        return readable_submissions(self.pending, self.me)

    @property
    def my_draft(self) -> Draft | None:
        if self._draft is None or self.me is None:
            return None
        return self._draft if is_own(self._draft, self.me) else None

    @cached_property
    def _draft(self) -> Draft | None:
        """Whoever wrote it: `my_draft` is the one to show."""
        if self.pending is None or self.me is None:
            return None
        return Draft.objects.filter(step=self.pending, seat=self.me).first()

    @cached_property
    def version(self) -> str:
        """How far this seat's decision has come at this step: how often it sealed, and the number of its
        draft (each saving is a new row). Both only grow, whoever holds the seat: a page tells by them which
        of two answers is the older."""
        if self.pending is None or self.me is None or self.pending.mode != "sealed":
            return "0.0"
        return f"{self._revision}.{self._draft.pk if self._draft is not None else 0}"

    @property
    def _revision(self) -> int:
        if self.my_submissions:
            return self.my_submissions[0].revision
        if not self.sealed_by_another:
            return 0
        return Submission.objects.filter(step=self.pending, seat=self.me).count()

    @property
    def sealed_by_another(self) -> bool:
        """What counts now was sealed by an earlier holder of this seat, and is not shown."""
        return self.number in self.sealed_seats and not self.my_submissions

    @property
    def drafted_by_another(self) -> bool:
        """Nothing is sealed, and an earlier holder left a draft, which is not shown."""
        return self.number not in self.sealed_seats and self._draft is not None and self.my_draft is None

    @cached_property
    def pause_reason(self) -> str:
        """Why the game stands still, as whoever suspended it said."""
        last = self.game.referee_acts.filter(kind=RefereeAct.Kind.PAUSE, public=True).first()
        return last.reason if last is not None else ""

    @cached_property
    def stewards(self) -> dict[int, Steward]:
        """Who serves as steward of which seat now; the table may know."""
        if self.pending is None:
            return {}
        rows = (
            Steward.objects.serving(self.pending.n)
            .filter(seat__game=self.game)
            .select_related("user", "seat")
        )
        stewards = {steward.seat.number: steward for steward in rows}
        for steward in stewards.values():
            steward.turns = steward.turns_left(self.pending.n)
        return stewards

    def events_of(self, step: Step) -> list[Event]:
        """What these eyes saw of a step; after the end, everything."""
        if self.reveals_all:
            return step.all_events()
        return step.events_for(self.number)

    def answered_for_somebody(self, step: Step) -> bool:
        """Somebody was away and the rules answered. What an automaton decides is its own move."""
        return any(not seat.bot for seat in self.seats if seat.number in step.automatic)

    def sentences_of(self, step: Step) -> list[str]:
        told = (self.game.rules.narrate(event, self.engine_view) for event in self.events_of(step))
        return [render(text, gettext) for text in told if text is not None]

    @cached_property
    def board(self) -> Any:
        """What the game's own template needs besides this."""
        return presentation.of(self.game.slug).board(self)


def look(
    game: Game,
    user: Person,
    *,
    n: int | None = None,
    seat: int | None = None,
    draft: Any = None,
    drafted_at: int | None = None,
) -> Sight | None:
    """This person's look at the game, now or after step `n`. None for someone who may not watch.

    A choice that was begun after step `drafted_at` is forgotten after any other.
    """
    present, newest = _present(game)
    seats = game.table = list(_seats(game, present, newest))
    own = seats_open_to(user, game, seat, present, seats)
    if not own and not can_watch(user, game):
        return None
    me = _seat_numbered(own, seat) or (own[0] if own else None)
    last = _last_visible(game, me, newest)
    if last is None:
        return None
    shown = last if n is None or n >= last.n else game.steps.resolved().get(n=n)
    pending = present if present is not None and shown.n == last.n == present.n - 1 else None
    if game.status == Game.Status.FINISHED:  # nothing is hidden any more: any eyes will do
        me = _seat_numbered(seats, seat) or me
    if drafted_at not in (None, shown.n):
        draft = None
    sight = Sight(game=game, user=user, seats=seats, me=me, shown_step=shown, pending=pending, draft=draft)
    return sight if draft is None or _sensible(sight) else replace(sight, draft=None)


def _seat_numbered(seats: Iterable[Seat], number: int | None) -> Seat | None:
    return next((seat for seat in seats if seat.number == number), None)


def access_sight(game: Game, user: Person, **wanted: Any) -> Sight:
    """The `look` of somebody who may watch, or 404."""
    sight = look(game, user, **wanted)
    if sight is None:
        raise Http404
    return sight


def _seats(game: Game, present: Step | None, newest: Step | None) -> QuerySet[Seat]:
    """In their order. Where orders are sealed, each knows whether it has sealed any, and whether its last
    report is unread."""
    seats = game.seats.order_by("number")
    if present is None or present.mode != "sealed":
        return seats
    return seats.annotate(
        has_sealed=Exists(Submission.objects.filter(step=present, seat=OuterRef("pk"))),
        report_waits=Exists(Report.objects.filter(step=newest, seat=OuterRef("pk"), read_at=None)),
    )


def _sensible(sight: Sight) -> bool:
    """A draft comes from the address bar: one that the rules cannot continue is no draft."""
    try:
        return sight.menu is not None
    except Exception:  # whatever the engine made of nonsense
        return False


def _last_visible(game: Game, me: Seat | None, newest: Step | None) -> Step | None:
    """Spectators of a delayed game stay some steps behind until its end."""
    if newest is None or me is not None or game.is_over or game.spectators != Game.Spectators.DELAYED:
        return newest
    return (
        game.steps.resolved()
        .light()
        .filter(n__lte=max(0, newest.n - game.spectator_delay))
        .order_by("-n")
        .first()
    )


def _present(game: Game) -> tuple[Step | None, Step | None]:
    """What is being decided, and the last resolved step: the two newest. Their heavy columns come when asked
    for."""
    newest = game.steps.light().order_by("-n")
    if not game.is_solo:
        newest = newest.annotate(has_votes=Exists(Vote.objects.filter(step=OuterRef("pk"))))
    steps = list(newest[:2])
    pending = steps.pop(0) if steps and steps[0].status != Step.Status.RESOLVED else None
    return pending, steps[0] if steps else None
