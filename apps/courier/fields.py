"""The column of rendered mail: kept compressed, read back as the same bytes.

A deadline writes thousands of mails; packed quickly here they cost the database a fifth of the work and of
the room.
"""

import zlib
from typing import Any

from django.db import models

QUICK = 1  # zlib's level: the better ones take three times as long for a fifth less
PACKED = b"x"  # how zlib's own header begins; a mail begins with the name of a header, in a capital


class PackedMailField(models.BinaryField):
    """Python sees the plain bytes. Mail written before there was packing is read as it stands."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> bytes | None:
        if value is None:
            return None
        kept = bytes(value)
        return zlib.decompress(kept) if kept.startswith(PACKED) else kept

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        packed = zlib.compress(bytes(value), QUICK) if value else value
        return super().get_db_prep_value(packed, connection, prepared)

    def deconstruct(self) -> Any:
        """Bytes like any other as far as the database knows: no migration."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.BinaryField", args, kwargs
