"""The rules pages."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.games.queries.lists import titles
from apps.games.table import presentation
from apps.site.requests import Request


@require_safe
def rules_index(request: Request) -> HttpResponse:
    rows = [(meta, bool(presentation.of(meta.slug).rules_template)) for meta in titles()]
    return render(request, "rules/index.html", {"rows": rows})


@require_safe
def rules_page(request: Request, slug: str) -> HttpResponse:
    meta = next((meta for meta in titles() if meta.slug == slug), None)
    shown = presentation.of(slug) if meta else None
    if shown is None or not shown.rules_template:
        raise Http404
    return render(request, shown.rules_template, {"meta": meta, "presentation": shown, **shown.rules()})
