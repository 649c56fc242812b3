"""The verification of an exported game: every step computed again from the seed, every hash and link
compared.

The file is JSON: game, version, seats, options, seed (hexadecimal), commitment, steps [{n, moves, draws,
hash, chain}]. Step 0 is the setup; a step with `back_to` took the position of that earlier step back, without
moves: nothing is ever erased. Anyone can run it without the site.
"""

from typing import Any

import msgspec

from engines.core import chain, codec, registry
from engines.core.contract import ORGANISER, Organised, Rules, Step, as_entered, errors
from engines.core.dice import Dice, Draw


class StoredStep(msgspec.Struct):
    n: int
    moves: dict[str, Any]
    hash: str
    chain: str
    draws: list[Draw] = []
    back_to: int | None = None


class ExportedGame(msgspec.Struct):
    game: str
    version: int
    seats: list[str]
    options: dict[str, Any]
    seed: str
    commitment: str
    steps: list[StoredStep]


class Flaw(msgspec.Struct, frozen=True):
    """Something in the file that does not follow from its seed and moves. `n` is the step, None the whole
    game."""

    n: int | None
    text: str

    def __str__(self) -> str:
        return self.text if self.n is None else f"étape {self.n} : {self.text}"


def read_game(raw: bytes) -> ExportedGame:
    """The file as a game; raises msgspec.DecodeError (or its ValidationError) when it is not one."""
    return msgspec.json.decode(raw, type=ExportedGame)


def verify(game: ExportedGame) -> list[Flaw]:
    """Nothing when the game is sound; otherwise what is wrong, up to the first step that cannot be computed
    again."""
    try:
        rules = registry.rules_of(game.game, game.version)
        seed = bytes.fromhex(game.seed)
    except registry.UnknownGame as error:
        return [Flaw(None, f"jeu ou version inconnus : {error.args[0]}")]
    except ValueError:
        return [Flaw(None, "la graine n’est pas écrite en hexadécimal")]
    flaws = []
    if chain.commitment(seed) != game.commitment:
        flaws.append(Flaw(None, "la graine n’est pas celle dont l’empreinte a été publiée à l’ouverture"))
    if not game.steps or game.steps[0].n != 0 or game.steps[0].moves:
        return [*flaws, Flaw(None, "la première étape doit être la mise en place, numéro 0 et sans coup")]
    return flaws + _verify_steps(rules, game, seed)


def _verify_steps(rules: Rules, game: ExportedGame, seed: bytes) -> list[Flaw]:
    flaws: list[Flaw] = []
    state: Any = None
    positions: dict[int, Any] = {}
    head, last = game.commitment, -1
    for stored in game.steps:
        if stored.n <= last:
            return [*flaws, Flaw(stored.n, f"ce numéro ne vient pas après {last}")]
        dice = Dice(seed, stored.n)
        try:
            if stored.back_to is not None:
                step = _go_back(stored, positions)
            else:
                step = _compute(rules, game, stored, state, dice)
        except Exception as error:
            return [*flaws, Flaw(stored.n, f"impossible à recalculer : {error}")]
        head = chain.link(head, stored.hash, stored.moves)
        flaws += _compare(stored, step, dice, head)
        state, last = step.state, stored.n
        positions[stored.n] = state
        if flaws:
            return flaws
    return flaws


def _go_back(stored: StoredStep, positions: dict[int, Any]) -> Step:
    if stored.moves or stored.back_to not in positions:
        raise ValueError("un retour en arrière n’a pas de coup et mène à une étape déjà jouée")
    return Step(positions[stored.back_to])


def _compute(rules: Rules, game: ExportedGame, stored: StoredStep, state: Any, dice: Dice) -> Step:
    if state is None:
        return rules.setup(game.seats, game.options, dice)
    moves = {int(seat): action for seat, action in stored.moves.items()}
    if set(moves) == {ORGANISER}:
        return _organise(rules, state, moves[ORGANISER], dice)
    ask = rules.asks(state)
    if ask is None:
        raise ValueError("la partie était finie")
    alone = len(moves) == 1 and set(moves) <= set(ask.seats)
    if not (set(moves) == set(ask.seats) if ask.mode == "sealed" else alone):
        raise ValueError("les coups ne sont pas ceux des sièges qui devaient jouer")
    for seat, action in moves.items():
        for problem in errors(rules.check(state, seat, as_entered(rules, action))):
            raise ValueError(f"le coup du siège {seat} est irrégulier ({problem.text})")
    return rules.apply(state, moves, dice)


def _organise(rules: Rules, state: Any, act: Any, dice: Dice) -> Step:
    """An act of the organiser, between two decisions of the seats."""
    if not isinstance(rules, Organised):
        raise ValueError("ce jeu n’a pas d’organisateur")
    for problem in errors(rules.check_organise(state, act)):
        raise ValueError(f"l’acte de l’organisateur est irrégulier ({problem.text})")
    return rules.organise(state, act, dice)


def _compare(stored: StoredStep, step: Step, dice: Dice, head: str) -> list[Flaw]:
    flaws = []
    if dice.draws != stored.draws:
        flaws.append(Flaw(stored.n, "les tirages notés ne sont pas ceux que donne la graine"))
    if codec.digest(step.state) != stored.hash:
        flaws.append(Flaw(stored.n, "l’empreinte de la position n’est pas celle du recalcul"))
    if head != stored.chain:
        flaws.append(Flaw(stored.n, "le maillon de la chaîne ne relie pas cette étape aux précédentes"))
    return flaws
