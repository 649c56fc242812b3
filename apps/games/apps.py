from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "apps.games"
    verbose_name = _("Parties")

    def ready(self) -> None:
        from apps.games import hooks  # noqa: F401  (registers what games tell the rest of the site)
