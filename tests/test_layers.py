"""The layers of the house, checked: engines know nothing of the site, and no layer imports the one above
it."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("ground", "models", "rules", "pages", "views", "wiring")
TABLE = ROOT / "tests" / "layers.txt"
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


def stated_layers() -> dict[str, str]:
    rows = [line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    return {place: layer for layer, place in rows}


STATED = stated_layers()


def app_files() -> dict[str, Path]:
    """Every module of apps/ by its name, as an import says it."""
    files = [path for path in sorted((ROOT / "apps").rglob("*.py")) if "migrations" not in path.parts]
    return {module_of(path): path for path in files}


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = app_files()


def place_of(module: str) -> str:
    """The line of the table that decides: the one for the innermost part, by its path or else by its name."""
    parts = module.split(".")
    for length in range(len(parts), 2, -1):
        for place in ("/".join(parts[:length]), parts[length - 1]):
            if place in STATED:
                return place
    return "/".join(parts[:2]) if "/".join(parts[:2]) in STATED else ""


def rank_of(module: str) -> int:
    place = place_of(module)
    return LAYERS.index(STATED[place]) if place else 0


def too_high(name: str, module: str) -> bool:
    """An app is known by what it may do and by what it shows, whatever stands on it: whoever knows it knows
    its rules."""
    another = name.split(".")[1] != module.split(".")[1]
    return rank_of(name) > max(rank_of(module), LAYERS.index("rules") if another and rank_of(module) else 0)


@pytest.mark.parametrize("module", MODULES)
def test_no_module_imports_one_of_a_layer_above(module):
    """Imports at the head of a module only: a hint to a task inside a function is not a dependency between
    layers."""
    known = imports_of(MODULES[module], top_level_only=True) & set(MODULES)
    assert [name for name in known if too_high(name, module)] == []


@pytest.mark.parametrize("module", [module for module in MODULES if rank_of(module) == 0])
def test_the_ground_knows_nothing_of_the_database(module):
    """Inside functions neither."""
    names = imports_of(MODULES[module])
    assert [name for name in names if name.startswith("django.db") or rank_of(name)] == []


def test_every_line_of_the_table_decides_about_a_module():
    assert set(STATED) - {place_of(module) for module in MODULES} == set()


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
