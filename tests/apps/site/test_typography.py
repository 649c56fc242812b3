"""French sets a space before « : ; ! ? » and inside quotation marks, where no line may break."""

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
BREAKS = re.compile(r"(?<=[\w»’)}]) (?=[:;!?»](?:[\s<\"'.,;:»)}\\!?*]|$))|(?<=«) ")
NOT_PROSE = {
    "engines/core/checks/choices.py",
    "engines/core/checks/secrets.py",
}  # odd characters, slices in braces
TYPED = re.compile(r'value="[^"{]*"')  # what a field proposes to type


def breaks(text):
    return [text[max(0, found.start() - 30) : found.end() + 10] for found in BREAKS.finditer(text)]


def strings(source):
    """The literal texts of a module, without its docstrings and patterns."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.STRING and not token.string.lstrip("fF").startswith(('"""', "r", "R")):
            yield token.string


@pytest.mark.parametrize("text", ["Qui parle ?", '"Limitée à :"', "« sud", "sud »,", "{name} : 3"])
def test_a_space_where_a_line_could_break_is_seen(text):
    assert breaks(text)


def test_no_line_of_a_template_breaks_before_its_punctuation():
    pages = [
        *ROOT.glob("templates/**/*.html"),
        *ROOT.glob("templates/**/*.txt"),
        *ROOT.glob("apps/*/templates/**/*"),
    ]
    found = {
        str(page.relative_to(ROOT)): breaks(TYPED.sub("", page.read_text()))
        for page in pages
        if page.is_file()
    }
    assert {page: places for page, places in found.items() if places} == {}


def test_no_text_of_the_code_breaks_before_its_punctuation():
    modules = {
        str(path.relative_to(ROOT)): path
        for house in ("apps", "engines")
        for path in ROOT.glob(f"{house}/**/*.py")
    }
    found = {
        name: [place for text in strings(path.read_text()) for place in breaks(text)]
        for name, path in modules.items()
        if name not in NOT_PROSE
    }
    assert {name: places for name, places in found.items() if places} == {}
