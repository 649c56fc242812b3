from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ForumsConfig(AppConfig):
    name = "apps.forums"
    verbose_name = _("Forums et lettres")

    def ready(self) -> None:
        from apps.forums import hooks  # noqa: F401  (registers what talk tells the rest of the site)
