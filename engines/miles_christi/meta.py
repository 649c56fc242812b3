"""What the lobby knows of Miles Christi: title, seats, options, usual pace."""

from engines.core.contract import Meta, Option
from engines.core.texts import gettext_noop

META = Meta(
    slug="miles_christi",
    title="Miles Christi",
    version=1,
    seats=(3, 5),
    options=(
        Option(
            key="orders",
            label=gettext_noop("Attribution des Ordres"),
            kind="choice",
            default="drawn",
            choices=(
                ("drawn", gettext_noop("au hasard")),
                ("listed", gettext_noop("dans l’ordre des sièges")),
            ),
            help=gettext_noop(
                "Dans l’ordre des sièges : Temple, Teutonique, Saint-Sépulcre, Saint-Lazare, Hospitaliers."
            ),
        ),
    ),
    pace="hours",
    maturity="beta",
    tagline=gettext_noop("Cinq Ordres en Terre sainte : seul le plus équilibré aura la clémence du roi."),
    minutes=(60, 120),
)
