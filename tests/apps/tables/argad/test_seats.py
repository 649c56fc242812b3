"""How many play is the scenario's matter: the forms say it, and a wrong number is told what would be
right."""

import json
import re
from html import unescape

import pytest

from apps.games.models import Game
from apps.tables.argad.models import KeptScenario
from tests.apps.tables.argad.battle import signed_in
from tests.apps.tables.argad.test_troops import new_table
from tests.engines.argad.test_boats import RIVER
from tests.pages import source

CHOICES = {
    "option_preset": "standard",
    "option_cards": "0",
    "option_budget": "100",
    "option_hints": "full",
    "option_bases": "usual",
    "bot": "",
}


@pytest.mark.parametrize("form", ["entrainement", "un-ecran", "creer"])
def test_every_form_says_how_many_each_scenario_wants(alice, form):
    page = signed_in(alice).get(f"/parties/{form}/argad/")
    said = "Le village pillé : de 2 à 4 ; Le convoi : 2 ou 3 ; Le fort secouru : 3 ; L’embuscade : 2."
    assert said in source(page)
    bounds = json.loads(unescape(re.search(r'data-bounds="([^"]*)"', page.content.decode())[1]))
    assert bounds == {"village": [2, 4], "convoy": [2, 3], "siege": [3, 3], "ambush": [2, 2]}


def test_training_of_four_in_the_ambush_is_told_that_two_play(alice):
    page = signed_in(alice).post(
        "/parties/entrainement/argad/", {**CHOICES, "seats": "4", "option_scenario": "ambush"}
    )
    assert page.status_code == 200
    assert "Avec ces options, on joue à 2 exactement : écrivez 2." in source(page)
    assert not Game.objects.exists()


def test_training_of_four_in_the_convoy_is_told_two_or_three(alice):
    page = signed_in(alice).post(
        "/parties/entrainement/argad/", {**CHOICES, "seats": "4", "option_scenario": "convoy"}
    )
    assert "Avec ces options, il faut de 2 à 3 places." in source(page)


def test_training_with_the_right_number_begins(alice):
    done = signed_in(alice).post(
        "/parties/entrainement/argad/", {**CHOICES, "seats": "2", "option_scenario": "ambush"}
    )
    assert done.status_code == 302
    assert Game.objects.get().seats.count() == 2


def test_a_shared_scenario_cannot_write_into_the_form(alice, bob):
    """The titles of drawn scenarios are people's own words."""
    kept = KeptScenario.objects.create(
        owner=bob, name="Ruse", data={**RIVER, "title": "<img src=x onerror=alert(1)>"}
    )
    page = signed_in(alice).get(f"/parties/creer/argad/?scenario={kept.code}").content.decode()
    assert "<img src=x" not in page
    assert "&lt;img src=x onerror=alert(1)&gt; : 2" in page


def test_a_drawn_scenario_brings_its_own_number(alice):
    kept = KeptScenario.objects.create(owner=alice, name="Rivière", data=RIVER)
    client = signed_in(alice)
    refused = client.post("/parties/creer/argad/", new_table(option_scenario=kept.code, seats="3"))
    assert "Avec ces options, on joue à 2 exactement : écrivez 2." in source(refused)
