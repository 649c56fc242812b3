"""The organiser's acts, NPCs, hidden men, secret objectives, hints, notation by hand."""

from engines.argad.field.battlefield import Field
from engines.argad.knowledge.hints import duel, shot
from engines.argad.orders import Condition, Order, Plot, When, as_json
from engines.argad.state import Item, Objective
from engines.core.dice import Dice
from tests.engines.argad.board import (
    RULE,
    area,
    at,
    battle,
    chief,
    cm,
    events,
    faces,
    line,
    man,
    opening,
    order,
    plot,
)


def act(state, **words):
    raw = {"reason": "Pour l’exemple", **words}
    assert RULE.check_organise(state, raw) == []
    return RULE.organise(state, raw, Dice(b"organiser", 0))


def small():
    return battle(chief("A01", 20, 60), chief("B01", 160, 60), man("N01", 90, 60, 2, script="stay"))


def test_an_act_needs_a_reason_and_a_known_figure():
    state = small()
    assert [p.code for p in RULE.check_organise(state, {"kind": "rule", "reason": " "})] == ["no_reason"]
    assert [p.code for p in RULE.check_organise(state, {"kind": "remove", "reason": "x", "fig": "Z9"})] == [
        "impossible"
    ]
    assert [p.code for p in RULE.check_organise(state, {"kind": "danse", "reason": "x"})] == ["unknown_act"]
    assert [p.code for p in RULE.check_organise(state, [1, 2])] == ["bad_act"]


def test_a_private_ruling_leaves_a_public_trace_only():
    step = act(small(), kind="message", text="Le pont est miné.", speaker="Le meunier", audience=[1])
    assert [(e.kind, e.audience) for e in step.events] == [
        ("message", (1,)),
        ("ruling", (1,)),
        ("ruled", None),
    ]


def test_acts_change_the_state_and_not_their_input():
    state = small()
    step = act(state, kind="set_attr", fig="N01", attr="cls", value=4)
    assert (at(step, "N01").cls, at(state, "N01").cls) == (4, 2)
    assert at(act(state, kind="move", fig="N01", at=[cm(50), cm(50)]), "N01").x == 5000
    assert at(act(state, kind="set_side", fig="N01", value=1), "N01").side == 1
    spawned = act(state, kind="spawn", at=[cm(60), cm(60)], value=0, recruit={"name": "Moine", "cls": 1})
    assert at(spawned, "N02").place == "table"
    awarded = act(state, kind="award", seat=1, value=3).state
    assert RULE.organiser_view(awarded).scores == [0, 3]


def test_npcs_follow_the_organisers_plot_or_their_script():
    state = small()
    told = act(state, kind="npc_plot", orders=[{"figs": ["N01"], "do": "move", "path": [[9500, 6000]]}]).state
    assert at(plot(told), "N01").x == 9500
    shy = battle(chief("A01", 75, 60), chief("B01", 160, 60), man("N01", 90, 60, 2, script="flee", side=1))
    assert at(plot(shy), "N01").x > 10500


def test_an_ambush_is_unseen_until_it_is_touched():
    thicket = area("brush", 40, 50, 60, 70)
    lurker = man("B02", 50, 60, posture="crouched", hidden=True)
    state = battle(chief("A01", 30, 60), chief("B01", 160, 60), lurker, terrain=[thicket])
    assert "B02" not in [f.id for f in RULE.view(state, 0).figures]
    assert "B02" in [f.id for f in RULE.view(state, 1).figures]
    quiet = plot(state, [order("A01", "move", (34, 60))])
    assert at(quiet, "B02").hidden
    step = plot(state, [order("A01", "move", (50, 60))], dice=faces({"slow:A01": [1]}))
    assert [e["fig"] for e in events(step, "reveal")] == ["B02"]


def test_who_comes_out_of_the_wood_is_filmed_from_where_he_was_seen():
    lurker = man("B02", 52, 60, hidden=True)
    state = battle(
        chief("A01", 20, 60), chief("B01", 160, 60), lurker, terrain=[area("forest", 36, 30, 68, 90)]
    )
    step = plot(state, [], [order("B02", "move", (34, 60))], dice=faces({"slow:B02": [1]}))
    assert len(events(step, "reveal")) == 1
    seen = next(e.params["track"] for e in step.events if e.kind == "move" and e.audience == (0,))
    whole = next(e.params["track"] for e in step.events if e.kind == "move" and e.audience == (1,))
    assert seen[0] is None
    assert seen[-1] == whole[-1]
    assert None not in whole


