"""What the pictures of docs/pictures show: each game in its middle, played by its bots until there."""

from apps.demo.loading import bot_action
from apps.games.engine.positions import position_before
from apps.games.models import Game, Step
from apps.games.services.lobby import gathering, starting
from apps.games.services.steps import due
from apps.games.timing.clock import database_now
from apps.games.timing.pace import Pace
from apps.orders.decision import Change, open_decision
from apps.orders.services import draft, submit
from tests.apps.tables.argad.battle import pending, skip_to
from tests.e2e.scenes.people import person


def court(player) -> str:
    """The demonstration's court: what a bot would order is sealed, and the draft has gone on since."""
    lord = person(player)
    game = Game.objects.get(slug="gloire", creator=lord)
    seat, step = game.seats.get(number=0), pending(game)
    orders = bot_action(step, seat)["orders"]
    submit(seat, step.n, {"orders": orders}, lord, "picture")
    draft(open_decision(seat, step.n, lord), Change({"orders": orders[:-1]}))
    return game.code


def hundred_lords(player) -> str:
    """Europe after two turns."""
    lord = person(player)
    new = gathering.new_game("gloire", "Europe à cent", {"map": "europe_100"}, 100, pace=Pace())
    game = gathering.create_game(lord, new)
    gathering.join_game(game, lord, player)
    gathering.fill_with_bots(game)
    game = starting.start_game(game)
    seat = game.seats.get(number=0)
    for _turn in range(2):
        step = pending(game)
        submit(seat, step.n, bot_action(step, seat), lord, f"picture {step.n}")
        due.seal(step.pk, database_now(), early=True)
        due.resolve(step.pk)
    return game.code


def one_screen(player, slug, names, steps) -> str:
    """People round one screen, so many steps after the opening."""
    game = gathering.start_hotseat(person(player), slug, {}, names)
    play(game, steps)
    return game.code


def table(players, slug, name, steps) -> str:
    """A table between two, at the first one's turn."""
    people = [person(player) for player in players]
    new = gathering.new_game(slug, name, {}, len(people), pace=Pace(kind="hours", every=48), early=False)
    game = gathering.create_game(people[0], new)
    for one in people:
        gathering.join_game(game, one, one.username)
    game = starting.start_game(game)
    play(game, steps, until=0)
    return game.code


def play(game, steps, until=None) -> None:
    """As the bots would; then on until that seat is asked."""
    for _n in range(500):
        step = Step.objects.pending().select_related("game").get(game=game)
        if steps <= 0 and until in (None, step.asked[0]):
            return
        seat = game.seats.get(number=step.asked[0])
        submit(seat, step.n, bot_action(step, seat), seat.user, f"picture {step.n}")
        steps -= 1
    raise AssertionError("the wanted moment never came")


def battle(player, phase, turn) -> str:
    """Training in the village, when this phase of this turn is asked for."""
    game = gathering.start_training(person(player), "argad", {"scenario": "village"}, 2)
    skip_to(game, lambda state: (state.phase, state.turn) == (phase, turn))
    assert position_before(pending(game)).turn == turn
    return game.code
