"""Said when the server starts rather than when the first mail should leave."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured

from apps.courier.transport.relay import parse_relay


@register()
def email_url_is_readable(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    if not settings.EMAIL_URL:
        return []
    try:
        parse_relay(settings.EMAIL_URL)
    except ImproperlyConfigured as error:
        return [Error(str(error), id="courier.E001")]
    return []
