"""Widgets of the interface, rendered alone."""

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django import forms
from django.core.paginator import Paginator
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone

from apps.site import hooks
from apps.site.catalogue import GAMES
from apps.site.emblems import FIGURES, emblem_svg
from apps.site.icons import ICONS
from apps.site.templatetags.ui import ago, breadcrumbs, countdown, dice, icon, time_left

NOON = datetime(2026, 3, 6, 12, 0, tzinfo=UTC)


class OathForm(forms.Form):
    name = forms.CharField(label="Nom", min_length=3, help_text="Trois lettres au moins.")
    pace = forms.ChoiceField(label="Rythme", choices=[("a", "Lent"), ("b", "Vif")], widget=forms.RadioSelect)
    oath = forms.BooleanField(label="Je jure")
    token = forms.CharField(widget=forms.HiddenInput, required=False)
    note = forms.CharField(label="Note", required=False)

    def clean(self):
        raise forms.ValidationError("Rien ne va.")


def test_a_field_with_errors_is_tied_to_its_help_and_its_errors():
    page = _parsed(OathForm({"name": "K"}))
    control = page.find(".//input[@name='name']")
    assert control.get("aria-invalid") == "true"
    described = control.get("aria-describedby").split()
    assert described == ["id_name_helptext", "id_name_error"]
    texts = ["".join(page.find(f".//*[@id='{name}']").itertext()).strip() for name in described]
    assert texts[0] == "Trois lettres au moins."
    assert "3" in texts[1]
    assert page.find(".//label[@for='id_name']").text == "Nom"


def test_general_errors_come_first_and_are_announced():
    page = _parsed(OathForm({"name": "Kalan"}))
    assert page[0].get("role") == "alert"
    assert "Rien ne va." in "".join(page[0].itertext())


def test_a_group_of_choices_is_a_fieldset_with_its_legend():
    page = _parsed(OathForm())
    group = page.find(".//fieldset")
    assert group.find("legend").text == "Rythme"
    assert len(group.findall(".//input[@type='radio']")) == 2


def test_optional_fields_say_so_and_hidden_ones_appear_once():
    page = _parsed(OathForm())
    assert "(facultatif)" in "".join(page.find(".//label[@for='id_note']").itertext())
    assert len(page.findall(".//input[@type='hidden']")) == 1
    assert page.find(".//label[@for='id_token']") is None


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=2, hours=4, minutes=59), "2 j 4 h"),
        (timedelta(hours=47, minutes=5), "47 h 05"),
        (timedelta(minutes=42, seconds=59), "42 min"),
        (timedelta(seconds=20), "1 min"),
        (timedelta(seconds=-1), "échu"),
    ],
)
def test_time_left(left, words):
    assert time_left(NOON + left, NOON).replace("\u00a0", " ") == words


@pytest.mark.parametrize(
    ("past", "words"),
    [
        (timedelta(seconds=59), "à l’instant"),
        (timedelta(minutes=61), "il y a 1 heure"),
        (timedelta(days=3, hours=5), "il y a 3 jours"),
    ],
)
def test_what_has_just_happened_is_not_zero_minutes_old(past, words):
    assert ago(timezone.now() - past).replace("\u00a0", " ") == words


def test_a_countdown_is_a_time_element_with_its_instant():
    element = ElementTree.fromstring(countdown(NOON))
    assert (element.tag, element.get("datetime"), element.text) == (
        "time",
        "2026-03-06T12:00:00+00:00",
        "échu",
    )


def test_dice_are_read_aloud_and_drawn_with_the_right_pips():
    shown = ElementTree.fromstring(dice([3, 6], kept=[1]))
    assert shown.get("aria-label").replace("\u00a0", " ") == "Dés : 3, 6"
    faces = [(die.get("class"), len(die.findall("circle"))) for die in shown]
    assert faces == [("die", 3), ("die is-kept", 6)]


def test_breadcrumbs_skip_addresses_that_do_not_exist():
    assert breadcrumbs("Accueil", "home", "Nulle part", "no:where", "Ici")["trail"] == [
        ("Accueil", "/"),
        ("Nulle part", ""),
        ("Ici", ""),
    ]


@pytest.mark.parametrize("name", sorted(ICONS))
def test_icons_are_ornaments(name):
    assert ElementTree.fromstring(icon(name)).get("aria-hidden") == "true"


def test_every_game_has_its_emblem():
    assert {game.slug for game in GAMES} == set(FIGURES)
    assert len({emblem_svg(game.slug) for game in GAMES}) == len(GAMES)
    assert ElementTree.fromstring(emblem_svg("unheard-of")).get("aria-hidden") == "true"


def test_pagination_keeps_the_rest_of_the_address():
    request = RequestFactory().get("/", {"q": "roi", "page": "4"})
    page = Paginator(range(200), 20).page(4)
    shown = Template("{% load ui %}{% pagination page %}").render(Context({"page": page, "request": request}))
    assert 'href="?q=roi&amp;page=5"' in shown
    assert shown.count('aria-current="page"') == 1


def test_pagination_of_one_page_shows_nothing():
    shown = Template("{% load ui %}{% pagination page %}").render(
        Context({"page": Paginator([1], 20).page(1), "request": RequestFactory().get("/")})
    )
    assert shown.strip() == ""


def test_a_person_without_arms_gets_those_of_the_name():
    shown = render_to_string("ui/person.html", {"name": "Hyliath"})
    assert '<svg class="arms"' in shown
    assert "Hyliath" in shown


def test_what_waits_is_the_sum_of_the_counters(monkeypatch):
    monkeypatch.setattr(hooks, "waiting_counters", [])
    hooks.waiting_counters += [lambda user: 2, lambda user: len(user)]
    assert hooks.waiting_for("abc") == 5


def test_news_are_the_latest_of_all_sources(monkeypatch):
    monkeypatch.setattr(hooks, "news_sources", [])
    hooks.news_sources.append(lambda: [hooks.News("ancienne", NOON)])
    hooks.news_sources.append(lambda: [hooks.News(f"n{k}", NOON + timedelta(hours=k)) for k in range(1, 9)])
    assert [news.text for news in hooks.latest_news(3)] == ["n8", "n7", "n6"]


def _parsed(form: forms.Form) -> ElementTree.Element:
    """The form as a tree; HTML's bare attributes and unclosed controls are made XML first."""
    html = re.sub(r" (checked|required|selected)(?=[ >])", r' \1="\1"', str(form))
    closed = re.sub(r"<input([^>]*)>", r"<input\1/>", html)
    return ElementTree.fromstring(f"<div>{closed}</div>")
