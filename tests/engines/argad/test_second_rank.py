"""Second ranks that shoot (3.6): full and half gaps, over the shoulder, and the way a player asks for."""

import pytest

from engines.argad.field.battlefield import Field
from engines.argad.fire.aim import automatic_shots, chance
from engines.argad.fire.lines import fire_ways
from engines.argad.orders import Aim, Packet
from engines.argad.state import by_id
from engines.argad.tables import WEAPONS
from tests.engines.argad.board import RULE, at, battle, chief, cm, combat, events, faces, man, start

FOES = (man("B02", 55, 60),)


def ranks(*rear, spread: float = 3.0, **front):
    """Two men of the first rank around y = 60, `spread` from middle to middle; a chief behind; an enemy at 33
    cm."""
    line = [man(f"A0{n}", 20, 60 + (n - 1.5) * spread, **front) for n in (1, 2)]
    state = battle(chief("A09", 10, 60), *line, *rear, *FOES)
    state.phase = "combat"
    return state


def archer(id: str = "A03", x: float = 16.0, y: float = 60.0, **more):
    return man(id, x, y, weapons=more.pop("weapons", ("bow",)), **more)


def mode_of(state, id: str = "A03", target: str = "B02", **more) -> str:
    found = chance(Field(state), at(state, id), at(state, target), at(state, id).weapons[0], **more)
    return found.mode if found else ""


@pytest.mark.parametrize(("spread", "mode"), [(4.0, "direct"), (3.9, "gap"), (3.0, "gap"), (2.9, "")])
def test_gap_of_a_base_is_free_and_of_half_a_base_on_command(spread, mode):
    """A corridor as wide as the base (2 cm between the bases), or half of it."""
    assert mode_of(ranks(archer(), spread=spread)) == mode


@pytest.mark.parametrize("weapon", ["sling", "staff_sling"])
def test_half_gap_is_for_bows_and_crossbows(weapon):
    assert mode_of(ranks(archer(weapons=(weapon,)))) == ""
    assert mode_of(ranks(archer(weapons=("war_crossbow",)))) == "gap"


def test_half_gap_needs_a_chief_in_voice():
    state = ranks(archer())
    at(state, "A09").x = 0
    at(state, "A09").y = 0
    assert mode_of(state) == ""


@pytest.mark.parametrize(
    ("who", "what"),
    [
        ("A03", "moved"),
        ("A02", "moved"),
        ("A04", "moved"),
        ("A02", "disorder"),
        ("A04", "disorder"),
        ("A01", "formation"),
    ],
)
def test_half_gap_needs_both_ranks_still_in_loose_order_and_nobody_in_disorder(who, what):
    """A04 stands in the first rank too, a little further: he is not in the way, and he counts all the
    same."""
    state = ranks(archer(), man("A04", 20, 64.5))
    assert mode_of(state) == "gap"
    if what == "moved":
        at(state, who).now.moved = True
    else:
        setattr(at(state, who), what, True if what == "disorder" else "f")
    assert mode_of(state) == ""


def test_whole_row_shoots_together_or_nobody_through_the_half_gap():
    """A03 and A04 are the second rank. With A04 holding his arrow A03 cannot shoot; with both ordered they
    do."""
    state = ranks(archer(), archer("A04", 16.0, 63.0), man("A05", 20, 64.5), man("B03", 55, 63))
    assert [mode_of(state, id) for id in ("A03", "A04")] == ["gap", "gap"]
    alone = Packet(shots=(Aim(("A03",), "B02"),), hold=("A04",))
    assert events(combat(state, alone, Packet()), "volley") == []
    both = Packet(shots=(Aim(("A03", "A04"), "B02"),))
    shot = events(combat(state, both, Packet(), faces({"shot:A03": [1], "shot:A04": [1]})), "volley")
    assert [row[0] for row in shot[0]["dice"]] == ["A03", "A04"]
    assert shot[0]["mode"] == "gap"


def test_first_rank_may_shoot_or_reload_while_the_second_does_through_half_gaps():
    state = ranks(archer(), weapons=("war_crossbow",))
    at(state, "A01").now.act = "reload"
    packet = Packet(shots=(Aim(("A02", "A03"), "B02"),))
    shot = events(combat(state, packet, Packet(), faces({"shot:A02": [1], "shot:A03": [1]})), "volley")
    assert [row[0] for row in shot[0]["dice"]] == ["A02", "A03"]


def test_a_row_mate_who_cannot_shoot_does_not_hold_the_others_back():
    state = ranks(
        archer(weapons=("war_crossbow",)),
        archer("A04", 16.0, 63.0, weapons=("war_crossbow",)),
        man("A05", 20, 64.5),
    )
    at(state, "A04").unloaded = ("war_crossbow",)
    shot = events(
        combat(state, Packet(shots=(Aim(("A03",), "B02"),)), Packet(), faces({"shot:A03": [1]})), "volley"
    )
    assert [row[0] for row in shot[0]["dice"]] == ["A03"]


# --- over the shoulder --------------------------------------------------------------------------------------


