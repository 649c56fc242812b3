"""French words that menus, refusals and the log share: amounts of resources, the questions that cards ask."""

from engines.core.texts import Text, gettext_noop, say
from engines.theopolis.catalogue import Cost

AMOUNTS = tuple(gettext_noop(template) for template in ("{n} Foi", "{n} Espérance", "{n} Charité"))
QUESTIONS: dict[str, Text] = {
    "take": say(gettext_noop("prenez une carte d’une cité voisine, ou aucune.")),
    "board_to_hand": say(gettext_noop("prenez en main une carte du plateau, ou aucune.")),
    "discard_to_hand": say(gettext_noop("reprenez en main une carte défaussée, ou aucune.")),
    "flush_board": say(gettext_noop("choisissez les cartes du plateau à défausser, ou aucune.")),
    "caveau_discard": say(
        gettext_noop("choisissez la carte défaussée à remettre sur le plateau, ou aucune.")
    ),
    "caveau_board": say(gettext_noop("choisissez la carte du plateau qu’elle remplace.")),
    "discard_down": say(gettext_noop("défaussez ce qui dépasse la taille de votre main.")),
    "refill": say(gettext_noop("prenez une carte du plateau pour compléter votre main.")),
}


def amounts(three: Cost) -> list[Text]:
    """« 2 Foi, 1 Charité »: what is not zero, for sentences."""
    return [say(AMOUNTS[kind], n=n) for kind, n in enumerate(three) if n]
