from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArgadConfig(AppConfig):
    name = "apps.tables.argad"
    label = "argad"
    verbose_name = _("Argad!")

    def ready(self) -> None:
        from apps.tables.argad import hooks  # noqa: F401  (registers what Argad! adds to tables, exports and forms)
