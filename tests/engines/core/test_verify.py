"""An exported game is verified; one changed bit anywhere is noticed."""

import copy
import json

import pytest

from engines.core import chain, codec, registry
from engines.core.table import Table, TooLong, absent_player, bot_player
from engines.core.verify import read_game, verify


def played(seed=b"verifier"):
    rules = registry.rules_of("enchere")
    table = Table(rules, ["Alice", "Bob", "Chloé"], {"rounds": 3}, seed)
    table.finish([bot_player(rules.bots["hardi"])] * 3, 200)
    return table


@pytest.fixture(scope="module")
def exported():
    return json.loads(json.dumps(played().export()))


def flaws(data):
    return [str(flaw) for flaw in verify(read_game(json.dumps(data).encode()))]


def test_sound_game_has_no_flaw(exported):
    assert flaws(exported) == []
    assert len(exported["steps"]) > 10
    assert any(step["draws"] for step in exported["steps"][1:])


def spoil(data, n, part, value):
    data = copy.deepcopy(data)
    data["steps"][n][part] = value
    return data


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("hash", "0" * 64, "étape 4\u00a0: l’empreinte de la position"),
        ("chain", "0" * 64, "étape 4\u00a0: le maillon"),
        ("draws", [["deck", 6, 1]], "étape 4\u00a0: les tirages"),
        ("moves", {"0": {"do": "chanter"}}, "étape 4\u00a0: impossible à recalculer"),
        ("moves", {}, "étape 4\u00a0: impossible à recalculer\u00a0: les coups ne sont pas ceux"),
        ("moves", {"zéro": 1}, "étape 4\u00a0: impossible à recalculer"),
        ("n", 2, "étape 2\u00a0: ce numéro ne vient pas après 3"),
    ],
)
def test_spoilt_step_is_noticed(exported, part, value, message):
    assert any(flaw.startswith(message) for flaw in flaws(spoil(exported, 4, part, value)))


def test_other_move_with_matching_hashes_breaks_the_chain_head(exported):
    """A forger who computes everything again still ends on another head than the one players were given."""
    forged = copy.deepcopy(exported)
    last = forged["steps"].pop()
    assert flaws(forged) == []
    assert forged["steps"][-1]["chain"] != last["chain"]


def test_every_step_is_looked_at(exported):
    for n in range(len(exported["steps"])):
        wrong = exported["steps"][n]["hash"]
        wrong = ("1" if wrong[0] == "0" else "0") + wrong[1:]
        assert flaws(spoil(exported, n, "hash", wrong))


def test_other_seed_is_noticed(exported):
    found = flaws({**exported, "seed": b"autre".hex()})
    assert found[0].startswith("la graine n’est pas celle dont l’empreinte")
    assert len(found) > 1


def test_other_options_are_noticed(exported):
    assert flaws({**exported, "options": {"rounds": 4}})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "echecs"}, "jeu ou version inconnus"),
        ({"version": 7}, "jeu ou version inconnus"),
        ({"seed": "zz"}, "n’est pas écrite en hexadécimal"),
        ({"steps": []}, "la première étape doit être la mise en place"),
        ({"seats": ["Seule"]}, "étape 0\u00a0: impossible à recalculer"),
    ],
)
def test_file_that_cannot_be_verified(exported, change, message):
    assert any(flaw.startswith(message) or message in flaw for flaw in flaws({**exported, **change}))


def test_move_after_the_end_is_noticed(exported):
    data = copy.deepcopy(exported)
    data["steps"].append({**data["steps"][-1], "n": 1000})
    assert flaws(data) == ["étape 1000\u00a0: impossible à recalculer\u00a0: la partie était finie"]


def test_numbers_may_have_gaps():
    """A step taken back leaves its number unused; dice follow the number."""
    table = played()
    rules, state = table.rules, table.opening.state
    head = chain.link(chain.commitment(table.seed), codec.digest(state), {})
    data = {**table.export(), "steps": table.export()["steps"][:1]}
    move = {0: {"do": "keep"}}
    after = rules.apply(state, move, None).state
    link = chain.link(head, codec.digest(after), move)
    data["steps"].append(
        {"n": 5, "moves": {"0": move[0]}, "draws": [], "hash": codec.digest(after), "chain": link}
    )
    assert flaws(data) == []


def test_table_stops_a_game_that_is_too_long():
    rules = registry.rules_of("enchere")
    table = Table(rules, ["A", "B"], {"rounds": 12}, b"long")
    with pytest.raises(TooLong, match="not over after 5 steps"):
        table.finish([absent_player] * 2, 5)


def test_table_refuses_a_move_after_the_end():
    with pytest.raises(ValueError, match="over"):
        played().play({0: {"do": "keep"}})
