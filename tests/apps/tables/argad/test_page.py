"""The page of the table top: every figure drawn and listed, the ground, the words it owes, the cost of making
it."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.games.table.sight import look
from apps.tables.argad.board import terrain
from engines.argad.scenario.scenarios import SCENARIOS, pieces_of
from engines.argad.tables import TERRAIN
from tests.apps.tables.argad.battle import opened, signed_in, skip_to
from tests.pages import page_of


def test_every_figure_is_on_the_table_and_in_the_list(plotting, browsers, alice):
    page = page_of(browsers[0], plotting)
    shown = {figure.id for figure in look(plotting, alice).engine_view.figures}
    assert set(re.findall(r'id="fig-([A-Z0-9]+)"', page)) == shown
    assert set(re.findall(r'data-points="([A-Z0-9]+)"', page)) == shown
    assert {f"#ag-held-{held}" for held in re.findall(r'href="#ag-held-(\w+)"', page)} <= {
        f"#{id}" for id in re.findall(r'<g id="(ag-held-\w+)"', page)
    }


def test_everything_used_by_the_drawing_is_defined(plotting, browsers):
    page = page_of(browsers[0], plotting)
    used = set(re.findall(r'<use [^>]*href="#([\w-]+)"', page))
    assert used - set(re.findall(r'id="([\w-]+)"', page)) == set()


def test_every_kind_of_ground_and_every_scenario_can_be_drawn():
    assert {kind for layer in terrain.LAYERS for kind in layer} == set(TERRAIN) - {"open"}
    for scenario in SCENARIOS.values():
        pieces = pieces_of(scenario)
        assert terrain.ground_svg(pieces).count('class="ag-ground') == len(pieces)


def test_page_has_no_inline_style_and_says_that_it_is_unofficial(plotting, browsers):
    page = page_of(browsers[0], plotting)
    assert not re.search(r"\sstyle=", page)
    assert "Adaptation numérique non officielle, gratuite et non commerciale" in page
    rules = browsers[0].get("/regles/argad/").content.decode()
    assert "Adaptation numérique non officielle, gratuite et non commerciale" in rules
    assert 'href="/regles/argad/"' in page


def test_rules_page_prints_the_engine_s_tables(client, db):
    page = client.get("/regles/argad/").content.decode()
    assert "20 : 5 · 40 : 6 · 60 : 7*" in page
    assert page.count('class="ag-figure') >= 30
    assert "Nos décisions" in page


@pytest.mark.postgres
def test_page_costs_the_same_queries_for_ten_men_and_for_forty(alice, bob):
    small = opened(alice, bob, scenario="ambush", budget=50)
    large = opened(alice, bob, scenario="village", budget=300)
    skip_to(small, lambda state: state.phase == "plot")
    skip_to(large, lambda state: state.phase == "plot" and state.turn >= 3)
    client = signed_in(alice)
    page_of(client, small)
    counts = []
    for game in (small, large):
        with CaptureQueriesContext(connection) as asked:
            page_of(client, game)
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert counts[0] <= 26


@pytest.mark.parametrize(("bases", "scale"), [("usual", "1"), ("small", "0.75"), ("wide", "1.25")])
def test_figures_are_drawn_in_the_size_of_the_table_s_bases(alice, bob, browsers, bases, scale):
    game = opened(alice, bob, bases=bases)
    state = skip_to(game, lambda state: state.phase == "plot")
    walker = next(f for f in state.figures if f.seat == 0 and f.place == "table" and f.mount == "foot")
    found = re.search(rf'id="fig-{walker.id}".*?</title>', page_of(browsers[0], game), re.S)[0]
    assert f'data-scale="{scale}"' in found
    assert f'data-r="{10 * float(scale)}"' in found
