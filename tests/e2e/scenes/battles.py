"""Battles of Argad! at the moment when orders are asked, and what became of the orders."""

from apps.games.models import Draft, Game, Submission
from tests.apps.tables.argad.battle import opened, pending, skip_to
from tests.e2e.scenes.people import person


def plotting(players) -> dict:
    """An ambush whose first orders are asked; where the first player's men stand, in millimetres."""
    game = opened(*map(person, players))
    state = skip_to(game, lambda state: state.phase == "plot")
    men = [man for man in state.figures if man.seat == 0 and man.place == "table"]
    return {"game": game.code, "men": {man.id: [man.x / 10, man.y / 10] for man in men}}


def drafted(game) -> dict | None:
    """What the first seat has prepared."""
    draft = Draft.objects.filter(step=pending(Game.objects.get(code=game)), seat__number=0).first()
    return draft.action if draft else None


def sealed(game) -> dict | None:
    """What the first seat has sealed last."""
    seals = Submission.objects.filter(step=pending(Game.objects.get(code=game)), seat__number=0)
    last = seals.order_by("revision").last()
    return last.decision() if last else None
