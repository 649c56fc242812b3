"""The troop builder and the scenario editor's checks; names of the data files are known to the
translators."""

import msgspec
import pytest

from engines.argad.scenario.proofread import what_is_wrong
from engines.argad.scenario.scenarios import SCENARIOS, read_scenario
from engines.argad.scenario.troops import (
    READY,
    Recruit,
    Troop,
    cut_to,
    explain,
    points,
    read_troop,
    troop_cost,
)
from engines.argad.scenario.troops import what_is_wrong as wrong_with_troop
from engines.argad.tables import OPTIONS, TERRAIN, WEAPONS, preset
from engines.argad.words import COST_LINES, TERRAIN_NAMES, TITLES, WEAPON_NAMES
from engines.core import codec

CHIEF = Recruit("Chef", 3, roles=("troop_chief",))


def codes(*figures: Recruit, era: str = "feudal", budget: int = 100, level: str = "error") -> list[str]:
    return [p.code for p in wrong_with_troop(Troop("Essai", era, figures), budget) if p.level == level]


@pytest.mark.parametrize(
    ("figures", "era", "code"),
    [
        ((CHIEF, Recruit("Géant", 5, n=30)), "feudal", "over_budget"),
        ((Recruit("Homme", 3),), "feudal", "one_troop_chief"),
        ((CHIEF, CHIEF), "feudal", "one_troop_chief"),
        ((CHIEF, Recruit("Chevalier", 5, armour=5)), "early", "armour_too_late"),
        ((CHIEF, Recruit("Piéton", 5, armour=5, weapons=("heavy_lance",))), "feudal", "heavy_lance"),
        ((CHIEF, Recruit("Cavalier", 3, mount="cavalier", shield="pavise")), "feudal", "pavise_mounted"),
        ((CHIEF, Recruit("Cavalier", 3, mount="cavalier", weapons=("sling",))), "feudal", "weapon_for_mount"),
        ((CHIEF, Recruit("Fou", 9)), "feudal", "bad_class"),
        ((CHIEF, Recruit("Fou", 3, weapons=("canon",))), "feudal", "unknown_word"),
        ((CHIEF, Recruit("Héros", 5, n=2, roles=("hero",))), "feudal", "one_hero"),
    ],
)
def test_what_is_wrong_with_a_troop(figures, era, code):
    assert codes(*figures, era=era) == [code]


def test_warnings_do_not_forbid():
    assert codes(CHIEF, Recruit("Archer", 3, weapons=("longbow",))) == []
    assert codes(CHIEF, Recruit("Archer", 3, weapons=("longbow",)), level="warning") == ["longbow_as_bow"]


def test_ready_troops_are_within_a_hundred_points():
    assert {id: codes(*troop.figures, era=troop.era) for id, troop in READY.items()} == {
        id: [] for id in READY
    }


@pytest.mark.parametrize("budget", [50, 75, 80])
def test_a_cut_troop_keeps_its_chief_and_its_budget(budget):
    for troop in READY.values():
        part = cut_to(troop, budget)
        assert troop_cost(part) <= 2 * budget
        assert codes(*part.figures, era=part.era, budget=budget) == []


def test_a_troop_survives_json_and_half_points_are_written_in_french():
    troop = READY["french"]
    assert read_troop(codec.builtins(troop)) == (troop, [])
    assert points(5) == "2,5"
    assert [str(text) for text, _ in explain(Recruit("Noble", 4, armour=4), "early")] == [
        "classe et rang",
        "armure",
    ]


def test_ready_scenarios_are_sound():
    assert {id: what_is_wrong(scenario) for id, scenario in SCENARIOS.items()} == {id: [] for id in SCENARIOS}
    assert list(SCENARIOS) == ["ambush", "convoy", "siege", "village"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"size": (20, 120)}, "bad_size"),
        ({"turns": 0}, "bad_turns"),
        ({"seats": (2, 9)}, "bad_seats"),
        ({"margin": "x"}, "bad_scenario"),
    ],
)
def test_the_editor_is_told_what_is_wrong(change, code):
    raw = {**codec.builtins(SCENARIOS["village"]), **change}
    scenario, problems = read_scenario(raw)
    found = problems if scenario is None else what_is_wrong(scenario)
    assert code in [p.code for p in found]


def test_terrain_outside_the_table_and_men_in_solids_are_refused():
    village = SCENARIOS["village"]
    piece = msgspec.structs.replace(village.terrain[0], id="loin", points=((0, 0), (999, 0)))
    cart = msgspec.structs.replace(
        village.terrain[0],
        id="charrette",
        kind="cart",
        width=0,
        points=((89, 55), (93, 55), (93, 59), (89, 59)),
    )
    scenario = msgspec.structs.replace(village, terrain=(*village.terrain, piece, cart))
    assert [p.code for p in what_is_wrong(scenario)] == ["outside", "in_solid"]


def test_every_word_of_the_data_files_has_a_french_name():
    assert set(WEAPONS) == set(WEAPON_NAMES)
    assert set(TERRAIN) == set(TERRAIN_NAMES)
    assert set(WEAPONS) <= set(COST_LINES)
    spoken = {t.name for t in READY.values()} | {s.title for s in SCENARIOS.values()}
    assert spoken | {role.name for s in SCENARIOS.values() for role in s.roles} == set(TITLES)


def test_presets():
    assert len(preset("basic")) < len(preset("standard")) < len(preset("full"))
    assert "morale" in preset("full")
    assert set(preset("full")) <= set(OPTIONS)
