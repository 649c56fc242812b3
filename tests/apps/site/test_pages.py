"""Home, pattern book, theme switch and error pages."""

import html
import re

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.shortcuts import render
from django.templatetags.static import static
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views.defaults import page_not_found

from apps.site import errors, hooks
from apps.site.hooks import News
from apps.site.views import pattern_book

INLINE = re.compile(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\bsrc=)|javascript:", re.I)
FOREIGN = re.compile(r"""(?:src|href)=["'](?:https?:)?//""", re.I)


@pytest.fixture
def no_news(monkeypatch):
    monkeypatch.setattr(hooks, "news_sources", [])


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["home", "pattern-book", "heraldry:workshop"])
def test_pages_obey_the_content_policy(client, name):
    page = client.get(reverse(name))
    text = page.content.decode()
    assert page.status_code == 200
    assert (INLINE.findall(text), FOREIGN.findall(text)) == ([], [])
    identifiers = re.findall(r'\sid="([^"]+)"', text)
    assert len(identifiers) == len(set(identifiers))


@pytest.mark.django_db
def test_home_shows_the_five_games_and_a_quiet_kingdom(client, no_news):
    text = client.get("/").content.decode()
    for title in ("Gloire et Pouvoir", "Miles Christi", "Theopolis", "Les Missionnaires", "Argad!"):
        assert f">{title}</a></h3>" in text
    assert "Le royaume est calme" in text


@pytest.mark.django_db
def test_home_shows_what_happens_now(client, no_news):
    from django.utils import timezone

    hooks.news_sources.append(
        lambda: [News("Le tour 3 est résolu <vite>", timezone.now(), "/parties/7/", "gules; lion or")]
    )
    text = client.get("/").content.decode()
    assert '<a href="/parties/7/">Le tour 3 est résolu &lt;vite&gt;</a>' in text
    assert "Le royaume est calme" not in text


@pytest.mark.postgres
@pytest.mark.django_db
def test_home_asks_few_queries(client, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        client.get("/")


def test_pattern_book_is_closed_in_production(rf, settings):
    from django.http import Http404

    settings.DEBUG = settings.DEVELOPMENT_PAGES = False
    with pytest.raises(Http404):
        pattern_book(rf.get("/charte/"))


def test_the_server_draws_the_chosen_theme_at_once(client, db):
    assert "data-theme" not in client.get("/").content.decode().split(">")[1]
    client.cookies["theme"] = "dark"
    assert '<html lang="fr" data-theme="dark">' in client.get("/").content.decode()
    client.cookies["theme"] = '"><script>'
    assert '<html lang="fr">' in client.get("/").content.decode()


def test_the_theme_switch_works_without_javascript(client):
    answer = client.post(reverse("choose-theme"), {"theme": "light", "next": "/charte/"})
    assert (answer.status_code, answer.url) == (302, "/charte/")
    assert answer.cookies["theme"].value == "light"


def test_the_theme_switch_carries_the_token_and_the_way_back_of_its_own_reader(db):
    for theme, path in (("light", "/armoiries/?a=1"), ("dark", "/compte/charte/?q=%22%3E%3Cb%3E")):
        browser = Client(enforce_csrf_checks=True)
        browser.cookies["theme"] = theme
        form = browser.get(path).content.decode().split('class="theme-switch"')[1].split("</form>")[0]
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form).group(1)
        back = html.unescape(re.search(r'name="next" value="([^"]*)"', form).group(1))
        assert back == path
        assert f'value="{theme}" aria-pressed="true"' in form
        sent = {"theme": "auto", "next": back, "csrfmiddlewaretoken": token}
        assert browser.post(reverse("choose-theme"), sent).status_code == 302


@pytest.mark.parametrize(
    "address", ["https://ailleurs.example/", "//ailleurs.example", "javascript:alert(1)"]
)
def test_the_theme_switch_never_leads_elsewhere(client, address):
    assert client.post(reverse("choose-theme"), {"theme": "dark", "next": address}).url == "/"


def test_an_unknown_theme_is_not_remembered(client):
    assert "theme" not in client.post(reverse("choose-theme"), {"theme": "purple"}).cookies


@pytest.mark.parametrize(
    ("view", "code", "title"),
    [
        (errors.bad_request, 400, "Cette demande ne se lit pas"),
        (errors.forbidden, 403, "Cette porte vous est fermée"),
        (page_not_found, 404, "Le messager n’a rien trouvé"),
        (lambda request, _fault: render(request, "429.html", status=429), 429, "Doucement, messire"),
    ],
)
def test_error_pages_are_in_style(view, code, title):
    request = RequestFactory().get("/nulle-part/")
    request.user = AnonymousUser()
    page = view(request, Exception())
    assert page.status_code == code
    assert f"<h1>{title}</h1>" in page.content.decode()
    assert INLINE.findall(page.content.decode()) == []


@pytest.mark.django_db
def test_an_address_for_forms_alone_says_so_when_it_is_opened(client):
    page = client.get(reverse("choose-theme"))
    assert (page.status_code, page.headers["Allow"]) == (405, "POST")
    assert "<h1>Ceci n’est pas une page</h1>" in page.content.decode()
    assert client.get(reverse("choose-theme"), headers={"HX-Request": "true"}).content == b""


def test_a_refusal_tells_its_reason_but_no_exception_class():
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    assert "Ce siège est pris." in errors.forbidden(request, Exception("Ce siège est pris.")).content.decode()
    assert "a attendu trop longtemps" in errors.csrf_failure(request).content.decode()


def test_the_last_page_needs_neither_request_nor_database():
    page = errors.server_error(None)
    text = page.content.decode()
    assert page.status_code == 500
    assert "<h1>Le château tremble</h1>" in text
    assert (INLINE.findall(text), FOREIGN.findall(text), "{%" in text) == ([], [], False)


def test_a_missing_page_answers_404_in_style(db):
    page = Client(raise_request_exception=False).get("/il-ny-a-rien-ici/")
    assert page.status_code == 404
    if not settings.DEBUG:
        assert "Le messager n’a rien trouvé" in page.content.decode()


def test_a_page_that_names_no_icon_finds_one_under_its_usual_name(client):
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer.url) == (302, static("icon.svg"))
