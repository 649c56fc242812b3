"""A request as views get it: with what the middlewares have put on it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class Request(HttpRequest):
    """Whoever asks."""

    htmx: HtmxDetails
