"""Typed orders: forgiving about writing, precise about mistakes, never raising."""

import os
import random
import time

import pytest

from engines.gloire.notation import parse_line
from engines.gloire.orders.catalogue import ORDERS
from engines.gloire.orders.names import known_to
from tests.engines.gloire.build import HAWKMOON, RULES_1, add_garrison, add_knight, opening

CODES = (
    "REN ABD DEM LIB IMP RED INI DEF CHE ARM AFF TSF GAR ATT GUE ALL PAI ANN APP MOV ORG PAR VND ACH ESP FOR"
)


@pytest.fixture(scope="module")
def state():
    state = opening()
    add_knight(state, HAWKMOON, 96, "NARVIK", 300).name = "Aubry le Preux"
    add_garrison(state, HAWKMOON, "NARVIK", 200)
    return state


def read(state, text):
    return RULES_1.parse(state, HAWKMOON, text)


def test_there_are_26_orders_in_phase_order():
    assert [spec.code for spec in ORDERS] == CODES.split()
    assert [spec.phase for spec in ORDERS] == sorted(spec.phase for spec in ORDERS)


@pytest.mark.parametrize(
    "line",
    [
        "IMP 6 VADVET-JAKKO",
        "imp 6 vadvet-jakko",
        "Imp 6 Vadvet_Jakko",
        'IMP 6 "Vadvet Jakko"',
        "IMP 6 « Vadvet Jakko »",
        "IMP 6 'vadvet jakko'",
        "IMP 6 VADVET JAKKO",
        "IMP 6 vàdvét-jakkö",
        "IMP  6   vadvet   # de bon cœur",
        "ÏMP 6 VADVET-JAKKO",
        "IMP VADVET-JAKKO 6",
        "IMP Vadvet Jakko 6",
        "- IMP 6, Vadvet-Jakko;",
        "3. IMP 6 ‘Vadvet Jakko’",
    ],
)
def test_spelling_does_not_matter(state, line):
    action, problems = read(state, line)
    assert problems == []
    assert action == {"orders": [{"code": "IMP", "level": 6, "land": "VADVET-JAKKO"}]}


@pytest.mark.parametrize(
    "amount", ["12500", "12 500", "12_500", "12'500", "12.500", "12\u202f500", "12\u00a0500"]
)
@pytest.mark.parametrize(
    "line",
    ["RED {} NARVIK", "ARM NARVIK {}", "ARM NARVIK {} C11", 'VND "Jon Snow" NARVIK {}', "ORG 8 {} hermine"],
)
def test_large_numbers_may_be_written_in_groups_of_three(state, line, amount):
    """As the site prints them and as people write them."""
    action, problems = read(state, line.format(amount))
    assert problems == []
    assert action == read(state, line.format("12500"))[0]
    assert {12_500} == {order.get("amount", order.get("prize")) for order in action["orders"]}


@pytest.mark.parametrize(
    "line", ["INI 50 100 100", "ORG 8 500 hermine", "ATT C6 THULE 100", "TSF C6 C11 100"]
)
def test_numbers_side_by_side_stay_apart(state, line):
    action, problems = read(state, line)
    assert problems == []
    figures = [str(value) for value in action["orders"][0].values() if isinstance(value, int)]
    assert figures == [word for word in line.split() if word.isdecimal()]


@pytest.mark.parametrize(
    ("line", "code", "where", "suggestion"),
    [
        ("IMP 3 NARVICK", "unknown_name", (1, 7), "NARVIK"),
        ("\n\nMOV C6 TULE", "unknown_name", (3, 8), "THULE"),
        ("IMPO 3 NARVIK", "unknown_order", (1, 1), "IMP"),
        ("ATT C6 vadvet jako 300", "unknown_name", (1, 8), "VADVET-JAKKO"),
        ("ALL Jon Snwo", "unknown_name", (1, 5), '"Jon Snow"'),
        ("IMP NARVICK 6", "unknown_name", (1, 5), "NARVIK"),
        ("GUE Amaretuse", "unknown_name", (1, 5), "Amaréthuse"),
        ("MOV Aubri THULE", "unknown_name", (1, 5), "C11"),
        ("FOR NARVIK muraile", "unknown_name", (1, 12), "muraille"),
    ],
)
def test_mistakes_name_their_place_and_the_nearest_name(state, line, code, where, suggestion):
    _, problems = read(state, line)
    assert [(problem.code, problem.where) for problem in problems] == [(code, where)]
    assert suggestion in problems[0].suggestions


