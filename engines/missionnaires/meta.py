"""What the lobby knows of Les Missionnaires: title, seats, options, usual pace."""

from engines.core.contract import Meta, Option
from engines.core.texts import gettext_noop

META = Meta(
    slug="missionnaires",
    title="Les Missionnaires",
    version=1,
    seats=(2, 4),
    options=(
        Option(
            "deal",
            gettext_noop("Distribution des congrégations"),
            "choice",
            "regions",
            choices=(("regions", gettext_noop("par région")), ("libre", gettext_noop("au hasard"))),
            help=gettext_noop("Par région : chacun visite les six régions, les tournées se valent mieux."),
        ),
        Option(
            "elan",
            gettext_noop("Élan"),
            "bool",
            True,
            help=gettext_noop(
                "Qui joue après les autres a la deuxième case gratuite pendant ses premiers tours."
            ),
        ),
        Option(
            "visit_on_pass",
            gettext_noop("Visiter en passant"),
            "bool",
            False,
            help=gettext_noop("Traverser une congrégation suffit pour la visiter."),
        ),
        Option(
            "open_hands",
            gettext_noop("Congrégations à découvert"),
            "bool",
            False,
            help=gettext_noop("Chacun voit ce que les autres ont à visiter."),
        ),
        Option(
            "finish",
            gettext_noop("Après le vainqueur"),
            "choice",
            "ranking",
            choices=(
                ("ranking", gettext_noop("continuer jusqu’au classement complet")),
                ("first", gettext_noop("s’arrêter à la première arrivée")),
            ),
        ),
        Option(
            "route_help",
            gettext_noop("Tournée conseillée"),
            "bool",
            True,
            help=gettext_noop("Propose à chacun un ordre de visite de ses congrégations."),
        ),
    ),
    pace="live",
    maturity="beta",
    tagline=gettext_noop(
        "De ville en ville, par les routes et les mers, puis retour au Béthel avant les autres."
    ),
    minutes=(45, 90),
    notice=gettext_noop(
        "Édition du projet — plateau et cartes conçus pour cette table, ce ne sont pas ceux de la boîte."
    ),
)
