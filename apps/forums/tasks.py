"""Wake-ups of the forums: forgetting what nobody needs any more."""

from celery import shared_task
from django.utils import timezone

from apps.forums.services import notices


@shared_task
def forget_old_notices() -> None:
    notices.forget_old_notices(timezone.now())
