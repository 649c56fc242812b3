"""The development box: what would have left is read on the spot, and never in production."""

from datetime import UTC, datetime

import pytest

from apps.courier.composing.message import open_mail
from apps.courier.services.posting import post
from apps.courier.tasks import deliver

pytestmark = pytest.mark.django_db


@pytest.fixture
def name(alice, write, settings):
    post(
        [write(alice, subject="Votre code", text="7F3A-22", kind="security", html="<head></head><p>7F3A</p>")]
    )
    deliver()
    (path,) = settings.MAIL_DIR.glob("*.eml")
    return path.stem


def test_an_empty_box_says_so(client):
    assert "La boîte est vide" in client.get("/boite/").content.decode()


def test_the_newest_comes_first(client, alice, write, name):
    post([write(alice, "autre", subject="Le plus récent")])
    deliver()
    html = client.get("/boite/").content.decode()
    assert html.index("Le plus récent") < html.index("Votre code")


def test_a_mail_is_read_with_its_headers_and_its_text(client, name):
    html = client.get(f"/boite/{name}/").content.decode()
    assert "7F3A-22" in html
    assert "Auto-Submitted" in html
    assert "sandbox=" in html


def test_its_html_stands_behind_a_wall(client, name):
    response = client.get(f"/boite/{name}/html/")
    assert response.content.decode() == '<head><base target="_blank"></head><p>7F3A</p>'
    assert "sandbox" in response["Content-Security-Policy"]


def test_the_page_may_refresh_itself(client):
    assert 'http-equiv="refresh"' in client.get("/boite/?auto").content.decode()
    assert 'http-equiv="refresh"' not in client.get("/boite/").content.decode()


def test_no_other_file_is_read(client, settings, tmp_path, name):
    (tmp_path / "secret.eml").write_text("Subject: secret\n\n")
    for wrong in ("../secret", "..%2Fsecret", "inconnu", "%2Fetc%2Fpasswd"):
        assert client.get(f"/boite/{wrong}/").status_code == 404


@pytest.mark.parametrize(("production", "pages"), [(True, True), (False, False)])
def test_it_does_not_exist_in_production(client, settings, name, production, pages):
    settings.PRODUCTION, settings.DEVELOPMENT_PAGES = production, pages
    for address in ("/boite/", f"/boite/{name}/", f"/boite/{name}/html/"):
        assert client.get(address).status_code == 404


def test_the_date_of_a_mail_that_names_no_zone_is_utc():
    opened = open_mail(b"Date: Tue, 17 Nov 2026 09:32:00 -0000\nSubject: Le code\n\nBonjour\n")
    assert opened.date == datetime(2026, 11, 17, 9, 32, tzinfo=UTC)
