"""The scenario editor: the table as a drawing and as lists, each change judged by the engine's loader. Works
without JavaScript.

The scenario being drawn travels with the form; nothing is kept until its author says so.
"""

import json
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.requests import SignedInRequest
from apps.games.problems import Refusal
from apps.site.plain_json import read_json
from apps.site.requests import Request
from apps.tables.argad import services, words
from apps.tables.argad.board.figures import sprite
from apps.tables.argad.editor import edits
from apps.tables.argad.editor.picture import Picture, miniature
from apps.tables.argad.models import KeptScenario
from apps.tables.argad.queries import scenario_by
from engines.argad import words as names
from engines.argad.meta import ORDER
from engines.argad.scenario.proofread import what_is_wrong
from engines.argad.scenario.scenarios import SCENARIOS, Scenario, read_scenario
from engines.argad.scenario.troops import READY
from engines.argad.state import Objective
from engines.argad.words import TERRAIN_NAMES
from engines.core.texts import render as say

LARGEST = 200_000  # characters
CHOICES = {
    "palette": [(kind, name) for kind, name in TERRAIN_NAMES.items() if kind not in ("open", "ladder")],
    "troops": [(id, troop.name) for id, troop in READY.items()],
    "sides": [(0, "camp 1"), (1, "camp 2"), (2, "camp 3"), (3, "camp 4")],
}


@never_cache
@require_safe
def index(request: Request) -> HttpResponse:
    ready = [(id, SCENARIOS[id], miniature(SCENARIOS[id])) for id in ORDER]
    mine = [(kept, miniature(_scenario_of(kept))) for kept in KeptScenario.objects.of(request.user)[:60]]
    return render(request, "argad/editor_list.html", {"ready": ready, "mine": mine})


def _scenario_of(kept: KeptScenario) -> Scenario | None:
    return read_scenario(kept.data)[0]


@never_cache
@require_safe
def show(request: Request, code: str) -> HttpResponse:
    """A scenario shared by its address: its picture, roles and score, in words."""
    kept = get_object_or_404(KeptScenario.objects.coded(code).select_related("owner"))
    scenario = _scenario_of(kept)
    problems = (
        [say(p.text, _) for p in what_is_wrong(scenario)] if scenario else [_("Ce scénario est illisible.")]
    )
    context = {"kept": kept, "scenario": scenario, "picture": miniature(scenario), "problems": problems}
    return render(request, "argad/editor_show.html", context)


@require_POST
@login_required
def copy(request: SignedInRequest, code: str) -> HttpResponse:
    try:
        mine = services.copy_kept(request.user, get_object_or_404(KeptScenario.objects.coded(code)))
    except Refusal as refusal:
        messages.error(request, refusal.text)
        return redirect("argad:scenario", code=code)
    messages.success(request, _("Une copie est dans vos scénarios : elle est à vous."))
    return redirect("argad:scenario-edit", code=mine.code)


@require_POST
@login_required
def remove(request: SignedInRequest, code: str) -> HttpResponse:
    kept = get_object_or_404(KeptScenario.objects.of(request.user).coded(code))
    kept.delete()
    messages.success(request, _("Le scénario « %(name)s » est supprimé.") % {"name": kept.name})
    return redirect("argad:scenarios")


@never_cache
@login_required
def new(request: SignedInRequest) -> HttpResponse:
    """A new scenario: a bare table, or one of the four ready ones (`?depuis=village`)."""
    if request.method == "POST":
        return _apply_verb(request, None)
    start = scenario_by(request.GET.get("depuis", ""))
    raw = edits.plain(start) if start else edits.blank(_("Mon scénario"))
    return _page(request, None, raw, "")


@never_cache
@login_required
def edit(request: SignedInRequest, code: str) -> HttpResponse:
    kept = get_object_or_404(KeptScenario.objects.of(request.user).coded(code))
    if request.method == "POST":
        return _apply_verb(request, kept)
    scenario = _scenario_of(kept)
    if scenario is None:
        raise Http404
    return _page(request, kept, edits.plain(scenario), "")


def _apply_verb(request: SignedInRequest, kept: KeptScenario | None) -> HttpResponse:
    raw = _read_posted(request)
    if raw is None:
        messages.error(request, _("Le dessin envoyé est illisible : rechargez la page et recommencez."))
        return redirect(request.path)
    chosen = request.POST.get("chosen", "")
    edits.read_fields(raw, request.POST, chosen)
    verb = request.POST.get("verb", "check")
    if verb == "place":
        verb = f"add {request.POST.get('kind', '')}"
    if verb == "save":
        return _save(request, kept, raw, chosen)
    chosen = edits.do(raw, verb, request.POST, chosen) if verb != "check" else chosen
    return _page(request, kept, raw, chosen)


