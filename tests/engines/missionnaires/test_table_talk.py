"""What players read and type: notation, refusals, menus a page can draw, the log, secrets, bots, the
edition's proof."""

from itertools import pairwise
from pathlib import Path

import pytest

from engines.core.case_format import cases_in
from engines.core.cases import run_case
from engines.core.codec import digest, dump
from engines.core.dice import Dice, LoadedDice
from engines.core.table import Table, bot_player, seat_names
from engines.missionnaires.board import BETHEL, WAYS
from engines.missionnaires.edition import DATA
from engines.missionnaires.proofread import proofread
from engines.missionnaires.route import rest_of_tour, suggest_round, tour
from tests.engines.missionnaires.table import (
    RULE,
    companion,
    go,
    hold,
    land,
    leaves,
    lone,
    opening,
    play,
    table,
)


def parked(state):
    state.players[0].stay = 3
    return state


def surrounded(state):
    """Both ways out of Dijon are guarded."""
    state.gend = {**state.gend, "verone": "auxerre", "bayonne": "lyon"}
    return state


@pytest.mark.parametrize("case", cases_in(Path(__file__).parent / "cases"), ids=str)
def test_case_files(case):
    assert run_case(case, "missionnaires") == []


@pytest.mark.parametrize(
    ("text", "state", "action"),
    [
        ("Dijon-Lyon*Grenoble", table("dijon", "lyon"), go("lyon", "grenoble")),
        ("Milan-Vérone(g>Bologne)-Venise", table("milan"), go("verone>bologne", "venise")),
        (
            "Dijon(s)-Lyon+",
            lone(companion(table("dijon"), "C"), "D", "lyon"),
            go("lyon", join=True, drop=True),
        ),
        ("=", table("lyon"), {"do": "pass"}),
        ("!T22", hold(table("lyon"), "T22"), {"do": "bon", "card": "T22", "arg": None}),
        ("!M18>Alger", hold(table("palma"), "M18"), {"do": "bon", "card": "M18", "arg": "alger"}),
        (">M18", hold(table("bethel"), "M18"), {"do": "return", "card": "M18"}),
        ("abandon", table("lyon"), {"do": "resign"}),
    ],
)
def test_notation(text, state, action):
    assert RULE.notate(state, 0, action) == text
    assert RULE.parse(state, 0, text.swapcase()) == (action, [])
    assert RULE.check(state, 0, action) == []


def test_a_typed_mistake_is_explained():
    _, problems = RULE.parse(table("dijon"), 0, "Dijon-Lion")
    assert "Dijon-Lyon" in str(problems[0].text)
    _, problems = RULE.parse(table("dijon"), 0, "Lyon-Marseille")
    assert str(problems[0].text) == "Vous êtes à Dijon, pas à Lyon."
    far = RULE.check(table("dijon"), 0, go("rome"))[0]
    assert str(far.text) == "Rome n’est pas voisine de Dijon\u00a0; voisines\u00a0: Auxerre, Lyon."


def test_every_choice_can_be_drawn_and_says_its_price():
    """Menus name a verb, the space or card to light up, and what the choice costs."""
    for state in (
        table("dijon", "lyon"),
        table("milan"),
        companion(table("palma"), "C"),
        hold(table("palma"), "M18"),
    ):
        for choice in leaves(state):
            assert choice.verb in ("go", "jump", "join", "push", "pass", "bon", "return", "drop")
            assert choice.verb == "pass" or choice.target.partition(":")[0] in ("space", "card")
            assert str(choice.hint)
    jump = next(choice for choice in leaves(table("dijon", "lyon")) if choice.verb == "jump")
    assert str(jump.hint).startswith("un périodique, par-dessus un autre proclamateur")
    crossing = next(choice for choice in leaves(table("palma")) if choice.target == "space:s-lion")
    assert str(crossing.hint) == "un périodique, deux cartes Voyage en mer"


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (table("lyon"), "Avancez ou passez."),
        (hold(table("lyon"), "T22"), "Avancez, passez ou jouez un bon."),
        (hold(table("lyon"), "M18"), "Avancez ou passez."),  # it asks for a port
        (hold(table("bethel"), "M18"), "Avancez, passez ou rendez un bon."),
        (parked(table("lyon")), "Vous avez passé trois fois de suite\u00a0: avancez."),
        (surrounded(table("dijon/0")), "Aucun chemin n’est ouvert\u00a0: passez."),
    ],
)
def test_one_line_says_what_may_be_done_and_nothing_else(state, said):
    assert str(RULE.menu(state, 0).prompt) == said


def test_resigning_is_behind_a_question():
    state = table("lyon")
    assert all(choice.verb != "resign" for choice in leaves(state))
    assert [choice.action for choice in RULE.menu(state, 0, {"do": "resign"}).choices] == [{"do": "resign"}]


def test_the_log_speaks_french():
    state = table("bethel")
    state.players[0].todo = ("ankara", "paris")
    step = play(state, go("paris"))
    said = [RULE.narrate(event, RULE.view(step.state, 1)) for event in step.events]
    assert [str(text) for text in said if text] == [
        "Ada va du Béthel à Paris.",
        "Ada visite Paris\u00a0: plus que 1.",
    ]


