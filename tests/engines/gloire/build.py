"""Positions for the tests: Scandinavie with the lords of the worked game on their known fiefs."""

from engines.core.dice import Dice
from engines.gloire import RULES
from engines.gloire.state import Garrison, Knight, State

RULES_1 = RULES[0]
NAMES = (
    *("Amaréthuse", "Médicis", "Welldone", "Hyliath", "Rodrigue"),
    *("Hawkmoon", "Abélard", "Sophie", "Robb Stark", "Jon Snow"),
)
FIEFS = "DOLON+GOTLAND+HELGELAND+LIVO-JOKI+MORE+NARVIK+NOVGOROD+OSEL+SEELAND+TURKU"
AMARETHUSE, MEDICIS, WELLDONE, HYLIATH, RODRIGUE, HAWKMOON, ABELARD, SOPHIE, ROBB, JON = range(10)


def opening(seed: bytes = b"test", **options) -> State:
    return RULES_1.setup(NAMES, {"fiefs": FIEFS, **options}, Dice(seed, 0)).state


def play(state: State, texts: dict[int, str], dice: Dice | None = None):
    """One turn with typed orders; every text must be readable and legal."""
    moves = {}
    for seat in RULES_1.asks(state).seats:
        action, problems = RULES_1.parse(state, seat, texts.get(seat, ""))
        assert not problems, [str(problem.text) for problem in problems]
        wrong = [problem for problem in RULES_1.check(state, seat, action) if problem.level == "error"]
        assert not wrong, [str(problem.text) for problem in wrong]
        moves[seat] = action
    return RULES_1.apply(state, moves, dice or Dice(b"test", state.turn))


def add_knight(state: State, lord: int, renown: float, place: str, men: int = 0, wage: int = 0) -> Knight:
    knight = Knight(
        f"C{state.next_knight}", f"Chevalier {state.next_knight}", lord, float(renown), place, wage, men
    )
    state.next_knight += 1
    state.knights.append(knight)
    return knight


def add_garrison(state: State, lord: int, place: str, men: int) -> Garrison:
    garrison = Garrison(f"G{state.next_garrison}", lord, place, men)
    state.next_garrison += 1
    state.garrisons.append(garrison)
    return garrison


def knight_of(state: State, ident: str) -> Knight:
    return next(knight for knight in state.knights if knight.id == ident)


def events_of(step, kind: str) -> list[dict]:
    return [event.params for event in step.events if event.kind == kind]
