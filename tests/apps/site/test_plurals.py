"""French plurals of the site's own texts, which stand in no catalogue, beside those of Django's, which do."""

import pytest
from django.template import Context, Template
from django.utils.translation import ngettext, npgettext


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 message"), (1, "1 message"), (2, "2 messages"), (21, "21 messages")]
)
def test_nothing_counts_as_one(n, said):
    text = (
        "{% load i18n %}{% blocktranslate count n=n %}{{ n }} message{% plural %}{{ n }} messages{% "
        "endblocktranslate %}"
    )
    assert Template(text).render(Context({"n": n})) == said


def test_python_texts_count_alike():
    assert [ngettext("siège", "sièges", n) for n in (0, 1, 2)] == ["siège", "siège", "sièges"]
    assert [npgettext("jeu", "dé", "dés", n) for n in (0, 1, 2)] == ["dé", "dé", "dés"]


def test_texts_of_the_framework_keep_their_catalogue():
    """A text that Django translates itself: its catalogue decides."""
    message = "%(num)d hour", "%(num)d hours"
    assert [ngettext(*message, n) % {"num": n} for n in (0, 1, 2)] == ["0 heure", "1 heure", "2 heures"]
