"""What each lord may know (specification, 7), and what the host needs beside the turn itself."""

import pytest

from engines.core import codec
from engines.core.contract import BadOptions
from engines.core.dice import Dice
from engines.core.texts import render
from engines.gloire.tables import LIMITS
from tests.engines.gloire.build import (
    AMARETHUSE,
    HAWKMOON,
    NAMES,
    RULES_1,
    add_garrison,
    add_knight,
    opening,
    play,
)

PUBLIC_LAND = {"owner", "population", "happiness"}
PUBLIC_LORD = {
    *(
        "seat",
        "name",
        "alive",
        "fell",
        "home",
        "title",
        "title_name",
        "standing",
        "rank",
        "lands",
        "allies",
        "enemies",
    ),
}


def test_a_land_of_another_shows_only_what_is_public():
    view = RULES_1.view(opening(), HAWKMOON)
    assert set(view["lands"]["DOLON"]) == PUBLIC_LAND
    assert set(view["lands"]["THULE"]) == PUBLIC_LAND
    assert set(view["lands"]["NARVIK"]) == PUBLIC_LAND | {"wealth", "fort", "sold"}


def test_lords_show_only_what_is_public():
    view = RULES_1.view(opening(), HAWKMOON)
    assert all(set(lord) == PUBLIC_LORD for lord in view["lords"])


def test_a_spectator_has_no_house():
    view = RULES_1.view(opening(), None)
    assert view["me"] is None
    assert all(set(land) == PUBLIC_LAND for land in view["lands"].values())


def test_scrambling_what_is_hidden_changes_no_view():
    """Armies, walls, wealth and treasuries of others are dealt anew: the view does not move."""
    state = opening()
    for seat, place in ((0, "DOLON"), (0, "THULE"), (3, "OULU"), (3, "LIVO-JOKI")):
        add_knight(state, seat, 40 + seat, place, 300)
        add_garrison(state, seat, place, 200)
    state.lands["DOLON"].fort = "wall"
    for seat in (HAWKMOON, None):
        other = RULES_1.scramble(state, seat, Dice(b"scramble", 1))
        assert codec.dump(other) != codec.dump(state)
        assert RULES_1.view(other, seat) == RULES_1.view(state, seat)
    other = RULES_1.scramble(state, HAWKMOON, Dice(b"scramble", 2))
    assert RULES_1.menu(other, HAWKMOON) == RULES_1.menu(state, HAWKMOON)


def test_private_events_reach_only_their_lords():
    step = play(opening(), {HAWKMOON: "IMP 5 NARVIK\nARM NARVIK 500\nESP THULE", AMARETHUSE: "CHE 2"})
    private = {
        "order",
        "tax_raised",
        "levy",
        "knight_came",
        "spy_report",
        "spy_lost",
        "upkeep",
        "joy",
        "knight_left",
    }
    for event in step.events:
        if event.kind in private:
            assert event.audience == (event.params["lord"],)


def test_standings_and_realm_are_published_every_turn():
    step = play(opening(), {})
    kinds = [event.kind for event in step.events if event.audience is None]
    assert kinds.count("standings") == 1
    assert kinds.count("realm") == 1


@pytest.mark.parametrize(("key", "limits"), list(LIMITS.items()))
def test_the_limits_of_each_game(key, limits):
    """4: what wins, what a title asks."""
    expected = {
        "scandinavie": (999, 16, 10, (150, 200, 250, 350, 500, 800)),
        "moyen_orient": (1499, 20, 15, (225, 300, 375, 525, 750, 1200)),
        "europe": (1999, 31, 20, (300, 400, 500, 700, 1000, 1600)),
        "europe_100": (1999, 31, 20, (300, 400, 500, 700, 1000, 1600)),
    }
    assert (limits.standing, limits.lands, limits.divisor, limits.titles) == expected[key]


@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (10, {"map": "lune"}, "bad_option"),
        (11, {}, "bad_seats"),
        (5, {}, "bad_seats"),
        (10, {"turns": 5}, "bad_option"),
        (10, {"turns": "many"}, "bad_option"),
        (10, {"draw": 3}, "bad_option"),
        (10, {"colour": "red"}, "unknown_option"),
        (10, {"fiefs": "NARVIK"}, "bad_option"),
    ],
)
def test_bad_options_are_refused(seats, options, code):
    with pytest.raises(BadOptions) as refusal:
        RULES_1.setup([f"Lord {n}" for n in range(seats)], options, Dice(b"x", 0))
    assert [problem.code for problem in refusal.value.problems] == [code]


