"""A player tries something else from a running battle: he gets what he knows of it, the rest is imagined."""

from apps.games.engine.positions import current_position
from apps.games.models import Game
from engines.core import codec
from tests.apps.tables.argad.battle import opened, signed_in, skip_to
from tests.engines.argad.test_boats import RIVER
from tests.pages import page_of

SECRETS = {"npcs": ("notes", "le prévôt est un traître"), "items": ("secret", "les os de saint Malo")}


def test_button_is_offered_to_the_players_and_to_nobody_else(plotting, browsers, make_user):
    page = page_of(browsers[0], plotting, "pas/0/")
    assert "Essayer autre chose d’ici" in page
    assert "Ce que vous ne savez pas y est tiré au sort." in page
    assert "Essayer autre chose d’ici" not in page_of(signed_in(make_user("Denise")), plotting, "pas/0/")


def test_copy_shows_the_column_its_own_men_and_an_ambush_of_its_own(battle, browsers):
    state = skip_to(battle, lambda state: state.phase == "plot" and any(f.hidden for f in state.figures))
    copies = []
    for _time in range(3):
        answer = browsers[0].post(f"/parties/{battle.code}/pas/0/essai/")
        copy = Game.objects.exclude(pk=battle.pk).get()
        assert (answer.url, copy.kind) == (copy.get_absolute_url(), "sandbox")
        copies.append(current_position(copy)[1])
        assert page_of(browsers[0], copy).count('id="ag-svg"') == 1
        copy.delete()
    mine = codec.dump([f for f in state.figures if f.seat == 0])
    assert [codec.dump([f for f in copy.figures if f.seat == 0]) for copy in copies] == [mine] * 3
    woods = {tuple(sorted((f.x, f.y) for f in copy.figures if f.hidden)) for copy in copies}
    assert len(woods) == 3
    assert tuple(sorted((f.x, f.y) for f in state.figures if f.hidden)) not in woods


def test_secrets_of_a_table_s_own_scenario_do_not_travel_with_the_copy(alice, bob):
    """Neither in the position nor in the options, which the owner of a finished copy exports."""
    villager = {"name": "Prévôt", "unit": "Village", "cls": 2, "weapons": []}
    own = {
        **RIVER,
        "npcs": [
            {"side": 1, "script": "stay", "at": [[80, 30]], "recruit": villager, "notes": SECRETS["npcs"][1]}
        ],
        "items": [{"id": "coffre", "kind": "chest", "at": [80, 20], "secret": SECRETS["items"][1]}],
        "secret": [{"kind": "gm", "points": 7, "side": 1, "args": {"text": "trouver les os"}}],
    }
    game = opened(alice, bob, scenario="custom", custom=own)
    skip_to(game, lambda state: state.phase == "plot")
    signed_in(alice).post(f"/parties/{game.code}/pas/0/essai/")
    copy = Game.objects.exclude(pk=game.pk).get()
    kept = codec.dump(current_position(copy)[1]) + codec.dump(copy.options)
    words = [SECRETS["npcs"][1], SECRETS["items"][1], "trouver les os"]
    assert [word for word in words if word.encode() in kept] == []
    assert copy.options["custom"]["title"] == own["title"]
