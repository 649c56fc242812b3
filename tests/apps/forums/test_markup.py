"""Markdown in, safe HTML out."""

import time

import pytest

from apps.forums.markup import clean_html, mentioned_names, quote, render_markdown
from apps.forums.models import Picture

PICTURE = Picture(code="a" * 24, width=320, height=200)


def test_plain_marks_are_rendered():
    assert render_markdown("**gras** et *fin*") == "<p><strong>gras</strong> et <em>fin</em></p>\n"


def test_headings_stand_below_those_of_the_page():
    assert render_markdown("# Titre") == "<h3>Titre</h3>\n"


def test_raw_html_is_shown_as_text():
    assert render_markdown("<b onclick=x>a</b>") == "<p>&lt;b onclick=x&gt;a&lt;/b&gt;</p>\n"


def test_remote_picture_becomes_its_legend():
    assert render_markdown("![un chat](https://espion.example/x.png)") == "<p>un chat</p>\n"


def test_own_picture_is_shown_where_it_is_named_and_once():
    html = render_markdown("avant ![le fort](image:1)", pictures=[PICTURE])
    assert html.count("<img") == 1
    assert 'alt="le fort"' in html
    assert "<figure>" not in html


def test_picture_that_no_line_names_follows_the_text():
    html = render_markdown("texte", pictures=[PICTURE])
    assert html.endswith(
        f'<figure><img src="{PICTURE.get_absolute_url()}" alt="" width="320" height="200" loading="lazy"></figure>'
    )


def test_links_leave_without_referrer_and_scripts_never():
    assert 'rel="nofollow ugc noopener noreferrer"' in render_markdown("[a](https://b.example)")
    assert "<a" not in render_markdown("[a](javascript:alert(1))")
    assert "href" not in render_markdown("[a](data:text/html,x)")


def test_known_names_become_links_and_unknown_ones_stay_words():
    html = render_markdown('@Alice et @Personne et @"Jon Snow"', people={"alice": "/a/", "jonsnow": "/j/"})
    assert html.count('class="mention"') == 2
    assert "@Personne" in html


def test_address_of_a_mail_is_no_mention():
    assert mentioned_names("écrire à moi@alice.example ou @Bob, @bob, `x`") == ["bob"]


def test_quote_leaves_out_what_was_quoted_before():
    text = quote("> vieux\n\nneuf", who="Sire_Bob", url="/m/")
    assert text == "> **Sire\\_Bob** [↗](/m/)\n>\n> neuf\n\n"


@pytest.mark.parametrize(
    "tag", ["style", "svg", "math", "iframe", "form", "object", "template", "base", "meta", "link"]
)
def test_forbidden_tags_do_not_pass_the_allow_list(tag):
    assert f"<{tag}" not in clean_html(f"<{tag} src=x href=x onload=alert(1)><p>reste</p></{tag}>")


@pytest.mark.parametrize("piece", ["[", "*a", "> ", "![", "`", "<", "- "])
def test_hostile_text_costs_no_more_for_each_letter_than_a_short_one(piece):
    """Eight times as long, about eight times the work; what looks at all for each letter makes it sixty-four,
    on any machine."""
    short, long = seconds_to_render(piece, 2_500), seconds_to_render(piece, 20_000)
    assert long < 25 * max(short, GRAIN)


GRAIN = 0.002  # seconds: less than that measures the clock


def seconds_to_render(piece, length):
    """The least of three times: other work on the machine only adds."""
    text, times = piece * (length // len(piece)), []
    for _again in range(3):
        start = time.process_time()
        render_markdown(text)
        times.append(time.process_time() - start)
    return min(times)


def test_a_table_is_drawn_and_one_that_would_fill_itself_up_is_not():
    """A wide head over thousands of short lines: each would be completed with empty cells."""
    assert "<td>deux écus</td>" in render_markdown("| quoi | prix |\n|---|---|\n| sel | deux écus |")
    for columns in (2400, 20):
        grown = "|a" * columns + "\n" + "|-" * columns + "\n" + "a\n" * 5000
        assert len(render_markdown(grown)) < 60_000
