"""Wake-ups of the courier. SQL says what is due: a lost message costs one sweep, a repeated one nothing."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from apps.courier import claims, delivery, digest, services
from apps.courier.hints import SOON, taken_up


@shared_task
def deliver() -> None:
    """The sweep, and the hint after a commit: recover what dead workers held, then send what is due."""
    taken_up()
    now = timezone.now()
    claims.recover_lapsed(now)
    if not settings.EMAIL_URL:
        delivery.deliver_to_folder()
        return
    for provider in delivery.providers_waiting(now):
        deliver_provider.apply_async((provider,), expires=SOON)


@shared_task
def deliver_provider(provider: str) -> None:
    """Its own task, so that a provider that stalls keeps nobody else's mail waiting."""
    delivery.deliver_provider(provider)


@shared_task
def gather_daily() -> None:
    digest.post_digests(timezone.now())


@shared_task
def forget_old_mail() -> None:
    services.forget_old_mail(timezone.now())
