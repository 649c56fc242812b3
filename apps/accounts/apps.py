from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "apps.accounts"
    verbose_name = _("Comptes")

    def ready(self) -> None:
        from apps.accounts import export, signals  # noqa: F401 — receivers and the account's own export section
