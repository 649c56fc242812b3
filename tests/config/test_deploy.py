"""What a public server shows: health, headers, cookies, the deployment check."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.urls import reverse

PRODUCTION = {
    "KALAN_ENVIRONMENT": "production",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ALLOWED_HOSTS": "kalan.example",
    "KALAN_SITE_URL": "https://kalan.example",
    "EMAIL_URL": "smtp://mail.example",
    "REDIS_URL": "redis://127.0.0.1:6379/15",
}


def manage(*arguments, tmp_path, **environment):
    clean = {key: value for key, value in os.environ.items() if key not in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")}
    clean |= {"KALAN_DATA_DIR": str(tmp_path), **PRODUCTION, **environment}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )


def test_check_deploy_is_clean(tmp_path):
    ran = manage("check", "--deploy", "--fail-level", "WARNING", tmp_path=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "") or "no issues" in ran.stdout + ran.stderr


def test_production_refuses_to_serve_with_a_weak_secret(tmp_path):
    code = "import config.wsgi"
    clean = {key: value for key, value in os.environ.items() if key not in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        env={**clean, **PRODUCTION, "KALAN_DATA_DIR": str(tmp_path), "SECRET_KEY": "short"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, "SECRET_KEY" in ran.stderr) == (1, True)


@pytest.mark.django_db
def test_health_pages(client):
    assert client.get(reverse("alive")).content.decode() == "vivant\n"
    ready = client.get(reverse("ready"))
    assert (ready.status_code, ready.json()) == (200, {"database": True, "broker": True, "overdue": 0})


@pytest.mark.django_db
def test_security_headers_of_every_page(client):
    headers = client.get("/").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert (headers["X-Frame-Options"], headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == (
        "DENY",
        "nosniff",
        "same-origin",
    )


@pytest.mark.django_db
def test_post_from_elsewhere_is_refused(alice):
    from django.test import Client

    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    answer = browser.post(reverse("games:training", args=["gloire"]), headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
