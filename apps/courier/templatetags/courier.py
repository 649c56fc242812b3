"""How the state of a mail is said to its owner: a badge, a sentence, and what a try came to."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.courier.models import Attempt, Mail
from apps.courier.services.resending import can_resend
from apps.courier.transport.providers import provider_named
from apps.site.texts import LazyText

register = template.Library()

State = Mail.State
BADGES: dict[str, str] = {
    State.WAITING: "badge-gold",
    State.SENDING: "badge-gold",
    State.SENT: "badge-green",
    State.UNKNOWN: "badge-blue",
    State.REFUSED: "badge-red",
    State.EXPIRED: "badge-red",
}
SENTENCES: dict[str, LazyText] = {
    State.WAITING: gettext_lazy("Il partira dans un instant."),
    State.SENDING: gettext_lazy("Il est en train de partir."),
    State.SENT: gettext_lazy(
        "Votre fournisseur l’a accepté. S’il ne paraît pas, regardez parmi les indésirables."
    ),
    State.UNKNOWN: gettext_lazy(
        "La ligne a coupé au moment de la remise : il est peut-être arrivé. Nous ne le renvoyons pas de "
        "nous-mêmes, pour ne pas vous l’envoyer deux fois."
    ),
    State.REFUSED: gettext_lazy(
        "Votre fournisseur l’a refusé. Vérifiez votre adresse dans votre compte, puis demandez un nouvel "
        "envoi."
    ),
    State.EXPIRED: gettext_lazy(
        "Votre fournisseur l’a fait attendre plus de 48 heures : nous avons cessé d’essayer."
    ),
    State.HELD: gettext_lazy("Vous avez choisi de ne pas recevoir ce genre de courrier : il est gardé ici."),
    State.GATHERING: gettext_lazy("Il attend votre courrier du jour, à 18 h."),
    State.GATHERED: gettext_lazy("Vous l’avez reçu avec d’autres dans votre courrier du jour."),
}


@register.simple_tag
def mail_state(mail: Mail) -> SafeString:
    return format_html(
        '<span class="badge {}">{}</span>', BADGES.get(mail.state, ""), mail.get_state_display()
    )


@register.filter
def state_sentence(mail: Mail) -> str:
    if mail.state == State.WAITING and mail.attempts:
        return _("Votre fournisseur demande de patienter : nous essayons encore, pendant 48 heures.")
    return str(SENTENCES[mail.state])


@register.filter
def provider_label(mail: Mail) -> str:
    return provider_named(mail.provider).label


@register.filter
def referee_may_resend(mail: Mail) -> bool:
    return can_resend(mail, by_owner=False)


@register.filter
def try_result(attempt: Attempt) -> str:
    """WAITING after a try means that the other side said: later."""
    if attempt.result == State.WAITING:
        return _("à plus tard")
    return str(attempt.get_result_display())
