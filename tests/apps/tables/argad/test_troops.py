"""The troop builder: prices and objections as one types, keeping, sharing, copying, pasting, raising at a
table."""

import msgspec
import pytest
from django.test import Client

from apps.games.models import Draft, Game, Step, Submission
from apps.games.services.lobby import gathering
from apps.games.services.steps import due
from apps.tables.argad.models import KeptTroop, TroopChoice
from engines.argad.scenario.troop_text import read_troop_text, write_troop
from engines.argad.scenario.troops import READY, Troop
from tests.apps.tables.argad.battle import signed_in
from tests.pages import source

pytestmark = pytest.mark.postgres

TROOPS = "/parties/argad/troupes/"


def form(*rows, **more):
    data = {"name": "Ma bande", "era": "feudal", "budget": "100", "rows": str(len(rows)), **more}
    for n, row in enumerate(rows):
        plain = {"n": "1", "name": "Homme", "cls": "3", "armour": "0", "mount": "foot", "shield": "none"}
        data |= {f"r{n}-{key}": value for key, value in {**plain, **row}.items()}
    return data


CHIEF = {"name": "Chef", "cls": "5", "roles": ["troop_chief"]}


@pytest.fixture
def kept(alice):
    page = signed_in(alice).post(
        f"{TROOPS}nouvelle/", form(CHIEF, {"n": "4", "weapons": ["lance"]}, verb="save")
    )
    assert page.status_code == 302
    return KeptTroop.objects.get()


def test_a_troop_is_priced_and_judged_as_it_is_typed(alice):
    client = signed_in(alice)
    page = source(client.post(f"{TROOPS}verifier/", form(CHIEF, {"n": "2", "weapons": ["war_crossbow"]})))
    assert "<strong>24</strong> / 100" in page  # 2 × 5, and two of 3 + 4
    assert "Cette troupe peut se battre." in page
    without = source(client.post(f"{TROOPS}verifier/", form({"n": "2"})))
    assert "Il faut un chef de troupe et un seul ; cette troupe en a 0." in without
    rich = source(
        client.post(f"{TROOPS}verifier/", form(CHIEF, {"n": "60", "weapons": ["bow"]}, budget="50"))
    )
    assert "La troupe coûte 430 points pour un budget de 50 : retirez 380 points." in rich


def test_a_knight_s_class_without_harness_is_kept_and_read_back(alice):
    client = signed_in(alice)
    knight = {"name": "Chevalier", "cls": "5", "armour": "5", "mount": "cavalier", "shirt": "4"}
    page = source(client.post(f"{TROOPS}verifier/", form(CHIEF, knight)))
    assert "Classe sans harnois" in page
    assert "<strong>12</strong> points" in page  # paid as he stands in his harness
    assert "classe 5, armure 5, sans harnois 4, cavalier" in page
    assert client.post(f"{TROOPS}nouvelle/", form(CHIEF, knight, verb="save")).status_code == 302
    troop = msgspec.convert(KeptTroop.objects.get().data, Troop)
    assert troop.figures[1].cls_unarmoured == 4
    assert read_troop_text(write_troop(troop)) == (troop, [])


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"armour": "5", "mount": "foot", "weapons": ["heavy_lance"]}, "la lance lourde demande un cavalier"),
        ({"mount": "cavalier", "shield": "pavise"}, "un pavois se porte à pied"),
        ({"mount": "cavalier", "weapons": ["longbow"]}, "ne s’emploie pas ainsi monté"),
        ({"armour": "5", "shirt": "4"}, "la classe sans harnois va de 1 à 3"),
        ({"shirt": "2"}, "pour qui porte une armure"),
        ({"n": "trois"}, "indiquez de 1 à 60 personnages"),
        ({"name": "[x]"}, "sans crochets ni accolades"),
    ],
)
def test_what_is_impossible_is_said_beside_its_line(alice, row, said):
    page = source(signed_in(alice).post(f"{TROOPS}verifier/", form(CHIEF, row)))
    assert said in page
    assert "Cette troupe peut se battre." not in page


def test_lines_are_added_doubled_raised_and_removed_without_javascript(alice):
    client = signed_in(alice)
    added = source(client.post(f"{TROOPS}nouvelle/", form(CHIEF, verb="add", model="vikings:2")))
    assert 'value="Housecarl à la hache"' in added
    doubled = source(client.post(f"{TROOPS}nouvelle/", form(CHIEF, {"name": "Second"}, verb="double:1")))
    assert doubled.count('value="Second"') == 2
    removed = source(client.post(f"{TROOPS}nouvelle/", form(CHIEF, {"name": "Second"}, verb="remove:0")))
    assert ('value="Second"' in removed, 'value="Chef"' in removed) == (True, False)
    raised = source(client.post(f"{TROOPS}nouvelle/", form(CHIEF, {"name": "Second"}, verb="up:1")))
    assert raised.index('value="Second"') < raised.index('value="Chef"')
    assert KeptTroop.objects.count() == 0


