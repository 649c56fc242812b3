"""What forms say when they refuse: what is wrong, and what would be right."""

import pytest
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from apps.site.forms import told_errors


class Letter(forms.Form):
    name = forms.CharField(label="Nom", min_length=3, max_length=5)
    mail = forms.EmailField(label="Adresse")
    day = forms.DateField(label="Jour")
    hour = forms.TimeField(label="Heure")
    seats = forms.IntegerField(label="Places", min_value=2, max_value=4)
    card = forms.ChoiceField(label="Carte", choices=[("nord", "Nord")])


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "Ce champ est vide : il faut le remplir."),
        ("name", "ab", "C’est trop court : il faut au moins 3 caractères, il y en a 2."),
        ("name", "abcdef", "C’est trop long : 5 caractères au plus, il y en a 6."),
        ("mail", "sire@", "Cette adresse ne se lit pas : elle ressemble à nom@exemple.fr."),
        ("day", "demain", "Cette date ne se lit pas : écrivez-la comme 31/12/2026."),
        ("hour", "minuit", "Cette heure ne se lit pas : écrivez-la comme 23:00."),
        ("seats", "trois", "Écrivez un nombre entier, en chiffres."),
        ("seats", "1", "C’est trop peu : 2 au moins."),
        ("seats", "5", "C’est trop : 4 au plus."),
        ("card", "sud", "« sud » n’est pas proposé ici : choisissez dans la liste."),
    ],
)
def test_a_refused_field_says_what_would_be_right(field, value, words):
    assert Letter({field: value}).errors[field] == [words]


@pytest.mark.parametrize("day", ["31/12/2026", "2026-12-31"])
def test_the_date_that_the_refusal_gives_as_an_example_is_taken(day):
    assert "day" not in Letter({"day": day}).errors


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("court", "Ce mot de passe est trop court : il faut au moins 10 caractères."),
        ("8526419378", "Ce mot de passe n’a que des chiffres : ajoutez-y des mots."),
        ("password123", "Ce mot de passe est de ceux qu’on essaie d’abord : préférez une phrase."),
    ],
)
def test_a_weak_password_is_told_what_would_be_strong(password, words):
    with pytest.raises(ValidationError) as refused:
        validate_password(password)
    assert refused.value.messages == [words]


def test_errors_told_away_from_their_form_name_their_field():
    form = Letter(
        {"name": "ab", "mail": "sire@e.fr", "day": "2026-12-31", "hour": "23:00", "seats": 3, "card": "nord"}
    )
    form.add_error(None, "La table est complète.")
    assert told_errors(form) == (
        "Nom — C’est trop court : il faut au moins 3 caractères, il y en a 2. La table est complète."
    )
