"""The title, the seats, the lobby's options."""

from engines.argad.scenarios import SCENARIOS
from engines.core.contract import Meta, Option
from engines.core.texts import gettext_noop

PRESET_NAMES = (
    ("standard", gettext_noop("Standard")),
    ("basic", gettext_noop("Simple")),
    ("full", gettext_noop("Complet")),
)
ORDER = ("village", "convoy", "siege", "ambush")

META = Meta(
    slug="argad",
    title="Argad!",
    version=1,
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
    ),
    pace="daily",
    maturity="beta",
    tagline=gettext_noop("Escarmouches de figurines au Moyen Âge : ordres scellés, flèches, charges et mêlées."),
    minutes=(60, 150),
    notice=gettext_noop("Adaptation numérique non officielle et non commerciale d’« Argad ! »."),
)
