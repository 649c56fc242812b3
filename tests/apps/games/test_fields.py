"""Packed columns: what is read back is what was written, or it is known to be damaged."""

import zlib

import pytest

from apps.games.models.fields import pack, unpack

PLAIN = b'{"orders":[["IMP",9,"NARVIK"]]}'


def test_packed_bytes_come_back():
    assert unpack(pack(PLAIN)) == PLAIN
    assert unpack(pack(b"")) == b""


def test_every_flipped_bit_is_noticed():
    """Some bits of a compressed stream mean nothing: without our checksum these would pass."""
    stored = pack(PLAIN)
    for bit in range(8 * len(stored)):
        damaged = bytearray(stored)
        damaged[bit // 8] ^= 1 << bit % 8
        with pytest.raises((ValueError, zlib.error)):
            unpack(bytes(damaged))


def test_cut_value_is_noticed():
    stored = pack(PLAIN)
    for length in (0, 1, 10, len(stored) - 5, len(stored) - 1):
        with pytest.raises((ValueError, zlib.error)):
            unpack(stored[:length])


def test_value_from_before_the_checksums_is_read():
    assert unpack(zlib.compress(PLAIN, 6)) == PLAIN
