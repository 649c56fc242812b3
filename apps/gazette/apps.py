from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GazetteConfig(AppConfig):
    name = "apps.gazette"
    verbose_name = _("Gazettes")

    def ready(self) -> None:
        from apps.gazette import hooks  # noqa: F401  (registers what gazettes tell the rest of the site)
