"""What the marker `postgres` must cover: whatever may come out otherwise on PostgreSQL and Redis than on
SQLite and in memory.

Every day only what is marked runs there (docs/decisions/0010-suite-in-ten-minutes.md). A test is caught by
what it does itself; what the site does is caught by its module, which some marked module of tests must name.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
MARK = "pytest.mark.postgres"

# What a test does itself.
IN_TESTS = {
    "it commits, so that others see it": r"transaction=True|\btransactional_db\b",
    "more than one process or thread": r"\b(subprocess|threading|multiprocessing|ThreadPoolExecutor|os\.fork)\b",
    "a world with processes of its own": r"\bworld\.(do|serve|environment)\b",
    "SQL of its own": r"\bcursor\(",
    "a constraint": r"\bIntegrityError\b",
    "a count of queries": r"CaptureQueriesContext|num_queries",
    "a migration": r"\.migrations\.",
    "Redis, the cache or the channel layer": r"\b(redis|get_channel_layer|WebsocketCommunicator|SpareCache)\b",
}
# What a module of the site does.
IN_SOURCE = {
    "locks": r"select_for_update",
    "conflicts": r"ignore_conflicts|update_conflicts|IntegrityError",
    "constraints": r"(Unique|Check)Constraint\(",
    "functions and SQL": r"models\.functions|RawSQL|\.raw\(|\bcursor\(|connection\.vendor|contrib\.postgres",
    "subqueries": r"\bSubquery\(|\bExists\(",
    "letters whatever their case": r"__i(exact|contains)",
    "stored JSON": r"\bJSONField\(",
    "Redis, the cache or the channel layer": r"channel_layer|\bimport redis\b|RedisCache",
}
# No database of the tests takes part: the words mean something else there, or a server of the test's own.
ELSEWHERE = {
    "tests/test_layers.py",
    "tests/config/test_deploy.py",
    "tests/config/test_settings.py",
    "tests/config/test_sqlite3.py",
    "tests/tools/test_marker.py",
    "tests/tools/test_quick.py",
    "tests/tools/test_suites.py",
    "tests/trust/test_outages.py",
}
# Modules that no test names, because it visits their pages: whose tests do.
VISITED = {
    "apps.courier.backend": "tests/apps/courier/test_backend.py",
    "apps.courier.queries": "tests/apps/courier/test_pages.py",
    "apps.forums.models.polls": "tests/apps/forums/test_posting.py",
    "apps.forums.services.keys": "tests/apps/forums/test_posting.py",
    "apps.forums.services.notices": "tests/apps/forums/test_notices.py",
    "apps.forums.services.polls": "tests/apps/forums/test_posting.py",
    "apps.forums.services.substitutes": "tests/apps/games/test_around.py",
    "apps.forums.views.letter_writing": "tests/apps/forums/test_letters.py",
    "apps.games.referee.console": "tests/apps/games/referee/test_console.py",
    "apps.games.records.ratings": "tests/apps/games/test_records.py",
    "apps.games.referee.acts": "tests/apps/games/referee/test_acts.py",
    "apps.games.views.people": "tests/apps/games/test_around.py",
    "apps.games.referee.view_fields": "tests/apps/games/referee/test_acts.py",
    "config.health": "tests/config/test_health.py",
}
# Not there at all on PostgreSQL, or settings of everything.
NOT_THERE = {"config.settings", "config.sqlite3.base"}


def modules_of_tests() -> list[str]:
    found = (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests").rglob("test_*.py")))
    return [
        path
        for path in found
        if not path.startswith(("tests/engines/", "tests/e2e/")) and path not in ELSEWHERE
    ]


@cache
def tree_of(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text())


# What a test does
# ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", modules_of_tests())
def test_every_test_that_may_differ_is_marked(path):
    assert [test for test in caught_in(path) if not is_marked(path, test)] == []


def caught_in(path: str) -> Iterator[str]:
    """The tests whose text, or that of a function or fixture of their module which they name, has one of the
    words."""
    words = re.compile("|".join(IN_TESTS.values()))
    functions = {node.name: node for node in ast.walk(tree_of(path)) if isinstance(node, FUNCTIONS)}
    everywhere = any(words.search(mark) for mark in marks_of_module(path))
    caught = {name for name, node in functions.items() if everywhere or words.search(text_of(node))}
    while more := {
        name for name, node in functions.items() if name not in caught and names_in(node) & caught
    }:
        caught |= more
    return (name for name in functions if name in caught and name.startswith("test_"))


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def text_of(node: ast.FunctionDef) -> str:
    """Without its docstring: words about the thing are not the thing."""
    said = ast.get_docstring(node, clean=False)
    text = ast.unparse(node)
    return text.replace(said, "") if said else text


def names_in(node: ast.AST) -> set[str]:
    used = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return used | {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}


def is_marked(path: str, test: str = "") -> bool:
    """The whole module, or this test of it."""
    if any(MARK in mark for mark in marks_of_module(path)):
        return True
    tests = [node for node in tree_of(path).body if isinstance(node, FUNCTIONS) and node.name == test]
    return any(MARK in ast.unparse(decorator) for node in tests for decorator in node.decorator_list)


def marks_of_module(path: str) -> list[str]:
    assigned = (node for node in tree_of(path).body if isinstance(node, ast.Assign))
    return [ast.unparse(node.value) for node in assigned if ast.unparse(node.targets[0]) == "pytestmark"]


# What the site does
# ----------------------------------------------------------------------------------------------------
def modules_that_may_differ() -> list[str]:
    words = re.compile("|".join(IN_SOURCE.values()))
    files = [path for top in ("apps", "config") for path in sorted((ROOT / top).rglob("*.py"))]
    sources = [path.relative_to(ROOT) for path in files if words.search(path.read_text())]
    names = [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in sources]
    return [name for name in names if ".migrations." not in name and name not in NOT_THERE]


def test_every_module_that_may_differ_is_named_by_a_marked_module_of_tests():
    named = {name for path in modules_of_tests() if is_marked(path) for name in modules_named_by(path)}
    assert sorted(set(modules_that_may_differ()) - named - set(VISITED)) == []


def test_pages_of_modules_that_no_test_names_are_visited_by_marked_tests():
    assert {name: path for name, path in VISITED.items() if not is_marked(path)} == {}
    assert set(VISITED) <= set(modules_that_may_differ())


def modules_named_by(path: str) -> Iterator[str]:
    """Where the things of the site were defined that a module of tests names, through whatever package it has
    them from."""
    imported = dict(things_imported_by(path))
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Name) and node.id in imported:
            yield home_of(imported[node.id])
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            holder = imported.get(node.value.id)
            if isinstance(holder, ModuleType) and hasattr(holder, node.attr):
                yield home_of(getattr(holder, node.attr))


def things_imported_by(path: str) -> Iterator[tuple[str, Any]]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("apps", "config")):
            for alias in node.names:
                yield alias.asname or alias.name, thing(node.module, alias.name)


def thing(module: str, name: str) -> Any:
    holder = import_module(module)
    return getattr(holder, name) if hasattr(holder, name) else import_module(f"{module}.{name}")


def home_of(one: Any) -> str:
    return one.__name__ if isinstance(one, ModuleType) else getattr(one, "__module__", "")
