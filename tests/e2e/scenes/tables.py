"""Tables with their players seated, some already begun, one with its cards laid out; and what became of
them."""

from apps.demo.loading import bot_action
from apps.games.engine.positions import position_before
from apps.games.models import Game, Step
from apps.games.referee import course
from apps.games.services.lobby import gathering, starting
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from tests.apps.tables.theopolis.laid import asking_hand, lay
from tests.e2e.scenes.people import person


def between(players, slug, name, pace=None, seed=1) -> str:
    """A game open from its first move, with the cards and dice of this number; it waits two days for each
    answer, unless another pace is given."""
    people = [person(player) for player in players]
    pace = Pace(**(pace or {"kind": "hours", "every": 48}))
    new = gathering.new_game(slug, name, {}, len(people), pace=pace, early=False)
    return _begun(
        gathering.create_game(people[0], new), [(player, player.username) for player in people], seed
    )


def among_bots(player, name) -> str:
    """A court of six where five are automatons."""
    lord = person(player)
    game = gathering.create_game(lord, gathering.new_game("gloire", name, {"map": "scandinavie"}, 6))
    gathering.join_game(game, lord, player)
    gathering.fill_with_bots(game)
    return gathering.begin(game, lord).code


def dealt(player, slug, names, seed) -> str:
    """One screen with the cards and dice of this number."""
    owner = person(player)
    new = gathering.new_game(
        slug, "Un écran donné", {}, len(names), kind=Game.Kind.HOTSEAT, pace=Pace(kind="at_once")
    )
    return _begun(gathering.create_game(owner, new), [(owner, name) for name in names], seed)


def _begun(game, players, seed) -> str:
    """What the cards and dice decide is the same in every run."""
    game.seed = seed.to_bytes(32, "big")
    game.save(update_fields=["seed"])
    for player, name in players:
        gathering.join_game(game, player, name)
    return starting.start_game(game).code


def laid(player, hand) -> str:
    """One screen of Theopolis, Anna's turn: the discard holds Guerre and Prêtre, her hand these cards."""
    game = gathering.start_hotseat(person(player), "theopolis", {}, ["Anna", "Basile"])
    return lay(game, asking_hand(*hand)).code


def count(game) -> dict:
    """Moves, the orders that led to them, and the number of the step that is awaited."""
    played = Game.objects.get(code=game)
    done = played.steps.resolved().exclude(n=0)
    orders = sum(step.submissions.count() for step in done)
    return {"steps": done.count(), "orders": orders, "pending": played.steps.pending().get().n}


def first_throw(game) -> int:
    """The step at which a die was thrown for the first time."""
    steps = Game.objects.get(code=game).steps.resolved().order_by("n")
    return next(step.n for step in steps if any(event.kind == "die" for event in step.all_events()))


def postpone(game, why) -> str:
    """By whoever opened the table; the new deadline as a page writes it."""
    played = Game.objects.get(code=game)
    course.postpone(played, played.creator, why)
    return played.steps.pending().get().due_at.isoformat(timespec="seconds")


def play_to_turn(game, turn) -> None:
    """The players choose as their bots would until that turn begins."""
    played = Game.objects.get(code=game)
    while position_before(step := Step.objects.select_related("game").pending().get(game=played)).turn < turn:
        seat = played.seats.get(number=step.asked[0])
        submit(seat, step.n, bot_action(step, seat), seat.user, f"key {step.n}")


def play_out(game) -> str:
    """Everybody answers as an absent player would, to the end; how the game then stands."""
    played = Game.objects.get(code=game)
    while (step := Step.objects.pending().filter(game=played).select_related("game").first()) is not None:
        seat = played.seats.get(number=step.asked[0])
        action = played.rules.default(position_before(step), seat.number, "absent")
        submit(seat, step.n, action, seat.user, f"key {step.n}")
    played.refresh_from_db()
    return played.status
