from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CourierConfig(AppConfig):
    name = "apps.courier"
    verbose_name = _("Courrier")

    def ready(self) -> None:
        from apps.courier import checks, digest, export, signals, tasks  # noqa: F401 — each registers itself
