from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CourierConfig(AppConfig):
    name = "apps.courier"
    verbose_name = _("Courrier")

    def ready(self) -> None:
        from apps.courier import export, signals, tasks  # noqa: F401 — each registers itself
        from apps.courier.services import digests  # noqa: F401 — the kind of the daily mail
        from apps.courier.transport import checks  # noqa: F401
