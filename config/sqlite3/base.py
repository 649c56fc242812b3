"""Django's SQLite backend with a line for the writers of one process.

A writer that finds the file locked sleeps and asks again, longer each time: among many, one may be unlucky
for the whole timeout and end with "database is locked". In line, nobody overtakes and nobody sleeps longer
than needed. The file's own lock still decides, and other processes are met there; the line is a courtesy, so
whoever waited too long tries his luck.
"""

# The stubs of Django leave out what its backends override: _commit, _rollback …
# mypy: disable-error-code="misc"

from typing import Any

from django.db.backends.sqlite3 import base

from config.sqlite3.line import LINE

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


class DatabaseWrapper(base.DatabaseWrapper):
    in_line = False  # this connection has its turn

    def _start_transaction_under_autocommit(self) -> None:
        self._enter()
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> None:
        super()._commit()
        self._leave()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._leave()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._leave()

    def create_cursor(self, name: Any = None) -> "Cursor":
        cursor = self.connection.cursor(factory=Cursor)
        cursor.wrapper = self
        return cursor

    def _enter(self) -> None:
        if not self.in_line and not self.is_in_memory_db():
            self.in_line = LINE.enter(float(self.settings_dict["OPTIONS"].get("timeout", 5)))

    def _leave(self) -> None:
        if self.in_line:
            self.in_line = False
            LINE.leave()


class Cursor(base.SQLiteCursorWrapper):
    """A single statement that writes is a transaction of its own and waits in line as well."""

    wrapper: DatabaseWrapper

    def execute(self, query: str, params: Any = None) -> Any:
        if not self._writes_alone(query):
            return super().execute(query, params)
        self.wrapper._enter()
        try:
            return super().execute(query, params)
        finally:
            self.wrapper._leave()

    def executemany(self, query: str, param_list: Any) -> Any:
        if not self._writes_alone(query):
            return super().executemany(query, param_list)
        self.wrapper._enter()
        try:
            return super().executemany(query, param_list)
        finally:
            self.wrapper._leave()

    def _writes_alone(self, query: str) -> bool:
        return not self.connection.in_transaction and query.startswith(WRITES)
