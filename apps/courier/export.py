"""The mails we hold about a person, for the archive of their data: a list, and the mails as they left."""

from typing import Any

from apps.accounts.models import User
from apps.accounts.registries import export
from apps.courier.models import Mail


def describe_mails(user: User) -> list[dict[str, Any]]:
    mails = (
        Mail.objects.visible_to(user).without_content().prefetch_related("tries").order_by("created_at", "pk")
    )
    return [
        {
            "date": mail.created_at,
            "genre": mail.kind_label,
            "objet": mail.subject,
            "adresse": mail.address,
            "identifiant": mail.message_id,
            "etat": mail.get_state_display(),
            "remis": mail.sent_at,
            "essais": [
                {"date": t.at, "code": t.code, "resultat": t.get_result_display(), "reponse": t.answer}
                for t in mail.tries.all()
            ],
        }
        for mail in mails
    ]


def original_mails(user: User) -> export.Files:
    """Codes stay out: they are of no use any more."""
    mails = Mail.objects.visible_to(user).exclude(kind="security").order_by("created_at", "pk")
    return export.Files(
        {f"{mail.created_at:%Y-%m-%d}-{mail.pk}.eml": bytes(mail.content) for mail in mails.iterator()}
    )


export.register("courriers", describe_mails)
export.register("courriers_originaux", original_mails)
