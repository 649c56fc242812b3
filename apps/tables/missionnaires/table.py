"""The table as these eyes see it: map, tours, strips, piles, list of spaces, made from the view and the menu
alone.

At a single screen the list of whoever is asked stays hidden until he says that he is there; until then, and
in every replay of a game that goes on, the page is made from the spectators' view.
"""

from typing import Any

from django.utils.functional import cached_property

from apps.games.engine.positions import view_for
from apps.games.table.sight import Sight
from apps.tables.missionnaires import chart, listing
from apps.tables.missionnaires.faces import face_of, pile
from apps.tables.missionnaires.offers import Offers
from apps.tables.missionnaires.pieces import Piece, pieces, strips
from apps.tables.missionnaires.story import Story
from apps.tables.one_screen import Faces
from apps.tables.past import final_ranking
from engines.missionnaires.board import SPACES, sections_between
from engines.missionnaires.edition import Space
from engines.missionnaires.route import suggest_round

NEAR: tuple[float, float] = (420, 300)  # drawing units around a piece when the map is brought near
AROUND = 90  # and at least so many left around the spaces that may be chosen


class Views(Faces):
    """One's congregations are shown while one is at the screen, unless the table plays with open hands."""

    @cached_property
    def open(self) -> "Table":
        return Table(self.sight, self.sight.view, Offers(self.sight.menu, self.sight.view, self.sight.draft))

    @cached_property
    def public_table(self) -> "Table":
        view = view_for(self.sight.game, self.sight.state, None)
        return Table(self.sight, view, Offers(None, view), veiled=True)

    def heading_for(self, town: str) -> "Table":
        """The page with its round begun at a congregation of one's own list; anything else changes
        nothing."""
        self.open.first = town if town in self.sight.view.get("todo", ()) else ""
        return self.open


class Table:
    """Everything the templates draw."""

    chart = chart

    def __init__(self, sight: Sight, view: dict[str, Any], offers: Offers, *, veiled: bool = False) -> None:
        self.sight, self.view, self.offers, self.veiled = sight, view, offers, veiled
        self.story = Story(sight)
        self.first = ""  # the congregation that the reader wants to visit before the others

    @cached_property
    def pieces(self) -> list[Piece]:
        return pieces(self.view)

    @cached_property
    def strips(self) -> list[dict[str, Any]]:
        return strips(self.view)

    @cached_property
    def me(self) -> dict[str, Any] | None:
        return next((strip for strip in self.strips if strip["mine"]), None)

    @cached_property
    def tour(self) -> list[dict[str, Any]]:
        """One's own congregations still to visit: in the suggested order, with the sections from one to the
        next."""
        if "todo" not in self.view or self.me is None:
            return []
        order = self._route[0] if self.has_route else self.view["todo"]
        here, found = self.me["pos"], []
        for number, town in enumerate(order, 1):
            space, sections = SPACES[town], sections_between(here, town)
            found.append({"n": number, "space": space, "badge": chart.badge(space), "sections": sections})
            here = town if self.has_route else here
        return found

    @property
    def has_route(self) -> bool:
        return "route" in self.view

    @cached_property
    def _route(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The suggested order and every space of the round, by way of the congregation that was put first."""
        route = self.view["route"]
        if self.first and self.me is not None:
            return suggest_round(self.me["pos"], tuple(self.view["todo"]), self.first)
        return tuple(route["visits"]), tuple(route["spaces"])

    @property
    def route(self) -> str:
        """The suggested round as one line."""
        return chart.way(self._route[1]) if self.has_route else ""

    @property
    def sections(self) -> int:
        return len(self._route[1]) - 1 if self.has_route else 0

    @property
    def visited_towns(self) -> list[Space]:
        """The towns I have visited, ticked on the map."""
        return [SPACES[town] for town in self.me["done"]] if self.me is not None else []

    @property
    def hand(self) -> list[dict[str, Any]]:
        """My BONs, each with what may be done with it now."""
        if self.me is None:
            return []
        return [{"face": face_of(card), "offers": self.offers.on_card(card)} for card in self.me["bons"]]

    @property
    def bons(self) -> list[dict[str, Any]]:
        """The BONs that lie before the others."""
        rows = [strip for strip in self.strips if strip["bons"] and not strip["mine"]]
        return [{"strip": strip, "faces": [face_of(card) for card in strip["bons"]]} for strip in rows]

    @property
    def piles(self) -> list[dict[str, Any]]:
        return [pile(self.view, deck) for deck in ("territoires", "mer")]

    @property
    def near(self) -> str:
        """The part of the map around my missionary and where he may go, or around whoever plays, or around
        Béthel."""
        seat = self.view["you"] if self.view["you"] is not None else self.view["active"]
        x, y = chart.at(self.view["players"][seat]["pos"]) if seat is not None else chart.HOME
        width, height = NEAR
        reach = [spot for spot in self.offers.spots if abs(spot.x - x) < width and abs(spot.y - y) < height]
        left, right = min([x, *[spot.x for spot in reach]]), max([x, *[spot.x for spot in reach]])
        top, bottom = min([y, *[spot.y for spot in reach]]), max([y, *[spot.y for spot in reach]])
        width, height = max(width, right - left + AROUND), max(height, bottom - top + AROUND)
        return f"{(left + right - width) / 2:g} {(top + bottom - height) / 2:g} {width:g} {height:g}"

    @property
    def bethel(self) -> str:
        (x, y), (width, height) = chart.HOME, NEAR
        return f"{x - width / 2:g} {y - height / 3:g} {width} {height}"

    @property
    def spaces(self) -> list[dict[str, Any]]:
        """The board as a list."""
        standing: dict[str, list[str]] = {}
        for piece in self.pieces:
            standing.setdefault(piece.space, []).append(piece.label)
        mine = {stop["space"].id: stop["n"] for stop in self.tour}
        return listing.rows(standing, mine, self.me["done"] if self.me is not None else ())

    @cached_property
    def places(self) -> list[dict[str, Any]]:
        """The final ranking; empty while the game goes on."""
        by_seat = {strip["seat"]: strip for strip in self.strips}
        return [{**row, "strip": by_seat[row["seat"]]} for row in final_ranking(self.sight)]

    @property
    def may_reorder(self) -> bool:
        """One's own round, in the present; the past is as it was."""
        return self.sight.is_present and not self.veiled

    @property
    def may_resign(self) -> bool:
        """In one's own turn, and not while the question is being asked."""
        return bool(self.offers.all) and not any(offer.choice.verb == "resign" for offer in self.offers.all)
