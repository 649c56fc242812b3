"""The layers of the house, checked: engines know nothing of the site, and no layer imports the one above
it."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("models", "queries", "services", "forms", "tasks", "admin", "consumers", "views", "urls")
RANK = {
    "models": 0,
    "queries": 1,
    "services": 1,
    "forms": 2,
    "tasks": 2,
    "admin": 2,
    "consumers": 2,
    "views": 3,
    "urls": 4,
}
FORBIDDEN_IN_ENGINES = (
    "django",
    "apps",
    "config",
    "random",
    "time",
    "datetime",
    "secrets",
    "socket",
    "os",
    "subprocess",
    "requests",
)
TOOLS = (
    "cli.py",
    "conformance.py",
    "checks",
    "__main__.py",
    "proofread.py",
    "cases.py",
    "verify.py",
    "case_format.py",
    "maps.py",
    "table.py",
    "bench",
)


def imports_of(path: Path, *, top_level_only: bool = False) -> set[str]:
    tree = ast.parse(path.read_text())
    nodes = tree.body if top_level_only else ast.walk(tree)
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def engine_files() -> list[Path]:
    return sorted(path for path in (ROOT / "engines").rglob("*.py"))


@pytest.mark.parametrize("path", engine_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_engine_imports_neither_the_site_nor_the_outside(path):
    names = {name.split(".")[0] for name in imports_of(path)}
    forbidden = (
        {"django", "apps", "config"}
        if any(tool in path.parts or path.name == tool for tool in TOOLS)
        else set(FORBIDDEN_IN_ENGINES)
    )
    assert names & forbidden == set()


def app_files() -> list[tuple[Path, str]]:
    rows = []
    for path in sorted((ROOT / "apps").rglob("*.py")):
        parts = path.relative_to(ROOT / "apps").with_suffix("").parts
        layer = next((part for part in parts[1:] if part in RANK), None)
        if layer and "migrations" not in parts:
            rows.append((path, layer))
    return rows


@pytest.mark.parametrize(("path", "layer"), app_files(), ids=lambda value: str(value))
def test_no_layer_imports_the_one_above(path, layer):
    """Imports at the head of a module only: a hint to a task inside a function is not a dependency between
    layers."""
    above = []
    for name in imports_of(path, top_level_only=True):
        parts = name.split(".")
        if parts[0] != "apps" or len(parts) < 3:
            continue
        other = next((part for part in parts[2:] if part in RANK), None)
        if other and RANK[other] > RANK[layer]:
            above.append(name)
    assert above == []


def apps_imported_by(app: Path) -> set[str]:
    """The other apps that an app knows, imports inside functions included: they would only hide a cycle."""
    names = {
        name for path in app.rglob("*.py") if "migrations" not in path.parts for name in imports_of(path)
    }
    parts = (name.split(".") for name in names)
    return {part[1] for part in parts if part[0] == "apps" and len(part) > 1} - {app.name}


def test_apps_form_no_cycle():
    """Who may know whom: docs/architecture.md."""
    apps = [path for path in (ROOT / "apps").iterdir() if (path / "__init__.py").exists()]
    order = list(TopologicalSorter({app.name: apps_imported_by(app) for app in apps}).static_order())
    assert set(order) == {app.name for app in apps}


def test_the_check_itself_sees_an_upward_import(tmp_path):
    sample = tmp_path / "models.py"
    sample.write_text("from apps.games.views import table\n")
    assert "apps.games.views" in imports_of(sample)
