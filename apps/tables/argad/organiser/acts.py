"""The console's forms read as acts of the engine: who, where, what is said, to whom. The engine judges them
afterwards."""

import re
from collections.abc import Callable
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.games.problems import Refusal
from apps.site.numbers import whole_number
from apps.tables.argad.decisions.fields import hundredths
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


class Unreadable(Refusal):
    """What was typed cannot be an act; the text says what would be right."""

    status = 422


def read_act(post: QueryDict, state: State) -> Act:
    kind = post.get("kind", "")
    if kind not in NAMES:
        raise Unreadable(_("Cet acte n’existe pas."))
    act: Act = {"kind": kind, "reason": read_reason(post)}
    act |= {key: read(post) for key, read in FIELDS.get(kind, {}).items()}
    act |= READ[kind](post, state) if kind in READ else {}
    audience = _audience(post, state)
    return act if audience is None else {**act, "audience": audience}


def read_reason(post: QueryDict) -> str:
    reason = _text(post, "reason")
    if not reason:
        raise Unreadable(_("Donnez une raison : elle est inscrite au journal."))
    return reason


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


def _place(post: QueryDict) -> list[int]:
    match = PLACE.fullmatch(f"{post.get('x', '')}/{post.get('y', '')}")
    if match is None:
        raise Unreadable(_("Indiquez un endroit de la table, en centimètres."))
    return [hundredths(match[1]), hundredths(match[2])]


def _whole(post: QueryDict, key: str) -> int:
    text = post.get(key, "").strip()
    if not re.fullmatch(r"-?\d{1,4}", text):
        raise Unreadable(_("Indiquez un nombre entier."))
    return int(text)


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
        path = _places(
            post.get(f"path-{figure.id}", ""),
            _("%(name)s : le chemin s’écrit x/y x/y, en centimètres.") % {"name": figure.name},
        )
        if path:
            order["path"] = path
        if post.get(f"target-{figure.id}", ""):
            order["target"] = post[f"target-{figure.id}"][:8]
        if do == "keep_distance":
            order["distance"] = 2000
        orders.append(order)
    return {"orders": orders}


def _set_terrain(post: QueryDict, state: State) -> Act:
    wrong = _("Les points s’écrivent x/y x/y, en centimètres.")
    points = _places(post.get("path", ""), wrong)
    if not points:
        raise Unreadable(wrong)
    kind = post.get("terrain", "")[:20]
    width = 500 if kind in ("road", "shallow") and len(points) > 1 else 0
    return {"piece": {"id": _text(post, "name", 40), "kind": kind, "points": points, "width": width}}


def _places(text: str, wrong: str) -> list[list[int]]:
    """Places « x/y x/y », in centimetres."""
    places = [PLACE.fullmatch(word) for word in text.split()]
    if not all(places):
        raise Unreadable(wrong)
    return [[hundredths(place[1]), hundredths(place[2])] for place in places if place]


# The plain fields of an act, by the name that the engine has for them.
Field = Callable[[QueryDict], Any]
FIGURE: dict[str, Field] = {"fig": lambda post: post.get("fig", "")[:8]}
THING: dict[str, Field] = {"id": lambda post: post.get("id", "")[:60]}
PAIR: dict[str, Field] = {**FIGURE, "id": lambda post: post.get("other", "")[:8]}
VALUE: dict[str, Field] = {"value": lambda post: _whole(post, "value")}
FIELDS: dict[str, dict[str, Field]] = {
    "reveal": FIGURE,
    "call_test": {**FIGURE, "test": lambda post: post.get("test", "")[:20]},
    "move": {**FIGURE, "at": _place},
    "remove": FIGURE,
    "set_attr": {**FIGURE, **VALUE, "attr": lambda post: post.get("attr", "")[:20]},
    "set_side": {**FIGURE, "value": lambda post: _whole(post, "side")},
    "give_item": {**FIGURE, **THING},
    "open": THING,
    "close": THING,
    "remove_terrain": THING,
    "award": {**VALUE, "seat": lambda post: _whole(post, "seat")},
    "cancel_contact": PAIR,
    "force_target": PAIR,
}
# Acts that are more than their fields.
READ: dict[str, Callable[[QueryDict, State], Act]] = {
    "message": _message,
    "npc_plot": _npc_plot,
    "spawn": _spawn,
    "set_terrain": _set_terrain,
}
