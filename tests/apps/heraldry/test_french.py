"""The blazon in French."""

import pytest

from apps.heraldry.blazon import parse
from apps.heraldry.french import blazon
from apps.heraldry.lots import from_seed


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gules; lion or", "De gueules au lion d’or."),
        ("azure; 3 fleur-de-lis or", "D’azur à trois fleurs de lys d’or."),
        ("or; eagle sable", "D’or à l’aigle de sable."),
        ("argent; wolf vert", "D’argent à la tête de loup de sinople."),
        ("vair", "De vair."),
        (
            "per-pale argent sable; oak counterchanged",
            "Parti d’argent et de sable au chêne de l’un en l’autre.",
        ),
        (
            "barry argent azure; lion gules",
            "Fascé d’argent et d’azur au lion de gueules brochant sur le tout.",
        ),
        ("ermine; chief gules; on 3 mullet or", "D’hermine au chef de gueules chargé de trois étoiles d’or."),
        ("vert; bordure or; stag argent", "De sinople au massacre de cerf d’argent, à la bordure d’or."),
        (
            "argent; cross gules; 4 bear sable",
            "D’argent à la croix de gueules cantonnée de quatre ours de sable.",
        ),
        ("purpure; bend or; 2 key argent", "De pourpre à la bande d’or accompagnée de deux clefs d’argent."),
        ("argent; pile gules; on sun or", "D’argent à la pile de gueules chargée d’un soleil d’or."),
        ("gules; fess argent; on axe sable", "De gueules à la fasce d’argent chargée d’une hache de sable."),
    ],
)
def test_blazon(text, sentence):
    assert blazon(parse(text)) == sentence


@pytest.mark.parametrize("seed", range(60))
def test_every_blazon_is_one_sentence(seed):
    sentence = blazon(from_seed(seed))
    assert sentence[0].isupper()
    assert sentence.count(".") == 1
    assert "  " not in sentence
