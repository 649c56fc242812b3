"""What a referee finds on his evening round: a court whose turn is open, and a letter that did not arrive."""

from django.utils import timezone

from apps.courier.models import Attempt, Mail
from tests.e2e.scenes.games import court, end_turn


def evening(players, name, referee) -> dict:
    """After the first turn, the BILAN of the first player was refused by his provider."""
    made = court(players, name, referee=referee)
    end_turn(made["game"])
    mail = Mail.objects.filter(user__username=players[0], kind="bilan").order_by("-created_at").first()
    Mail.objects.filter(pk=mail.pk).update(state=Mail.State.REFUSED, attempts=1)
    Attempt.objects.create(
        mail=mail, at=timezone.now(), code=550, result=Mail.State.REFUSED, answer="mailbox full"
    )
    return {**made, "mail": mail.pk}


def mail_state(mail) -> str:
    return Mail.objects.values_list("state", flat=True).get(pk=mail)
