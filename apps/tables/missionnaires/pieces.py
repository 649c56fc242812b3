"""What stands on the map: missionaries with their companions, gendarmes, overseers alone; and the seats in
words."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.tables.missionnaires.chart import at
from engines.core.contract import Json
from engines.core.texts import render
from engines.missionnaires.board import BETHEL, NAMES
from engines.missionnaires.state import FULL
from engines.missionnaires.words import OVERSEERS, from_place, to_place

COLOURS = {
    "rouge": gettext_lazy("rouge"),
    "jaune": gettext_lazy("jaune"),
    "bleu": gettext_lazy("bleu"),
    "orange": gettext_lazy("orange"),
}
LETTERS = {"rouge": "R", "jaune": "J", "bleu": "B", "orange": "O"}
BESIDE = ((-18, 4), (-40, 4), (-29, -18), (-7, -18), (-51, -18), (15, -18))  # where several stand on Béthel


@dataclass(frozen=True)
class Piece:
    """One piece: `look` names its drawing, `mate` the overseer at its side."""

    key: str
    look: str
    letter: str
    space: str
    x: float
    y: float
    label: str
    mate: str = ""
    mine: bool = False

    @property
    def is_pawn(self) -> bool:
        return self.look in LETTERS


def pieces(view: Json) -> list[Piece]:
    """Every piece with its place; only Béthel holds several, which stand side by side."""
    found = [_gendarme(home, post) for home, post in sorted(view["gend"].items())]
    found += [_overseer(who, place["id"]) for who, place in view["ov"].items() if place["at"] == "space"]
    found += [_pawn(view, player) for player in view["players"] if _stands(player)]
    return _side_by_side(found)


def _stands(player: Json) -> bool:
    """Who has arrived or conceded has left the board; whom the end met on his way still stands there."""
    return not player["rank"] or not (player["out"] or _is_home(player))


def _is_home(player: Json) -> bool:
    return bool(player["rank"]) and not player["left"] and player["pos"] == BETHEL


def _side_by_side(found: list[Piece]) -> list[Piece]:
    placed: list[Piece] = []
    for piece in found:
        beside = BESIDE[sum(other.space == piece.space for other in placed) % len(BESIDE)]
        dx, dy = beside if piece.space == BETHEL else (0, 0)
        placed.append(Piece(**{**piece.__dict__, "x": piece.x + dx, "y": piece.y + dy}))
    return placed


def _gendarme(home: str, post: str) -> Piece:
    label = _("Gendarme {home}, {space}").format(home=from_place(home), space=to_place(post))
    return Piece(f"gendarme-{home}", "gendarme", "G", post, *at(post), label)


def _overseer(who: str, space: str) -> Piece:
    label = _("{who}, seul {space}").format(who=overseer_name(who), space=to_place(space))
    return Piece(f"overseer-{who}", "overseer", who, space, *at(space), label)


def _pawn(view: Json, player: Json) -> Piece:
    colour, space = player["colour"], player["pos"]
    label = _("{name} ({colour}), {space}").format(
        name=player["name"], colour=COLOURS[colour], space=to_place(space)
    )
    if player["ov"]:
        label += _(", avec {who}").format(who=render(OVERSEERS[player["ov"]], _))
    mine = view["you"] == player["seat"]
    return Piece(
        f"pawn-{player['seat']}", colour, LETTERS[colour], space, *at(space), label, player["ov"], mine
    )


def overseer_name(who: str) -> str:
    words = render(OVERSEERS[who], _)
    return words[:1].upper() + words[1:]


def strips(view: Json) -> list[dict[str, Any]]:
    """A strip for each player, in turn order: reserve, companion, BONs, visits, turns to lose, rank."""
    return [_strip(view, view["players"][seat]) for seat in view["order"]]


def _strip(view: Json, player: Json) -> dict[str, Any]:
    done = len(player["done"])
    return {
        **player,
        "letter": LETTERS[player["colour"]],
        "colour_name": COLOURS[player["colour"]],
        "place": NAMES[player["pos"]],
        "envelopes": [n < player["per"] for n in range(FULL)],
        "companion": overseer_name(player["ov"]) if player["ov"] else "",
        "visited": done,
        "all": done + player["left"],
        "todo": [NAMES[town] for town in player.get("todo", ())],
        "skip": 0 if player["rank"] else player["skip"],
        "swift": view["active"] == player["seat"] and view["step"]["free_second"],
        "home": _is_home(player),
        "active": view["active"] == player["seat"],
        "mine": view["you"] == player["seat"],
    }
