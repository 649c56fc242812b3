from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DemoConfig(AppConfig):
    name = "apps.demo"
    verbose_name = _("Démonstration")
