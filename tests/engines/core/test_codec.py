"""Canonical JSON, and the hash chain built on it."""

import hashlib

import msgspec

from engines.core import chain, codec


class Land(msgspec.Struct):
    name: str
    owner: int | None = None


class World(msgspec.Struct):
    lands: dict[str, Land]
    by_seat: dict[int, list[str]] = {}


def test_equal_values_have_equal_bytes_whatever_the_order_of_keys():
    one = World({"b": Land("B"), "a": Land("A", 1)}, {10: ["x"], 2: []})
    other = World({"a": Land("A", 1), "b": Land("B")}, {2: [], 10: ["x"]})
    assert codec.dump(one) == codec.dump(other)
    assert codec.digest(one) == codec.digest(other) == hashlib.sha256(codec.dump(one)).hexdigest()


def test_round_trip_with_numbers_as_keys():
    world = World({"a": Land("A", 1)}, {10: ["x"], 2: []})
    assert codec.load(codec.dump(world), World) == world


def test_builtins_are_json_data():
    world = World({"a": Land("Île d’Oléron", 1)}, {2: []})
    assert codec.builtins(world) == {
        "lands": {"a": {"name": "Île d’Oléron", "owner": 1}},
        "by_seat": {"2": []},
    }


def test_known_link():
    """These never change: players keep the heads of chains."""
    assert chain.commitment(b"kalan") == "095168c8f4b81cdeba1ea0152b473065c9155a853104c2fdc798c51d17cf80fb"
    link = chain.link("00", "11", {1: {"b": 1, "a": 2}, 0: []})
    assert link == "afe19d78ea97e75d12f9f03452510b957c2c7d072c093bc05a37a97358630764"


def test_link_is_the_published_formula():
    moves = hashlib.sha256(b'{"0":[],"1":{"a":2,"b":1}}').hexdigest()
    assert (
        chain.link("00", "11", {"0": [], "1": {"b": 1, "a": 2}})
        == hashlib.sha256(f"0011{moves}".encode()).hexdigest()
    )


def test_link_is_the_same_for_seats_as_text():
    assert chain.link("a", "b", {0: 1, 10: 2, 9: 3}) == chain.link("a", "b", {"9": 3, "10": 2, "0": 1})


def test_link_depends_on_everything():
    links = {
        chain.link(*parts) for parts in [("a", "b", {}), ("c", "b", {}), ("a", "c", {}), ("a", "b", {0: 1})]
    }
    assert len(links) == 4
