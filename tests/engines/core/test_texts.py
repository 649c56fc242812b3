"""Texts: templates filled in on the reader's side."""

import msgspec

from engines.core.texts import Text, gettext_noop, render, say

ENGLISH = {"{who} vend {what}.": "{who} sells {what}.", "la carte {n}": "card {n}", "le lot": "the lot"}


def test_template_is_filled():
    assert str(say("{name} mise {coins} pièces.", name="Aubry", coins=3)) == "Aubry mise 3 pièces."


def test_texts_inside_are_translated_first():
    text = say("{who} vend {what}.", who="Aubry", what=say("la carte {n}", n=5))
    assert render(text) == "Aubry vend la carte 5."
    assert render(text, ENGLISH.get) == "Aubry sells card 5."


def test_lists_are_joined():
    text = say("{who} vend {what}.", who="Aubry", what=[say("la carte {n}", n=5), say("le lot")])
    assert render(text, ENGLISH.get) == "Aubry sells card 5, the lot."


def test_text_survives_json_even_nested():
    text = say("{who} vend {what}.", who="Aubry", what=say("la carte {n}", n=5))
    again = msgspec.json.decode(msgspec.json.encode(text), type=Text)
    assert render(again, ENGLISH.get) == "Aubry sells card 5."


def test_values_are_not_templates():
    assert str(say("{name} passe.", name="{name} {0} %s")) == "{name} {0} %s passe."


def test_noop_returns_its_text():
    assert gettext_noop("Passer") == "Passer"
