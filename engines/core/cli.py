"""The command line every game has: `python -m engines.<game> case FILE…`, `play --seed N`, `hash --seed N`,
`verify FILE`."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from engines.core import registry
from engines.core.case_format import CaseError, read_cases
from engines.core.cases import run_case
from engines.core.contract import BadOptions, Event, Rules
from engines.core.paths import parse_value
from engines.core.table import Moment, Player, Table, bot_player, seat_names
from engines.core.verify import read_game, verify


class Refused(ValueError):
    """What was asked for on the command line cannot be done; the message says why."""


def main(slug: str, argv: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit status: 0 all well, 1 differences or flaws, 2 bad usage."""
    arguments = _parser(slug).parse_args(argv)
    try:
        sys.exit(arguments.run(slug, arguments))
    except (Refused, CaseError, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)


def _parser(slug: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m engines.{slug}", description=registry.rules_of(slug).meta.title
    )
    commands = parser.add_subparsers(required=True, metavar="COMMANDE")
    case = commands.add_parser("case", help="exécuter des fichiers de cas et montrer chaque différence")
    case.add_argument("files", nargs="+", type=Path, metavar="FICHIER")
    case.set_defaults(run=run_cases)
    play = commands.add_parser("play", help="jouer une partie de robots et la raconter")
    _game_arguments(play)
    play.add_argument("--export", type=Path, help="écrire la partie dans un fichier que « verify » relit")
    play.set_defaults(run=play_bots)
    hash = commands.add_parser(
        "hash", help="jouer une partie de robots et n’en dire que l’empreinte, pour comparer deux Python"
    )
    _game_arguments(hash)
    hash.set_defaults(run=print_hash)
    check = commands.add_parser("verify", help="vérifier une partie exportée, étape par étape")
    check.add_argument("file", type=Path, metavar="FICHIER")
    check.set_defaults(run=verify_file)
    return parser


def _game_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", default="1", help="la graine : un nombre ou un mot")
    parser.add_argument("--seats", type=int, help="nombre de sièges")
    parser.add_argument(
        "--bots", default="", help="robots, séparés par des virgules, un par siège ou répétés"
    )
    parser.add_argument("--option", action="append", default=[], metavar="CLÉ=VALEUR")
    parser.add_argument("--steps", type=int, default=100_000, help="s’arrêter après tant d’étapes")


def run_cases(slug: str, arguments: argparse.Namespace) -> int:
    total = failed = 0
    for path in arguments.files:
        for case in read_cases(path):
            total += 1
            differences = run_case(case, slug)
            failed += bool(differences)
            if differences:
                print(f"{path} : {case.title}")
                for difference in differences:
                    print(f"  {difference}")
    print(f"{total} cas, {total - failed} conformes, {failed} en défaut")
    return 1 if failed else 0


def print_hash(slug: str, arguments: argparse.Namespace) -> int:
    """The head of the chain: it binds every state and every move of the game."""
    table, players = _table(slug, arguments)
    while len(table.moments) < arguments.steps and table.let_play(players) is not None:
        pass
    print(f"{table.export()['steps'][-1]['chain']} {len(table.moments)}")
    return 0


def _table(slug: str, arguments: argparse.Namespace) -> tuple[Table, list[Player]]:
    rules = registry.rules_of(slug)
    count = rules.meta.seats[0] if arguments.seats is None else arguments.seats
    players = _players(rules, arguments.bots, count)
    try:
        return Table(rules, seat_names(count), _options(arguments.option), arguments.seed.encode()), players
    except BadOptions as error:
        raise Refused(f"la partie ne peut pas commencer : {error}") from error


def play_bots(slug: str, arguments: argparse.Namespace) -> int:
    table, players = _table(slug, arguments)
    _tell(table, table.opening.events)
    while len(table.moments) < arguments.steps and (moment := table.let_play(players)) is not None:
        _tell_moves(table, moment)
        _tell(table, moment.step.events)
    _tell_outcome(table)
    if arguments.export is not None:
        arguments.export.write_text(json.dumps(table.export(), ensure_ascii=False, indent=1), "utf-8")
    return 0


def _players(rules: Rules, wanted: str, count: int) -> list[Player]:
    names = [name.strip() for name in wanted.split(",") if name.strip()] or list(rules.bots)[:1]
    for name in names:
        if name not in rules.bots:
            raise Refused(f"robot « {name} » inconnu ; il y a : {', '.join(rules.bots)}")
    if not names:
        raise Refused("ce jeu n’a pas de robot")
    return [bot_player(rules.bots[names[seat % len(names)]]) for seat in range(count)]


def _options(pairs: Sequence[str]) -> dict[str, Any]:
    options = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise Refused(f"option « {pair} » : on attend clé=valeur")
        options[key] = parse_value(value)
    return options


def _tell_moves(table: Table, moment: Moment) -> None:
    for seat, action in moment.moves.items():
        text = table.rules.notate(moment.before, seat, action).replace("\n", " / ")
        print(f"{moment.n:4} {table.names[seat]} > {text}")


def _tell(table: Table, events: Sequence[Event]) -> None:
    """The log with everything in it: what only some may know is told by the first of them, and marked."""
    views: dict[int | None, Any] = {}
    for event in events:
        if event.audience == ():
            continue
        seat = None if event.audience is None else event.audience[0]
        if seat not in views:
            views[seat] = table.rules.view(table.state, seat)
        text = table.rules.narrate(event, views[seat])
        if text is not None:
            known = ", ".join(table.names[one] for one in event.audience or ())
            print(f"     ({known}) {text}" if known else f"     {text}")


def _tell_outcome(table: Table) -> None:
    outcome = table.rules.outcome(table.state)
    if outcome is None:
        print(f"La partie n’est pas finie après {len(table.moments)} étapes.")
        return
    print(outcome.how)
    for rank in outcome.ranking:
        why = f" ({rank.why})" if rank.why is not None else ""
        print(f"{rank.place:4}. {table.names[rank.seat]} : {rank.score:g}{why}")


def verify_file(slug: str, arguments: argparse.Namespace) -> int:
    try:
        game = read_game(arguments.file.read_bytes())
    except msgspec.DecodeError as error:
        raise Refused(f"{arguments.file} n’est pas une partie exportée : {error}") from error
    if game.game != slug:
        raise Refused(f"{arguments.file} est une partie de « {game.game} », pas de « {slug} »")
    flaws = verify(game)
    for flaw in flaws:
        print(flaw)
    if flaws:
        return 1
    print(f"{len(game.steps)} étapes recalculées, tout concorde. Tête de chaîne : {game.steps[-1].chain}")
    return 0
