"""Live updates over websockets, and HTTP for whoever asks here (health checks in production, all pages when
embedded).

Pages are served by the WSGI application through a thread pool: docs/decisions/ says why and what was
measured.
"""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
get_asgi_application()  # loads the apps before the consumers are imported

from a2wsgi import WSGIMiddleware  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402

from apps.games.live.routing import websocket_urlpatterns  # noqa: E402
from config.wsgi import application as pages  # noqa: E402  (and the memory of this process settles)

application = ProtocolTypeRouter(
    {
        "http": WSGIMiddleware(pages, workers=8),  # type: ignore[arg-type]  # two stubs of one protocol
        "websocket": AllowedHostsOriginValidator(URLRouter(websocket_urlpatterns)),
    }
)
