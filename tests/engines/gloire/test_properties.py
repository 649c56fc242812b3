"""Properties that hold whatever is ordered: money and men are conserved, nothing is negative, entry order
counts."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core import codec
from engines.core.dice import Dice
from engines.gloire.formulas import army_upkeep
from engines.gloire.orders.catalogue import ORDERS
from engines.gloire.tables import FORTS, JOUST_PLACE_COST
from engines.gloire.turn import PHASES, resolve
from tests.engines.gloire.build import HAWKMOON, RULES_1, add_garrison, add_knight, opening

LANDS = ("NARVIK", "DOLON", "LIVO-JOKI", "THULE", "LAPPLAND", "VADVET-JAKKO", "SVARTSEN", "OULU")


def crowded():
    """A small war: three lords side by side with armies, lands, alliances and a call under way."""
    state = opening()
    for n, (seat, place) in enumerate(
        ((0, "DOLON"), (3, "LIVO-JOKI"), (5, "NARVIK"), (5, "VADVET-JAKKO"), (0, "THULE"))
    ):
        add_knight(state, seat, 30 + 15 * n, place, 100 * n, 20 + n)
    for seat, place in ((0, "THULE"), (5, "VADVET-JAKKO"), (3, "OULU")):
        state.lands[place].owner = seat
        add_garrison(state, seat, place, 150)
    state.wars = [(0, 5)]
    state.alliances = [(3, 5)]
    state.turn = 5
    return state


def argument(arg):
    """Mostly plausible values of one argument."""
    if arg.kind == "int":
        return st.integers(arg.low, min(arg.high, 4000))
    if arg.kind in ("land", "own_land"):
        return st.sampled_from(LANDS)
    if arg.kind == "lord":
        return st.sampled_from((0, 3, 5, 9))
    if arg.kind == "fort":
        return st.sampled_from(("palisade", "wall", "fortress"))
    if arg.kind == "text":
        return st.sampled_from(("Hermine", "Lion"))
    return st.sampled_from(("C1", "C4", "C6", "C11", "C12", "C13", "C14", "C15", "G1", "G2", "G3"))


@st.composite
def an_order(draw):
    spec = draw(st.sampled_from(ORDERS))
    order = {"code": spec.code}
    for arg in spec.args:
        if not arg.optional or draw(st.booleans()):
            order[arg.key] = draw(argument(arg))
    return order


def legal(state, seat, orders):
    """The orders that the desk accepts, taken one by one."""
    kept = []
    for order in orders:
        if not any(p.level == "error" for p in RULES_1.check(state, seat, {"orders": [order]})):
            kept.append(order)
    return {"orders": kept}


turns = st.fixed_dictionaries({seat: st.lists(an_order(), max_size=14) for seat in (0, 3, 5)})


def resolved(given_orders, seed=1):
    state = crowded()
    moves = {seat: legal(state, seat, orders) for seat, orders in given_orders.items()}
    return state, moves, RULES_1.apply(state, moves, Dice(b"property", seed))


@settings(max_examples=45, deadline=None)
@given(turns, st.integers(0, 50))
def test_nothing_is_ever_negative_and_bounds_hold(given_orders, seed):
    _, _, step = resolved(given_orders, seed)
    state = step.state
    assert all(lord.treasury >= 0 for lord in state.lords)
    assert all(land.population >= 0 and land.happiness >= 0 for land in state.lands.values())
    assert all(0.05 <= land.wealth <= 0.70 for land in state.lands.values())
    assert all(knight.men >= 0 and knight.renown >= 1 for knight in state.knights)
    assert all(garrison.men > 0 for garrison in state.garrisons)
    assert all(
        not set(pair) & {seat for seat, lord in enumerate(state.lords) if not lord.alive}
        for pair in state.wars
    )
    assert not set(state.wars) & set(state.alliances)


@settings(max_examples=45, deadline=None)
@given(turns, st.integers(0, 50))
def test_every_order_has_exactly_one_result_for_its_lord(given_orders, seed):
    _, moves, step = resolved(given_orders, seed)
    results = [(e.params["lord"], e.params["n"]) for e in step.events if e.kind == "order"]
    expected = [(seat, n) for seat, action in moves.items() for n in range(len(action["orders"]))]
    assert sorted(results) == sorted(expected)
    assert all(e.audience == (e.params["lord"],) for e in step.events if e.kind == "order")


@settings(max_examples=35, deadline=None)
@given(turns, st.integers(0, 50))
def test_people_only_move(given_orders, seed):
    """No order and no phase makes or kills people."""
    before, _, step = resolved(given_orders, seed)
    assert sum(land.population for land in before.lands.values()) == sum(
        land.population for land in step.state.lands.values()
    )


@settings(max_examples=45, deadline=None)
@given(turns, st.integers(0, 50))
def test_money_is_conserved(given_orders, seed):
    """Each treasury changes by exactly what the events tell."""
    before, _, step = resolved(given_orders, seed)
    money = [lord.treasury for lord in before.lords]
    fallen = set()
    for event in step.events:
        _book(money, event, fallen)
    for seat, lord in enumerate(step.state.lords):
        if seat not in fallen:
            assert money[seat] == lord.treasury


def _book(money, event, fallen):
    p = event.params
    if event.kind in ("pension", "tax_raised"):
        money[p["lord"]] += p["ecus"]
    elif event.kind in ("gift_given", "levy"):
        money[p["lord"]] -= p["ecus"]
    elif event.kind == "knight_came":
        money[p["lord"]] -= p["price"]
    elif event.kind == "upkeep":
        money[p["lord"]] -= p["wages"] + p["armies"]
    elif event.kind == "sale":
        money[p["seller"]] += p["ecus"]
        money[p["buyer"]] -= p["ecus"]
    elif event.kind in ("spy_report", "spy_lost"):
        money[p["lord"]] -= 500
    elif event.kind == "joust":
        money[p["lord"]] += p["prize"]
    elif event.kind == "joust_empty" and p["host"] >= 0:
        money[p["host"]] += _prizes[p["host"]]
    elif event.kind == "lord_fell":
        fallen.add(p["lord"])
    elif event.kind == "order" and p["result"] == "done":
        order = p["order"]
        if order["code"] == "FOR":
            money[p["lord"]] -= FORTS[order["fort"]].cost
        elif order["code"] == "ORG":
            _prizes[p["lord"]] = order["prize"]
            money[p["lord"]] -= JOUST_PLACE_COST * order["places"] + order["prize"]


_prizes: dict[int, int] = {}


@settings(max_examples=45, deadline=None)
@given(turns, st.integers(0, 50))
def test_men_are_conserved(given_orders, seed):
    """Men appear by levies and vanish by battles, retreats, dismissals and desertions, as told."""
    before, _, step = resolved(given_orders, seed)
    if any(event.kind == "lord_fell" for event in step.events):
        return
    men = _men(before)
    for event in step.events:
        men += _men_change(event)
    assert men == _men(step.state)


def _men(state):
    return sum(knight.men for knight in state.knights) + sum(garrison.men for garrison in state.garrisons)


def _men_change(event):
    p = event.params
    if event.kind == "levy":
        return p["men"]
    if event.kind == "battle":
        theirs = p["against"]["men"] if p["against"]["kind"] != "peasants" else [0, 0]
        return p["men"][1] - p["men"][0] + theirs[1] - theirs[0]
    if event.kind == "returned":
        return -p["lost"]
    if event.kind in ("army_disbanded", "knight_deserted"):
        return -p["men"]
    if event.kind == "order" and p["order"]["code"] in ("DEM", "LIB") and p["result"] == "done":
        return -p["men"]
    return 0


@settings(max_examples=25, deadline=None)
@given(turns, st.integers(0, 50))
def test_the_input_is_not_changed_and_the_result_survives_json(given_orders, seed):
    state = crowded()
    raw = codec.dump(state)
    moves = {seat: legal(state, seat, orders) for seat, orders in given_orders.items()}
    orders = codec.dump(moves)
    step = RULES_1.apply(state, moves, Dice(b"property", seed))
    assert codec.dump(state) == raw
    assert codec.dump(moves) == orders
    assert codec.load(codec.dump(step.state), RULES_1.State) == step.state


@settings(max_examples=25, deadline=None)
@given(turns, st.integers(0, 50))
def test_same_orders_and_dice_give_the_same_bytes(given_orders, seed):
    _, moves, step = resolved(given_orders, seed)
    again = RULES_1.apply(codec.load(codec.dump(crowded()), RULES_1.State), moves, Dice(b"property", seed))
    assert codec.dump(again.state) == codec.dump(step.state)
    assert codec.dump(again.events) == codec.dump(step.events)


@settings(max_examples=20, deadline=None)
@given(st.permutations(["IMP 9 NARVIK", "IMP 2 NARVIK", "IMP 5 NARVIK"]))
def test_the_first_entered_counts(lines):
    """Phase 3: one tax a land, the first entered."""
    state = opening()
    action, _ = RULES_1.parse(state, HAWKMOON, "\n".join(lines))
    events = RULES_1.apply(state, {HAWKMOON: action}, Dice(b"x", 1)).events
    done = [e.params["n"] for e in events if e.kind == "order" and e.params["result"] == "done"]
    assert done == [0]
    assert next(e.params["level"] for e in events if e.kind == "tax_raised") == action["orders"][0]["level"]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["CHE 1", "ARM NARVIK 900", "ARM NARVIK 700"]), min_size=2, max_size=6))
def test_levies_and_calls_run_in_the_order_of_entry(lines):
    """Phase 5: what is entered first is paid first."""
    state = opening()
    state.lords[HAWKMOON].treasury = 2000
    action, _ = RULES_1.parse(state, HAWKMOON, "\n".join(lines))
    step = resolve(state, {HAWKMOON: action}, Dice(b"order", 1))
    order = [e.params["n"] for e in step.events if e.kind == "order"]
    assert order == sorted(order)
    assert step.state.lords[HAWKMOON].treasury >= 0


def test_a_turn_has_nineteen_phases():
    assert len(PHASES) == 19


def test_upkeep_is_rounded_up():
    assert [army_upkeep(men) for men in (0, 1, 10, 11)] == [0, 1, 1, 2]