def test_two_who_wait_for_each_other_hesitate():
    def wait(me, other):
        then = Order((me,), "charge", (), other)
        return Order((me,), when=(Condition(When("enemy_within", distance=500, who=other), then),))

    state = battle(man("A01", 40, 60, weapons=("bow",)), man("B01", 70, 60, weapons=("bow",)))
    step = plot(state, [wait("A01", "B01")], [wait("B01", "A01")])
    assert sorted(e["fig"] for e in events(step, "hesitates")) == ["A01", "B01"]


def test_a_condition_that_comes_true_changes_the_order():
    then = order("A01", "move", (40, 75))
    waits = Order(("A01",), when=(Condition(When("enemy_within", distance=1200), then),))
    state = battle(man("A01", 40, 60), man("B01", 70, 60))
    step = plot(state, [waits], [order("B01", "move", (52, 60))])
    assert at(step, "A01").y > 6000
    assert [e["why"] for e in events(step, "condition")] == ["enemy_within"]


def test_loot_is_taken_in_a_house_and_carried_off():
    house = area("house", 30, 50, 40, 60, openings=(opening("door", (34, 60), (36, 60)),))
    state = battle(
        man("A01", 35, 63),
        chief("A09", 60, 80),
        chief("B01", 160, 60),
        terrain=[house],
        items=[Item("sac", "sack", cm(35), cm(57), weight="heavy")],
    )
    step = plot(state, [order("A01", "pick_up", (35, 57), item="sac")])
    assert at(step, "A01").carried == ("sac",)
    out = plot(step.state, [order("A01", "move", (35, 63))], dice=faces({"slow:A01": [1]}))
    assert at(out, "A01").y == 6300


def test_a_wall_stops_who_does_not_take_the_door():
    house = area("house", 30, 50, 40, 60, openings=(opening("door", (34, 60), (36, 60)),))
    state = battle(man("A01", 38, 63), chief("B01", 160, 60), terrain=[house])
    step = plot(state, [order("A01", "move", (38, 55))])
    assert at(step, "A01").y > 6000


def test_a_ladder_leads_over_the_rampart():
    wall = line("rampart", (30, 40), (60, 40), (60, 80), (30, 80), (30, 40))
    state = battle(
        man("A01", 28, 60, carried=("échelle",)),
        chief("A09", 20, 60),
        chief("B01", 150, 60),
        terrain=[wall],
        items=[Item("échelle", "ladder", 0, 0, carrier="A01", weight="heavy")],
    )
    raised = plot(state, [order("A01", "work")])
    assert len(events(raised, "ladder")) == 1
    over = plot(raised.state, [order("A01", "climb")])
    assert at(over, "A01").x > 3000


def test_a_secret_objective_is_shown_to_its_holder_and_counted_at_the_end():
    state = small()
    state.objectives.append(Objective("c0-1", 1, "protect", 3, True, {"who": "mine", "role": "troop_chief"}))
    assert [o.id for o in RULE.view(state, 0).objectives] == []
    assert RULE.view(state, 1).points == {"c0-1": 3}
    state.last_turn = 1
    over = plot(state).state
    assert RULE.asks(over) is None
    assert [(r.seat, r.score) for r in RULE.outcome(over).ranking] == [(1, 3.0), (0, 0.0)]


def test_conceding_ends_the_battle():
    state = small()
    moves = {0: as_json(Plot(end="concede")), 1: as_json(Plot())}
    step = RULE.apply(state, moves, faces())
    assert step.state.ended == "alone"
    assert [(r.seat, r.place) for r in RULE.outcome(step.state).ranking] == [(1, 1), (0, 2)]


def test_hints_are_exact():
    state = battle(chief("A02", 20, 64), man("A01", 20, 60, weapons=("bow",)), man("B01", 37, 60, armour=4))
    field = Field(state)
    told = shot(field, [field.figures["A01"]], field.figures["B01"])
    assert (told["needs"], told["some"]) == ([6], (1, 6))
    assert duel(field, field.figures["A02"], field.figures["B01"])["ours"]["odds"][0] == (1, 3)


def test_orders_can_be_typed():
    text = "ordres\nA01 move path=30.5/60\nfin propose"
    action, problems = RULE.parse(small(), 0, text)
    assert problems == []
    assert action == {
        "kind": "plot",
        "orders": [{"figs": ["A01"], "do": "move", "path": [[3050, 6000]]}],
        "end": "propose",
    }
    assert RULE.notate(small(), 0, action) == text
    assert RULE.parse(small(), 0, "ordres\nA01 move vite")[1][0].code == "unreadable"


def test_refusals_say_what_would_be_right():
    problems = RULE.check(small(), 0, as_json(Plot(orders=(order("A01", "move", (60, 60)),))))
    assert [str(p.text) for p in problems] == [
        "A01 : chemin de 40 cm, son mouvement est de 20 cm au plus ; raccourcissez."
    ]
