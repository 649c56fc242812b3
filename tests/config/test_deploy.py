"""What a public server shows: health, headers, cookies, the deployment check."""

import os
import re
import socket
import subprocess
import sys
import time
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

PRODUCTION = {
    "KALAN_ENVIRONMENT": "production",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ALLOWED_HOSTS": "kalan.example",
    "KALAN_SITE_URL": "https://kalan.example",
    "EMAIL_URL": "smtp://mail.example",
    "REDIS_URL": "redis://127.0.0.1:6379/15",
}

one_process = pytest.mark.xdist_group("web")  # the files are collected and the workers started once


def production(folder, **more):
    """The environment of a sound public server, and what a test changes in it."""
    clean = {
        key: value
        for key, value in os.environ.items()
        if key not in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")
    }
    return {**clean, **PRODUCTION, "KALAN_DATA_DIR": str(folder), **more}


def manage(*arguments, tmp_path, **environment):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=production(tmp_path, **environment),
        capture_output=True,
        text=True,
        check=False,
    )


def test_check_deploy_is_clean(tmp_path):
    ran = manage("check", "--deploy", "--fail-level", "WARNING", tmp_path=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "") or "no issues" in ran.stdout + ran.stderr


def test_production_refuses_to_serve_with_a_weak_secret(tmp_path):
    code = "import config.wsgi"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        env=production(tmp_path, SECRET_KEY="short"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, "SECRET_KEY" in ran.stderr) == (1, True)


def test_a_worker_and_beat_refuse_a_weak_secret_too(tmp_path):
    for role in (["worker"], ["beat", "--schedule", str(tmp_path / "beat")]):
        command = [sys.executable, "-m", "celery", "-A", "config", *role]
        ran = subprocess.run(
            command,
            cwd=settings.BASE_DIR,
            env=production(tmp_path, SECRET_KEY="short"),
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert (role, ran.returncode, "SECRET_KEY" in ran.stderr) == (role, 1, True)


@one_process
def test_a_container_is_healthy_by_its_public_name_alone(tmp_path, web):
    """As docker-compose.yml asks; a name that is not ours is refused."""
    check = [sys.executable, "deploy/healthy.py", str(web)]
    status = {
        name: subprocess.run(
            check,
            cwd=settings.BASE_DIR,
            env={**os.environ, "KALAN_HOST": name},
            capture_output=True,
            check=False,
        ).returncode
        for name in ("kalan.example", "autre.example")
    }
    assert status == {"kalan.example": 0, "autre.example": 1}


@one_process
def test_pages_find_the_static_files_of_the_image_beside_the_data(web):
    """KALAN_STATIC_DIR is the image's, KALAN_DATA_DIR the volume's."""
    page = urlopen(asked(web, "/compte/charte/")).read().decode()
    style = re.search(r'href="(/static/css/site[^"]+\.css)"', page).group(1)
    assert (style != "/static/css/site.css", urlopen(asked(web, style)).status) == (True, 200)


def asked(port, path):
    return Request(
        f"http://127.0.0.1:{port}{path}", headers={"Host": "kalan.example", "X-Forwarded-Proto": "https"}
    )


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    """The HTTP workers as the Dockerfile starts them, on a free port."""
    folder = tmp_path_factory.mktemp("web")
    collected = {"KALAN_STATIC_DIR": str(folder / "collected"), "KALAN_TRUSTED_PROXIES": "1"}
    manage(
        "collectstatic",
        "--noinput",
        tmp_path=folder / "build",
        **{**collected, "KALAN_ENVIRONMENT": "development"},
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "config.wsgi:application", "-b", f"127.0.0.1:{port}"]
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=production(folder / "data", **collected))
    try:
        wait_for(process, port)
        yield port
    finally:
        process.terminate()
        process.wait()


def wait_for(process, port):
    for _ in range(300):
        assert process.poll() is None, "gunicorn ended"
        try:
            urlopen(asked(port, "/sante/"), timeout=5).read()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("gunicorn did not answer")


@pytest.mark.django_db
def test_health_pages(client):
    assert client.get(reverse("alive")).content.decode() == "vivant\n"
    ready = client.get(reverse("ready"))
    assert (ready.status_code, ready.json()) == (
        200,
        {"database": True, "disk": True, "cache": True, "broker": True, "live": True, "overdue": 0},
    )


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
def test_post_from_elsewhere_is_refused_even_with_a_token_of_ours(alice):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    page = browser.get(reverse("accounts:mail")).content.decode()
    form = {
        "csrfmiddlewaretoken": re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page).group(1),
        "letters": "never",
    }
    status = {
        origin: browser.post(reverse("accounts:mail"), form, headers={"origin": origin}).status_code
        for origin in ("https://evil.example", "null", "http://testserver")
    }
    assert status == {"https://evil.example": 403, "null": 403, "http://testserver": 200}
