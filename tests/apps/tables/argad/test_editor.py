"""The scenario editor: placing, moving and judging by verbs, keeping, sharing, and a table that plays what
was drawn."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from apps.games.engine.positions import position_before
from apps.games.models import Game, Step
from apps.games.records.verification import replay
from apps.games.services.lobby import gathering
from apps.games.services.steps import due
from apps.tables.argad.editor import edits
from apps.tables.argad.models import KeptScenario
from engines.argad.scenario.proofread import what_is_wrong
from engines.argad.scenario.scenarios import SCENARIOS, read_scenario
from engines.core import codec
from tests.apps.tables.argad.battle import signed_in
from tests.apps.tables.argad.test_troops import new_table
from tests.pages import source

pytestmark = pytest.mark.postgres

SCENARIO = "/parties/argad/scenarios/"


def drawn(response):
    """The scenario that the page carries."""
    return response.context["raw"]


def send(client, raw, verb, **more):
    return client.post(f"{SCENARIO}nouveau/", {"data": json.dumps(raw), "verb": verb, **more})


@pytest.fixture
def client_of_alice(alice):
    return signed_in(alice)


@pytest.fixture
def bare(client_of_alice):
    return drawn(client_of_alice.get(f"{SCENARIO}nouveau/"))


@pytest.mark.parametrize("id", sorted(SCENARIOS))
def test_every_ready_scenario_opens_as_a_start_and_is_sound(client_of_alice, id):
    page = client_of_alice.get(f"{SCENARIO}nouveau/?depuis={id}")
    assert drawn(page) == edits.plain(SCENARIOS[id])
    assert "Ce scénario peut être joué." in source(page)


def test_a_piece_is_placed_by_numbers_moved_and_kept_on_the_table(client_of_alice, bare):
    placed = drawn(send(client_of_alice, bare, "place", kind="forest", x="40", y="30"))
    assert (placed["terrain"][0]["kind"], placed["terrain"][0]["points"][0]) == ("forest", [43, 22])
    moved = drawn(send(client_of_alice, placed, "shift terrain:0 10 -4"))
    assert moved["terrain"][0]["points"][0] == [53, 18]
    stopped = drawn(send(client_of_alice, placed, "shift terrain:0 0 -90"))
    assert min(y for _x, y in stopped["terrain"][0]["points"]) == 0
    bent = drawn(send(client_of_alice, placed, "point terrain:0 0 5 6"))
    assert bent["terrain"][0]["points"][0] == [5, 6]


def test_fields_of_the_chosen_element_are_taken_with_any_verb(client_of_alice, bare):
    fields = {
        "chosen": "roles:0",
        "e-there": "1",
        "e-name": "Croisés",
        "e-side": "1",
        "e-budget": "80",
        "e-mules": "2",
    }
    page = send(client_of_alice, bare, "check", **fields)
    role = drawn(page)["roles"][0]
    assert (role["name"], role["side"], role["budget"], role["extra"][0]["n"]) == ("Croisés", 1, 80, 2)
    assert "Il faut au moins deux camps." in source(page)


def test_figurants_objects_and_objectives_are_added_and_told_in_words(client_of_alice, bare):
    raw = drawn(send(client_of_alice, bare, "add npcs", x="90", y="60"))
    fields = {
        "chosen": "npcs:0",
        "e-there": "1",
        "e-recruit": "1 Moine [Couvent] : classe 1",
        "e-script": "stay",
    }
    raw = drawn(send(client_of_alice, raw, "point-add 0", **fields))
    assert (raw["npcs"][0]["recruit"]["name"], len(raw["npcs"][0]["at"]), raw["npcs"][0]["script"]) == (
        "Moine",
        2,
        "stay",
    )
    raw = drawn(send(client_of_alice, raw, "add items", x="20", y="20"))
    page = send(client_of_alice, raw, "add score")
    fields = {"chosen": "score:2", "e-there": "1", "e-kind": "items_off", "e-points": "4", "a-edge": "east"}
    page = send(client_of_alice, drawn(page), "check", **fields)
    assert drawn(page)["score"][2] == {"kind": "items_off", "points": 4, "side": 0, "args": {"edge": "east"}}
    assert "Ce scénario peut être joué." in source(page)
    assert "camp 1 : 4 par objet emporté (bord est)" in source(page)


def test_a_zone_is_to_be_held_for_some_turns(client_of_alice, bare):
    raw = drawn(send(client_of_alice, bare, "add score"))
    zone = {f"a-z{n}": value for n, value in enumerate(("80", "40", "100", "80"))}
    fields = {"chosen": "score:2", "e-there": "1", "e-kind": "in_zone", "e-points": "5", "a-min": "2", **zone}
    page = send(client_of_alice, raw, "check", **fields, **{"a-turns": "3"})
    assert drawn(page)["score"][2]["args"] == {"min": 2, "turns": 3, "zone": [80, 40, 100, 80]}
    assert "camp 1 : 5 pour 2 hommes au moins dans la zone 80/40 – 100/80 à la fin de 3 tours" in source(page)
    assert "Ce scénario peut être joué." in source(page)
    other = send(
        client_of_alice, drawn(page), "check", **{**fields, "e-kind": "no_enemy_in"}, **{"a-turns": "3"}
    )
    assert drawn(other)["score"][2]["args"] == {"min": 2, "zone": [80, 40, 100, 80]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"size": [20, 120]}, "La table mesure de 60 à 400 cm de côté."),
        ({"seats": [2, 4]}, "Il faut de 2 à 4 places, et un rôle pour chacune."),
        (
            {"score": [{"kind": "in_zone", "points": 3, "side": 0, "args": {}}]},
            "demande un complément juste : zone.",
        ),
        (
            {
                "score": [
                    {"kind": "in_zone", "points": 3, "side": 0, "args": {"zone": [1, 1, 9, 9], "turns": 13}}
                ]
            },
            "complément juste : turns.",
        ),
        (
            {
                "score": [
                    {
                        "kind": "no_enemy_in",
                        "points": 3,
                        "side": 0,
                        "args": {"zone": [1, 1, 9, 9], "turns": 2},
                    }
                ]
            },
            "complément juste : turns.",
        ),
        ({"ends": [{"kind": "never"}]}, "Une fin anticipée nomme un camp"),
        ({"terrain": [{"id": "a", "kind": "lave", "points": [[1, 1]]}]}, "a : terrain inconnu « lave »."),
        (
            {"terrain": [{"id": "a", "kind": "hedge", "points": [[1, 1], [1, 1]]}]},
            "deux points de suite sont au même endroit",
        ),
        ({"items": [{"id": "s", "kind": "sack", "at": [500, 1]}]}, "s : un point est hors de la table."),
    ],
)
def test_what_would_be_unplayable_is_said_in_french(client_of_alice, bare, change, said):
    page = send(client_of_alice, {**bare, **change}, "check")
    assert said in source(page)
    assert "Ce scénario peut être joué." not in source(page)


@pytest.mark.parametrize("data", ["", "[", "[]", '{"title": 3}', '{"title": "\\u0000"}', "[" * 100_000])
def test_an_unreadable_drawing_is_refused_and_nothing_kept(client_of_alice, data):
    refused = client_of_alice.post(f"{SCENARIO}nouveau/", {"data": data, "verb": "save"}, follow=True)
    assert "Le dessin envoyé est illisible" in source(refused)
    assert KeptScenario.objects.count() == 0


def test_a_kept_scenario_is_shared_copied_and_changed_by_its_owner_alone(client_of_alice, bare, bob):
    saved = send(client_of_alice, bare, "save", **{"g-title": "Le gué"})
    kept = KeptScenario.objects.get()
    assert (saved.url, kept.name) == (kept.get_absolute_url(), "Le gué")
    assert "Le gué" in source(Client().get(kept.get_absolute_url()))
    other = signed_in(bob)
    assert other.get(f"{SCENARIO}{kept.code}/modifier/").status_code == 404
    other.post(f"{SCENARIO}{kept.code}/copier/")
    assert KeptScenario.objects.get(owner=bob).data == kept.data
    assert other.post(f"{SCENARIO}{kept.code}/supprimer/").status_code == 404


def test_a_table_plays_the_drawn_scenario_and_its_record_verifies(client_of_alice, alice):
    raw = edits.plain(SCENARIOS["ambush"]) | {"title": "Le gué", "turns": 3}
    send(client_of_alice, raw, "save")
    kept = KeptScenario.objects.get()
    page = client_of_alice.get(f"/parties/creer/argad/?scenario={kept.code}")
    assert f'value="{kept.code}" selected' in source(page)
    assert page.context["form"]["seats"].initial == 2
    client_of_alice.post("/parties/creer/argad/", new_table(option_scenario=kept.code))
    game = Game.objects.get()
    assert game.options["custom"]["title"] == "Le gué"
    assert "Le gué" in source(client_of_alice.get(reverse("games:gathering", args=[game.code])))
    gathering.fill_with_bots(game)
    gathering.begin(game, alice)
    for _step in range(12):
        step = Step.objects.pending().filter(game=game).first()
        if step is None:
            break
        assert due.seal(step.pk, step.opened_at, early=True)
        assert due.resolve(step.pk)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert replay(game) == []


def test_notes_and_secrets_of_a_drawn_scenario_stay_out_of_the_views(client_of_alice, alice):
    raw = edits.plain(SCENARIOS["village"])
    raw["npcs"][0]["notes"] = "CANARI-NOTE"
    raw["items"][0]["secret"] = "CANARI-COFFRE"
    raw["secret"] = [{"kind": "capture", "points": 7, "side": 0, "args": {"text": "CANARI-CARTE"}}]
    game = gathering.start_training(alice, "argad", {"scenario": "custom", "custom": raw}, 2)
    state = position_before(Step.objects.pending().select_related("game").get(game=game))
    for seat in (0, 1, None):
        shown = codec.dump(game.rules.view(state, seat)).decode()
        assert ("CANARI-NOTE" in shown, "CANARI-COFFRE" in shown) == (False, False)
        assert ("CANARI-CARTE" in shown) == (seat == 0)


def test_verbs_and_fields_never_break_a_drawing():
    """Whatever is sent, what comes out is a scenario that the loader reads."""
    verbs = [
        "add forest",
        "add npcs",
        "add items",
        "add roles",
        "add ends",
        "add secret",
        "remove",
        "double",
        "point-add 0",
        "point-remove 0",
        "opening-add",
        "opening-remove 0",
        "zone-add",
        "zone-remove 9",
        "shift terrain:0 999 -999",
        "point terrain:0 99 1 1",
        "select x:9",
        "point terrain:0",
        "shift",
        "add lave",
    ]
    raw = edits.plain(SCENARIOS["siege"])
    fields = {
        "x": "nan",
        "y": "1e999",
        "g-width": "180",
        "e-there": "1",
        "e-side": "douze",
        "p0-x": "-5",
        "e-kind": "?",
    }
    for verb in verbs:
        for chosen in ("terrain:0", "roles:1", "npcs:0", "items:0", "score:0", "secret:0", "ends:0", "zzz"):
            edits.read_fields(raw, fields, chosen)
            edits.do(raw, verb, fields, chosen)
            scenario, problems = read_scenario(raw)
            assert scenario is not None, problems
            what_is_wrong(scenario)
