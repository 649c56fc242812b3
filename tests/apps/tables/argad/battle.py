"""A battle for tests: Alice and Bob at a table, their browsers, and quick ways to the phase that is looked
at."""

from collections.abc import Callable

from django.test import Client

from apps.games.engine.positions import position_before
from apps.games.models import Game, Step
from apps.games.services.lobby import gathering, starting
from apps.games.services.steps import due
from apps.games.timing.pace import Pace
from engines.core import codec
from engines.core.contract import Seen
from engines.core.dice import Dice

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def opened(*users, scenario: str = "ambush", **more) -> Game:
    """A table of that scenario; nobody has decided anything yet."""
    new = gathering.new_game(
        "argad", "L’essai", {"scenario": scenario, **more}, len(users), pace=Pace(kind="hours", every=24)
    )
    game = gathering.create_game(users[0], new)
    for user in users:
        gathering.join_game(game, user, f"Sire {user.username}")
    return starting.start_game(game)


def pending(game: Game) -> Step:
    return Step.objects.pending().select_related("game").get(game=game)


def skip_to(game: Game, wanted: Callable) -> object:
    """The automata's answers in memory until the wanted position, which then stands as the opening of the
    game."""
    step = pending(game)
    state, rules = position_before(step), game.rules
    events: tuple = ()
    for n in range(1, 80):
        if wanted(state):
            break
        done = rules.apply(
            state,
            {seat: bot_move(rules, state, seat, n) for seat in rules.asks(state).seats},
            Dice(b"essai", n),
        )
        state, events = done.state, done.events
    else:
        raise AssertionError("the wanted position never came")
    base = game.steps.get(n=step.base)
    base.state, base.state_hash = codec.dump(state), codec.digest(state)
    base.events = codec.dump(list(events))
    base.save()
    game.steps.filter(pk=step.pk).update(asked=list(rules.asks(state).seats))
    return state


def bot_move(rules, state, seat: int, n: int):
    seen = Seen(seat, rules.view(state, seat), lambda draft: rules.menu(state, seat, draft))
    return rules.bots["normal"](seen, Dice(b"bot%d" % seat, n))


def resolve(game: Game) -> None:
    """As the deadline does."""
    from apps.games.timing.clock import database_now

    step = pending(game)
    assert due.seal(step.pk, database_now(), early=True)
    assert due.resolve(step.pk)


def decide(client: Client, game: Game, seat: int, **fields):
    """One button of the table's form."""
    form = {
        "step": pending(game).n,
        "seat": seat,
        "key": f"essai-{seat}-{pending(game).n}-{len(fields)}",
        **fields,
    }
    return client.post(f"/parties/{game.code}/argad/decider/", form)
