"""A minimal Django view: a page of ordinary length from one template, with the reader's name and a list."""

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path

TEMPLATE = engines["django"].from_string(
    "<!doctype html><html lang=fr><head><title>{{ title }}</title></head><body><p>{{ request.user }}</p>"
    "<ul>{% for row in rows %}<li><a href='/{{ row }}/'>{{ row }}</a> {{ text }}</li>{% endfor "
    "%}</ul></body></html>"
)
ROWS = [f"article-{number}" for number in range(40)]


def page(request: HttpRequest) -> HttpResponse:
    context = {
        "title": "Une page",
        "rows": ROWS,
        "text": "Chacun joue de bonne foi et respecte les autres. " * 2,
    }
    return HttpResponse(TEMPLATE.render(context, request))


urlpatterns = [path("", page)]
