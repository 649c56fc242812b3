"""The text of case files: what is read, and what is said of what cannot be."""

from pathlib import Path

import pytest

from engines.core.case_format import (
    Asked,
    Assignment,
    CaseError,
    DiceSet,
    Fact,
    Move,
    Remark,
    parse_cases,
    read_cases,
)

README = Path(__file__).parents[3] / "engines" / "README.md"
HEAD = "case: Essai\ngame: enchere\n"


def test_example_of_the_readme_is_read():
    text = README.read_text("utf-8")
    example = text[text.index("```\ncase:") + 4 :].partition("```")[0]
    (case,) = parse_cases(example)
    assert (case.title, case.reference, case.game, case.seats) == (
        "Une taxe de neuf rapporte 4 948 écus",
        "8.1.1",
        "gloire",
        10,
    )
    assert (case.options, case.seed) == ({"map": "scandinavie"}, "exemple")
    assert [block.kind for block in case.blocks] == ["given", "moves", "dice", "expect"]
    given, moves, dice, expect = (block.entries for block in case.blocks)
    assert given[0] == Assignment(8, ("lands", "NARVIK", "happiness"), 20)
    assert moves[0] == Move(11, "0", "IMP 9 NARVIK")
    assert dice == (DiceSet(14, "battle:C4:THULE", (0.25, 0.75, 3)),)
    assert expect[1] == Fact(17, "lords.0.treasury ~ 9948 ± 1", ("lords", "0", "treasury"), "~", 9948, 1.0)
    assert expect[-1] == Asked(len(example.splitlines()), "over", ())


def test_several_cases_and_comments():
    cases = parse_cases(
        "# tout\ncase: Un # titre\ngame: enchere\n\n  # rien\ncase: Deux\nnames: Jean Bon, "
        "Alice\nversion: 2\n"
    )
    assert [(case.title, case.line, case.names, case.version) for case in cases] == [
        ("Un", 2, (), None),
        ("Deux", 6, ("Jean Bon", "Alice"), 2),
    ]


def test_hash_inside_a_word_or_quotes_is_no_comment():
    (case,) = parse_cases(
        HEAD + 'given:\n    hand.# = 2  # deux\n    name = "a # b"\nmoves:\n    0: SEN #3\n'
    )
    given, moves = (block.entries for block in case.blocks)
    assert [entry.path[-1] for entry in given] == ["#", "name"]
    assert given[1].value == "a # b"
    assert moves[0].text == "SEN #3"


def test_deeper_lines_continue_a_move():
    (case,) = parse_cases(HEAD + "moves:\n    0: IMP 9 NARVIK\n        RED 200 NARVIK\n    1: PASSER\n")
    assert [(move.who, move.text) for move in case.blocks[0].entries] == [
        ("0", "IMP 9 NARVIK\nRED 200 NARVIK"),
        ("1", "PASSER"),
    ]


def test_tolerance_in_percent():
    (case,) = parse_cases(HEAD + "expect:\n    a ~ 200 ± 5%\n    a ~ -1 +/- 0.5\n")
    assert [(fact.value, fact.tolerance) for fact in case.blocks[0].entries] == [(200, 10.0), (-1, 0.5)]


def test_params_of_an_event_are_json_or_bare_words():
    (case,) = parse_cases(
        HEAD + 'expect:\n    event e a=[[0, 1], [2]] b={"x": "y z"} c="d e" f=g=h i=3x j=C4:THULE k.l=1.5\n'
    )
    found = {".".join(path): value for path, value in case.blocks[0].entries[0].params}
    assert found == {
        "a": [[0, 1], [2]],
        "b": {"x": "y z"},
        "c": "d e",
        "f": "g=h",
        "i": "3x",
        "j": "C4:THULE",
        "k.l": 1.5,
    }


def test_negative_remarks_need_no_code():
    (case,) = parse_cases(HEAD + "expect:\n    no problem 1\n    warning 0: x\n")
    remarks = case.blocks[0].entries
    assert [
        (remark.level, remark.who, remark.code, remark.wanted)
        for remark in remarks
        if isinstance(remark, Remark)
    ] == [
        ("error", "1", "", False),
        ("warning", "0", "x", True),
    ]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("game: enchere\n", 1, "un fichier commence par"),
        (HEAD + "coups:\n", 3, "«\u00a0coups\u00a0» est inconnu"),
        (HEAD + "une phrase\n", 3, "est inconnu"),
        (HEAD + "seats: deux\n", 3, "veut un nombre"),
        (HEAD + "seed:\n", 3, "il manque une valeur"),
        (HEAD + "options: rounds\n", 3, "clé=valeur"),
        (HEAD + "    a = 1\n", 3, "en retrait hors d’un bloc"),
        (HEAD + "moves: PASSER\n", 3, "les lignes du bloc suivent"),
        (HEAD + "moves:\n    PASSER\n", 4, "siège: texte du coup"),
        (HEAD + "given:\n    a != 1\n", 4, "pose des valeurs"),
        (HEAD + "given:\n\n    a 1\n", 5, "chemin = valeur"),
        (HEAD + "given:\n    a[x] = 1\n", 4, "un rang comme"),
        (HEAD + "dice:\n    deux six\n", 4, "étiquette = 3 5"),
        (HEAD + "dice:\n    d = six\n", 4, "des nombres séparés"),
        (HEAD + "expect:\n    a ~ 12\n", 4, "valeur ± écart"),
        (HEAD + "expect:\n    a ~ x ± 1\n", 4, "on attend un nombre"),
        (HEAD + "expect:\n    a < beaucoup\n", 4, "on attend un nombre"),
        (HEAD + "expect:\n    event\n", 4, "il manque le nom"),
        (HEAD + "expect:\n    event sold cher\n", 4, "clé=valeur"),
        (HEAD + "expect:\n    problem 0\n", 4, "problem SIÈGE: code"),
        (HEAD + "expect:\n    no a = 1\n", 4, "event, problem ou warning"),
        (HEAD + "expect:\n    sees 0\n", 4, "il manque le chemin"),
        (HEAD + "expect:\n    over\nseed: x\n", 5, "avant les blocs"),
    ],
)
def test_error_names_its_line(text, line, message):
    with pytest.raises(CaseError, match=message) as caught:
        parse_cases(text, "essai.case")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"essai.case, ligne {line}\u00a0:")


def test_file_in_another_encoding(tmp_path):
    path = tmp_path / "latin.case"
    path.write_bytes("case: Été".encode("latin-1"))
    with pytest.raises(CaseError, match="UTF-8"):
        read_cases(path)
