"""The organiser between two enemies (section 4): a contact that never was, a target that is imposed."""

import pytest

from engines.argad.field.groups import contacts
from engines.argad.orders import Aim, Packet, Strike
from engines.core.dice import Dice
from tests.engines.argad.board import RULE, at, battle, chief, combat, events, faces, man, order, plot


def act(state, **fields):
    raw = {"reason": "Pour l’exemple", **fields}
    assert RULE.check_organise(state, raw) == []
    return RULE.organise(state, raw, Dice(b"organiser", 1))


def refused(state, **fields) -> str:
    [problem] = RULE.check_organise(state, {"reason": "Pour l’exemple", **fields})
    return problem.text.msgid


def charged():
    state = battle(man("A01", 50, 50), chief("A09", 46, 46), man("B01", 60, 50))
    return plot(state, [], [order("B01", "charge", target="A01")]).state


def test_cancelled_contact_parts_the_two_and_nobody_strikes():
    step = act(charged(), kind="cancel_contact", fig="B01", id="A01")
    assert contacts(step.state) == {}
    assert (at(step, "A01").now.new_contacts, at(step, "B01").now.new_contacts) == ((), ())
    assert 5250 <= at(step, "B01").x <= 5260  # half a centimetre from base to base
    assert [event.params["act"] for event in step.events if event.kind == "ruling"] == ["cancel_contact"]
    done = combat(step.state)
    assert events(done, "strike") == []


def test_contact_is_cancelled_only_between_enemies_who_touch():
    state = battle(man("A01", 50, 50), man("A02", 50, 52), man("B01", 60, 50))
    assert "ne se touchent pas" in refused(state, kind="cancel_contact", fig="B01", id="A01")
    assert "deux ennemis" in refused(state, kind="cancel_contact", fig="A02", id="A01")
    assert "deux ennemis" in refused(state, kind="force_target", fig="A02", id="Z99")


def test_cornered_man_is_not_pushed_into_others():
    ring = [man(f"A0{n}", 54, y) for n, y in enumerate((48, 50, 52), 2)]
    ring += [man(f"A0{n}", 56, y) for n, y in enumerate((49, 51), 5)]
    state = battle(man("A01", 50, 50), man("B01", 52, 50), *ring)
    assert "pas la place" in refused(state, kind="cancel_contact", fig="B01", id="A01")


def test_imposed_target_is_struck_whatever_the_player_wrote():
    state = battle(
        chief("A01", 50, 50), man("A02", 50, 56), man("B01", 52, 50), man("B02", 50, 52), rules="basic"
    )
    state.phase = "combat"
    forced = act(state, kind="force_target", fig="A01", id="B02").state
    dice = faces({"strike:A01": [1], "strike:B01": [1], "strike:B02": [1]})
    done = combat(forced, Packet(auto=True, strikes=(Strike("A01", "B01"),)), dice=dice)
    assert [e["target"] for e in events(done, "strike") if e["blows"][0][0] == "A01"] == ["B02"]


@pytest.mark.parametrize("packet", [Packet(auto=True), Packet(shots=(Aim(("A01",), "B01"),))])
def test_imposed_target_is_shot_at_or_nobody_is(packet):
    state = battle(
        man("A01", 50, 50, weapons=("bow",)), chief("A09", 48, 44), man("B01", 60, 50), man("B02", 60, 70)
    )
    state.phase = "combat"
    forced = act(state, kind="force_target", fig="A01", id="B02").state
    done = combat(forced, packet, dice=faces({"shot:A01": [6]}))
    assert [die[2] for volley in events(done, "volley") for die in volley["dice"]] == ["B02"]
    far = battle(
        man("A01", 50, 50, weapons=("bow",)), chief("A09", 48, 44), man("B01", 60, 50), man("B02", 150, 70)
    )
    far.phase = "combat"
    assert events(combat(act(far, kind="force_target", fig="A01", id="B02").state, packet), "volley") == []
