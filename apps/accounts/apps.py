from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "apps.accounts"
    verbose_name = _("Comptes")

    def ready(self) -> None:
        from apps.accounts import signals  # noqa: F401 — receivers
        from apps.accounts.registries import export  # noqa: F401 — the account's own section
