"""The style sheet of mails, written on each tag."""

import pytest

from apps.courier.composing.mails import Link, frame_html
from apps.courier.composing.style_sheet import Sheet

CSS = """
/* how a mail looks */
p { margin: 0; color: #222; }
td, .num { padding: 2px; }
.num { text-align: right; }
.quiet { color: #666; font: 12px "Times New Roman"; }
@media (prefers-color-scheme: dark) { p { color: #eee !important; } .quiet { color: #aaa !important; } }
"""


@pytest.mark.parametrize(
    ("tag", "styled"),
    [
        ("<p>", '<p style="margin:0;color:#222">'),
        ('<p class="quiet">', '<p class="quiet" style="margin:0;color:#666;font:12px \'Times New Roman\'">'),
        ('<td class="num other">', '<td class="num other" style="padding:2px;text-align:right">'),
        ('<p id="a" style="color:red">', '<p id="a" style="margin:0;color:#222;color:red">'),
        ('<em class="other">', '<em class="other">'),
        ("</p>", "</p>"),
        ("a &lt; b", "a &lt; b"),
        ("<!--foot-->", "<!--foot-->"),
    ],
)
def test_each_tag_gets_the_style_it_has_coming(tag, styled):
    assert Sheet(CSS).inline(f"…{tag}…") == f"…{styled}…"


def test_what_hangs_on_the_screen_stays_a_sheet():
    kept = Sheet(CSS).kept
    assert kept.startswith("@media (prefers-color-scheme: dark) {")
    assert kept.count("{") == kept.count("}") == 3
    assert "margin" not in kept


@pytest.mark.parametrize("selector", ["table td", "p > a", "a:hover", "#top", "p.quiet", "*"])
def test_a_selector_that_asks_for_more_is_refused(selector):
    with pytest.raises(ValueError, match="one tag or one class"):
        Sheet(f"{selector} {{ color: red; }}")


def test_many_addresses_do_not_fill_the_memory():
    sheet = Sheet("a { color: red; }")
    for n in range(5000):
        assert sheet.inline(f'<a href="/{n}">') == f'<a href="/{n}" style="color:red">'
    assert len(sheet._styled) <= 2000


def test_frame_is_styled_with_the_body(settings):
    settings.SITE_URL = "https://kalan.example"
    html = frame_html("<p>L’an trois.</p>", "Titre <b>", Link("/", "Lire"))
    assert '<p style="margin:0 0 10px">L’an trois.</p>' in html
    assert "Titre &lt;b&gt;" in html
    assert (
        '<a class="button" href="https://kalan.example/" style="color:#fff8ec;display:inline-block;' in html
    )
