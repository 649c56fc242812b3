"""Numbers in words: French writes nought and one without an s."""

import pytest

from apps.games.forms import HotseatForm, OptionsForm
from apps.games.problems import Refusal
from apps.games.services.lobby import gathering
from apps.games.table import count_words
from apps.games.templatetags.games import pace_words
from apps.games.timing.pace import Pace
from engines.core.registry import rules_of


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (count_words.places(2, 2), "2 places"),
        (count_words.places(1, 1), "1 place"),
        (count_words.places(2, 5), "de 2 à 5 places"),
        (count_words.players(2, 2), "2 joueurs"),
        (count_words.players(3, 5), "3 à 5 joueurs"),
        (count_words.seats_taken(0, 4), "4 places, toutes libres"),
        (count_words.seats_taken(1, 4), "1 place prise sur 4"),
        (count_words.seats_taken(3, 4), "3 places prises sur 4"),
        (count_words.still_missing(0), "La table est complète."),
        (count_words.still_missing(1), "Il manque encore 1 joueur."),
        (count_words.still_missing(2), "Il manque encore 2 joueurs."),
        (count_words.lords_waiting(0, 10), "Personne n’attend encore ; il faut 10 seigneurs."),
        (count_words.lords_waiting(1, 10), "1 seigneur attend, sur les 10 qu’il faut."),
        (count_words.lords_waiting(4, 10), "4 seigneurs attendent, sur les 10 qu’il faut."),
        (
            count_words.lords_confirmed(0, 10),
            "Aucun seigneur n’a confirmé sur les 10 qu’il faut : nouvel appel la semaine prochaine.",
        ),
        (
            count_words.lords_confirmed(1, 10),
            "1 seigneur a confirmé sur les 10 qu’il faut : nouvel appel la semaine prochaine.",
        ),
        (count_words.answers_given(1, 1), "Fidélité : a répondu à la dernière demande."),
        (count_words.answers_given(0, 3), "Fidélité : 0 réponse sur les 3 dernières demandes."),
        (count_words.answers_given(2, 3), "Fidélité : 2 réponses sur les 3 dernières demandes."),
        (pace_words(Pace(kind="hours", every=1)), "1 heure pour répondre"),
        (pace_words(Pace(kind="hours", every=24)), "24 heures pour répondre"),
    ],
)
def test_counts_in_words(said, words):
    assert said == words


@pytest.mark.parametrize("slug", ["gloire", "miles_christi", "theopolis", "missionnaires", "argad"])
def test_the_creation_form_names_the_seats_the_game_asks_for(slug):
    rules = rules_of(slug)
    low, high = rules.meta.seats
    form = OptionsForm(rules)
    assert str(low) in form.fields["seats"].help_text
    data = {f"option_{option.key}": option.default for option in rules.meta.options}
    low, high = gathering.seats_allowed(rules, {option.key: option.default for option in rules.meta.options})
    wrong = OptionsForm(rules, {**data, "seats": high + 1})
    exactly = f"Avec ces options, on joue à {low} exactement : écrivez {low}."
    between = f"Avec ces options, il faut {count_words.places(low, high)}."
    assert wrong.errors["seats"] == [exactly if low == high else between]


def test_one_name_too_few_at_one_screen():
    rules = rules_of("theopolis")
    data = {f"option_{option.key}": option.default for option in rules.meta.options}
    form = HotseatForm(rules, {**data, "seats": 2, "names": "Odon"})
    assert form.errors["names"] == ["Il faut 2 noms, séparés par des virgules."]


@pytest.mark.django_db
def test_opening_too_early_says_how_many_are_missing(alice):
    low, high = gathering.seats_allowed(rules_of("gloire"), {})
    game = gathering.create_game(alice, gathering.new_game("gloire", "Essai", {}, high))
    for _seat in range(low - 1):
        gathering.add_bot(game, "")
    with pytest.raises(
        Refusal, match=r"Il manque encore 1 joueur\. Invitez du monde, ou ajoutez des automates\."
    ):
        gathering.begin(game, alice)


def test_awaited_people_are_named_up_to_three_and_then_counted():
    lists = ([], ["Anne"], ["Anne", "Bob"], ["Anne", "Bob", "Carl"], ["Anne", "Bob", "Carl", "Dora", "Éric"])
    assert [count_words.enumerate_names(names) for names in lists] == [
        "",
        "Anne",
        "Anne et Bob",
        "Anne, Bob et Carl",
        "Anne, Bob et 3 autres",
    ]
    assert [count_words.awaited_words(names, named=False) for names in lists[1:3]] == ["1 siège", "2 sièges"]


def test_whoever_has_sealed_is_told_whom_the_table_waits_for():
    assert count_words.sealed_words(["Bob"], among=2, named=True) == "Scellé, on attend Bob"
    assert count_words.sealed_words([], among=2, named=True) == "Scellé, tous ont répondu"
    assert count_words.sealed_words([], among=1, named=False) == "Scellé"
