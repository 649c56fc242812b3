"""What the courier hears from accounts."""

from typing import Any

from django.dispatch import receiver

from apps.accounts.models import User
from apps.accounts.services import account_retiring, membership_granted
from apps.courier.services.account_mails import post_account_retired, post_membership_granted
from apps.courier.services.forgetting import forget_person


@receiver(membership_granted)
def tell_new_member(membership: Any, **kwargs: Any) -> None:
    post_membership_granted(membership)


@receiver(account_retiring)
def say_farewell(user: User, **kwargs: Any) -> None:
    """One last mail, then everything else that was kept for them goes."""
    post_account_retired(user)
    forget_person(user)
