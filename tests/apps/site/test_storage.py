"""Static files as production serves them."""

import re

import pytest
from django.core.management import call_command


@pytest.fixture
def collected(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "apps.site.storage.StaticStorage"}}
    call_command("collectstatic", verbosity=0, interactive=False)
    return tmp_path


def test_collected_modules_and_styles_refer_to_hashed_files(collected):
    imported = re.findall(r'from "\./([^"]+)"', next(collected.glob("js/gloire/index.*.js")).read_text())
    assert len(imported) == 3
    assert all(
        re.fullmatch(r"[a-z-]+\.[0-9a-f]{12}\.js", name) and (collected / "js/gloire" / name).exists()
        for name in imported
    )
    fonts = re.findall(r'url\("\.\./([^"]+)"\)', next(collected.glob("css/fonts.*.css")).read_text())
    assert len(fonts) == 8
    assert all((collected / font).exists() for font in fonts)


def test_the_scripts_of_the_frame_are_one_file_each_after_what_it_imports(settings, collected):
    """As the browser tests run it; here that nothing is left to fetch, and nothing was left out."""
    sources = settings.BASE_DIR / "static/js/ui"
    names = re.findall(r'from "\./([^"]+)"', (sources / "index.js").read_text())
    whole = next(collected.glob("js/ui/index.*.js")).read_text()
    assert re.findall(r"^(?:import|export) .*", whole, re.M) == []
    firsts = {name: whole.index((sources / name).read_text().splitlines()[0]) for name in names}
    assert firsts["toasts.js"] < firsts["failures.js"]
    assert len(set(firsts.values())) == len(names) == 9


def test_the_styles_of_the_frame_are_one_file_in_their_order(settings, collected):
    """Collected a second time nothing is out of date: what is joined are the sources, not what was joined
    before."""
    names = re.findall(r'@import "([^"]+)"', (settings.BASE_DIR / "static/css/site.css").read_text())
    assert sorted(names) == sorted(
        path.name for path in (settings.BASE_DIR / "static/css").glob("*.css") if path.name != "site.css"
    )
    call_command("collectstatic", verbosity=0, interactive=False)
    (whole,) = collected.glob("css/site.*.css")
    sheets = [next(collected.glob(f"css/{name[:-4]}.*.css")).read_text() for name in names]
    assert whole.read_text() == f"{whole.read_text().splitlines()[0]}\n{''.join(sheets)}"
    assert "@import" not in whole.read_text()