def test_a_kept_troop_is_shared_by_its_address_and_copied_not_changed(kept, bob):
    anyone = source(Client().get(kept.get_absolute_url()))
    assert "Ma bande" in anyone
    assert "4 Homme [Troupe] : classe 3, lance" in anyone
    client = signed_in(bob)
    assert client.get(f"{TROOPS}{kept.code}/modifier/").status_code == 404
    assert client.post(f"{TROOPS}{kept.code}/supprimer/").status_code == 404
    copied = client.post(f"{TROOPS}{kept.code}/copier/")
    mine = KeptTroop.objects.get(owner=bob)
    assert copied.url == f"{TROOPS}{mine.code}/modifier/"
    client.post(f"{TROOPS}{mine.code}/modifier/", form(CHIEF, name="Autre bande", verb="save"))
    kept.refresh_from_db()
    assert (kept.name, len(kept.data["figures"])) == ("Ma bande", 2)


def test_the_text_of_every_ready_troop_reads_back_to_itself():
    for troop in READY.values():
        assert read_troop_text(write_troop(troop)) == (troop, [])


def test_a_pasted_troop_opens_in_the_builder_and_a_wrong_line_is_named(alice):
    client = signed_in(alice)
    good = client.post(f"{TROOPS}coller/", {"text": write_troop(READY["english"])})
    assert good.status_code == 200
    assert 'value="Archer au longbow"' in source(good)
    bad = client.post(f"{TROOPS}coller/", {"text": "Ma troupe\n3 Archer : classe 3, canon"})
    assert bad.status_code == 422
    assert "Ligne 2 : « canon » n’est ni une arme, ni un rôle, ni une qualité connue." in source(bad)


def test_a_player_raises_his_own_troop_at_a_table(kept, alice, bob):
    game = gathering.start_training(alice, "argad", {"scenario": "ambush"}, 2)
    client = signed_in(alice)
    page = client.get(f"/parties/{game.code}/argad/troupe/")
    assert "Ma bande (30)" in source(page)
    assert signed_in(bob).get(f"/parties/{game.code}/argad/troupe/").status_code == 404
    sent = client.post(
        f"/parties/{game.code}/argad/troupe/", {"troop": kept.code, "seat": "0", "step": "1", "key": "k" * 12}
    )
    assert sent.url == game.get_absolute_url()
    assert Submission.objects.get().decision() == {"kind": "muster", "troop": kept.data}


def test_a_troop_over_the_budget_of_the_seat_is_refused_in_french(alice):
    client = signed_in(alice)
    rows = [CHIEF, {"n": "20", "weapons": ["bow"]}]
    client.post(f"{TROOPS}nouvelle/", form(*rows, budget="300", verb="save"))
    kept = KeptTroop.objects.get()
    game = gathering.start_training(alice, "argad", {"scenario": "ambush"}, 2)
    address = f"/parties/{game.code}/argad/troupe/"
    assert "retirez 50 points" in source(client.get(address))
    client.post(address, {"troop": kept.code, "seat": "0", "step": "1", "key": "k" * 12})
    assert Submission.objects.count() == 0


def new_table(**more):
    return {
        "name": "Table d’essai",
        "lord_name": "Alice",
        "seats": "2",
        "option_scenario": "ambush",
        "option_preset": "standard",
        "option_cards": "0",
        "option_budget": "100",
        "option_hints": "full",
        "option_bases": "usual",
        "visibility": "public",
        "pace": "hours",
        "weekday": "4",
        "time": "23:00",
        "zone": "Europe/Paris",
        "every": "24",
        "clock": "20",
        "increment": "30",
        "spectators": "open",
        "bots_allowed": "on",
        **more,
    }


def test_a_troop_chosen_with_the_table_is_raised_if_its_owner_stays_away(kept, alice):
    client = signed_in(alice)
    created = client.post("/parties/creer/argad/", new_table(own_troop=kept.code))
    assert created.status_code == 302
    game = Game.objects.get()
    assert TroopChoice.objects.get().troop == kept.data
    gathering.fill_with_bots(game)
    gathering.begin(game, alice)
    step = Step.objects.pending().get(game=game)
    assert Draft.objects.get().action == {"kind": "muster", "troop": kept.data}
    due.seal(step.pk, step.opened_at, early=True)
    assert due.resolve(step.pk)
    assert game.steps.get(n=1).all_moves()[0] == {"kind": "muster", "troop": kept.data}


def test_lists_cost_the_same_queries_with_one_troop_and_with_three(
    kept, alice, django_assert_max_num_queries
):
    client = signed_in(alice)
    client.get(TROOPS)
    for _more in range(2):
        KeptTroop.objects.create(owner=alice, name="Autre", data=kept.data)
    with django_assert_max_num_queries(12):
        client.get(TROOPS)
