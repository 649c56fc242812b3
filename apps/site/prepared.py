"""Queries that stand in the frame of every page, put into SQL once: building one costs far more than running it.

The rows are those the database gives: right for numbers, not for columns that Python would convert.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import QuerySet

# What stands for the values while the query is built, by kind and place.
MARKS: dict[type, Callable[[int], Any]] = {
    int: lambda place: 2_000_000_011 + place,
    str: lambda place: f"(mark {place})",
    datetime: lambda place: datetime(1971, 1, 1, 0, 0, place, tzinfo=UTC),
}


class Prepared:
    """`Prepared(make, kinds=(int, datetime))(a, b)` gives the rows of `make(a, b)`, whose shape may not depend on a and b."""

    def __init__(self, make: Callable[..., QuerySet[Any]], kinds: tuple[type, ...]) -> None:
        self.make = make
        self.marks = [MARKS[kind](place) for place, kind in enumerate(kinds)]
        self.built: dict[str, tuple[str, tuple[Any, ...]]] = {}

    def __call__(self, *values: Any) -> list[tuple[Any, ...]]:
        sql, parameters = self._sql()
        given = {_stored(mark): _stored(value) for mark, value in zip(self.marks, values, strict=True)}
        with connection.cursor() as cursor:
            cursor.execute(sql, [given.get(one, one) for one in parameters])
            return cursor.fetchall()

    def _sql(self) -> tuple[str, tuple[Any, ...]]:
        if connection.vendor not in self.built:
            query = self.make(*self.marks).query
            self.built[connection.vendor] = query.get_compiler(connection=connection).as_sql()
        return self.built[connection.vendor]


def _stored(value: Any) -> Any:
    """As a parameter of the database at hand."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