def test_ambiguous_names_are_asked_about(state):
    _, problems = read(state, "ESP HEL")
    assert problems[0].code == "ambiguous"
    assert set(problems[0].suggestions) == {"HELGELAND", "HELSINGIE"}


@pytest.mark.parametrize(
    "line", ['IMP "" 6', 'IMP 6 ""', 'RED "" ""', 'ALL ""', 'MOV "" ""', "- ", "1.", "ARM NARVIK 0 500"]
)
def test_empty_words_are_mistakes_like_others(state, line):
    action, problems = read(state, line)
    assert action is None or action == {"orders": []}
    assert all(problem.where[0] == 1 for problem in problems)


def test_good_lines_are_kept_beside_bad_ones(state):
    action, problems = read(state, "IMP 5 NARVIK\nXYZ\nCHE 2")
    assert len(problems) == 1
    assert problems[0].where == (2, 1)
    assert [order["code"] for order in action["orders"]] == ["IMP", "CHE"]


@pytest.mark.parametrize(
    "order",
    [
        {"code": "REN", "knight": "C11", "name": 'Le "Preux" \\ d’Aubry #1'},
        {"code": "ABD"},
        {"code": "DEM", "army": "G1"},
        {"code": "ARM", "land": "NARVIK", "amount": 500},
        {"code": "ARM", "land": "NARVIK", "amount": 500, "knight": "C11"},
        {"code": "TSF", "knight": "C6", "other": "C99", "men": 10},
        {"code": "GUE", "lord": 9},
        {"code": "ORG", "places": 8, "prize": 700, "password": "deux mots"},
        {"code": "PAR", "knight": "*", "lord": 9, "password": 'été # \\"'},
        {"code": "PAR", "knight": "C11"},
        {"code": "VND", "lord": 8, "land": "NARVIK", "amount": 0},
        {"code": "FOR", "land": "NARVIK", "fort": "fortress"},
        {"code": "INI", "peasants": 0, "garrison": 100, "knights": 5},
    ],
)
def test_what_is_printed_reads_back(state, order):
    action = {"orders": [order]}
    assert read(state, RULES_1.notate(state, HAWKMOON, action)) == (action, [])


def test_every_example_of_the_catalogue_is_readable(state):
    """The help page must not show an order that the parser refuses."""
    add_names = {"C4": "C6", "C7": "C11", "C1": "C6", "G2": "G1", "Welldone": "Welldone"}
    for spec in ORDERS:
        words = [add_names.get(word, word) for word in spec.example.split()]
        order, problems = parse_line(known_to(state, HAWKMOON), " ".join(words))
        assert problems == [], spec.example
        assert order["code"] == spec.code


def test_lords_of_the_same_name_are_told_apart_by_number():
    state = opening()
    state.lords[0].name = "Hawkmoon"
    action = {"orders": [{"code": "GUE", "lord": 0}]}
    assert RULES_1.notate(state, HAWKMOON, action) == "GUE @1"
    assert RULES_1.parse(state, HAWKMOON, "GUE @1") == (action, [])


def test_other_houses_knights_cannot_be_named(state):
    """7: a name that is refused must not betray whether it exists."""
    other = add_knight(opening(), 0, 50, "DOLON")
    _, problems = read(state, f"MOV {other.id}9 THULE")
    assert problems[0].code == "unknown_name"


