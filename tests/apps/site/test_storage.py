"""Static files as production serves them."""

import re

from django.core.management import call_command


def test_collected_modules_and_styles_refer_to_hashed_files(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "apps.site.storage.StaticStorage"}}
    call_command("collectstatic", verbosity=0, interactive=False)
    index = next(tmp_path.glob("js/ui/index.*.js")).read_text()
    imported = re.findall(r'from "\./([^"]+)"', index)
    assert len(imported) == len(list((settings.BASE_DIR / "static/js/ui").glob("*.js"))) - 1
    assert all(
        re.fullmatch(r"[a-z-]+\.[0-9a-f]{12}\.js", name) and (tmp_path / "js/ui" / name).exists() for name in imported
    )
    fonts = re.findall(r'url\("\.\./([^"]+)"\)', next(tmp_path.glob("css/fonts.*.css")).read_text())
    assert len(fonts) == 8
    assert all((tmp_path / font).exists() for font in fonts)
