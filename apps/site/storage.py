"""Static files under names that change with their content, the imports of our ES modules included; the frame's styles as one file."""

import re
from collections.abc import Iterator
from typing import Any

from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

SITE = "css/site.css"
IMPORT = re.compile(r'@import "([\w-]+\.css)";\n')


class StaticStorage(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True
    # Only our own modules: libraries speak of imports in comments, which Django would take for files.
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        HashedFilesMixin._js_module_import_aggregation_patterns[1],
    )

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        yield from super().post_process(_joined(paths), *args, **options)


def _joined(paths: dict[str, Any]) -> dict[str, Any]:
    """The same files, but the sheet that imports the frame's styles holds them: one request rather than eighteen."""
    if SITE not in paths:
        return paths
    whole = IMPORT.sub(lambda found: _text(paths, f"css/{found[1]}"), _text(paths, SITE))
    memory = InMemoryStorage()
    memory.save(SITE, ContentFile(whole.encode()))
    return {**paths, SITE: (memory, SITE)}


def _text(paths: dict[str, Any], name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as sheet:
        return sheet.read().decode()
