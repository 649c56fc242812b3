"""Sentences agree with how many they speak of."""

import pytest

from engines.argad.report import narrate
from engines.core.contract import Event
from engines.core.texts import render
from tests.engines.argad.board import RULE, battle, chief, man

STATE = battle(chief("A01", 20, 20), man("A02", 24, 20), man("B01", 40, 20))


def told(kind: str, **params: object) -> str:
    text = narrate(Event(kind, dict(params)), RULE.view(STATE, 0))
    assert text is not None
    return render(text, str)


def shot(*hits: bool) -> dict[str, object]:
    dice = [["A02", 5, "B01", 5, 5, hit] for hit in hits]
    return {
        "seat": 0,
        "timing": "normal",
        "target": "B01",
        "weapon": "bow",
        "dice": dice,
        "rerolls": [],
        "lines": [],
    }


@pytest.mark.parametrize(
    ("hits", "said"),
    [
        ((True,), "Un tir (arc) sur B01 B01 et les siens : dé 5, un touché."),
        ((False,), "Un tir (arc) sur B01 B01 et les siens : dé 5, manqué."),
        ((True, True), "2 tirs (arc) sur B01 B01 et les siens : dés 5, 5, 2 touchés."),
    ],
)
def test_shots_and_hits_are_counted(hits, said):
    assert told("volley", **shot(*hits)) == said


def test_one_strikes_and_several_strike():
    blow = {"target": "B01", "outcome": "kill", "rerolls": []}
    alone = told("strike", blows=[["A01", "sword", 5, []]], **blow)
    together = told("strike", blows=[["A01", "sword", 5, []], ["A02", "sword", 2, []]], **blow)
    assert " frappe " in alone
    assert " frappent " in together


def test_one_man_keeps_his_courage_and_several_keep_theirs():
    assert "garde courage" in told("morale", result="obeys", figs=["A01"], dice=[3])
    assert "gardent courage" in told("morale", result="obeys", figs=["A01", "A02"], dice=[3])
