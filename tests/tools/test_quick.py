"""Which tests `make quick` chooses for what was touched."""

import subprocess

import pytest

from tools import quick

ALWAYS = {"tests/engines", "tests/test_layers.py"}


@pytest.mark.parametrize(
    ("path", "chosen"),
    [
        ("engines/gloire/rules.py", set()),
        ("docs/architecture.md", set()),
        ("apps/forums/search.py", {"tests/apps/forums"}),
        ("apps/forums/services/posting.py", {"tests/apps/forums"}),
        ("apps/tables/gloire/presentation.py", {"tests/apps/tables/gloire"}),
        ("templates/theopolis/board.html", {"tests/apps/tables/theopolis"}),
        ("static/js/gazette/desk.js", {"tests/apps/gazette"}),
        ("config/cache.py", {"tests/config"}),
        ("tools/test.py", {"tests/tools"}),
        ("tests/apps/forums/conftest.py", {"tests/apps/forums"}),
        ("tests/tools/test_quick.py", {"tests/tools/test_quick.py"}),
        ("tests/apps/forums/test_that_is_gone.py", set()),
        ("tests/e2e/test_site.py", set()),
        ("tests/pages.py", set()),
    ],
)
def test_the_tests_beside_what_was_touched_are_chosen(path, chosen):
    assert set(quick.tests_of([path])) == ALWAYS | chosen


def test_a_file_within_a_chosen_folder_is_not_chosen_twice():
    chosen = quick.tests_of(["apps/tools/x.py", "tools/test.py", "tests/tools/test_quick.py"])
    assert chosen == ["tests/engines", "tests/test_layers.py", "tests/tools"]


@pytest.fixture
def repository(tmp_path, monkeypatch):
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    for name in ("kept", "changed", "removed"):
        (tmp_path / name).write_text("before\n")
    commit(tmp_path, "first")
    return tmp_path


def commit(folder, message):
    subprocess.run(["git", "add", "--all"], cwd=folder, check=True)
    author = ["-c", "user.name=Alice", "-c", "user.email=alice@example.test"]
    subprocess.run(["git", *author, "commit", "--quiet", "-m", message], cwd=folder, check=True)


def test_what_was_committed_changed_removed_or_added_is_touched(repository):
    (repository / "committed").write_text("new\n")
    commit(repository, "second")
    (repository / "changed").write_text("after\n")
    (repository / "removed").unlink()
    (repository / "added").write_text("new\n")
    assert quick.touched_since("HEAD~1") == ["added", "changed", "committed", "removed"]
    assert quick.touched_since("HEAD") == ["added", "changed", "removed"]


def test_without_a_main_branch_only_what_is_not_committed_counts(repository):
    assert quick.fork_point() == "HEAD"
