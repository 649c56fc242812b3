"""The conformance suite: does a game keep the contract? `tests/engines/test_conformance.py`, a test a check,
or `python -m engines.core.conformance [slug…]`, one line a game. The checks are in `checks/`.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence

from engines.core import codec, registry
from engines.core.checks import choices, endings, secrets, values
from engines.core.checks.subject import Broken, Subject

CHECKS: tuple[Callable[[Subject], None], ...] = (
    endings.openings_are_checked,
    endings.random_games_end,
    values.json_round_trip,
    values.same_seed_same_game,
    values.same_game_under_other_hash_seeds,
    values.same_game_from_recorded_draws,
    values.inputs_are_not_changed,
    choices.menus_pass_check,
    choices.only_the_asked_may_move,
    choices.defaults_are_legal,
    choices.nonsense_is_refused,
    choices.notation_round_trip,
    choices.bots_finish,
    secrets.views_are_plain,
    secrets.views_leak_nothing,
    secrets.events_are_well_addressed,
)


def examine(subject: Subject) -> dict[str, str]:
    """What each failed check found; empty when the game conforms."""
    found = {}
    for check in CHECKS:
        try:
            check(subject)
        except Exception as error:
            found[check.__name__] = (
                str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
            )
    return found


def summary(subject: Subject, found: Mapping[str, str]) -> str:
    """The one line: checks, games, length, state size, speed, leak checks."""
    meta = subject.rules.meta
    passed = f"{meta.slug} v{meta.version}: {len(CHECKS) - len(found)}/{len(CHECKS)} checks"
    if "tables" not in subject.__dict__:
        return passed
    moments = [moment for table in subject.tables for moment in table.moments]
    moves = sum(len(moment.moves) for moment in moments)
    sizes = [len(codec.dump(state)) for state in subject.positions()]
    return (
        f"{passed}, {len(subject.tables)} random games of {len(moments) / len(subject.tables):.1f} steps, "
        f"state {sum(sizes) / len(sizes) / 1000:.1f} kB (largest {max(sizes) / 1000:.1f}), "
        f"{moves / max(subject.cpu, 1e-9):.0f} moves/s CPU, {subject.leak_checks} leak checks"
    )


def main(arguments: Sequence[str]) -> int:
    if list(arguments[:1]) == ["--fingerprint"]:
        print(json.dumps(values.fingerprint(json.loads(arguments[1]))))
        return 0
    failed = False
    for slug in arguments or list(registry.GAMES):
        try:
            subject = Subject(slug)
        except registry.UnknownGame:
            print(f"{slug}: no such game; there are {', '.join(registry.GAMES)}")
            failed = True
            continue
        except Exception as error:  # one game that does not load must not hide the others
            print(f"{slug}: does not load, {type(error).__name__}: {error}")
            failed = True
            continue
        found = examine(subject)
        print(summary(subject, found))
        for name, message in found.items():
            print(f"    {name}: {message}")
        failed = failed or bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
