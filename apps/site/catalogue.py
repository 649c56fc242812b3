"""The five games as the home page presents them."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from apps.site.texts import LazyText


@dataclass(frozen=True)
class Game:
    slug: str
    title: str
    words: LazyText
    facts: LazyText
    chief: bool = False


GAMES = (
    Game(
        "gloire",
        "Gloire et Pouvoir",
        _(
            "Un fief, quelques chevaliers, et dix à cent voisins. Toute la semaine on parlemente ; le "
            "soir dit, les ordres scellés s’ouvrent ensemble et chacun reçoit le bilan de sa maison."
        ),
        _("10 à 100 seigneurs · un tour par semaine · ordres secrets"),
        chief=True,
    ),
    Game(
        "miles_christi",
        "Miles Christi",
        _("Cinq ordres militaires se disputent commanderies, bénédictions et grandes maîtrises."),
        _("3 à 5 joueurs · chacun son tour"),
    ),
    Game(
        "theopolis",
        "Theopolis",
        _("Bâtir la cité de Dieu pierre à pierre, avant que l’Apocalypse ne sorte de la pioche."),
        _("2 à 4 joueurs · cartes"),
    ),
    Game(
        "missionnaires",
        "Les Missionnaires",
        _("Quatre missionnaires sur les routes et les mers, de ville en ville, sous l’œil des gendarmes."),
        _("2 à 4 joueurs · parcours"),
    ),
    Game(
        "argad",
        "Argad!",
        _(
            "Une escarmouche médiévale au centimètre près : figurines, tirs, mêlées et courage qui "
            "flanche. Adaptation non officielle et non commerciale."
        ),
        _("2 camps · ordres simultanés"),
    ),
)
