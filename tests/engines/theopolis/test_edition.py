"""The project's edition against the specification's totals, and what the loader says of faulty files."""

from importlib.resources import files

import pytest

from engines.theopolis.edition import EditionError, read_edition
from engines.theopolis.proofread import proofread
from engines.theopolis.vocabulary import Effect
from tests.engines.theopolis.positions import IDS, catalogue

WRITTEN = files("engines.theopolis").joinpath("data/cards.toml").read_text(encoding="utf-8")


def faults(old: str, new: str, count: int = 1) -> list[str]:
    """What is said when the file is changed in one place."""
    assert old in WRITTEN
    with pytest.raises(EditionError) as caught:
        read_edition(WRITTEN.replace(old, new, count))
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("column", "types", "stones", "points"),
    [
        (0, (19, 3, 13, 13, 1, 17, 1), 18, 9),
        (1, (25, 5, 18, 17, 1, 20, 1), 25, 13),
        (2, (30, 6, 21, 21, 1, 21, 1), 29, 16),
    ],
)
def test_totals_of_the_pile(column, types, stones, points):
    """Specification 2.6."""
    cards = catalogue.edition.cards
    order = ("homme", "eveque", "edifice", "symbole", "merveille", "desastre", "apocalypse")
    assert tuple(sum(c.copies[column] for c in cards if c.type == type_) for type_ in order) == types
    assert sum(c.stones * c.copies[column] for c in cards) == stones
    assert sum(c.points * c.copies[column] for c in cards) == points


def test_effects_are_read_into_primitives():
    assert catalogue.cards[IDS["Architecte"]].static == (Effect("discount", ("edifice", "esperance", 1)),)
    assert catalogue.cards[IDS["Évêque pasteur"]].enter == (Effect("take", ("homme",)),)
    assert catalogue.cards[IDS["Famine"]].compare == Effect("compare", ("resources", "most"))
    assert catalogue.patrons[5].setup == (
        Effect("start_resource", ("esperance",)),
        Effect("start_resource", ("charite",)),
    )


def test_no_card_fills_two_slots_of_one_sacrament():
    """Specification 3.25: a data invariant."""
    for sacrament in catalogue.sacraments:
        for card in catalogue.edition.cards:
            assert sum(any(tag in slot for tag in card.tags) for slot in sacrament.slots) <= 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'enter = ["take(homme)"]',
            'enter = ["take(eveque)"]',
            "V02 Évêque pasteur : « take(eveque) » : "
            "« eveque » devrait être l’un de : homme, edifice, symbole.",
        ),
        (
            "lose_points(1)",
            "loose_points(1)",
            "H09 Mendiant : « loose_points » n’est pas un effet "
            "possible ici : lose_points, board_to_hand, discard_to_hand, flush_board, "
            "board_from_discard, take, win.",
        ),
        ("cap_loss(1)", "cap_loss()", "E12 Grenier : « cap_loss() » : il faut 1 argument(s), il y en a 0."),
        (
            "lose_each(1)",
            "lose_each(un)",
            "D05 Famine : « lose_each(un) » : « un » devrait être un nombre de 1 à 20.",
        ),
        ('id = "H02"', 'id = "H01"', "« H01 » sert deux fois d’identifiant."),
        (
            'type = "homme"',
            'type = "femme"',
            "H01 Prêtre : le type devrait être l’un de : homme, eveque, "
            "edifice, symbole, merveille, desastre, apocalypse.",
        ),
        (
            "cost = [3, 1, 3]",
            "cost = [3, 1]",
            "[[card]] n° 1 (H01) : « cost » n’a pas le bon nombre d’éléments (il en faut 3).",
        ),
        (
            "cost = [3, 1, 3]",
            "cost = [0, 0, 0]",
            "H01 Prêtre : une carte de la cité coûte au moins 1 ressource.",
        ),
        ("copies = [3, 4, 5]\n", "", "[[card]] n° 1 (H01) : il manque la clé « copies »."),
        ("points = 1", "point = 1", "[[card]] n° 1 (H01) : la clé « point » n’existe pas."),
        ("points = 1", 'points = "un"', "[[card]] n° 1 (H01) : « points » devrait être un nombre entier."),
        (
            'slots = [["fiances"], ["alliances"]]',
            'slots = [["fiances"], ["fiances"]]',
            "Mariage : un signe ne peut servir qu’à une place du même sacrement.",
        ),
        (
            'family = "mission"',
            'family = "misson"',
            "Mariage : la famille devrait être l’une de : initiation, guerison, mission.",
        ),
        (
            'tags = ["pretre"]',
            'tags = ["pretre", "pain"]',
            "Eucharistie : une même carte remplirait deux places.",
        ),
        (
            'type = "apocalypse"',
            'type = "desastre"',
            "A01 Apocalypse : un désastre a besoin de « compare » et de « strike ».",
        ),
        ("[[patron]]\nnumber = 2\n", "[[patron]]\nnumber = 1\n", "« 1 » sert deux fois d’identifiant."),
    ],
)
def test_loader_says_what_is_wrong(old, new, said):
    assert said in faults(old, new)


def test_loader_collects_every_fault():
    broken = WRITTEN.replace("hand_size(5)", "hand_size(6)").replace("regain(4)", "regain(beaucoup)")
    with pytest.raises(EditionError) as caught:
        read_edition(broken)
    assert len(caught.value.faults) == 4  # Moine, Eucharistie, Saint Benoît, Orgueil


def test_loader_refuses_what_is_not_toml():
    with pytest.raises(EditionError, match="n’est pas du TOML lisible"):
        read_edition("[[card]\nid = ")
    with pytest.raises(EditionError, match="la lecture s’arrête à la ligne 2, colonne 6"):
        read_edition("[edition]\nname *")


def test_proofreading_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(WRITTEN.replace('name = "Prêtre"', 'name = "Curé"'), encoding="utf-8")
    good, said = proofread(path)
    assert good
    assert said == (
        "« Édition du projet » est jouable : 55 cartes différentes, pioche de 67, 87, 101 à 2, 3 et 4 "
        "joueurs."
    )
    good, said = proofread(tmp_path / "absent.toml")
    assert (good, "donnez le chemin d’un fichier qui existe" in said) == (False, True)
    (tmp_path / "latin.toml").write_bytes('name = "Édition"'.encode("latin-1"))
    good, said = proofread(tmp_path / "latin.toml")
    assert (good, "n’est pas un texte UTF-8" in said) == (False, True)