def file(**front):
    """A03 stands tight behind A01, no chief in voice."""
    state = battle(man("A01", 20, 60, **front), archer(x=18.0), *FOES)
    state.phase = "combat"
    return state


def test_over_the_shoulder_of_a_man_who_does_nothing_even_if_he_walked():
    state = file()
    at(state, "A01").now.moved = True
    at(state, "A01").now.act = "move"
    assert mode_of(state) == "shoulder"


@pytest.mark.parametrize("act", ["reload", "work"])
def test_not_over_the_shoulder_of_a_man_at_work(act):
    state = file()
    at(state, "A01").now.act = act
    assert mode_of(state) == ""


def test_not_over_the_shoulder_with_a_sling_nor_at_arm_s_length():
    sling = battle(man("A01", 20, 60), archer(x=18.0, weapons=("sling",)), *FOES)
    apart = battle(man("A01", 20, 60), archer(x=17.4), *FOES)
    assert (mode_of(sling), mode_of(apart)) == ("", "")


def test_man_in_front_who_shoots_too_stops_the_one_behind():
    state = file(weapons=("bow",))
    packet = Packet(shots=(Aim(("A01", "A03"), "B02"),))
    shot = events(combat(state, packet, Packet(), faces({"shot:A01": [1]})), "volley")
    assert [row[0] for row in shot[0]["dice"]] == ["A01"]
    assert not at(combat(state, packet, Packet(), faces({"shot:A01": [1]})), "A03").now.shot


def test_usual_policy_does_not_shoot_over_the_shoulder_of_a_shooter():
    state = file(weapons=("bow",))
    assert [shot.shooter for shot in automatic_shots(Field(state), 0, set())] == ["A01"]
    assert [shot.shooter for shot in automatic_shots(Field(file()), 0, set())] == ["A03"]


def test_who_shoots_over_a_pavise_shares_it_while_its_bearer_does_nothing():
    """The bearer may have walked (3.6); once he shoots he shelters nobody."""
    state = battle(
        man("A01", 20, 60, shield="pavise", weapons=("war_crossbow",)),
        archer(x=18.0),
        man("B01", 37, 60, weapons=("bow",)),
    )
    at(state, "A01").now.act = "move"
    field = Field(state)
    shot = chance(field, at(state, "B01"), at(state, "A03"), "bow")
    assert shot.cover == {"A01": 1, "A03": 1}
    field.firing = frozenset(["A01"])
    assert chance(field, at(state, "B01"), at(state, "A03"), "bow").cover["A03"] == 0


# --- the way that is asked for ------------------------------------------------------------------------------


def test_mode_of_an_order_is_kept_to():
    """Through the half gap, not by chance in another way: asked for the shoulder, this archer has none."""
    state = ranks(archer())
    gap, shoulder = (Packet(shots=(Aim(("A03",), "B02", mode=mode),)) for mode in ("gap", "shoulder"))
    assert events(combat(state, gap, Packet(), faces({"shot:A03": [1]})), "volley")[0]["mode"] == "gap"
    assert events(combat(state, shoulder, Packet()), "volley") == []


def test_lob_is_chosen_where_a_half_gap_would_do():
    far = [man(f"B0{n}", 70, 54 + 3 * n) for n in (1, 2, 3)]
    state = battle(chief("A09", 10, 60), man("A01", 20, 58.5), man("A02", 20, 61.5), archer(), *far)
    state.phase = "combat"
    start(state)
    ways = fire_ways(Field(state), at(state, "A03"), at(state, "B02"), WEAPONS["bow"], cm(52))
    assert [way.mode for way in ways] == ["gap", "lob"]
    packet = Packet(shots=(Aim(("A03",), "B02", mode="lob"),))
    assert events(combat(state, packet, Packet(), faces({"shot:A03": [1]})), "volley")[0]["mode"] == "lob"


def test_rider_s_javelin_is_thrown_if_asked():
    rider = man("A01", 20, 60, mount="cavalier", weapons=("javelin",))
    state = battle(chief("A09", 10, 60), rider, man("B01", 33, 60))
    by_id(state)["A01"].now.moved = True
    by_id(state)["A01"].now.ride = tuple((2000 - 200 * n, 6000) for n in range(10, -1, -1))
    direct, thrown = (
        chance(Field(state), rider, at(state, "B01"), "javelin", mode=mode) for mode in ("direct", "thrown")
    )
    assert (direct.mode, thrown.mode) == ("direct", "thrown")
    assert direct.printed < thrown.printed


def test_unknown_mode_is_refused_and_notation_reads_back():
    state = ranks(archer())
    action = {"kind": "combat", "shots": [{"figs": ["A03"], "target": "B02", "mode": "ricochet"}]}
    assert [problem.code for problem in RULE.check(state, 0, action)] == ["bad_mode"]
    action["shots"][0]["mode"] = "gap"
    assert RULE.check(state, 0, action) == []
    text = RULE.notate(state, 0, action)
    assert text == "combat\ntir A03 > B02 mode=gap"
    assert RULE.parse(state, 0, text) == (action, [])