def mutated(rng: random.Random, line: str) -> str:
    pieces = [
        '"',
        "#",
        "«",
        "\\",
        "-",
        "_",
        " ",
        "\t",
        "\u00a0",
        "é",
        "9" * 12,
        "C",
        "@",
        "*",
        "\x00",
        "🏰",
        "ß",
        "\u2028",
    ]
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(line))
        kind = rng.randint(0, 4)
        if kind == 0:
            line = line[:at] + rng.choice(pieces) + line[at:]
        elif kind == 1 and line:
            line = line[: at - 1] + line[at:]
        elif kind == 2:
            line = line[:at] + line[at:].swapcase()
        elif kind == 3:
            words = line.split(" ")
            rng.shuffle(words)
            line = " ".join(words)
        else:
            line = line[:at] + chr(rng.randint(1, 0x2FFF)) + line[at:]
    return line


LONGEST_LINE = 0.050  # seconds of CPU


def test_mutated_order_lines_never_raise(state):
    """Issue 4: a million with KALAN_LONG=1, none over 50 ms; a sample by default."""
    count = 1_000_000 if os.environ.get("KALAN_LONG") else 10_000
    rng = random.Random(4)
    lines = [spec.example for spec in ORDERS]
    known = known_to(state, HAWKMOON)
    slowest = 0.0
    for n in range(count):
        line = mutated(rng, rng.choice(lines))
        order, problems, seconds = judged(state, known, line)
        if (
            seconds >= LONGEST_LINE
        ):  # the process may have done something else meanwhile: a slow line is slow twice
            seconds = judged(state, known, line)[2]
        slowest = max(slowest, seconds)
        assert (order is None) or not problems
        if n % 10 == 0:
            [str(problem.text) for problem in problems]
    print(f"{count} mutated lines, the slowest {slowest * 1000:.1f} ms of CPU")
    assert slowest < LONGEST_LINE


def judged(state, known, line):
    """The order of a line, what is wrong with it, and the seconds of CPU it took to say so."""
    start = time.process_time()
    order, problems = parse_line(known, line)
    if order is not None:
        RULES_1.check(state, HAWKMOON, {"orders": [order]})
    return order, problems, time.process_time() - start


@pytest.mark.parametrize(
    "action",
    [
        None,
        3,
        "IMP",
        [],
        {},
        {"orders": None},
        {"orders": [None]},
        {"orders": [[]]},
        {"orders": [{}]},
        {"orders": [{"code": []}]},
        {"orders": [{"code": "IMP"}]},
        {"orders": [{"code": "IMP", "level": True, "land": "NARVIK"}]},
        {"orders": [{"code": "IMP", "level": 3.0, "land": "NARVIK"}]},
        {"orders": [{"code": "IMP", "level": 3, "land": ["NARVIK"]}]},
        {"orders": [{"code": "IMP", "level": 3, "land": "NARVIK", "more": 1}]},
        {"orders": [{"code": "GUE", "lord": -1}]},
        {"orders": [{"code": "GUE", "lord": "Hyliath"}]},
        {"orders": [{"code": "PAR", "knight": {}, "lord": 2}]},
        {"orders": [{"code": "FOR", "land": "NARVIK", "fort": ["wall"]}]},
        {"orders": [{"code": "DEM", "army": 7}]},
        {"orders": [{"code": "TSF", "knight": "C6", "other": None, "men": 1}]},
        {"orders": [{"code": "REN", "knight": "C6", "name": "a\nb"}]},
        {"orders": [{"code": "REN", "knight": "C6", "name": " a"}]},
        {"orders": [{"code": "IMP", "level": 1, "land": "NARVIK"}] * 301},
        {"orders": [], "more": 1},
    ],
)
def test_nonsense_is_refused_with_a_sentence(state, action):
    problems = RULES_1.check(state, HAWKMOON, action)
    assert any(problem.level == "error" for problem in problems)
    assert all(str(problem.text) for problem in problems)
