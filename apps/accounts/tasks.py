"""The daily housekeeping of accounts."""

from celery import shared_task
from django.utils import timezone

from apps.accounts import services
from apps.accounts.login import throttle


@shared_task
def purge_unverified() -> None:
    services.purge_unverified(timezone.now())


@shared_task
def forget_old_traces() -> None:
    services.forget_old_traces(timezone.now())


@shared_task
def forget_old_tries() -> None:
    throttle.forget_old_tries(timezone.now())
