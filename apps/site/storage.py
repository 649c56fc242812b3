"""Static files under names that change with their content, the imports of our ES modules included.

The styles and the scripts of the frame are one file each.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

Paths = dict[str, Any]  # each file's storage and name, by the address that it will have

SITE = "css/site.css"
FRAME = "js/ui/index.js"
SHEET = re.compile(r'@import "([\w-]+\.css)";\n')
IMPORT = re.compile(r'import \{[^}]+\} from "\./([\w-]+\.js)";\n')
EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.M)


class StaticStorage(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True
    # Only our own modules: libraries speak of imports in comments, which Django would take for files.
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        HashedFilesMixin._js_module_import_aggregation_patterns[1],  # type: ignore[attr-defined]  # not in the stubs
    )

    def post_process(self, paths: Paths, *args: Any, **options: Any) -> Iterator[Any]:
        yield from super().post_process(_with_whole_frame(paths), *args, **options)


def _with_whole_frame(paths: Paths) -> Paths:
    """The same files, but the two that import the frame's parts hold them: two requests, not thirty."""
    wholes: dict[str, Callable[[Paths], str]] = {SITE: joined_styles, FRAME: joined_scripts}
    memory = InMemoryStorage()
    for name, whole in wholes.items():
        if name in paths:
            memory.save(name, ContentFile(whole(paths).encode()))
            paths = {**paths, name: (memory, name)}
    return paths


def joined_styles(paths: Paths) -> str:
    return SHEET.sub(lambda found: _text(paths, f"css/{found[1]}"), _text(paths, SITE))


def joined_scripts(paths: Paths) -> str:
    """Each module in a scope of its own, after those that it imports; what it exports is known to all that
    follow."""
    entry = _text(paths, FRAME)
    order: list[str] = []
    for name in IMPORT.findall(entry):
        _put_after_its_imports(paths, name, order)
    return "".join([*(_scope(_text(paths, f"js/ui/{name}")) for name in order), IMPORT.sub("", entry)])


def _put_after_its_imports(paths: Paths, name: str, order: list[str]) -> None:
    for imported in IMPORT.findall(_text(paths, f"js/ui/{name}")):
        _put_after_its_imports(paths, imported, order)
    if name not in order:
        order.append(name)


def _scope(module: str) -> str:
    exported = ", ".join(EXPORT.findall(module))
    body = EXPORT.sub("", IMPORT.sub("", module))
    return f"const {{ {exported} }} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _text(paths: Paths, name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        return file.read().decode()
