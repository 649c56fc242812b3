"""The cards as they are drawn: deck, sentence, what a BON asks for."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engines.core.texts import Text, render, say
from engines.missionnaires.check import NEEDS
from engines.missionnaires.deck import DECK
from engines.missionnaires.words import BON, PILES


@dataclass(frozen=True)
class Face:
    """One card, face up."""

    id: str
    deck: str  # mer or territoires
    deck_name: str
    title: str
    text: str
    bon: bool
    need: str
    on_draw: bool
    count: int


def face_of(card: str) -> Face:
    printed = DECK[card]
    words = render(Text(printed.text), _).removeprefix(BON)
    title, _colon, text = words.partition("\u00a0: ")
    if not text:
        title, text = "", words
    need = render(say(NEEDS[printed.condition]), _) if printed.condition else ""
    deck_name = render(PILES[printed.deck], _)
    text = text[:1].upper() + text[1:]
    return Face(
        card, printed.deck, deck_name, title, text, printed.bon, need, printed.when.on_draw, printed.count
    )


def faces_of(deck: str) -> list[Face]:
    return [face_of(card) for card, printed in DECK.items() if printed.deck == deck]


def pile(view: Any, deck: str) -> dict[str, Any]:
    """How many cards a draw pile and its discards hold."""
    row = view["piles"][deck]
    return {"name": render(PILES[deck], _), "draw": row["draw"], "discards": len(row["discard"])}
