"""The news of a turn: public events in sentences, alike ones gathered, what is near first at a large
court."""

from apps.tables.gloire.bilan.sheet import bare
from apps.tables.gloire.pages.news import around_hubs, horizon, near_first, news
from engines.core.contract import Event
from engines.core.dice import Dice
from tests.apps.tables.gloire.chronicle import NAMES, RULES, opened

HAWKMOON, RODRIGUE, HYLIATH, WELLDONE, JON, AMARETHUSE = range(6)


def told(*events):
    view = RULES.view(opened().state, None)
    return [bare(one.words) for one in news(events, view)]


def taken(lord, land, before=None):
    return Event("land_taken", {"lord": lord, "land": land, "before": before, "unopposed": False})


def ended(one, other, why="declared"):
    return Event("alliance_ended", {"lord": one, "ally": other, "why": why})


def war(lord, enemy, why="declared"):
    return Event("war", {"lord": lord, "enemy": enemy, "why": why})


def test_all_that_a_lord_took_stands_in_one_sentence():
    events = [
        taken(RODRIGUE, "OULU", HYLIATH),
        taken(RODRIGUE, "VAASA", JON),
        taken(RODRIGUE, "MIKELI", HYLIATH),
    ]
    assert told(*events) == ["Rodrigue prend Oulu et Mikeli à Hyliath ; Vaasa à Jon Snow."]
    assert told(taken(JON, "OULU"), taken(JON, "VAASA", HYLIATH)) == [
        "Jon Snow prend Vaasa à Hyliath et soumet Oulu."
    ]


def test_a_war_is_told_before_the_alliances_that_fall_with_it_and_in_one_sentence():
    """Told one by one, a war at a court of a hundred made twenty lines, its cause last."""
    events = [
        ended(RODRIGUE, HYLIATH),
        ended(JON, HYLIATH),
        ended(RODRIGUE, AMARETHUSE),
        ended(JON, AMARETHUSE),
        war(RODRIGUE, JON),
    ]
    assert told(*events) == [
        "Rodrigue déclare la guerre à Jon Snow ; leurs alliés communs, Hyliath et Amaréthuse, les "
        "quittent tous deux."
    ]


def test_wars_that_break_nothing_are_gathered_by_who_declares_them():
    assert told(war(JON, HYLIATH), war(RODRIGUE, JON), war(JON, HAWKMOON)) == [
        "Jon Snow déclare la guerre à Hyliath et Hawkmoon.",
        "Rodrigue déclare la guerre à Jon Snow.",
    ]


def test_ties_are_gathered_around_who_made_most_of_them():
    pairs = [(1, 2), (3, 1), (4, 5), (1, 4)]
    assert around_hubs(pairs) == [(1, [2, 3, 4]), (4, [5])]
    alliances = [Event("alliance", {"lord": a, "ally": b}) for a, b in pairs[:3]]
    assert told(*alliances) == [
        "Rodrigue s’allie à Hyliath et WellDone.",
        "Jon Snow et Amaréthuse s’allient.",
    ]


def test_titles_suit_a_lady_as_well_as_a_lord():
    """« le voilà Baron » was said of Yolande."""
    moved = [(HYLIATH, 0, 1), (JON, 2, 1), (RODRIGUE, 1, 0)]
    events = [
        Event("title", {"lord": lord, "before": before, "title": title}) for lord, before, title in moved
    ]
    assert told(*events) == [
        "Hyliath reçoit le titre de Baron.",
        "Jon Snow retombe au titre de Baron.",
        "Rodrigue perd son titre.",
    ]


def test_at_a_large_court_only_what_is_near_is_told_and_the_rest_is_counted():
    names = [f"Seigneur {n}" for n in range(100)]
    view = RULES.view(RULES.setup(names, {"map": "europe_100", "draw": False}, Dice(b"cour", 0)).state, None)
    near = horizon(view, 40)
    far = next(seat for seat in range(100) if seat not in near)
    farther = next(seat for seat in range(far + 1, 100) if seat not in near)
    heard = news([war(40, far), war(far, farther)], view)
    shown, rest = near_first(heard, view, 40)
    assert ([one.seats for one in shown], rest) == ([frozenset((40, far))], 1)
    assert near_first(heard, view, None) == (heard, 0)
    small = RULES.view(opened().state, None)
    assert len(NAMES) == len(small["lords"])
    assert near_first(heard[:1], small, 0) == (heard[:1], 0)
