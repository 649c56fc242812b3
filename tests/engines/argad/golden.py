"""Recorded battles, one file for each scenario and version of the rules. `python -m
tests.engines.argad.golden` rewrites the newest version's. An older version's are never rewritten: games that
began under it are still played by it.
"""

import json
from pathlib import Path
from typing import Any

from engines.argad import RULES
from engines.core import codec
from engines.core.table import Table, bot_player, seat_names

FOLDER = Path(__file__).parent / "golden"
BATTLES = (("convoy", 2), ("siege", 3), ("ambush", 2))
MOST_STEPS = 400


def record(rules: Any, scenario: str, seats: int) -> dict[str, Any]:
    """A battle of bots as the verifier reads it, with the digest of each step's events."""
    table = Table(rules, seat_names(seats), {"scenario": scenario}, f"golden {scenario}".encode())
    table.finish([bot_player(rules.bots["normal"])] * seats, MOST_STEPS)
    battle = table.export()
    told = [table.opening, *(moment.step for moment in table.moments)]
    for stored, step in zip(battle["steps"], told, strict=True):
        stored["events"] = codec.digest(step.events)
    return battle


def path_of(scenario: str, version: int) -> Path:
    return FOLDER / f"{scenario}-{version}.json"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    rules = RULES[-1]
    for scenario, seats in BATTLES:
        text = json.dumps(record(rules, scenario, seats), ensure_ascii=False, indent=1)
        path_of(scenario, rules.meta.version).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
