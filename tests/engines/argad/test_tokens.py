"""Option decoys (section 7): covered groups are tokens for the others, and stop being so when one of them is
seen."""

from engines.argad.phases.decoys import Token, cover, tokens_for
from engines.core import codec
from tests.engines.argad.board import RULE, area, at, battle, events, man, order, plot

WOOD = area("forest", 80, 0, 110, 120)


def covered():
    """Three of B behind a wood; one of A before it."""
    men = [man(f"B0{n}", 150, 50 + 3 * n) for n in (1, 2, 3)]
    state = battle(man("A01", 70, 50), *men, terrain=[WOOD], rules="full")
    cover(state, list(state.figures))
    return state


def test_group_that_nobody_sees_is_one_animal_where_its_middle_is():
    state = covered()
    assert [figure.token for figure in state.figures] == ["stag0", "stag0", "stag0", "stag0"]
    assert tokens_for(state, 0) == [Token("1-stag0", 1, "stag", 15000, 5600)]
    view = RULE.view(state, 0)
    assert [figure.id for figure in view.figures] == ["A01"]
    assert view.tokens == [Token("1-stag0", 1, "stag", 15000, 5600)]
    for secret in (b"B01", b"B02", b"B03"):
        assert secret not in codec.dump(view)


def test_group_in_the_open_is_seen_at_once():
    state = battle(man("A01", 70, 50), man("B01", 150, 50), rules="full")
    cover(state, list(state.figures))
    assert tokens_for(state, 0) == []
    assert not any(figure.hidden for figure in state.figures)


def test_no_tokens_without_the_option():
    state = battle(man("A01", 70, 50), man("B01", 150, 50), terrain=[WOOD])
    cover(state, list(state.figures))
    assert not any(figure.hidden for figure in state.figures)


def test_whoever_sees_one_sees_the_group():
    state = covered()
    for figure in state.figures:
        if figure.id == "A01":
            figure.x, figure.y, figure.now.start = 11200, 5000, (11200, 5000)
    step = plot(state, [order("A01", "move", (125, 50))])
    assert sorted(event["fig"] for event in events(step, "reveal")) == ["A01", "B01", "B02", "B03"]
    assert at(step, "B03").token == ""
    assert tokens_for(step.state, 0) == []


def test_beast_goes_under_the_token_of_its_leader():
    mule = man("B02", 153, 50, mount="pack", base="mule", led_by="B01")
    state = battle(man("A01", 70, 50), man("B01", 150, 50), mule, terrain=[WOOD], rules="full")
    cover(state, list(state.figures))
    assert [at(state, id).token for id in ("B01", "B02")] == ["stag0", "stag0"]


def test_two_groups_of_a_seat_have_two_animals():
    state = battle(
        man("A01", 70, 50), man("B01", 150, 20), man("B02", 150, 100), terrain=[WOOD], rules="full"
    )
    cover(state, list(state.figures))
    assert sorted(token.animal for token in tokens_for(state, 0)) == ["boar", "stag"]
