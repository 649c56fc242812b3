"""What the lobby shows of Theopolis."""

from engines.core.contract import Meta, Option
from engines.core.texts import gettext_noop

META = Meta(
    slug="theopolis",
    title="Theopolis",
    version=1,
    seats=(2, 4),
    resigned_last=True,
    options=(
        Option(
            "continue_for_ranking",
            gettext_noop("Jouer jusqu’au classement complet"),
            "bool",
            False,
            help=gettext_noop("Le vainqueur quitte la table et les autres continuent."),
        ),
        Option(
            "full_deck",
            gettext_noop("Pioche complète"),
            "bool",
            False,
            help=gettext_noop(
                "Toujours les 101 cartes de la partie à quatre : "
                "à deux ou trois, l’Apocalypse ne vient presque jamais."
            ),
        ),
        Option(
            "patron_draft",
            gettext_noop("Choisir son saint patron"),
            "bool",
            False,
            help=gettext_noop(
                "Chacun reçoit deux saints patrons et en garde un, en secret et en même temps."
            ),
        ),
        Option(
            "memory_aid",
            gettext_noop("Aide-mémoire"),
            "bool",
            True,
            help=gettext_noop("Montre dans la main des autres les cartes que tout le monde a vues y entrer."),
        ),
    ),
    pace="live",
    maturity="beta",
    tagline=gettext_noop("Bâtissez votre cité : cinq chemins mènent au Ciel, et l’Apocalypse n’attend pas."),
    minutes=(30, 60),
    notice=gettext_noop(
        "Édition du projet — cartes conçues pour cette table, ce n’est pas la liste de l’éditeur."
    ),
)
