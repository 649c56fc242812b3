from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OrdersConfig(AppConfig):
    name = "apps.orders"

    def ready(self) -> None:
        from apps.accounts.registries.mail_kinds import AT_ONCE, MailKind, register
        from apps.courier.replies import receivers
        from apps.games.referee.view_acts import ACTS
        from apps.orders import by_mail, by_referee

        words = _("La réponse aux ordres que vous envoyez par courrier : elle part toujours.")
        register(MailKind(by_mail.KIND, _("Reçus"), words, AT_ONCE, (AT_ONCE,)))
        receivers.append(by_mail.receive)
        ACTS["repondre"] = by_referee.ACT
