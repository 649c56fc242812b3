"""Proofreading the edition: `python -m engines.missionnaires.proofread [MAP CARDS]` says in French what is
wrong."""

import sys
from pathlib import Path

from engines.missionnaires.edition import DATA
from engines.missionnaires.proof.cards import card_faults
from engines.missionnaires.proof.map import map_faults


def proofread(map_file: Path, cards_file: Path) -> list[str]:
    """What is wrong with the two files; nothing when they can be played with."""
    found = []
    towns: set[str] = set()
    for path in (map_file, cards_file):
        try:
            raw = path.read_bytes()
        except OSError as error:
            found.append(f"{path.name} ne peut pas être lu : {error.strerror}.")
            continue
        if path is map_file:
            faults, towns = map_faults(raw)
        else:
            faults = card_faults(raw, towns)
        found += [f"{path.name} : {fault}" for fault in faults]
    return found


if __name__ == "__main__":
    files = [Path(name) for name in sys.argv[1:3]] or [DATA / "map.json", DATA / "cards.json"]
    if len(files) != 2:
        sys.exit("On attend deux fichiers : le plateau, puis les cartes.")
    lines = proofread(*files)
    print("\n".join(lines) if lines else "Le plateau et les cartes sont jouables.")
    sys.exit(1 if lines else 0)
