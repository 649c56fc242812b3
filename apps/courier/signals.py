"""What the courier hears from accounts."""

from typing import Any

from django.dispatch import receiver

from apps.accounts.services import account_retiring
from apps.courier import services


@receiver(account_retiring)
def forget_mails(user: Any, **kwargs: Any) -> None:
    services.forget_person(user)