def _read_posted(request: Request) -> dict[str, Any] | None:
    """The scenario that came with the form, in the loader's own shape; None when it has another."""
    try:
        raw = read_json(request.POST.get("data", ""), LARGEST)
        return edits.plain(msgspec.convert(raw, Scenario))
    except ValueError:  # unreadable, or of another shape
        return None


def _save(
    request: SignedInRequest, kept: KeptScenario | None, raw: dict[str, Any], chosen: str
) -> HttpResponse:
    scenario, problems = read_scenario(raw)
    if scenario is None:
        messages.error(request, " ".join(say(problem.text, _) for problem in problems))
        return _page(request, kept, raw, chosen, status=422)
    try:
        saved = services.keep_scenario(request.user, scenario, kept)
    except Refusal as refusal:
        messages.error(request, refusal.text)
        return _page(request, kept, raw, chosen, status=409)
    messages.success(request, _("Le scénario est enregistré."))
    return redirect(saved)


def _page(
    request: Request, kept: KeptScenario | None, raw: dict[str, Any], chosen: str, status: int = 200
) -> HttpResponse:
    found = edits.pick(raw, chosen)
    part, row = found if found else ("", -1)
    element: dict[str, Any] = raw[part][row] if found else {}
    context = {
        "kept": kept,
        "raw": raw,
        "data": json.dumps(raw, ensure_ascii=False, separators=(",", ":")),
        "chosen": chosen if found else "",
        "part": part,
        "element": element,
        "mules": sum(r["n"] for r in element["extra"] if r.get("base") == "mule") if part == "roles" else 0,
        "recruit": edits.recruit_line(element["recruit"]) if part == "npcs" else "",
        "lists": _lists(raw),
        "problems": _problems(raw),
        "picture": Picture(raw, chosen if found else ""),
        "sprite": sprite(),
        "words": names,
        "choices": CHOICES,
    }
    template = "argad/_editor.html" if request.htmx else "argad/editor.html"
    return render(request, template, context, status=status)


def _problems(raw: dict[str, Any]) -> list[tuple[str, str]]:
    """(element, sentence) for everything that would make a table unplayable."""
    scenario, problems = read_scenario(raw)
    problems = what_is_wrong(scenario) if scenario else problems
    return [(f"{p.where[0]}:{p.where[1]}" if len(p.where) > 1 else "", say(p.text, _)) for p in problems]


def _lists(raw: dict[str, Any]) -> list[dict[str, Any]]:
    """The twin of the drawing: everything that stands on it, by name."""
    return [
        {
            "part": part,
            "title": title,
            "add": add,
            "rows": [(f"{part}:{n}", label(x)) for n, x in enumerate(raw[part])],
        }
        for part, title, add, label in (
            (
                "terrain",
                _("Terrain"),
                "",
                lambda p: f"{p['id']} ({_(TERRAIN_NAMES.get(p['kind'], p['kind']))})",
            ),
            (
                "roles",
                _("Rôles et entrées"),
                _("Ajouter un rôle"),
                lambda r: f"{_(r['name'])}, {r['budget']} points",
            ),
            (
                "npcs",
                _("Figurants"),
                _("Ajouter des figurants"),
                lambda g: f"{len(g['at'])} × {g['recruit']['name']}",
            ),
            ("items", _("Objets"), _("Ajouter un objet"), lambda i: i["id"]),
            ("score", _("Objectifs"), _("Ajouter un objectif"), _score_label),
            ("secret", _("Cartes secrètes"), _("Ajouter une carte secrète"), _score_label),
            ("ends", _("Fins anticipées"), _("Ajouter une fin"), _end_label),
        )
    ]


def _score_label(score: dict[str, Any]) -> str:
    return _("camp %(side)d : %(points)d %(what)s") % {
        "side": score["side"] + 1,
        "points": score["points"],
        "what": words.objective(Objective("", 0, score["kind"], score["points"], args=score["args"])),
    }


def _end_label(end: dict[str, Any]) -> str:
    if end.get("kind") == "side_gone":
        return _("le camp %(side)d n’a plus personne") % {"side": end.get("side", 0) + 1}
    return _("une zone n’a plus de défenseur")
