"""Configuration: every key documented, production refuses what is unsafe, logs keep secrets."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings

from config.logs import hide_secrets
from config.safety import UnsafeConfiguration, find_faults, require_safe

ROOT = Path(settings.BASE_DIR)


def keys_read() -> set[str]:
    """By the settings, and by the one command; HOST and PORT are given to `make`."""
    settings_read = re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "config" / "settings.py").read_text())
    command_reads = re.findall(r'environ\.\w+\(\s*"([A-Z_]+)"', (ROOT / "config" / "embedded.py").read_text())
    return {*settings_read, *command_reads} - {"HOST", "PORT", "DJANGO_SETTINGS_MODULE"}


def test_every_key_the_settings_read_is_documented():
    documented = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert keys_read() - documented == set()
    assert len(keys_read()) > 15


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
    "DATABASES": {"default": {"ENGINE": "django.db.backends.postgresql", "HOST": "db", "PASSWORD": "long-and-random"}},
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
        ({"DATABASES": {"default": {"ENGINE": "x.postgresql", "HOST": "db", "PASSWORD": "postgres"}}}, "DATABASE_URL"),
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
