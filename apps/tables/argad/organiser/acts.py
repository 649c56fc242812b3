"""The console's forms read as acts of the engine: who, where, what is said, to whom. The engine judges them
afterwards."""

import re
from collections.abc import Callable
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.site.numbers import whole_number
from engines.argad.scenario.troop_text import read_troop_text
from engines.argad.state import NPC, State, between, by_id
from engines.argad.tables import VOICE
from engines.core import codec
from engines.core.texts import render

Act = dict[str, Any]
PLACE = re.compile(r"\s*(\d{1,3}(?:[.,]\d{1,2})?)\s*/\s*(\d{1,3}(?:[.,]\d{1,2})?)\s*")
NAMES = {
    "message": gettext_lazy("parole"),
    "npc_plot": gettext_lazy("ordres des figurants"),
    "reveal": gettext_lazy("révélation"),
    "call_test": gettext_lazy("test"),
    "move": gettext_lazy("déplacement"),
    "spawn": gettext_lazy("arrivée"),
    "remove": gettext_lazy("retrait"),
    "set_attr": gettext_lazy("réglage"),
    "set_side": gettext_lazy("changement de camp"),
    "give_item": gettext_lazy("objet donné"),
    "open": gettext_lazy("ouverture"),
    "close": gettext_lazy("fermeture"),
    "set_terrain": gettext_lazy("terrain posé"),
    "remove_terrain": gettext_lazy("terrain retiré"),
    "award": gettext_lazy("récompense"),
    "cancel_contact": gettext_lazy("contact annulé"),
    "force_target": gettext_lazy("cible imposée"),
    "end": gettext_lazy("dernier tour"),
    "rule": gettext_lazy("décision"),
}


class Unreadable(ValueError):
    """What was typed cannot be an act; the text says what would be right."""


def read_act(post: QueryDict, state: State) -> Act:
    kind = post.get("kind", "")
    if kind not in NAMES:
        raise Unreadable(_("Cet acte n’existe pas."))
    act: Act = {"kind": kind, "reason": _text(post, "reason")}
    if not act["reason"]:
        raise Unreadable(_("Donnez une raison : elle est inscrite au journal."))
    act |= READ.get(kind, _nothing)(post, state)
    audience = _audience(post, state)
    return act if audience is None else {**act, "audience": audience}


def _text(post: QueryDict, key: str, most: int = 1000) -> str:
    return post.get(key, "").replace("\0", "").strip()[:most]


def _audience(post: QueryDict, state: State) -> list[int] | None:
    """Everyone, the chosen seats, those within the speaker's voice, or the organiser alone."""
    wanted = post.get("audience", "all")
    if wanted == "all":
        return None
    if wanted == "voice":
        speaker = by_id(state).get(post.get("fig", ""))
        if speaker is None:
            raise Unreadable(_("Pour la portée de voix, choisissez la figurine qui parle."))
        near = {
            f.seat
            for f in state.figures
            if f.place == "table" and f.seat >= 0 and between(f, speaker) <= VOICE
        }
        return sorted(near)
    if wanted == "me":
        return []
    numbers = (whole_number(seat, most=99) for seat in post.getlist("seats"))
    chosen = {number for number in numbers if number is not None}
    if not chosen:
        raise Unreadable(_("Cochez les joueurs qui doivent savoir, ou choisissez un autre public."))
    return sorted(chosen)


def _nothing(post: QueryDict, state: State) -> Act:
    return {}


def _fig(post: QueryDict, state: State) -> Act:
    return {"fig": post.get("fig", "")[:8]}


def _place(post: QueryDict) -> list[int]:
    match = PLACE.fullmatch(f"{post.get('x', '')}/{post.get('y', '')}")
    if match is None:
        raise Unreadable(_("Indiquez un endroit de la table, en centimètres."))
    return [_hundredths(match[1]), _hundredths(match[2])]


def _hundredths(text: str) -> int:
    return round(float(text.replace(",", ".")) * 100)


def _whole(post: QueryDict, key: str) -> int:
    text = post.get(key, "").strip()
    if not re.fullmatch(r"-?\d{1,4}", text):
        raise Unreadable(_("Indiquez un nombre entier."))
    return int(text)


