"""T18, first layer: thousands of hostile texts leave the sanitisers as plain words, links and our own
pictures."""

import re
from html.parser import HTMLParser

import pytest

from apps.accounts.profile.presentation import render_presentation
from apps.forums.markup import (
    ATTRIBUTES,
    CLASSES,
    OWN_PICTURE,
    TAGS,
    clean_html,
    quote,
    render_markdown,
)
from apps.forums.models import Picture
from tests.apps.forums.payloads import payloads, thousands
from tests.trust.long import amount

PICTURE = Picture(code="a" * 24, width=320, height=200)
KNOWN = {name for names in ATTRIBUTES.values() for name in names} | {"rel", "title"}


def scheme(address):
    """As browsers read it: control characters do not count. Empty for an address of our own."""
    found = re.match(r"([a-zA-Z][a-zA-Z0-9+.-]*):", re.sub(r"[\x00-\x20]", "", address))
    return found[1].lower() if found else ""


class Inspector(HTMLParser):
    """Every element and attribute a browser could meet in cleaned HTML."""

    def __init__(self):
        super().__init__()
        self.faults = []

    def handle_starttag(self, tag, attrs):
        if tag not in TAGS:
            self.faults.append(tag)
        for name, value in attrs:
            if name not in KNOWN:
                self.faults.append(f"{tag}[{name}]")
            if name == "src" and not OWN_PICTURE.fullmatch(value or ""):
                self.faults.append(f"src {value}")
            if name == "href" and scheme(value or "") not in ("http", "https", ""):
                self.faults.append(f"href {value}")
            if name == "class" and not set((value or "").split()) <= CLASSES:
                self.faults.append(f"class {value}")

    def handle_comment(self, data):
        self.faults.append("comment")

    def handle_decl(self, decl):
        self.faults.append("declaration")


def faults(html):
    inspector = Inspector()
    inspector.feed(html)
    return inspector.faults


def test_there_are_five_hundred_of_them_and_more():
    assert len(payloads()) >= 500
    assert len(set(thousands(3000))) > 2500


@pytest.mark.parametrize(
    "render",
    [
        lambda text: render_markdown(text, pictures=[PICTURE], people={"alice": "/joueurs/Alice/"}),
        lambda text: render_markdown(quote(text, who=text[:40], url="/forums/message/1/")),
        render_presentation,
        clean_html,
    ],
    ids=["post", "quote", "presentation", "allow-list"],
)
def test_thousands_of_payloads_leave_only_what_is_allowed(render):
    wrong = {text: faults(render(text)) for text in (*payloads(), *thousands(amount(1000, 3000)))}
    assert {text: found for text, found in wrong.items() if found} == {}


def test_the_inspector_sees_what_it_should():
    """The detector works: the same texts without a sanitiser are full of faults."""
    assert sum(bool(faults(text)) for text in payloads()) > 300
