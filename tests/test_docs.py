"""What the pages for developers say of the tree is true: paths and functions that they name are there, and
nothing that joins the apps is left out of docs/architecture.md."""

import ast
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.test_layers import ROOT, apps_imported_by

FOLDERS = (
    "apps",
    "bench",
    "config",
    "deploy",
    "docs",
    "engines",
    "requirements",
    "static",
    "templates",
    "tests",
    "tools",
)
TEXT = {".css", ".html", ".js", ".md", ".py", ".sh", ".toml", ".txt", ".yml"}
ENDINGS = "css|html|js|json|md|png|py|sh|toml|txt|yml"
PATH = re.compile(rf"(?<![\w./-])(?:{'|'.join(FOLDERS)})/[\w./-]*\w\.(?:{ENDINGS})\b")
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()


def tracked() -> list[Path]:
    """The files of the tree, and nothing that a run leaves behind."""
    inside = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    found = [*inside, *ROOT.glob("*.*"), ROOT / "Makefile", ROOT / "Dockerfile"]
    return sorted(path for path in found if path.is_file() and "__pycache__" not in path.parts)


FILES = tracked()
NAMES = [str(path.relative_to(ROOT)) for path in FILES]
FOLDER_NAMES = sorted({str(parent) + "/" for name in NAMES for parent in Path(name).parents})
MADE_UP = ("encan", "21_feasts.case", "ended.html", "test_ended.py")  # what docs/examples have one write
# Decisions tell what was; the tree has gone on since.
PAGES = [path for path in FILES if path.suffix == ".md" and "decisions" not in path.parts]


# Paths
# ------------------------------------------------------------------------------------------------------------
def paths_in(page: str) -> set[str]:
    """What stands between backticks and reads like a file or a folder of the tree."""
    words = set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", page, flags=re.DOTALL)))
    files = {word for word in words if re.fullmatch(rf"[\w<>*./-]+\.(?:{ENDINGS})", word)}
    return files | {word for word in words if re.fullmatch(rf"(?:{'|'.join(FOLDERS)})/[\w<>*./-]*", word)}


def is_there(named: str) -> bool:
    """A page may name a file by the end of its path; `<slug>` and `*` stand for any name."""
    if named.startswith("var/"):
        return True  # what a run leaves behind
    pattern = re.sub(r"<\w+>", "*", named)
    found = FOLDER_NAMES if pattern.endswith("/") else NAMES
    return any(fnmatch(name, pattern) or fnmatch(name, f"*/{pattern}") for name in found) or (
        not pattern.endswith("/") and is_there(f"{named}/")
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_paths_that_a_page_names_are_there(page):
    missing = {path for path in paths_in(page.read_text()) if not is_there(path)}
    if page.parent.name == "examples":
        missing = {path for path in missing if not any(name in path for name in MADE_UP)}
    assert sorted(missing) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_a_page_lead_somewhere(page):
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text())
    inside = [target for target in targets if not target.startswith(("http", "/"))]
    assert [target for target in inside if not (page.parent / target).exists()] == []


def test_paths_named_in_comments_and_settings_are_there():
    """Whole paths alone: a name by itself may be anything. `test_quick` makes some up."""
    sources = [path for path in FILES if path.suffix in TEXT - {".md"} and path.name != "test_quick.py"]
    missing = {
        f"{source.relative_to(ROOT)}: {path}"
        for source in sources
        for path in PATH.findall(source.read_text(errors="replace"))
        if not (ROOT / path).exists()
    }
    assert sorted(missing) == []


# Functions
# ------------------------------------------------------------------------------------------------------------
def functions_in(page: str) -> set[tuple[str, str]]:
    """`file.py` `function`, as the walks have them, and `file.py` (`function`, `another`)."""
    pairs = set(re.findall(r"`([\w/]+\.py)` `([\w.]+)`", page))
    for path, names in re.findall(r"`([\w/]+\.py)` \(((?:`[\w.]+`(?:, )?)+)\)", page):
        pairs |= {(path, name) for name in re.findall(r"`([\w.]+)`", names)}
    return pairs


