"""Columns for what engines produce: canonical JSON, compressed, read back as the same bytes."""

import zlib
from typing import Any

from django.db import models


class DamagedRecord(Exception):
    """Stored data that does not match its own hash or checksum."""


def pack(plain: bytes) -> bytes:
    packed = zlib.compress(plain, 6)
    return packed + _checksum(packed)


def unpack(stored: bytes) -> bytes:
    """Values written before there were checksums have none and are read all the same."""
    stream = zlib.decompressobj()
    plain = stream.decompress(stored)
    if not stream.eof:
        raise ValueError("the end is missing")
    checksum = stream.unused_data
    if checksum and checksum != _checksum(stored[: -len(checksum)]):
        raise ValueError("the checksum differs")
    return plain


def _checksum(packed: bytes) -> bytes:
    return zlib.crc32(packed).to_bytes(4, "big")


class PackedField(models.BinaryField):  # type: ignore[type-arg]  # Django's have none when they run
    """Bytes kept compressed, with a checksum of the compressed form. Python sees the plain bytes.

    The stream has its own checksum of what it unpacks to, but a few of its bits mean nothing: ours sees those
    flip too.
    """

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> bytes | None:
        if value is None:
            return None
        try:
            return unpack(bytes(value))
        except (ValueError, zlib.error) as error:
            raise DamagedRecord(f"{self.model.__name__}.{self.name}: {error}") from None

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if value is None:
            return None
        return super().get_db_prep_value(pack(bytes(value)), connection, prepared)


class SheetField(models.TextField):  # type: ignore[type-arg]
    """A whole sheet of HTML. Several rows of them go to PostgreSQL as plain values.

    Django would send them as one array a column, whose every quotation mark is escaped in Python: most of the
    time that writing ten BILANs took, a fifth of `deadline-storm`. A field that has a placeholder of its own
    is left out of that.
    """

    def get_placeholder(self, value: Any, compiler: Any, connection: Any) -> str:
        return "%s"

    def deconstruct(self) -> Any:
        """A text like any other as far as the database knows: no migration."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs
