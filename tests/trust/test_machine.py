"""T26: a machine of join, order, revise, resolve, crash, undo and rollback; after every act the world is
sound."""

from contextlib import nullcontext

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from apps.games.engine.positions import position_before
from apps.games.models import Game
from apps.games.problems import Refusal, TooLate
from apps.games.referee import course
from apps.games.services.lobby import gathering, starting
from apps.games.services.steps import due
from apps.games.services.steps.restoring import undoable_step
from apps.games.timing.clock import database_now
from apps.orders.services import submit, undo
from tests.deciding import save_draft
from tests.trust import actors
from tests.trust.long import amount

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


class Crash(BaseException):
    """The power went out: nobody's `except Exception` goes on from there."""


class CrashAt:
    def __init__(self, k: int) -> None:
        self.left = k

    def __call__(self, execute, sql, params, many, context):
        self.left -= 1
        if self.left == 0:
            raise Crash
        return execute(sql, params, many, context)


class TableMachine(RuleBasedStateMachine):
    """What was acknowledged is kept beside the database and compared with it."""

    @initialize(players=st.integers(2, 4))
    def gather(self, players):
        self.users = actors.people(5)
        self.game = gathering.create_game(
            self.users[4], gathering.new_game("enchere", "La table", {"purse": "heavy"}, players)
        )
        self.promised = {}  # (step, seat) → the last acknowledged order
        self.keys = 0

    # Before the start
    # ------------------------------------------------------------------------------------------------
    @precondition(lambda self: self.game.status == "gathering")
    @rule(player=st.integers(0, 3))
    def join(self, player):
        try:
            gathering.join_game(self.game, self.users[player], f"Sire {player}")
        except Refusal:
            assert (
                self.game.seats.count() == self.game.seats_wanted
                or self.game.seats.filter(user=self.users[player]).exists()
            )

    @precondition(lambda self: self.game.status == "gathering" and self.game.seats.count() >= 2)
    @rule()
    def begin(self):
        self.game = starting.start_game(self.game)

    # Playing
    # --------------------------------------------------------------------------------------------------------
    def _pending(self):
        return self.game.steps.pending().select_related("game").first()

    def _running(self):
        return self.game.status == "running"

    def _choose(self, step, seat, data):
        """A legal complete action of the menu."""
        state, draft = position_before(step), None
        while True:
            choice = data.draw(st.sampled_from(self.game.rules.menu(state, seat.number, draft).choices))
            if choice.complete:
                return choice.action
            draft = choice.action

    def _is_late(self, step):
        """Absent players of one round share one deadline: whoever is asked after it has passed comes too
        late."""
        return step.due_at is not None and database_now() >= step.due_at

    def _submit(self, step, seat, action):
        self.keys += 1
        receipt = submit(seat, step.n, action, seat.user, f"key number {self.keys}")
        self.promised[step.n, seat.number] = action
        assert submit(seat, step.n, action, seat.user, f"key number {self.keys}") == receipt

    @precondition(_running)
    @rule(data=st.data())
    def order(self, data):
        """Also a revision, when the seat has already sealed something."""
        step = self._pending()
        seat = self.game.seats.select_related("user", "game").get(
            number=data.draw(st.sampled_from(step.asked))
        )
        action = self._choose(step, seat, data)
        if self._is_late(step):
            with pytest.raises(TooLate):
                submit(seat, step.n, action, seat.user, "a late order")
        else:
            self._submit(step, seat, action)

    @precondition(_running)
    @rule(data=st.data())
    def draft(self, data):
        step = self._pending()
        seat = self.game.seats.select_related("user", "game").get(
            number=data.draw(st.sampled_from(step.asked))
        )
        action = self._choose(step, seat, data)
        with pytest.raises(TooLate) if self._is_late(step) else nullcontext():
            save_draft(seat, step.n, action, "", seat.user)

    @precondition(_running)
    @rule(number=st.integers(0, 3), stale=st.integers(0, 3))
    def nonsense(self, number, stale):
        """Wrong seat, wrong step or wrong action: refused, and nothing changes."""
        step, seat = self._pending(), self.game.seats.select_related("game").filter(number=number).first()
        if seat is None:
            return
        before = list(self.game.steps.values_list("n", "status"))
        with pytest.raises(Refusal):
            submit(seat, step.n - stale, {"do": "fly"}, seat.user, "nonsense")
        assert list(self.game.steps.values_list("n", "status")) == before

    @precondition(_running)
    @rule()
    def time_is_up(self):
        step = self._pending()
        actors.make_due(step)
        due.seal_due_steps(database_now())
        due.resolve(step.pk)
        step.refresh_from_db()
        assert step.status == "resolved"

    @precondition(_running)
    @rule(k=st.integers(1, 30), data=st.data())
    def crash(self, k, data):
        """The process dies in the middle of a move or of a resolution; then the same is done again."""
        step = self._pending()
        seat = self.game.seats.select_related("user", "game").get(number=step.asked[0])
        action = self._choose(step, seat, data)
        try:
            with transaction.atomic(), connection.execute_wrapper(CrashAt(k)):
                if step.mode == "sealed":
                    due.seal(step.pk, database_now(), early=True)
                    due._write_resolved(step, *self._computed(step))
                else:
                    submit(seat, step.n, action, seat.user, "crashed key")
        except (Crash, Refusal):
            step.refresh_from_db()
            assert step.status == "open"
        else:
            if step.mode != "sealed":
                self.promised[step.n, seat.number] = action

    def _computed(self, step):
        from apps.games.services.steps import resolution

        step.refresh_from_db()
        table = list(self.game.seats.order_by("number"))
        due._seal_lone_drafts(step, due._decided_for(step, table))
        gathered, automatic, missed = due.gather_without_sealing(step, table)
        return resolution.compute(step, gathered, automatic, table), table, missed

    # Taking back
    # -------------------------------------------------------------------------------------------------------
    @precondition(_running)
    @rule()
    def undo(self):
        step = self._pending()
        for seat in self.game.seats.select_related("game"):
            taken = undoable_step(step, seat)
            if taken is not None:
                undo(seat, step.n, seat.user)
                return

    @precondition(_running)
    @rule(share=st.floats(0, 1))
    def roll_back(self, share):
        step = self._pending()
        if step.n < 2:
            return
        to = int(share * (step.n - 2))
        hash_then = self.game.steps.get(n=to).state_hash
        course.roll_back(self.game, self.users[4], to, "une erreur")
        assert self.game.steps.resolved().order_by("-n").first().state_hash == hash_then

    @precondition(lambda self: self.game.status == "finished")
    @rule(number=st.integers(0, 3))
    def after_the_end(self, number):
        """Nothing may be decided any more."""
        seat = self.game.seats.select_related("user", "game").filter(number=number).first()
        if seat is not None:
            last = self.game.steps.order_by("-n").first().n
            with pytest.raises(Refusal):
                submit(seat, last + 1, {"do": "keep"}, seat.user, "after the end")

    # Always
    # --------------------------------------------------------------------------------------------------------
    @invariant()
    def world_is_sound(self):
        if not hasattr(self, "game"):
            return
        self.game = Game.objects.get(pk=self.game.pk)
        assert actors.faults() == []
        assert self.game.steps.pending().count() == (1 if self.game.status == "running" else 0)

    @invariant()
    def promises_are_kept(self):
        """Every resolved move of the log is the last one acknowledged for its seat, or the rules' own
        answer."""
        if not hasattr(self, "game"):
            return
        for step in self.game.steps.resolved().filter(kind="move").defer("state", "events"):
            for seat, action in step.all_moves().items():
                if (step.n, seat) in self.promised:
                    assert self.promised[step.n, seat] == action
                else:
                    assert (
                        seat in step.automatic
                        or step.submissions.filter(seat__number=seat, from_draft=True).exists()
                    )

    def teardown(self):
        Game.objects.all().delete()


def test_whatever_happens_the_world_stays_sound(reporting):
    few = settings(
        max_examples=amount(6, 150),
        stateful_step_count=amount(14, 50),
        deadline=None,
        derandomize=amount(True, False),
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(TableMachine, settings=few)
