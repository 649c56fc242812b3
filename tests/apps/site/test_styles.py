"""The sheets of static/css: colours only in variables.css, no property without a use or a definition, no
sheet unloaded."""

import re
from pathlib import Path

import pytest
from PIL import ImageColor

ROOT = Path(__file__).resolve().parents[3]
STYLES = ROOT / "static/css"
SHEETS = {str(path.relative_to(STYLES)): path for path in sorted(STYLES.glob("**/*.css"))}
SPOKEN = re.compile(r'/\*.*?\*/|"[^"]*"', re.DOTALL)  # comments and strings
DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;{}]+);")
WRITTEN_COLOUR = re.compile(r"#[0-9a-f]+\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(", re.IGNORECASE)
WORD = re.compile(r"(?<![\w.-])[a-z]+(?![\w(-])", re.IGNORECASE)
IMPORT = re.compile(r'@import (?:url\()?"([\w./-]+)"')
SCRIPTED = re.compile(r'setProperty\(\s*"(--[\w-]+)"')


def declarations(css):
    return DECLARATION.findall(SPOKEN.sub("", css))


def colours(css):
    """The colours that a sheet writes out itself, as figures or by name."""
    for _, value in declarations(css):
        yield from WRITTEN_COLOUR.findall(value)
        yield from (word for word in WORD.findall(value) if word.lower() in ImageColor.colormap)


def properties_set(css):
    return {name for name, _ in declarations(css) if name.startswith("--")}


def properties_read(css):
    return set(re.findall(r"var\(\s*(--[\w-]+)", css))


def sheets_named_in(folder, kind):
    return {
        name
        for path in ROOT.glob(f"{folder}/**/*.{kind}")
        for name in re.findall(r"css/([\w/-]+\.css)", path.read_text())
    }


def with_imports(names):
    """These sheets and all that they import."""
    imported = {
        str((SHEETS[name].parent / other).relative_to(STYLES))
        for name in names
        for other in IMPORT.findall(SHEETS[name].read_text())
    }
    return names if imported <= names else with_imports(names | imported)


@pytest.mark.parametrize(
    "css",
    [
        "a { color: #fff; }",
        "a { border: 1px solid Red; }",
        "a { fill: rgb(0 0 0 / 5%); }",
        "a { --wash: light-dark(white, #000a); }",
    ],
)
def test_a_colour_that_is_written_out_is_seen(css):
    assert list(colours(css))


@pytest.mark.parametrize(
    "css",
    [
        "#red { color: var(--gold); }",
        'a::before { content: "red #fff"; } /* color: red; */',
        "a { animation: gold-rush 1s; color: color-mix(in srgb, var(--or) 5%, transparent); }",
    ],
)
def test_what_only_sounds_like_a_colour_is_not(css):
    assert list(colours(css)) == []


def test_colours_are_written_in_variables_only():
    found = {
        name: list(colours(path.read_text())) for name, path in SHEETS.items() if name != "variables.css"
    }
    assert {name: written for name, written in found.items() if written} == {}


def test_every_custom_property_is_set_and_read():
    """A script may set one: those count as set, and must be read as well."""
    texts = [path.read_text() for path in SHEETS.values()]
    scripts = [path.read_text() for path in ROOT.glob("static/js/**/*.js")]
    properties = set().union(*map(properties_set, texts), *map(SCRIPTED.findall, scripts))
    assert properties == set().union(*map(properties_read, texts))


def test_every_sheet_is_loaded_by_a_page():
    named = sheets_named_in("templates", "html") | sheets_named_in(
        "apps/tables", "py"
    )  # a presentation names its sheet
    assert with_imports(named) == set(SHEETS)
