"""Proofreading an edition: `python -m engines.theopolis.proofread FILE` says what is wrong with it,
in French."""

import sys
from pathlib import Path

from engines.core.texts import gettext_noop, say
from engines.theopolis.edition import EditionError, read_edition

NOT_UTF8 = gettext_noop("{path} n’est pas un texte UTF-8 : enregistrez-le dans ce codage.")
UNREADABLE = gettext_noop(
    "{path} ne peut pas être lu : donnez le chemin d’un fichier qui existe et que vous pouvez lire."
)
USAGE = gettext_noop("Donnez le fichier à relire : python -m engines.theopolis.proofread MON_FICHIER.toml")


def proofread(path: Path) -> tuple[bool, str]:
    """Whether the file can be played with, and the lines to print."""
    try:
        edition = read_edition(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        return False, str(say(NOT_UTF8, path=str(path)))
    except OSError:
        return False, str(say(UNREADABLE, path=str(path)))
    except EditionError as error:
        return False, str(error)
    totals = [sum(card.copies[column] for card in edition.cards) for column in range(3)]
    fine = say(
        gettext_noop(
            "« {name} » est jouable : {cards} cartes différentes, pioche de {totals} à 2, 3 et 4 joueurs."
        ),
        name=edition.name,
        cards=len(edition.cards),
        totals=totals,
    )
    return True, str(fine)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(str(say(USAGE)))
    verdicts = [proofread(Path(name)) for name in sys.argv[1:]]
    for _, lines in verdicts:
        print(lines)
    sys.exit(0 if all(good for good, _ in verdicts) else 1)
