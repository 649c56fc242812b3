"""The choices of the menu as buttons, gathered by what they aim at: a card, a pile, a patron, the turn."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engines.core.contract import Choice, Menu
from engines.core.texts import Text, render
from engines.theopolis.preview import BLURB, CARD_SAYS, DISASTER_BLURB, FREE, PARTS, PAYS, WINS

SHORT = {
    "play": _("Jouer"),
    "swap": _("Échanger"),
    "refill": _("Prendre"),
    "take": _("Prendre"),
    "board_to_hand": _("Prendre"),
    "discard_to_hand": _("Reprendre"),
    "flush_board": _("Défausser"),
    "caveau_discard": _("Remettre"),
    "caveau_board": _("Remplacer"),
    "discard_down": _("Défausser"),
}
AT_HOME = ("refill", "discard_down", "end_turn")  # ends a turn as every turn ends: no question asked
SWAP_FROM_BOARD = "swap_from_board"


@dataclass(frozen=True)
class Offer:
    """One button: what it says, what it would bring, what it sends."""

    verb: str
    target: str
    short: str  # on the card that names itself
    label: str  # in full
    action: str
    complete: bool
    confirm: bool
    hints: tuple[str, ...]

    @property
    def wins(self) -> bool:
        return gettext(WINS) in self.hints


def offers_of(menu: Menu | None) -> dict[str, list[Offer]]:
    """By target."""
    found: dict[str, list[Offer]] = {}
    for choice in menu.choices if menu else ():
        found.setdefault(choice.target, []).append(_offer(choice))
    return found


def swap_from_board(cid: int, name: str) -> Offer:
    """The other end of a swap: the board card first. The menu continues this draft by itself."""
    label = gettext("Échanger contre une carte de ma main : %(name)s") % {"name": name}
    action = _json_of({"type": "swap", "board": cid})
    return Offer(SWAP_FROM_BOARD, f"board:{cid}", gettext("Échanger"), label, action, False, False, ())


def _offer(choice: Choice) -> Offer:
    label = render(choice.label, gettext)
    return Offer(
        verb=choice.verb,
        target=choice.target,
        short=str(SHORT.get(choice.verb, label)),
        label=label,
        action=_json_of(choice.action),
        complete=choice.complete,
        confirm=choice.reveals and choice.verb not in AT_HOME,
        hints=hints_of(choice),
    )


def hints_of(choice: Choice) -> tuple[str, ...]:
    """What the choice would bring, part by part; what the card already prints is left out."""
    hint = choice.hint
    if hint is None or hint.msgid in (BLURB, DISASTER_BLURB):
        return ()
    return news_of(hint.params["parts"]) if hint.msgid == PARTS else (render(hint, gettext),)


def news_of(parts: list[Text]) -> tuple[str, ...]:
    """The parts that say more than the card itself and its cost."""
    return tuple(render(part, gettext) for part in parts if part.msgid not in (PAYS, FREE, CARD_SAYS))


def _json_of(action: Any) -> str:
    return json.dumps(action, ensure_ascii=False, separators=(",", ":"))