def test_every_lord_starts_alike():
    """3: renown 100, 5,000 écus, one fief of 16,500 people at 0.40 and 20."""
    state = RULES_1.setup(NAMES, {}, Dice(b"start", 0)).state
    for seat, lord in enumerate(state.lords):
        fief = state.lands[lord.home]
        assert (lord.treasury, lord.title, fief.owner) == (5000, 0, seat)
        assert (fief.population, fief.wealth, fief.happiness) == (16_500, 0.40, 20)
    assert [knight.renown for knight in state.knights] == [100.0] * 10
    assert state.garrisons == []


def test_fiefs_are_drawn_unless_told_otherwise():
    homes = {RULES_1.setup(NAMES, {}, Dice(b"%d" % n, 0)).state.lords[0].home for n in range(12)}
    assert len(homes) > 3
    kept = {RULES_1.setup(NAMES, {"draw": False}, Dice(b"%d" % n, 0)).state.lords[0].home for n in range(5)}
    assert len(kept) == 1


def abdicating(state, heir):
    """The turn in which Hawkmoon abdicates while a player of this name waits; nobody does when it is
    empty."""
    moves = {seat: RULES_1.default(state, seat, "absent") for seat in RULES_1.asks(state).seats}
    decision = {"orders": [{"code": "ABD"}]}
    moves[HAWKMOON] = RULES_1.with_heir(decision, heir) if heir else decision
    return RULES_1.apply(state, moves, Dice(b"abdication", 1)).state.lords[HAWKMOON]


def test_a_waiting_player_follows_a_lord_who_abdicates():
    """Phase 1: `with_heir` is how the host tells of a replacement."""
    lord = abdicating(opening(), "Elric")
    assert (lord.name, lord.alive, lord.heir) == ("Elric", True, "")


def test_a_lord_who_abdicates_with_nobody_waiting_ends_his_house():
    lord = abdicating(opening(), "")
    assert (lord.name, lord.alive) == ("Hawkmoon", False)


def test_an_heir_is_the_hosts_to_name():
    action = RULES_1.with_heir({"orders": []}, "Elric")
    assert [problem.code for problem in RULES_1.check(opening(), HAWKMOON, action)] == ["bad_shape"]
    assert RULES_1.as_entered(action) == {"orders": []}


def test_an_absent_lord_gives_no_orders():
    state = opening()
    assert RULES_1.default(state, HAWKMOON, "absent") == {"orders": []}
    assert RULES_1.check(state, HAWKMOON, {"orders": []}) == []


def test_forms_offer_only_what_makes_sense():
    state = opening()
    forms = {form.code: form for form in RULES_1.menu(state, HAWKMOON).forms}
    assert "VND" not in forms  # first turn
    assert "PAI" not in forms  # no enemy
    assert [value for value, _ in forms["IMP"].fields[1].choices] == ["NARVIK"]
    attacked = {value for value, _ in forms["ATT"].fields[1].choices}
    assert {"VADVET-JAKKO", "THULE", "SVARTSEN"} <= attacked
    assert "DOLON" not in attacked


def test_the_ranking_names_every_seat_once():
    state = opening()
    state.knights[HAWKMOON].renown = 2000
    state.lords[3].alive, state.lords[3].fell = False, 1
    step = play(state, {})
    ranking = RULES_1.outcome(step.state).ranking
    assert sorted(rank.seat for rank in ranking) == list(range(10))
    assert (ranking[0].seat, ranking[0].place) == (HAWKMOON, 1)
    assert ranking[-1].seat == 3


def test_menu_words_are_texts_that_can_be_translated():
    """A knight's line and a ready-made order carry templates, their parts translated apart."""
    state = opening()
    state.lords[HAWKMOON].treasury = 5000
    menu = RULES_1.menu(state, HAWKMOON)
    knight = next(form for form in menu.forms if form.code == "ATT").fields[0].choices[0][1]
    fort = next(choice for choice in menu.choices if choice.verb == "FOR").label
    upper = {"{name} ({id}) – {renown}, {place}, {men} h.": "{name}/{men} MEN", "palissade": "PALISADE"}
    assert render(knight, lambda msgid: upper.get(msgid, msgid)) == "Hawkmoon/0 MEN"
    assert render(fort, lambda msgid: upper.get(msgid, msgid)) == "Fortifier\u00a0: Narvik PALISADE"
