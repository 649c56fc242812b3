"""Paths into plain data: reading, writing, and messages that help."""

import enum

import msgspec
import pytest

from engines.core.paths import (
    MISSING,
    BadPath,
    Select,
    assign,
    explain_missing,
    find,
    parse_path,
    parse_value,
    plain,
)

DATA = {
    "lands": {"NARVIK": {"owner": 3, "kinds": ["port"]}, "ÎLE D’OR": {"owner": 0}},
    "knights": [{"name": "Aubry", "renown": 96}, {"name": "Jean Bon", "renown": 2}],
    "a.b": 1,
}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("lands.NARVIK.owner", 3),
        ("lands.ÎLE D’OR.owner", 0),
        ("knights.0.renown", 96),
        ("knights[1].renown", 2),
        ("knights[name=Aubry].renown", 96),
        ("knights[name=Jean Bon].renown", 2),
        ('knights[name="Jean Bon"].renown', 2),
        ("knights[renown=2].name", "Jean Bon"),
        ("lands[owner=3].kinds.0", "port"),
        ("knights.#", 2),
        ("lands.#", 2),
        ('"a.b"', 1),
        ("knights.7.name", MISSING),
        ("lands.OSLO.owner", MISSING),
        ("lands.NARVIK.owner.deeper", MISSING),
        ("knights[name=Personne].renown", MISSING),
    ],
)
def test_find(path, expected):
    found = find(DATA, parse_path(path))
    assert found is expected if expected is MISSING else found == expected


def test_parse_gives_keys_and_selectors():
    assert parse_path("a.b[0][x=1].c") == ("a", "b", "0", Select("x", 1), "c")


@pytest.mark.parametrize(
    ("path", "message"),
    [("", "il manque un chemin"), ("a[b]", "un rang comme"), ("a..b", "illisible"), ("a[0", "illisible")],
)
def test_bad_path(path, message):
    with pytest.raises(BadPath, match=message):
        parse_path(path)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("0.5", 0.5),
        ("true", True),
        ("null", None),
        ("[1, 2]", [1, 2]),
        ("Jean Bon", "Jean Bon"),
        ('"3"', "3"),
    ],
)
def test_values_are_json_or_bare_words(text, value):
    assert parse_value(text) == value


def test_assign_replaces_creates_and_appends():
    data = {"lands": {}, "list": [1, 2], "knights": [{"name": "Aubry"}]}
    assign(data, parse_path("lands.OSLO.owner"), 4)
    assign(data, parse_path("list.0"), 9)
    assign(data, parse_path("list[2]"), 3)
    assign(data, parse_path("knights[name=Aubry].renown"), 7)
    assert data == {
        "lands": {"OSLO": {"owner": 4}},
        "list": [9, 2, 3],
        "knights": [{"name": "Aubry", "renown": 7}],
    }


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("list.5", "aucun élément ne convient dans une liste de 2"),
        ("list.x.y", "aucun élément"),
        ("knights[name=Bob].renown", r"\[name=Bob\]"),
        ("n.deeper", "il n’y a rien sous la valeur 1"),
    ],
)
def test_assign_where_nothing_can_stand(path, message):
    data = {"list": [1, 2], "knights": [], "n": 1}
    with pytest.raises(BadPath, match=message):
        assign(data, parse_path(path), 0)


def test_missing_path_is_explained_with_near_names():
    assert (
        explain_missing(DATA, parse_path("lands.NARVIC.owner"))
        == "«\u00a0NARVIC\u00a0» n’existe pas\u00a0; on trouve là\u00a0: NARVIK"
    )
    assert explain_missing(DATA, parse_path("lands.NARVIK")) == ""


class Colour(enum.Enum):
    RED = "red"


class Piece(msgspec.Struct, omit_defaults=True):
    at: int = 0
    colour: Colour = Colour.RED


class Pair(msgspec.Struct, array_like=True):
    a: int
    b: int


class Knight(Piece, tag="knight", tag_field="kind"):
    renamed: int = msgspec.field(default=1, name="renommé")


def test_plain_form_leaves_nothing_out():
    value = {1: Piece(), "k": (Knight(2), Pair(1, 2)), "s": {3}}
    assert plain(value) == {
        "1": {"at": 0, "colour": "red"},
        "k": [{"kind": "knight", "at": 2, "colour": "red", "renommé": 1}, [1, 2]],
        "s": [3],
    }
