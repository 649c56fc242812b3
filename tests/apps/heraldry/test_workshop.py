"""The arms workshop: form, preview fragment, page, and template tags."""

import pytest
from django.template import Context, Template
from django.urls import reverse

from apps.heraldry.blazon import parse
from apps.heraldry.forms import ArmsForm
from apps.heraldry.lots import from_seed
from apps.heraldry.templatetags.heraldry import arms as arms_tag

LION = {"division": "plain", "first": "gules", "charge": "lion", "charge_tincture": "or", "count": "1"}


@pytest.mark.parametrize("seed", range(40))
def test_the_form_gives_back_the_arms_it_was_filled_with(seed):
    arms = from_seed(seed)
    form = ArmsForm(ArmsForm.choices_of(arms))
    assert form.is_valid(), form.errors
    assert form.arms == arms


def test_the_form_names_the_tincture_that_is_missing():
    form = ArmsForm(LION | {"charge_tincture": ""})
    assert dict(form.errors) == {"charge_tincture": ["Choisissez un émail."]}
    assert form.arms is None


def test_the_form_tells_the_rule_of_tincture():
    form = ArmsForm(LION | {"charge_tincture": "azure"})
    assert form.non_field_errors()[0].startswith("Règle des émaux")


def test_the_preview_shows_the_shield_and_its_blazon(client):
    page = client.get(reverse("heraldry:editor-preview"), LION)
    assert page.status_code == 200
    assert "De gueules au lion d’or." in page.content.decode()
    assert "<html" not in page.content.decode()


def test_the_preview_of_unlawful_arms_says_why(client):
    page = client.get(reverse("heraldry:editor-preview"), LION | {"charge_tincture": "vert"}).content.decode()
    assert "ni métal sur métal" in page
    assert 'role="alert"' in page


def test_the_workshop_works_without_javascript(client, db):
    page = client.get(reverse("heraldry:workshop"), LION).content.decode()
    assert "De gueules au lion d’or." in page
    assert '<form method="get"' in page
    assert page.count("<h1>") == 1


def test_the_workshop_opens_on_shared_arms_and_forgives_nonsense(client, db):
    assert (
        "D’or à l’aigle de sable."
        in client.get(reverse("heraldry:workshop"), {"armes": "or; eagle sable"}).content.decode()
    )
    assert client.get(reverse("heraldry:workshop"), {"armes": "<b>"}).status_code == 200


def test_tags_draw_arms_from_text_objects_and_names():
    shown = Template(
        "{% load heraldry %}{% arms text 26 title='Sire' %}|{{ text|blazon }}|{{ name|arms_of }}"
    ).render(Context({"text": "gules; lion or", "name": "Hawkmoon"}))
    svg, blazon, seeded = shown.split("|")
    assert svg.startswith('<svg class="arms"')
    assert (blazon, seeded) == ("De gueules au lion d’or.", str(from_seed("Hawkmoon")))


def test_unreadable_arms_do_not_break_a_page():
    assert arms_tag("nonsense") == arms_tag(None) == arms_tag("")
    assert arms_tag(parse("gules; lion or")) == arms_tag("gules; lion or")