@pytest.mark.parametrize(
    ("card", "per", "said"),
    [
        ("T04", "8", "Ada rend 2 périodiques."),
        ("T04", "1", "Ada rend un périodique."),
        ("T04", "0", "Ada n’a aucun périodique à rendre."),
        ("T01", "3", "Ada reçoit un périodique."),
        ("T01", "8", "Ada a déjà huit périodiques."),
    ],
)
def test_what_a_card_gives_or_takes_is_told(card, per, said):
    step = play(land(table(f"bethel/{per}"), card), go("orleans"))
    told = [
        str(RULE.narrate(event, RULE.view(step.state, 1)))
        for event in step.events
        if event.kind == "ms.effect"
    ]
    assert told == [said]


def test_views_keep_secrets():
    """Acceptance 29: no list of others, no draw order, no reserve; hidden data changes no other view."""
    state = opening(3)
    for seat in (None, 0, 1, 2):
        view = RULE.view(state, seat)
        assert view.get("todo") == (None if seat is None else list(state.players[seat].todo))
        assert all("todo" not in player for player in view["players"])
        other = RULE.scramble(state, seat, Dice(b"hidden", 0))
        assert dump(other) != dump(state)
        assert dump(RULE.view(other, seat)) == dump(view)
    assert "todo" in RULE.view(opening(2, open_hands=True), None)["players"][0]
    assert "route" not in RULE.view(opening(2, route_help=False), 0)


def test_replay_by_seed_and_by_tape():
    """Acceptance 29: equal hashes."""
    first, second = (Table(RULE, seat_names(3), {}, b"replay") for _ in range(2))
    players = [bot_player(RULE.bots["normal"])] * 3
    for table_ in (first, second):
        table_.finish(players, 3_000)
    assert digest(first.state) == digest(second.state)
    for moment in first.moments:
        again = RULE.apply(moment.before, moment.moves, LoadedDice.replaying(moment.draws))
        assert digest(again.state) == digest(moment.step.state)


def test_bots_beat_chance_and_easy_is_easier():
    wins = {"normal": 0, "facile": 0}
    for game in range(6):
        names = ["normal", "facile"] if game % 2 else ["facile", "normal"]
        match = Table(RULE, seat_names(2), {"route_help": False}, b"levels:%d" % game)
        match.finish([bot_player(RULE.bots[name]) for name in names], 3_000)
        wins[names[RULE.outcome(match.state).ranking[0].seat]] += 1
    assert wins["normal"] >= 5


def test_the_tour_is_no_longer_than_any_simple_one():
    state = opening(4)
    for player in state.players:
        length, order = tour(BETHEL, player.todo)
        assert sorted(order) == list(player.todo)
        assert length == rest_of_tour(BETHEL, order)
        assert length <= rest_of_tour(BETHEL, player.todo)
        spaces = suggest_round(BETHEL, player.todo)[1]
        assert spaces[0] == spaces[-1] == BETHEL
        assert all(there in WAYS[here] for here, there in pairwise(spaces))


def test_the_edition_is_sound():
    assert proofread(DATA / "map.json", DATA / "cards.json") == []


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("map.json", '"id": "lyon"', '"id": "lion"', "la section"),
        (
            "map.json",
            '"name": "Lyon", "kind": "congregation"',
            '"name": "Lyon", "kind": "green"',
            "il y a 47 congrégations",
        ),
        ("map.json", '"name": "Lyon"', '"name": "Paris"', "« Paris » désigne 2 cases"),
        ("map.json", '"grid": "A2"', '"grid": "B2"', "est en A2 d’après ses coordonnées, pas en B2"),
        (
            "map.json",
            '"a": "bethel", "b": "paris", "type": "road"',
            '"a": "bethel", "b": "paris", "type": "road", "bend": [[2.6, 47.0]]',
            "la section auxerre – orleans croise la section bethel – paris",
        ),
        (
            "cards.json",
            '"id": "T05", "deck": "territoires", "count": 1',
            '"id": "T05", "deck": "territoires", "count": 2',
            "a 37 cartes, il en faut 36",
        ),
        ("cards.json", '"op": "back"', '"op": "retour"', "T10 : effet « retour » inconnu"),
        ("cards.json", '"at": "rome"', '"at": "brest"', "« brest » n’est pas une ville du plateau"),
        ("cards.json", '"condition": "lt5"', '"condition": "lt9"', "condition « lt9 » inconnue"),
        ("cards.json", '"cards": [', '"cards": {', "les cartes ne se lisent pas"),
    ],
)
def test_a_spoilt_edition_is_explained(tmp_path, file, old, new, said):
    for name in ("map.json", "cards.json"):
        text = (DATA / name).read_text(encoding="utf-8")
        if name == file:
            assert old in text
            text = text.replace(old, new, 1)
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = proofread(tmp_path / "map.json", tmp_path / "cards.json")
    assert any(said in line for line in found), found


def test_the_edition_is_labelled():
    assert RULE.meta.notice.startswith("Édition du projet")
