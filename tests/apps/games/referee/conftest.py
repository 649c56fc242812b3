"""A king with a second factor at his console, and the two clicks every act takes."""

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from apps.accounts.models import Role


@pytest.fixture
def make_king(make_user):
    def make(name="LeGrandRoi", second_factor=True):
        user = make_user(name, role=Role.REFEREE)
        if second_factor:
            Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
        return user

    return make


@pytest.fixture
def king(make_king):
    return make_king()


@pytest.fixture
def console(client, king):
    client.force_login(king)
    return client


def address(game, verb):
    return reverse("referee:act", args=[game.code, verb])


def prepare(client, game, verb, **fields):
    """The first click: the page that shows what would be done."""
    return client.post(address(game, verb), fields)


def confirm(client, game, verb, page, **fields):
    """The second click, on the page that was shown."""
    shown = page.context["shown"] if page.context else ""
    body = {"reason": "une bonne raison", "typed_name": game.name, "confirm": "1", "shown": shown, **fields}
    return client.post(address(game, verb), body, follow=True)


def act(client, game, verb, **fields):
    """Both clicks; the page one is led to."""
    page = prepare(client, game, verb, **fields)
    return confirm(client, game, verb, page, **fields) if page.status_code == 200 else page


def toasts(page):
    """What the page one was led to says happened."""
    return [str(message) for message in page.context["messages"]]
