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


def test_collected_modules_and_styles_refer_to_hashed_files(settings, collected):
    index = next(collected.glob("js/ui/index.*.js")).read_text()
    imported = re.findall(r'from "\./([^"]+)"', index)
    assert len(imported) == len(list((settings.BASE_DIR / "static/js/ui").glob("*.js"))) - 1
    assert all(
        re.fullmatch(r"[a-z-]+\.[0-9a-f]{12}\.js", name) and (collected / "js/ui" / name).exists() for name in imported
    )
    fonts = re.findall(r'url\("\.\./([^"]+)"\)', next(collected.glob("css/fonts.*.css")).read_text())
    assert len(fonts) == 8
    assert all((collected / font).exists() for font in fonts)


def test_the_styles_of_the_frame_are_one_file_in_their_order(settings, collected):
    """Collected a second time nothing is out of date: what is joined are the sources, not what was joined before."""
    names = re.findall(r'@import "([^"]+)"', (settings.BASE_DIR / "static/css/site.css").read_text())
    assert sorted(names) == sorted(
        path.name for path in (settings.BASE_DIR / "static/css").glob("*.css") if path.name != "site.css"
    )
    call_command("collectstatic", verbosity=0, interactive=False)
    (whole,) = collected.glob("css/site.*.css")
    sheets = [next(collected.glob(f"css/{name[:-4]}.*.css")).read_text() for name in names]
    assert whole.read_text() == f"{whole.read_text().splitlines()[0]}\n{''.join(sheets)}"
    assert "@import" not in whole.read_text()
