"""Proof after the fact: export a game, compute it again, compare every hash; and the invariants of the whole
world."""

from collections.abc import Iterator

import msgspec
from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q
from django.utils import timezone

from apps.courier.models import Mail
from apps.courier.services.forgetting import KEPT
from apps.games.engine.positions import state_of
from apps.games.models import Game, Report, Seat, SeatHolder, Step, Submission
from apps.games.queries.lists import overdue_steps
from apps.games.records.receipts import receipt_of
from engines.core import codec
from engines.core.contract import as_entered
from engines.core.verify import ExportedGame, Flaw, StoredStep, verify


def export_game(game: Game) -> ExportedGame:
    """Everything the stand-alone verifier needs. Contains the seed: only for finished games, or for the
    server itself."""
    steps = game.steps.resolved().defer("state", "events").order_by("n")
    return ExportedGame(
        game=game.slug,
        version=game.rules_version,
        seats=SeatHolder.objects.opening_names(game),
        options=game.options,
        seed=bytes(game.seed).hex(),
        commitment=game.commitment,
        steps=[_stored_step(step) for step in steps],
    )


def _stored_step(step: Step) -> StoredStep:
    back = step.base if step.kind in (Step.Kind.UNDO, Step.Kind.ROLLBACK) else None
    moves = {str(seat): action for seat, action in step.all_moves().items()}
    return StoredStep(
        n=step.n, moves=moves, hash=step.state_hash, chain=step.chain, draws=step.all_draws(), back_to=back
    )


def replay(game: Game) -> list[Flaw]:
    """Compute every step again from the seed; nothing when the record is sound. A sandbox has no beginning of
    its own."""
    if game.kind == Game.Kind.SANDBOX:  # also when the game it was made from is forgotten
        return []
    return verify(msgspec.convert(codec.builtins(export_game(game)), ExportedGame))


def find_world_faults() -> Iterator[str]:
    """The invariants of trust.md, each checked in SQL or by replay. Nothing means that the world is sound."""
    yield from _holes_and_doubles()
    yield from _wrong_receipts()
    yield from _missing_reports()
    for game in Game.objects.filter(steps__n=0).order_by("pk"):
        damaged = list(_damages(game))
        yield from damaged or _contradictions(game)
    for step in overdue_steps().select_related("game"):
        yield f"game {step.game.code}: step {step.n} is overdue since {step.due_at:%Y-%m-%d %H:%M:%S} UTC"


def _contradictions(game: Game) -> Iterator[str]:
    yield from (f"game {game.code}: {flaw}" for flaw in replay(game))
    yield from _unsealed_orders(game)


def _damages(game: Game) -> Iterator[str]:
    """Every stored byte read back: a state against its hash, the rest against its checksum. One row at a
    time, so that a damaged one does not hide the others."""
    for pk, n in game.steps.resolved().order_by("n").values_list("pk", "n"):
        try:
            step = Step.objects.get(pk=pk)
            state_of(game, step)
            step.all_moves(), step.all_draws(), step.all_events()
        except Exception as fault:  # whatever reading nonsense leads to
            yield f"game {game.code}: step {n} is damaged ({fault})"


def _holes_and_doubles() -> Iterator[str]:
    """One result a step, and no missing number."""
    rows = Step.objects.values("game__code").annotate(steps=Count("pk"), last=Max("n"), first=Min("n"))
    for row in rows.filter(~Q(steps=F("last") + 1) | ~Q(first=0)):
        yield f"game {row['game__code']}: {row['steps']} steps numbered up to {row['last']}"
    for step in Step.objects.resolved().filter(Q(state=None) | Q(chain="")).only("game_id", "n"):
        yield f"game id {step.game_id}: step {step.n} is resolved without a result"


def _wrong_receipts() -> Iterator[str]:
    for pk in Submission.objects.order_by("pk").values_list("pk", flat=True):
        try:
            submission = Submission.objects.get(pk=pk)
            sound = receipt_of(submission.salt, submission.decision()) == submission.receipt
        except Exception:  # whatever reading nonsense leads to
            sound = False
        if not sound:
            yield f"submission {pk} does not match its receipt"


def _missing_reports() -> Iterator[str]:
    """Where a step has reports, every seat that somebody held then has exactly one mail row: the mail's key
    names the report. Who holds the seat today does not matter.

    A holder who lost his seat with that step is not asked after: he was not always written to. Mail is kept
    for a time only, and a chair that was left for good keeps its last holder. Only tables by correspondence
    owe a mail: `mail.notices.post_about` spares those who play alone, or sit before a live table.
    """
    holders = SeatHolder.objects.at_the_end_of(OuterRef("step__n")).filter(seat=OuterRef("seat"))
    held = Exists(holders.filter(user__email__gt=""))
    owed = Report.objects.filter(step__game__in=Game.objects.by_correspondence())
    reports = owed.filter(held, created_at__gt=timezone.now() - KEPT)
    reports = reports.exclude(seat__state=Seat.State.GONE).order_by("pk")
    known = set(Mail.objects.filter(key__startswith="report:").values_list("key", flat=True))
    for pk, step, seat in reports.values_list("pk", "step_id", "seat_id").iterator():
        if f"report:{step}:{seat}" not in known:
            yield f"report {pk} has no mail"


def _unsealed_orders(game: Game) -> Iterator[str]:
    """The last acknowledged order of every seat is the one that was resolved."""
    last: dict[tuple[int, int], Submission] = {}
    resolved = Submission.objects.filter(step__game=game, step__status="resolved", step__kind="move")
    for submission in (
        resolved.select_related("step", "seat").defer("step__state", "step__events").order_by("revision")
    ):
        last[submission.step_id, submission.seat.number] = submission
    for (_step, seat), submission in last.items():
        resolved_as = submission.step.all_moves().get(seat)
        if resolved_as is None or as_entered(game.rules, resolved_as) != submission.decision():
            yield (
                f"game {game.code}: step {submission.step.n}, seat {seat}: an acknowledged order was "
                "not resolved"
            )
