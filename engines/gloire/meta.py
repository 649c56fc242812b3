"""Title, seats and options of Gloire et Pouvoir."""

from engines.core.contract import Meta, Option
from engines.core.texts import gettext_noop as _
from engines.gloire.tables import LIMITS

DEFAULT_TURNS = 80

META = Meta(
    slug="gloire",
    title="Gloire et Pouvoir",
    version=1,
    seats=(6, 100),
    options=(
        Option(
            "map",
            _("Carte"),
            "choice",
            "scandinavie",
            choices=tuple((key, limits.title) for key, limits in LIMITS.items()),
            help=_("Le Moyen-Orient est ouvert aux membres de soutien."),
            seats={key: limits.seats for key, limits in LIMITS.items()},
        ),
        Option(
            "turns",
            _("Tours au plus"),
            "int",
            DEFAULT_TURNS,
            low=10,
            high=300,
            help=_("Si personne n’a gagné d’ici là, le roi couronne le seigneur le plus renommé."),
        ),
        Option(
            "draw",
            _("Fiefs tirés au sort"),
            "bool",
            True,
            help=_("Sinon les fiefs sont donnés dans l’ordre des sièges."),
        ),
    ),
    pace="weekly",
    maturity="beta",
    tagline=_("Un fief, des chevaliers, des alliés douteux, et le trône au bout de la course."),
    minutes=(90, 240),
)
