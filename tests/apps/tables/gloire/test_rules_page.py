"""The rules page prints the catalogue and the tables by itself: nothing an order or a map needs is
missing."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.html import escape

from apps.tables.gloire.pages.rules import rules_context
from engines.core.registry import rules_of
from engines.gloire import tables
from engines.gloire.orders.catalogue import ORDERS, PHASE_TITLES
from engines.gloire.words import number


@pytest.fixture
def page(db):
    request = RequestFactory().get("/regles/gloire/")
    request.user, request.session = AnonymousUser(), {}
    return render_to_string(
        "gloire/rules.html", {"meta": rules_of("gloire").meta, **rules_context()}, request=request
    )


def test_every_order_has_its_entry_with_syntax_and_example(page):
    for spec in ORDERS:
        assert f'id="{spec.code}"' in page
        assert f"<code>{escape(spec.example)}</code>" in page
    assert page.count('class="order-entry"') == len(ORDERS)


def test_every_phase_map_title_and_fort_is_there(page):
    assert all(title.replace("'", "&#x27;") in page for title in PHASE_TITLES.values())
    for limits in tables.LIMITS.values():
        assert limits.title in page
        assert number(limits.standing) in page
    assert all(title in page for title in tables.TITLES[1:])
    assert all(number(tables.FORTS[key].cost) in page for key in tables.BUILDABLE)
    assert all(number(pension) in page for pension in tables.PENSIONS[1:])


def test_syntax_is_made_from_the_catalogue():
    orders = {order["code"]: order for family in rules_context()["families"] for order in family["orders"]}
    assert orders["ATT"]["syntax"].startswith("ATT <chevalier")
    assert orders["ARM"]["syntax"].count("[") == 1
    assert orders["IMP"]["args"][0][1] == "de 0 à 10"