def defines(path: str, name: str) -> bool:
    last = name.rsplit(".", 1)[-1]
    word = re.compile(rf"^\s*(?:async def|def|class) {last}\b|^{last}\b[^=(]*=", re.MULTILINE)
    sources = (ROOT / one for one in NAMES if f"/{one}".endswith(f"/{path}"))
    return any(word.search(source.read_text()) for source in sources)


def test_functions_that_the_architecture_names_are_there():
    pairs = functions_in(ARCHITECTURE)
    assert (len(pairs) > 60, sorted(pair for pair in pairs if not defines(*pair))) == (True, [])


# What joins the apps
# ------------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def modules() -> dict[str, ast.Module]:
    """By their path inside apps/, as the page names them."""
    return {
        name.removeprefix("apps/"): ast.parse((ROOT / name).read_text())
        for name in NAMES
        if name.startswith("apps/") and name.endswith(".py") and "/migrations/" not in name
    }


def signals_of(module: ast.Module) -> list[str]:
    made = [node for node in module.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)]
    return [ast.unparse(one.targets[0]) for one in made if ast.unparse(one.value) == "Signal()"]


def is_registry(node: ast.stmt) -> bool:
    """A list or a table that is born empty, or the function that others fill it by."""
    if isinstance(node, ast.AnnAssign):
        return node.value is not None and ast.unparse(node.value) in ("[]", "{}")
    return isinstance(node, ast.FunctionDef) and node.name == "register"


def filled_from_outside(module: ast.Module, app: str) -> set[str]:
    """The names of other apps' tables and lists that a module adds something to."""
    strangers = {
        alias.asname or alias.name
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("apps.")
        for alias in node.names
        if (node.module or "").split(".")[1] != app
    }
    filled: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            filled.add(ast.unparse(node.targets[0].value))
        elif isinstance(node, ast.AugAssign):
            filled.add(ast.unparse(node.target))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith((".append", ".register")):
            filled.add(ast.unparse(node.func).removesuffix(".append"))
    names = (name.split(".") for name in filled)  # `Submission.objects.append` is a verb of a model
    return {parts[-1] for parts in names if parts[0] in strangers and "objects" not in parts}


def test_every_signal_is_named(modules):
    found = {name for module in modules.values() for name in signals_of(module)}
    assert (len(found) > 4, {name for name in found if f"`{name}`" not in ARCHITECTURE}) == (True, set())


def test_every_registry_is_named(modules):
    found = {path for path, module in modules.items() if any(is_registry(node) for node in module.body)}
    assert (len(found) > 8, {path for path in found if f"`{path}`" not in ARCHITECTURE}) == (True, set())


def test_everything_that_another_app_adds_to_is_named(modules):
    found = {
        name for path, module in modules.items() for name in filled_from_outside(module, path.split("/")[0])
    }
    assert {"ACTS", "extra_tabs", "EXTRA_FIELDS", "receivers", "reasons_to_wait", "register"} <= found
    assert {name for name in found if f"`{name}`" not in ARCHITECTURE} == set()


# The picture in docs/architecture.md. An app may know whatever those know that it knows.
DRAWN = {
    "heraldry": set(),
    "site": {"heraldry"},
    "accounts": {"site"},
    "courier": {"accounts"},
    "games": {"courier"},
    "forums": {"games"},
    "gazette": {"forums"},
    "orders": {"games"},
    "tables": {"orders"},
    "demo": {"orders"},
}


def below(app: str, arrows: dict[str, set[str]]) -> set[str]:
    return arrows[app].union(*(below(other, arrows) for other in arrows[app]))


def test_picture_of_the_apps_is_true():
    """Every arrow is an import, every import is an arrow or follows from them."""
    real = {path.name: apps_imported_by(path) for path in (ROOT / "apps").iterdir() if path.is_dir()}
    real.pop("__pycache__", None)
    assert real.keys() == DRAWN.keys()
    assert {app: real[app] - below(app, DRAWN) for app in real if real[app] - below(app, DRAWN)} == {}
    assert {app: DRAWN[app] - real[app] for app in real if DRAWN[app] - real[app]} == {}
