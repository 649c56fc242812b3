"""What every test may use: people (Alice owns, Bob shares, Charlie is an outsider) and the small game."""

import gc
import socket

import pytest
from kombu import pools

from engines.core import registry
from tests import dice

registry.register("enchere", "tests.small_game")


def pytest_collection_modifyitems(items):
    """The weeks of a whole game first: begun last, they would be waited for alone."""
    items.sort(key=lambda item: "weekly" not in item.path.parts)


def pytest_collection_finish():
    """Thousands of tests and all that they import stay to the end: the collector of garbage need not look at
    them again, nor after every seven hundred new objects. A seventh of the time of a test of pages."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Each test has dice of its own, the same in every run."""
    dice.load(item.nodeid)


@pytest.fixture
def make_user(db, django_user_model):
    """Accounts with a verified address, as after a sign-up."""
    from allauth.account.models import EmailAddress

    def make(name, **fields):
        user = django_user_model.objects.create_user(
            name, f"{name.lower()}@example.test", "un mot de passe solide", **fields
        )
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    return make


@pytest.fixture
def alice(make_user):
    return make_user("Alice")


@pytest.fixture
def bob(make_user):
    return make_user("Bob")


@pytest.fixture
def charlie(make_user):
    return make_user("Charlie")


@pytest.fixture
def eager():
    """Jobs run at once, in the process that asks for them."""
    from config.celery import app

    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


@pytest.fixture
def broken_broker():
    """Nobody listens at the address of the broker."""
    from config import hints
    from config.celery import app

    address = app.conf.broker_write_url
    with socket.socket() as taken:  # bound and never listening: whoever connects is refused
        taken.bind(("127.0.0.1", 0))
        _send_to(app, f"redis://127.0.0.1:{taken.getsockname()[1]}/0")
        yield
        hints._silent_until = 0.0
        _send_to(app, address)


def _send_to(app, address):
    """Another broker for what is sent. The pools are kept by address for the whole process: a closed one must
    be forgotten."""
    app.conf.broker_write_url = address
    app.amqp._producer_pool = app._pool = None
    pools.reset()
