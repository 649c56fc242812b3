"""Requests as views get them: with what the middlewares have put on them."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from apps.accounts.models import User


class Request(HttpRequest):
    """Whoever asks."""

    htmx: HtmxDetails


class SignedInRequest(Request):
    """Behind `login_required` and the like: somebody with an account asks."""

    user: User
