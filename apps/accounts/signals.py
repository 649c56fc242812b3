"""What accounts hear from the sign-in library. What they tell the other apps: `services`."""

from typing import Any

from allauth.account.signals import password_reset, user_logged_in
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.dispatch import receiver
from django.http import HttpResponse
from django.utils import timezone

from apps.accounts import services
from apps.accounts.login import devices, throttle, traces
from apps.accounts.models import User
from apps.site.requests import Request


@receiver(user_logged_in)
def leave_trace(request: Request, user: User, response: HttpResponse | None = None, **kwargs: Any) -> None:
    browser = traces.read_browser(request)
    if response is not None:
        browser = traces.keep_browser(response, browser)
        devices.remember(request, response, user)
    services.record_login(
        user, traces.network_digest(request), traces.browser_digest(browser), timezone.now()
    )


@receiver(password_reset)
def forgive_tries(user: User, **kwargs: Any) -> None:
    throttle.forgive(user)


@receiver(authenticator_added)
def close_weaker_sessions(request: Request, user: User, authenticator: Authenticator, **kwargs: Any) -> None:
    """Sessions opened before the second factor never proved it: they end."""
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        services.close_other_sessions(user, request.session.session_key)
