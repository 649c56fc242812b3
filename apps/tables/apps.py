from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

GAMES = ("gloire", "miles_christi", "theopolis", "missionnaires", "argad")


class TablesConfig(AppConfig):
    name = "apps.tables"
    label = "tables"
    verbose_name = _("Tables")

    def ready(self) -> None:
        from apps.games.table import presentation

        for slug in GAMES:
            presentation.register(slug, f"apps.tables.{slug}.presentation")
