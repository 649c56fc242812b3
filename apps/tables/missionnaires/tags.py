"""For the templates: the table with the reader's own wish for his round, which his session remembers."""

from typing import Any

from django import template

from apps.tables.missionnaires.table import Table, Views
from apps.tables.missionnaires.wishes import wish

register = template.Library()


@register.filter
def as_wished(views: Views, request: Any) -> Table:
    return views.heading_for(wish(request.session, views.sight.game.code, views.sight.number))
