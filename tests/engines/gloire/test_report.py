"""The BILAN, the film and the curves are made from events and views alone."""

import re
from pathlib import Path

import pytest

from engines.core.contract import Event, Seen
from engines.core.dice import Dice
from engines.gloire.chronicle import curves, film
from engines.gloire.narrate import EVENT_KINDS
from engines.gloire.reasons import REASONS
from engines.gloire.report import bilan, news
from tests.engines.gloire.build import AMARETHUSE, HAWKMOON, RULES_1, add_garrison, opening, play

BAD_SPACE = re.compile(r" [:;!?»]|« ")


@pytest.fixture(scope="module")
def war():
    """Turn 5: a battle, a refused order, a joust, a spy, a tax."""
    state = opening()
    state.turn = 5
    state.wars = [(0, 5)]
    state.knights[HAWKMOON].place, state.knights[HAWKMOON].men = "THULE", 2000
    add_garrison(state, AMARETHUSE, "DOLON", 900)
    before = {seat: RULES_1.view(state, seat) for seat in (HAWKMOON, AMARETHUSE, 3)}
    orders = "IMP 5 NARVIK\nRED 1000 NARVIK\nATT C6 DOLON 100\nALL Hyliath\nESP OULU\nPAR C6\nGUE Sophie"
    step = play(state, {HAWKMOON: orders, AMARETHUSE: "PAR C1\nORG 4 500 hermine"})
    return before, step


def report_of(war, seat):
    before, step = war
    return bilan(step.events, before[seat], RULES_1.view(step.state, seat))


def section(report, key):
    return next(section for section in report.sections if section.key == key)


def test_heading_tells_standing_rank_and_treasury(war):
    heading = report_of(war, HAWKMOON).heading
    assert (heading.turn, heading.lord) == (5, "Hawkmoon")
    assert heading.treasury[0] == 5000
    assert heading.lands == (1, 2)


def test_sections_come_in_reading_order(war):
    keys = [section.key for section in report_of(war, HAWKMOON).sections]
    assert keys == ["orders", "economy", "house", "battles", "jousts", "diplomacy", "spies", "realm", "lords"]


def test_each_order_has_its_result_and_each_failure_its_cause(war):
    rows = section(report_of(war, HAWKMOON), "orders").tables[0].rows
    assert [row[0] for row in rows][:3] == ["IMP 5 NARVIK", "RED 1000 NARVIK", "ATT C6 DOLON 100"]
    refused = next(row for row in rows if row[0] == "ALL Hyliath")
    assert (str(refused[1]), str(refused[2])) == ("refusé", "Hyliath n’a pas donné le même ordre")


def test_battles_are_told_pass_by_pass(war):
    table = section(report_of(war, HAWKMOON), "battles").tables[0]
    event = next(event for event in war[1].events if event.kind == "battle")
    assert len(table.rows) == len(event.params["passes"])
    assert table.rows[-1][-1].replace("\u202f", "") == str(event.params["against"]["men"][1])


def test_a_third_lord_reads_the_news_and_nothing_else(war):
    report = report_of(war, 3)
    keys = [section.key for section in report.sections]
    assert "battles" not in keys
    assert "spies" not in keys
    told = [str(text) for text in section(report, "realm").paragraphs]
    assert any("Hawkmoon prend" in text for text in told)


def test_the_loser_sees_his_battle(war):
    assert section(report_of(war, AMARETHUSE), "battles").tables


def test_passwords_are_never_printed(war):
    report = report_of(war, AMARETHUSE)
    cells = [
        str(cell) for one in report.sections for table in one.tables for row in table.rows for cell in row
    ]
    assert not any("hermine" in cell for cell in cells)
    assert not any("hermine" in str(text) for one in report.sections for text in one.paragraphs)


def test_news_hold_only_public_events(war):
    view = RULES_1.view(war[1].state, None)
    assert all("impôt" not in str(text) for text in news(war[1].events, view))


def test_the_first_report_goes_out_when_the_game_starts():
    step = RULES_1.setup([f"Lord {n}" for n in range(10)], {}, Dice(b"x", 0))
    view = RULES_1.view(step.state, 0)
    report = bilan(step.events, view, view)
    assert report.heading.turn == 0
    assert "commence" in str(report.opening)


def test_film_and_curves_follow_the_public_events():
    step = RULES_1.setup([f"Lord {n}" for n in range(10)], {}, Dice(b"film", 0))
    state, events = step.state, list(step.events)
    for n in range(1, 5):
        moves = {s: RULES_1.bots["conquerant"](seen(state, s), Dice(b"bot", n)) for s in range(10)}
        step = RULES_1.apply(state, moves, Dice(b"film", n))
        state = step.state
        events += [event for event in step.events if event.audience is None]
    frames = film(events)
    assert [frame.turn for frame in frames] == [0, 1, 2, 3, 4]
    assert {name: owner for name, (owner, _, _) in frames[-1].lands.items()} == {
        name: land.owner for name, land in state.lands.items()
    }
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
