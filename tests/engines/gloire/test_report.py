"""Sentences and curves are made from events and views alone."""

import re
from pathlib import Path

import pytest

from engines.core.contract import Event, Seen
from engines.core.dice import Dice
from engines.gloire.chronicle import curves
from engines.gloire.reasons import REASONS
from engines.gloire.report import EVENT_KINDS
from tests.engines.gloire.build import AMARETHUSE, HAWKMOON, RULES_1, opening, play

BAD_SPACE = re.compile(r" [:;!?»]|« ")


def test_passwords_are_never_printed():
    orders = {HAWKMOON: "PAR C6 Amaréthuse hermine", AMARETHUSE: "ORG 4 500 hermine"}
    step = play(opening(), orders)
    told = [str(RULES_1.narrate(event, RULES_1.view(step.state, AMARETHUSE))) for event in step.events]
    assert any("ORG 4 500" in text for text in told)
    assert not any("hermine" in text for text in told)


@pytest.mark.parametrize(
    ("kind", "params", "sentence"),
    [
        (
            "army_disbanded",
            {"army": "G2", "men": 1200},
            "Faute de solde, une armée se disperse : 1 200 hommes (G2).",
        ),
        ("attack_failed", {"lord": 5, "land": "THULE"}, "Hawkmoon échoue devant Thulé."),
        (
            "call",
            {"caller": 5, "called": 0, "enemies": [3]},
            "Hawkmoon appelle Amaréthuse à l’aide contre Hyliath.",
        ),
        (
            "call_refused",
            {"caller": 5, "called": 0, "renown": 9.5},
            "Amaréthuse laisse sans réponse l’appel lancé par Hawkmoon et perd 9,5 points de renommée.",
        ),
        ("joust_empty", {"host": -1}, "Faute de chevaliers, la joute royale n’a pas lieu."),
        ("joust_empty", {"host": 5}, "Faute de chevaliers, la joute donnée par Hawkmoon n’a pas lieu."),
        (
            "joust_full",
            {"host": 5, "name": "Aubry"},
            "La joute donnée par Hawkmoon affichait complet : Aubry n’a pas pu courir.",
        ),
        (
            "knight_left",
            {"renown": 12, "price": 120, "treasury": 1},
            "Un chevalier de renommée 12 demandait 120 écus ; le trésor n’en avait que 1.",
        ),
        ("land_sold", {"before": 5, "land": "THULE", "lord": 0}, "Hawkmoon cède Thulé à Amaréthuse."),
        ("lord_fell", {"lord": 5, "how": "abdication", "by": None}, "Hawkmoon abdique : sa maison s’éteint."),
        (
            "lord_fell",
            {"lord": 5, "how": "battle", "by": None},
            "Hawkmoon tombe au combat : sa maison s’éteint.",
        ),
        (
            "lord_fell",
            {"lord": 5, "how": "battle", "by": 0},
            "Hawkmoon tombe au combat contre Amaréthuse : sa maison s’éteint.",
        ),
        (
            "men_moved",
            {"name": "Aubry", "knight": "C9", "men": 1, "other_name": "Yvain", "other": "C4"},
            "Aubry (C9) confie 1 homme à Yvain (C4).",
        ),
        ("renown_lost", {"renown": 66.6}, "Votre félonie vous coûte 66,6 points de renommée."),
        ("sale", {"land": "THULE", "ecus": 1500}, "Vente conclue : Thulé, pour 1 500 écus."),
        ("spy_lost", {"land": "THULE"}, "Votre espion envoyé à Thulé n’est pas revenu."),
        ("succession", {"before": "Hawkmoon", "name": "Yseult"}, "Hawkmoon cède sa maison à Yseult."),
    ],
)
def test_rare_events_are_told(kind, params, sentence):
    told = str(RULES_1.narrate(Event(kind, params), RULES_1.view(opening(), HAWKMOON)))
    assert re.sub("[\u00a0\u202f]", " ", told) == sentence


def test_curves_follow_the_public_events():
    step = RULES_1.setup([f"Lord {n}" for n in range(10)], {}, Dice(b"film", 0))
    state, events = step.state, list(step.events)
    for n in range(1, 5):
        moves = {s: RULES_1.bots["conquerant"](seen(state, s), Dice(b"bot", n)) for s in range(10)}
        step = RULES_1.apply(state, moves, Dice(b"film", n))
        state = step.state
        events += [event for event in step.events if event.audience is None]
    lines = curves(events)
    assert lines.turns == (0, 1, 2, 3, 4)
    shown = RULES_1.view(state, None)["lords"]
    assert [lines.standings[seat][-1] for seat in range(10)] == [lord["standing"] for lord in shown]
    assert [lines.lands[seat][-1] for seat in range(10)] == [lord["lands"] for lord in shown]


def seen(state, seat):
    return Seen(seat, RULES_1.view(state, seat), lambda draft=None: RULES_1.menu(state, seat, draft))


def test_every_event_of_a_bot_game_is_told_with_french_spaces():
    """Typography: no plain space before : ; ! ? and inside « »."""
    step = RULES_1.setup([f"Lord {n}" for n in range(10)], {"turns": 12}, Dice(b"told", 0))
    state, told = step.state, set()
    while RULES_1.asks(state) is not None:
        names = list(RULES_1.bots)
        moves = {
            s: RULES_1.bots[names[s % 3]](seen(state, s), Dice(b"bot", state.turn))
            for s in RULES_1.asks(state).seats
        }
        step = RULES_1.apply(state, moves, Dice(b"told", state.turn))
        state = step.state
        view = RULES_1.view(state, 0)
        for event in step.events:
            assert event.kind in EVENT_KINDS
            text = RULES_1.narrate(event, view)
            if text is not None:
                told.add(event.kind)
                assert not BAD_SPACE.search(str(text)), str(text)
                assert "{" not in str(text)
    assert {"land_taken", "war", "order", "battle", "levy", "title", "victory"} <= told


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_makes_a_sentence(reason):
    order = {"code": "TSF", "knight": "C6", "other": "C4", "men": 3}
    facts = {
        "land": "THULE",
        "other": 3,
        "need": 5000,
        "have": 20,
        "ecus": 20,
        "men": 3,
        "knight": "Aubry",
        "name": "Yvain",
    }
    params = {"lord": 5, "n": 0, "order": order, "result": "refused", "reason": reason, **facts}
    text = str(RULES_1.narrate(Event("order", params, (5,)), RULES_1.view(opening(), HAWKMOON)))
    assert "refusé" in text
    assert "{" not in text


def test_every_event_kind_is_documented():
    page = (Path(__file__).parents[3] / "docs" / "rules" / "gloire.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"[a-z_]+", page[page.index("## Events") : page.index("## Decisions")]))
    assert sorted(set(EVENT_KINDS) - listed) == []
