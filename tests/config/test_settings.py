"""Configuration: every key documented, production refuses what is unsafe, logs keep secrets."""

import json
import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings

from config.logs import hide_secrets
from config.safety import UnsafeConfiguration, find_faults, require_safe

ROOT = Path(settings.BASE_DIR)
EXAMPLE = (ROOT / ".env.example").read_text()


def keys_read() -> set[str]:
    """By the settings, and by the one command; HOST and PORT are given to `make`."""
    settings_read = re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "config" / "settings.py").read_text())
    command_reads = re.findall(r'environ\.\w+\(\s*"([A-Z_]+)"', (ROOT / "config" / "embedded.py").read_text())
    return {*settings_read, *command_reads} - {"HOST", "PORT", "DJANGO_SETTINGS_MODULE"}


def test_every_key_the_settings_read_is_documented():
    documented = set(re.findall(r"^([A-Z_]+)=", EXAMPLE, re.MULTILINE))
    assert keys_read() - documented == set()
    assert len(keys_read()) > 15


def settings_with(**environment):
    """What the settings make of these keys, in a process of its own."""
    names = (
        "SECRET_KEY",
        "DEBUG",
        "LOG_JSON",
        "ORDERS_MAILBOX",
        "DATA_DIR",
        "STATIC_ROOT",
        "EMAIL_URL",
        "REDIS_URL",
        "PROCESSES",
    )
    code = f"import json, config.settings as s; print(json.dumps({{n: str(getattr(s, n)) for n in {names}}}))"
    keys = {**dict(re.findall(r"^([A-Z_]+)=(.*)$", EXAMPLE, re.MULTILINE)), "POSTGRES_PASSWORD": ""}
    clean = {key: value for key, value in os.environ.items() if key not in keys}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)


def test_a_copy_of_the_example_changes_nothing_by_itself():
    """Empty keys are keys not set: the site starts, and production writes its logs as it should."""
    copied = dict(re.findall(r"^([A-Z_]+)=(.*)$", EXAMPLE, re.MULTILINE))
    assert settings_with(**copied) == settings_with()
    in_production = {**copied, "KALAN_ENVIRONMENT": "production"}
    assert settings_with(**in_production) == settings_with(KALAN_ENVIRONMENT="production")
    assert settings_with(**in_production)["LOG_JSON"] == "True"


SOUND = {
    "ENVIRONMENT": "production",
    "PRODUCTION": True,
    "DEBUG": False,
    "SECRET_KEY": "k" * 60,
    "ALLOWED_HOSTS": ["kalan.example"],
    "SITE_URL": "https://kalan.example",
    "EMAIL_URL": "smtp://mail.example",
    "PROCESSES": 4,
    "REDIS_URL": "redis://redis",
    "DATABASES": {
        "default": {"ENGINE": "django.db.backends.postgresql", "HOST": "db", "PASSWORD": "long-and-random"}
    },
}


def test_sound_production_starts():
    assert list(find_faults(SimpleNamespace(**SOUND))) == []


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"ENVIRONMENT": "prod"}, "KALAN_ENVIRONMENT"),
        ({"DEBUG": True}, "DEBUG"),
        ({"SECRET_KEY": ""}, "SECRET_KEY"),
        ({"SECRET_KEY": "changeme"}, "SECRET_KEY"),
        ({"SECRET_KEY": "development-only-never-in-production"}, "SECRET_KEY"),
        ({"ALLOWED_HOSTS": []}, "ALLOWED_HOSTS"),
        ({"ALLOWED_HOSTS": ["*"]}, "ALLOWED_HOSTS"),
        ({"SITE_URL": "http://kalan.example"}, "KALAN_SITE_URL"),
        ({"EMAIL_URL": ""}, "EMAIL_URL"),
        ({"REDIS_URL": ""}, "REDIS_URL"),
        (
            {"DATABASES": {"default": {"ENGINE": "x.postgresql", "HOST": "db", "PASSWORD": "postgres"}}},
            "DATABASE_URL",
        ),
    ],
)
def test_unsafe_production_is_refused_and_named(change, named):
    with pytest.raises(UnsafeConfiguration) as refused:
        require_safe(SimpleNamespace(**{**SOUND, **change}))
    assert [named in fault for fault in refused.value.faults] == [True]


def test_several_processes_without_redis_are_refused_in_development_too():
    faults = list(find_faults(SimpleNamespace(**{**SOUND, "PRODUCTION": False, "REDIS_URL": ""})))
    assert len(faults) == 1


def test_logs_mask_what_is_secret():
    assert hide_secrets(None, "info", {"event": "x", "email": "a@b", "seed": b"1", "game": "g"}) == {
        "event": "x",
        "email": "[masqué]",
        "seed": "[masqué]",
        "game": "g",
    }


def test_logs_mask_the_secret_in_the_address_of_a_page_and_leave_the_request_out():
    line = {
        "event": "Internal Server Error: /parties/calendrier/xziNoQuOXX5aw_hZJdTTub1fQR1R1-z4.ics",
        "path": "/parties/05ac7bbbca59/ordres/",
        "request": "<WSGIRequest: GET '/compte/login/?next=/parties/'>",
        "color_message": "…",
    }
    assert hide_secrets(None, "error", line) == {
        "event": "Internal Server Error: /parties/calendrier/[masqué].ics",
        "path": "/parties/05ac7bbbca59/ordres/",
    }


def test_servers_write_no_line_for_each_visitor():
    """Their lines hold network addresses; warnings and faults go where all the rest goes."""
    loggers = [
        logging.getLogger(name)
        for name in ("uvicorn.error", "uvicorn.access", "gunicorn.error", "gunicorn.access")
    ]
    assert [(one.isEnabledFor(logging.INFO), one.handlers, one.propagate) for one in loggers] == [
        (False, [], True)
    ] * 4
