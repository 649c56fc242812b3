"""A post office to send to, mails to send, and a clock that a test may move."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from apps.accounts.models import Role
from apps.courier.composing.mails import Words, compose_words, frame_html
from apps.courier.services.posting import post
from tests.apps.courier.post_office import open_post_office


@pytest.fixture(autouse=True)
def house(settings, tmp_path):
    """The outbox is where mail goes, as on the site; pages need no collected files."""
    settings.EMAIL_BACKEND = "apps.courier.backend.OutboxBackend"
    settings.MAIL_DIR = tmp_path / "mail"
    settings.EMAIL_URL = ""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    cache.clear()


@pytest.fixture
def office(settings):
    office, controller = open_post_office()
    settings.EMAIL_URL = office.url
    yield office
    controller.stop()


@pytest.fixture
def write():
    """A mail; every detail may be chosen."""

    def make(user, key="bilan:1", kind="bilan", **more):
        subject = more.pop("subject", "Kalan VII, tour 3 : votre bilan")
        text = more.pop(
            "text", "Sire, l’an trois s’achève.\n.une ligne qui commence par un point\nÀ bientôt."
        )
        html = more.pop("html", frame_html("<h1>Votre bilan</h1><p>L’an trois s’achève.</p>", subject))
        return compose_words(user, kind=kind, key=key, subject=subject, words=Words(text, html), **more)

    return make


@pytest.fixture
def posted(write):
    """Post one mail and give its row."""
    from apps.courier.models import Mail

    def make(user, key="bilan:1", **more):
        post([write(user, key, **more)])
        return Mail.objects.get(key=key)

    return make


class Clock:
    """A clock for `delivery`: a little ahead, so that what was just posted is due; moves when told."""

    def __init__(self):
        self.now = timezone.now() + timedelta(seconds=20)

    def __call__(self):
        return self.now

    def forward(self, **delta):
        self.now += timedelta(**delta)
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def referee(make_user):
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

    user = make_user("Lothaire", role=Role.REFEREE)
    TOTP.activate(user, generate_totp_secret())
    return user


@pytest.fixture
def jobs_at_once():
    """Tasks run where they are called, as soon as they are."""
    from config.celery import app

    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False
