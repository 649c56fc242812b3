"""The title, the seats, the lobby's options."""

from engines.argad.scenario.scenarios import SCENARIOS
from engines.core.contract import Meta, Option
from engines.core.texts import gettext_noop

PRESET_NAMES = (
    ("standard", gettext_noop("Standard")),
    ("basic", gettext_noop("Simple")),
    ("full", gettext_noop("Complet")),
)
BASE_NAMES = (
    ("usual", gettext_noop("2 cm à pied, 2,5 × 5 à cheval")),
    ("wide", gettext_noop("2,5 cm à pied, 2,5 × 5 à cheval")),
    ("small", gettext_noop("1,5 cm à pied, 2 × 4 à cheval")),
)
HINT_NAMES = (
    ("full", gettext_noop("les chances exactes")),
    ("basic", gettext_noop("ce qu’il faut au dé, sans les chances")),
    ("off", gettext_noop("rien que les distances")),
)
ORDER = ("village", "convoy", "siege", "ambush")

META = Meta(
    slug="argad",
    title="Argad!",
    version=2,
    seats=(2, 4),
    options=(
        Option(
            key="scenario",
            label=gettext_noop("Scénario"),
            kind="choice",
            default="village",
            choices=tuple((id, SCENARIOS[id].title) for id in ORDER),
            seats={id: SCENARIOS[id].seats for id in ORDER},
        ),
        Option(
            key="preset",
            label=gettext_noop("Règles"),
            kind="choice",
            default="standard",
            choices=PRESET_NAMES,
            help=gettext_noop(
                "Simple : le cœur du jeu. Complet : moral, débordement, caracole, tir dans la mêlée, leurres."
            ),
        ),
        Option(
            key="cards",
            label=gettext_noop("Objectifs secrets par joueur"),
            kind="int",
            default=0,
            low=0,
            high=3,
        ),
        Option(
            key="budget",
            label=gettext_noop("Budget, en pour cent de celui du scénario"),
            kind="int",
            default=100,
            low=50,
            high=300,
        ),
        Option(
            key="bases",
            label=gettext_noop("Socles"),
            kind="choice",
            default="usual",
            choices=BASE_NAMES,
            help=gettext_noop("Les portées et les mouvements ne changent pas."),
        ),
        Option(
            key="hints",
            label=gettext_noop("Ce qui est annoncé avant de sceller"),
            kind="choice",
            default="full",
            choices=HINT_NAMES,
            help=gettext_noop(
                "Tirs et duels : les chances exactes, ou seulement le nombre à faire et les "
                "modificateurs, ou rien. "
                "Portées et distances restent dites : ce sont des règles."
            ),
        ),
    ),
    pace="daily",
    maturity="beta",
    tagline=gettext_noop(
        "Escarmouches de figurines au Moyen Âge : ordres scellés, flèches, charges et mêlées."
    ),
    minutes=(60, 150),
    notice=gettext_noop("Adaptation numérique non officielle et non commerciale d’« Argad ! »."),
)
