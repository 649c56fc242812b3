"""Proofreading an edition: `python -m engines.theopolis.proofread FILE` says what is wrong with it, in French."""

import sys
from pathlib import Path

from engines.core.texts import gettext_noop, say
from engines.theopolis.edition import EditionError, read_edition


def proofread(path: Path) -> tuple[bool, str]:
    """Whether the file can be played with, and the lines to print."""
    try:
        edition = read_edition(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        return False, str(say(gettext_noop("{path} ne peut pas être lu : {detail}"), path=str(path), detail=str(error)))
    except EditionError as error:
        return False, str(error)
    totals = [sum(card.copies[column] for card in edition.cards) for column in range(3)]
    fine = say(
        gettext_noop("« {name} » est jouable : {cards} cartes différentes, pioche de {totals} à 2, 3 et 4 joueurs."),
        name=edition.name,
        cards=len(edition.cards),
        totals=totals,
    )
    return True, str(fine)


if __name__ == "__main__":
    verdicts = [proofread(Path(name)) for name in sys.argv[1:]]
    for _, lines in verdicts:
        print(lines)
    sys.exit(0 if verdicts and all(good for good, _ in verdicts) else 1)