def _move(post: QueryDict, state: State) -> Act:
    return {**_fig(post, state), "at": _place(post)}


def _spawn(post: QueryDict, state: State) -> Act:
    troop, problems = read_troop_text(f"Figurants\n{_text(post, 'recruit', 400)}")
    if troop is None or len(troop.figures) != 1:
        why = " ".join(render(problem.text, _) for problem in problems)
        raise Unreadable(why or _("Décrivez une figurine : « 1 Moine [Figurants] : classe 1 »."))
    recruit = codec.builtins(troop.figures[0])
    return {
        "at": _place(post),
        "recruit": {**recruit, "n": 1},
        "value": _whole(post, "side"),
        "text": _text(post, "notes"),
    }


def _set_attr(post: QueryDict, state: State) -> Act:
    return {**_fig(post, state), "attr": post.get("attr", "")[:20], "value": _whole(post, "value")}


def _call_test(post: QueryDict, state: State) -> Act:
    return {**_fig(post, state), "test": post.get("test", "")[:20]}


def _message(post: QueryDict, state: State) -> Act:
    speaker = by_id(state).get(post.get("fig", ""))
    name = f"{speaker.name} {speaker.id}" if speaker is not None else _text(post, "speaker", 40)
    return {"text": _text(post, "text"), "speaker": name, "fig": speaker.id if speaker is not None else ""}


def _npc_plot(post: QueryDict, state: State) -> Act:
    """One order for each figurant that has an action; the others follow their script."""
    orders = []
    for figure in state.figures:
        do = post.get(f"do-{figure.id}", "")
        if figure.seat != NPC or not do:
            continue
        order: Act = {"figs": [figure.id], "do": do[:20]}
        path = post.get(f"path-{figure.id}", "").split()
        places = [PLACE.fullmatch(word) for word in path]
        if not all(places):
            raise Unreadable(
                _("%(name)s : le chemin s’écrit x/y x/y, en centimètres.") % {"name": figure.name}
            )
        if places:
            order["path"] = [[_hundredths(place[1]), _hundredths(place[2])] for place in places if place]
        if post.get(f"target-{figure.id}", ""):
            order["target"] = post[f"target-{figure.id}"][:8]
        if do == "keep_distance":
            order["distance"] = 2000
        orders.append(order)
    return {"orders": orders}


def _id(post: QueryDict, state: State) -> Act:
    return {"id": post.get("id", "")[:60]}


def _pair(post: QueryDict, state: State) -> Act:
    return {**_fig(post, state), "id": post.get("other", "")[:8]}


def _give_item(post: QueryDict, state: State) -> Act:
    return {**_fig(post, state), **_id(post, state)}


def _set_side(post: QueryDict, state: State) -> Act:
    return {**_fig(post, state), "value": _whole(post, "side")}


def _award(post: QueryDict, state: State) -> Act:
    return {"seat": _whole(post, "seat"), "value": _whole(post, "value")}


def _set_terrain(post: QueryDict, state: State) -> Act:
    places = [PLACE.fullmatch(word) for word in post.get("path", "").split()]
    if not places or not all(places):
        raise Unreadable(_("Les points s’écrivent x/y x/y, en centimètres."))
    points = [[_hundredths(place[1]), _hundredths(place[2])] for place in places if place]
    kind = post.get("terrain", "")[:20]
    width = 500 if kind in ("road", "shallow") and len(points) > 1 else 0
    return {"piece": {"id": _text(post, "name", 40), "kind": kind, "points": points, "width": width}}


READ: dict[str, Callable[[QueryDict, State], Act]] = {
    "message": _message,
    "npc_plot": _npc_plot,
    "reveal": _fig,
    "call_test": _call_test,
    "move": _move,
    "spawn": _spawn,
    "remove": _fig,
    "set_attr": _set_attr,
    "set_side": _set_side,
    "give_item": _give_item,
    "open": _id,
    "close": _id,
    "set_terrain": _set_terrain,
    "remove_terrain": _id,
    "award": _award,
    "cancel_contact": _pair,
    "force_target": _pair,
}
