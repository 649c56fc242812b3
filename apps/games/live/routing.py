"""The one websocket address; a socket at any other is refused, as a page would be."""

from django.urls import path, re_path

from apps.games.live.consumers import follow_topics, refuse

# Django's stubs know views only; channels routes its consumers the same way.
websocket_urlpatterns = [path("ws/", follow_topics), re_path("", refuse)]  # type: ignore[arg-type]
