"""The one websocket address."""

from django.urls import path

from apps.games.live.consumers import follow_topics

websocket_urlpatterns = [path("ws/", follow_topics)]
