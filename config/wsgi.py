"""HTTP pages, for any WSGI server. Production runs this in several processes behind the proxy."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

from django.conf import settings  # noqa: E402

from config.memory import settle  # noqa: E402
from config.safety import require_safe  # noqa: E402

require_safe(settings)
settle()
