"""A court of Scandinavie for tests: Alice is the first lord, Bob the second, automata fill the other
seats."""

from typing import Any

from apps.games.models import Draft, Game, Step
from apps.games.services.lobby import gathering, starting
from apps.games.table.sight import look
from apps.games.timing.pace import Pace


def open_court(alice: Any, bob: Any, **more: Any) -> Game:
    """Fiefs in the order of the seats: Alice always has the same land."""
    new = gathering.new_game(
        "gloire", "La cour d’essai", {"map": "scandinavie", "draw": False}, 6, pace=Pace(), **more
    )
    game = gathering.create_game(alice, new)
    gathering.join_game(game, alice, "Hawkmoon")
    if bob is not None:
        gathering.join_game(game, bob, "Rodrigue")
    gathering.fill_with_bots(game)
    return starting.start_game(game)


def pending(game: Game) -> Step:
    return Step.objects.pending().select_related("game").get(game=game)


def home(game: Game, user: Any) -> str:
    """The land where this lord begins."""
    view = look(game, user).view
    return view["lords"][view["seat"]]["home"]


def post(client: Any, game: Game, verb: str, htmx: bool = False, **data: Any) -> Any:
    headers = {"HX-Request": "true"} if htmx else {}
    values = {"step": pending(game).n, "seat": 0, **data}
    return client.post(f"/parties/{game.code}/cour/ordres/{verb}/", values, headers=headers)


def drafted(game: Game) -> list[dict[str, Any]]:
    """Alice's draft, as stored."""
    draft = Draft.objects.filter(step=pending(game), seat__number=0).first()
    return draft.action["orders"] if draft else []
