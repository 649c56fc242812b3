"""The words cards are made of:
types, kinds of resource, metrics, and the effects with the arguments each one takes.

An effect is written `name(argument, …)`.
`read_effect` turns that text into an `Effect`, or says in French what is wrong.
"""

import re
from typing import Literal

import msgspec

from engines.core.texts import Text, gettext_noop, say

KINDS = ("foi", "esperance", "charite")
KIND_NAMES = (gettext_noop("Foi"), gettext_noop("Espérance"), gettext_noop("Charité"))
CITY_TYPES = ("homme", "eveque", "edifice", "symbole", "merveille")
TAKEABLE_TYPES = ("homme", "edifice", "symbole")
TYPES = (*CITY_TYPES, "desastre", "apocalypse")
TYPE_NAMES = {
    "homme": gettext_noop("Homme"),
    "eveque": gettext_noop("Évêque"),
    "edifice": gettext_noop("Édifice"),
    "symbole": gettext_noop("Symbole"),
    "merveille": gettext_noop("Merveille"),
    "desastre": gettext_noop("Désastre"),
    "apocalypse": gettext_noop("Apocalypse"),
}
FAMILIES = ("initiation", "guerison", "mission")
METRICS = ("hommes", "edifices", "symboles", "stones", "drain", "sacraments", "points", "resources", "clergy")
METRIC_NAMES = {
    "hommes": gettext_noop("Hommes"),
    "edifices": gettext_noop("Édifices"),
    "symboles": gettext_noop("Symboles"),
    "stones": gettext_noop("Pierres"),
    "drain": gettext_noop("Perte par tour"),
    "sacraments": gettext_noop("Sacrements"),
    "points": gettext_noop("Points originels"),
    "resources": gettext_noop("Ressources"),
    "clergy": gettext_noop("Clercs"),
}

Moment = Literal["enter", "static", "patron", "setup", "compare", "strike"]
ArgumentKind = Literal[
    "number", "minus", "five", "type", "target", "cause", "kind", "metric", "extreme", "filter", "ending"
]


class Effect(msgspec.Struct, frozen=True):
    """One primitive of the vocabulary with its arguments."""

    name: str
    args: tuple[str | int, ...] = ()


# name -> (moments at which it may stand, its arguments)
PRIMITIVES: dict[str, tuple[tuple[Moment, ...], tuple[ArgumentKind, ...]]] = {
    "lose_points": (("enter",), ("number",)),
    "board_to_hand": (("enter",), ()),
    "discard_to_hand": (("enter",), ()),
    "flush_board": (("enter",), ("number",)),
    "board_from_discard": (("enter",), ()),
    "take": (("enter",), ("type",)),
    "win": (("enter",), ("ending",)),
    "drain": (("static", "patron"), ("number",)),
    "hand_size": (("static", "patron"), ("five",)),
    "extra_swap": (("static", "patron"), ("number",)),
    "discount": (("static", "patron"), ("target", "kind", "number")),
    "protect": (("static", "patron"), ("target", "cause")),
    "cap_loss": (("static", "patron"), ("number",)),
    "no_regain": (("static", "patron"), ()),
    "bonus_stones": (("patron",), ("number",)),
    "score_bonus": (("patron",), ("number",)),
    "start_points": (("setup",), ("minus",)),
    "start_resource": (("setup",), ("kind",)),
    "compare": (("compare",), ("metric", "extreme")),
    "discard_newest": (("strike",), ("filter",)),
    "lose_kind": (("strike",), ("kind", "number")),
    "lose_each": (("strike",), ("number",)),
    "discard_hand_random": (("strike",), ("number",)),
    "regain": (("strike",), ("number",)),
}

WORDS: dict[ArgumentKind, tuple[str, ...]] = {
    "type": TAKEABLE_TYPES,
    "target": (*CITY_TYPES, "any"),
    "cause": ("take", "disaster"),
    "kind": KINDS,
    "metric": METRICS,
    "extreme": ("most", "least"),
    "filter": (*CITY_TYPES, "clergy"),
    "ending": ("merveille",),
}
NUMBERS: dict[ArgumentKind, tuple[int, int]] = {"number": (1, 20), "minus": (-19, -1), "five": (5, 5)}

_WRITTEN = re.compile(r"\s*([a-z_]+)\s*\(([^()]*)\)\s*")


def read_effect(written: object, moment: Moment) -> Effect | Text:
    """The effect, or a French sentence that quotes what is wrong and says what would be right."""
    match = _WRITTEN.fullmatch(written) if isinstance(written, str) else None
    if match is None:
        return say(
            gettext_noop("« {written} » ne se lit pas : écrivez « nom(argument, …) »."), written=str(written)
        )
    name, inside = match[1], match[2].strip()
    if name not in PRIMITIVES or moment not in PRIMITIVES[name][0]:
        known = [other for other, (moments, _) in PRIMITIVES.items() if moment in moments]
        return say(
            gettext_noop("« {name} » n’est pas un effet possible ici : {known}."), name=name, known=known
        )
    kinds = PRIMITIVES[name][1]
    parts = [part.strip() for part in inside.split(",")] if inside else []
    if len(parts) != len(kinds):
        return say(
            gettext_noop("« {written} » : il faut {wanted} argument(s), il y en a {found}."),
            written=str(written),
            wanted=len(kinds),
            found=len(parts),
        )
    args: list[str | int] = []
    for part, kind in zip(parts, kinds, strict=True):
        value = _argument(part, kind)
        if isinstance(value, Text):
            return say(gettext_noop("« {written} » : {reason}"), written=str(written), reason=value)
        args.append(value)
    return Effect(name, tuple(args))


def _argument(part: str, kind: ArgumentKind) -> str | int | Text:
    if kind in NUMBERS:
        low, high = NUMBERS[kind]
        if re.fullmatch(r"-?[0-9]{1,3}", part) and low <= int(part) <= high:
            return int(part)
        return say(
            gettext_noop("« {part} » devrait être un nombre de {low} à {high}."),
            part=part,
            low=low,
            high=high,
        )
    if part in WORDS[kind]:
        return part
    return say(gettext_noop("« {part} » devrait être l’un de : {words}."), part=part, words=list(WORDS[kind]))
