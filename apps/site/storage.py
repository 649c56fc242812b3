"""Static files under names that change with their content, the imports of our ES modules included."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True
    # Only our own modules: libraries speak of imports in comments, which Django would take for files.
    _js_module_import_aggregation_patterns = ("js/*.js", HashedFilesMixin._js_module_import_aggregation_patterns[1])
