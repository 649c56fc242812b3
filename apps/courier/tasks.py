"""Wake-ups of the courier. SQL says what is due: a lost message costs one sweep, a repeated one nothing."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from apps.courier.services import claims, delivering, digests, forgetting
from apps.courier.services.hints import SOON, take_up


@shared_task
def deliver() -> None:
    """The sweep, and the hint after a commit: recover what dead workers held, then send what is due."""
    take_up()
    now = timezone.now()
    claims.recover_lapsed(now)
    if not settings.EMAIL_URL:
        delivering.deliver_to_folder()
        return
    for provider in delivering.providers_waiting(now):
        deliver_provider.apply_async((provider,), expires=SOON)


@shared_task
def deliver_provider(provider: str) -> None:
    """Its own task, so that a provider that stalls keeps nobody else's mail waiting."""
    delivering.deliver_provider(provider)


@shared_task
def gather_daily() -> None:
    digests.post_digests(timezone.now())


@shared_task
def forget_old_mail() -> None:
    forgetting.forget_old_mail(timezone.now())
