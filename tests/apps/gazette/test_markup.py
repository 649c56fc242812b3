"""The allow-list of articles: what passes, what does not."""

from html.parser import HTMLParser

import pytest

from apps.gazette.markup import CLASSES, LONGEST, TAGS, clean, render_article, text_of
from tests.apps.gazette.payloads import payloads

MEDIA = {
    "image:1": "/gazettes/medias/abcdefghijklmnopqrstuvwxyz/",
    "son:1": "/gazettes/medias/zyxwvutsrqponmlkjihgfedcba/",
}
ATTRIBUTES = {
    "class",
    "href",
    "src",
    "alt",
    "start",
    "colspan",
    "rowspan",
    "rel",
    "target",
    "loading",
    "controls",
    "preload",
}


class Inspector(HTMLParser):
    """Every element and attribute a browser could meet in cleaned HTML."""

    def __init__(self):
        super().__init__()
        self.faults = []

    def handle_starttag(self, tag, attrs):
        if tag not in TAGS:
            self.faults.append(tag)
        for name, value in attrs:
            if name not in ATTRIBUTES:
                self.faults.append(f"{tag}[{name}]")
            if name == "src" and value not in MEDIA.values():
                self.faults.append(f"src {value}")
            if name == "href" and not value.startswith(("http://", "https://")):
                self.faults.append(f"href {value}")
            if name == "class" and not set(value.split()) <= CLASSES:
                self.faults.append(f"class {value}")

    def handle_comment(self, data):
        self.faults.append("comment")

    def handle_decl(self, decl):
        self.faults.append("declaration")


@pytest.mark.parametrize("format", ["html", "markdown"])
def test_of_600_payloads_only_allowed_elements_come_through(format):
    for payload in payloads(600):
        inspector = Inspector()
        inspector.feed(render_article(payload, format, MEDIA))
        assert inspector.faults == [], payload


def test_cleaning_twice_changes_nothing():
    """What a sanitiser lets through must not grow teeth when it is parsed again."""
    addresses = {address: address for address in MEDIA.values()}
    for payload in payloads(600):
        once = render_article(payload, "html", MEDIA)
        inspector = Inspector()
        inspector.feed(clean(once, MEDIA | addresses))
        assert inspector.faults == [], payload


def test_own_pictures_sounds_titles_and_movements_pass():
    html = (
        '<h2 class="manchette anim-defile mechant">Guerre</h2><figure class="a-droite"><img '
        'src="image:1"><figcaption>La reine</figcaption></figure><audio src="son:1"></audio>'
    )
    cleaned = render_article(html, "html", MEDIA)
    assert '<h2 class="manchette anim-defile">Guerre</h2>' in cleaned
    assert f'src="{MEDIA["image:1"]}"' in cleaned
    assert 'alt=""' in cleaned
    assert f'<audio src="{MEDIA["son:1"]}"' in cleaned
    assert 'controls=""' in cleaned


def test_a_mark_of_the_wrong_kind_shows_nothing():
    cleaned = render_article(
        '<img src="son:1"><audio src="image:1"></audio><img src="image:2">', "html", MEDIA
    )
    assert "/gazettes/" not in cleaned


def test_markdown_titles_pictures_and_sounds():
    cleaned = render_article(
        "# Un\n\n![La reine](image:1)\n\n![Le cor](son:1)\n\n<b>brut</b>", "markdown", MEDIA
    )
    assert "<h2>Un</h2>" in cleaned
    assert f'<img src="{MEDIA["image:1"]}" alt="La reine"' in cleaned
    assert f'<audio src="{MEDIA["son:1"]}"' in cleaned
    assert "&lt;b&gt;brut" in cleaned


def test_links_open_elsewhere_and_tell_nothing():
    cleaned = render_article("[x](https://example.org)", "markdown", {})
    assert 'target="_blank"' in cleaned
    assert "noopener noreferrer" in cleaned


def test_words_alone():
    assert text_of("<p>Un</p><p>deux<br>trois &amp; quatre</p>") == "Un deux trois & quatre"


def test_a_very_long_source_is_cut():
    assert len(text_of(render_article("a" * (LONGEST + 5000), "markdown", {}))) == LONGEST
