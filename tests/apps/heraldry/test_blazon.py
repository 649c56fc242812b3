"""Arms as data: text form, rule of tincture, seeds, and rolls of distinct arms."""

import pytest

from apps.heraldry.arms import Arms, ArmsError
from apps.heraldry.blazon import parse
from apps.heraldry.charges import CHARGES
from apps.heraldry.law import clash, problems
from apps.heraldry.lots import distinct_arms, from_seed, grey_signature, map_signature
from apps.heraldry.places import BESIDE_ORDINARY, IN_FIELD, ON_ORDINARY, UPON_ORDINARY
from apps.heraldry.vocabulary import (
    COLOURS,
    DIVISIONS,
    FURS,
    METALS,
    ORDINARIES,
    TINCTURES,
)

WRITTEN = [
    "gules",
    "gules; lion or",
    "azure; 3 fleur-de-lis or",
    "per-pale argent sable; oak counterchanged",
    "ermine; chief gules; on 3 mullet or",
    "argent; cross gules; 4 bear sable",
    "per-fess azure or; fess counterchanged",
    "checky or gules; chief azure",
    "argent; pile gules; on sun or",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_text_form_round_trips(text):
    assert str(parse(text)) == text


def test_text_form_is_made_canonical():
    assert str(parse("  GULES ;  1 lion   or ")) == "gules; lion or"


@pytest.mark.parametrize("seed", range(300))
def test_arms_from_a_seed_are_lawful_and_round_trip(seed):
    arms = from_seed(seed)
    assert problems(arms) == []
    assert parse(str(arms)) == arms


def test_same_seed_gives_the_same_arms():
    """Pinned: players keep the arms their name has given them."""
    assert str(from_seed("Hawkmoon")) == "vert; pale or; on 3 arrow azure"
    assert str(from_seed("Hyliath")) == "vair; bordure vert"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Il manque le champ : écrivez par exemple « gules; lion or »."),
        ("gules; 4 lion or", "Ici le meuble se porte par 1 ou 3 ou 2, non par 4."),
        (
            "gules; lion azure",
            "Règle des émaux : ni métal sur métal, ni couleur sur couleur. « azur » ne "
            "peut toucher « gueules » ; alternez or ou argent avec une couleur.",
        ),
        (
            "argent; lion or",
            "Règle des émaux : ni métal sur métal, ni couleur sur couleur. « or » ne "
            "peut toucher « argent » ; alternez or ou argent avec une couleur.",
        ),
        ("per-pale gules", "Un champ « per-pale » veut 2 émail(s), il y en a 1."),
        (
            "per-pale gules gules",
            "Les deux moitiés du champ portent le même émail : choisissez-en deux différents.",
        ),
        ("gules; bend or; fess argent", "Un écu ne porte ici qu’une pièce : retirez « fess argent »."),
        (
            "gules; lion",
            "« lion » ne se lit pas : un seul meuble, son nombre s’il y en a plusieurs, puis "
            "son émail, comme « 3 rose or ».",
        ),
        (
            "per-bend gules argent; lion counterchanged",
            "« De l’un en l’autre » demande un champ parti, coupé ou écartelé.",
        ),
        (
            "per-pale gules azure; lion counterchanged",
            "« De l’un en l’autre » demande un champ d’un métal et d’une couleur.",
        ),
        (
            "gules; bordure or; on 3 rose gules",
            "Ce meuble n’a pas de place avec cette pièce : changez l’un ou l’autre.",
        ),
    ],
)
def test_wrong_arms_say_what_would_be_right(text, message):
    with pytest.raises(ArmsError) as refusal:
        parse(text)
    assert str(refusal.value).replace("\u00a0", " ") == message


@pytest.mark.parametrize("word", ["rouge", "purple", "<script>", "counterchanged"])
def test_unknown_tincture_is_refused(word):
    with pytest.raises(ArmsError):
        parse(f"{word}; lion or")


def test_a_charge_cannot_stand_for_an_ordinary():
    assert len(problems(Arms(ordinary="lion", ordinary_tincture="or"))) == 1


def test_rule_of_tincture_between_every_pair():
    for one in TINCTURES:
        for other in TINCTURES:
            same_family = {one, other} <= set(METALS) or {one, other} <= set(COLOURS)
            assert clash(one, other) == (one == other or same_family)
    assert set(METALS) | set(COLOURS) | set(FURS) == set(TINCTURES)


@pytest.mark.parametrize("count", [1, 9, 38, 100, 160])
def test_a_roll_of_arms_is_told_apart_without_colour(count):
    roll = distinct_arms(count, "europe")
    assert len({grey_signature(arms) for arms in roll}) == count
    assert len({map_signature(arms) for arms in roll}) == count
    assert [problems(arms) for arms in roll] == [[]] * count


def test_a_small_roll_never_repeats_a_charge():
    roll = distinct_arms(len(CHARGES), 7)
    assert {arms.charge for arms in roll} == set(CHARGES)


def test_a_roll_depends_on_its_seed_alone():
    assert distinct_arms(30, "a") == distinct_arms(30, "a")
    assert distinct_arms(30, "a") != distinct_arms(30, "b")
    assert distinct_arms(30, "a")[:10] == distinct_arms(10, "a")


def test_every_allowed_number_of_charges_has_its_places():
    assert set(BESIDE_ORDINARY) == {"", *ORDINARIES}
    assert set(UPON_ORDINARY) == set(ORDINARIES) - {"bordure"}
    assert all(
        len(spots) == count for table in (IN_FIELD, ON_ORDINARY) for (_, count), spots in table.items()
    )


def test_vocabulary_is_large_enough():
    assert (len(CHARGES) >= 20, len(ORDINARIES), len(DIVISIONS)) == (True, 10, 15)


def test_arms_print_as_their_text_form():
    assert f"{Arms(field=('azure',), charge='key', charge_tincture='or')}" == "azure; key or"
