"""The site's settings, with what only tests need: plain static files, a quick password hash, a Redis database
each."""

import os
from urllib.parse import urlsplit

if os.environ.get("REDIS_URL") and os.environ.get("PYTEST_XDIST_WORKER"):
    # Tests empty the cache: each worker has a database of its own, counted down from the one that was given.
    url = urlsplit(os.environ["REDIS_URL"])
    number = int(url.path.strip("/") or 0) - int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) - 1
    os.environ["REDIS_URL"] = url._replace(path=f"/{number % 16}").geturl()

from config.settings import *  # noqa: F403
from config.settings import DATABASES, STATIC_ROOT, STORAGES
from engines.core import registry

STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns about a folder that is not there
if not os.environ.get("DATABASE_URL"):
    DATABASES["default"]["TEST"] = {
        "NAME": ":memory:"
    }  # said aloud: pytest-django knows Django's own backend by name only
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOG_LEVEL = "ERROR"

registry.register("enchere", "tests.small_game")  # the small game, also for commands that tests start
