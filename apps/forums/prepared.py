"""Pages that everybody reads, asked for in SQL that was put together once: Django takes longer to build it than to run it.

The objects are those that the query itself would give, joined ones and deferred columns included.
"""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.db.models.query import get_related_populators

# What stands for a value while the query is built, by kind and place.
MARKS: dict[type, Callable[[int], Any]] = {
    int: lambda place: 2_000_000_111 + place,
    str: lambda place: f"\x01{place}",
}


class PreparedObjects:
    """`PreparedObjects(make, kinds=(int, str))(a, b)` gives `list(make(a, b))`; the query's shape may not depend on a and b."""

    def __init__(self, make: Callable[..., QuerySet[Any]], kinds: tuple[type, ...]) -> None:
        self.make = make
        self.marks = [MARKS[kind](place) for place, kind in enumerate(kinds)]
        self.plans: dict[str, Plan] = {}

    def __call__(self, *values: Any) -> list[Any]:
        plan = self.plans.get(connection.vendor)
        if plan is None:
            plan = self.plans[connection.vendor] = Plan(self.make(*self.marks))
        return plan.run(dict(zip(self.marks, values, strict=True)))


class Plan:
    """One query for one kind of database: its SQL, and how a row of it becomes an object."""

    def __init__(self, rows: QuerySet[Any]) -> None:
        self.compiler = rows.query.get_compiler(connection=connection)
        self.sql, self.parameters = self.compiler.as_sql()
        select, shape = self.compiler.select, self.compiler.klass_info
        columns = shape["select_fields"]
        self.model, self.own = shape["model"], slice(columns[0], columns[-1] + 1)
        self.names = [column[0].target.attname for column in select[self.own]]
        self.joined = get_related_populators(shape, select, connection.alias)
        self.converters = self.compiler.get_converters([column[0] for column in select])

    def run(self, given: dict[Any, Any]) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [given.get(one, one) for one in self.parameters])
            rows = cursor.fetchall()
        if self.converters:
            rows = self.compiler.apply_converters(rows, self.converters)
        return [self._object(row) for row in rows]

    def _object(self, row: Any) -> Any:
        made = self.model.from_db(connection.alias, self.names, row[self.own])
        for part in self.joined:
            part.populate(row, made)
        return made
