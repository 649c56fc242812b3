"""The table as these eyes see it: board, hand, cities, piles, threats, made from the view and the menu alone.

At a single screen the hand of whoever is asked stays face down until he says that he is there; until then,
and in every replay of a game that goes on, the page is made from the spectators' view.
"""

from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.games.engine.positions import view_for
from apps.games.table.sight import Sight
from apps.tables.one_screen import Faces
from apps.tables.theopolis import forecast
from apps.tables.theopolis.faces import CATALOGUE, SHAPES, Heaven, Shown, coins, face_of, heaven_of
from apps.tables.theopolis.moments import Moments, moments_of
from apps.tables.theopolis.offers import Offer, offers_of, swap_from_board
from apps.tables.theopolis.race import Path, paths_of, rites_of
from engines.theopolis.report import HOW
from engines.theopolis.vocabulary import KIND_NAMES, KINDS, TAKEABLE_TYPES

FROM_DISCARD = ("discard_to_hand", "caveau_discard")
GROUPS = (
    ("homme", _("Hommes")),
    ("eveque", _("Évêques")),
    ("edifice", _("Édifices")),
    ("symbole", _("Symboles")),
    ("merveille", _("Merveille")),
)


class Views(Faces):
    """A hand is shown to whoever is asked, while he is at the screen."""

    @cached_property
    def open(self) -> "Table":
        return Table(self.sight, self.sight.view)

    @cached_property
    def public_table(self) -> "Table":
        return Table(self.sight, view_for(self.sight.game, self.sight.state, None), veiled=True)


class Table:
    """Everything the templates draw."""

    def __init__(self, sight: Sight, view: dict[str, Any], *, veiled: bool = False) -> None:
        self.sight, self.view, self.veiled = sight, view, veiled
        self.offers = {} if veiled else offers_of(sight.menu)
        self.me: int | None = None if veiled else sight.number

    @cached_property
    def moments(self) -> Moments:
        return moments_of(self.sight, public=self.veiled)

    @cached_property
    def board(self) -> list[Shown]:
        shown = [self._lay(card) for card in self.view["board"]]
        for card in shown if self._may_start_swap else ():
            card.choices.append(swap_from_board(card.cid, card.face.name))
        return shown

    @cached_property
    def discard(self) -> list[Shown]:
        return [self._lay(card) for card in reversed(self.view["discard"])]

    @cached_property
    def hand(self) -> list[Shown]:
        """My own: what each card costs now, what is missing for it, whom a disaster would strike."""
        cards = []
        for card in self.view["hand"]:
            shown = self._lay(card)
            shown.cost, shown.missing = coins(card["cost"]), coins(card["missing"])
            shown.cheaper = shown.cost != shown.face.cost
            shown.playable = card["playable"]
            self._foresee(shown, "play", card["cost"])
            if shown.face.type == "desastre":
                shown.hits = [self.view["players"][seat]["name"] for seat in card["hits"]]
            cards.append(shown)
        return cards

    @cached_property
    def cities(self) -> list[dict[str, Any]]:
        """In the order of play from the reader: his own first."""
        players = self.view["players"]
        start = self.me if self.me is not None else 0
        return [self._city(players[(start + step) % len(players)]) for step in range(len(players))]

    @property
    def my_city(self) -> dict[str, Any] | None:
        return self.cities[0] if self.me is not None else None

    @property
    def other_cities(self) -> list[dict[str, Any]]:
        return self.cities[1:] if self.me is not None else self.cities

    @cached_property
    def bar_offers(self) -> list[Offer]:
        """What aims at no card: finish, validate, decline."""
        return [offer for target in ("decision", "turn") for offer in self.offers.get(target, [])]

    @cached_property
    def patrons(self) -> list[tuple[Heaven, Offer]]:
        """The saints offered to me, in the draft."""
        found: list[tuple[Heaven, Offer]] = []
        for number in self.view["offers"] if self.view["phase"] == "draft" else ():
            heaven = heaven_of(number)
            if heaven is not None:
                found += [(heaven, offer) for offer in self.offers.get(f"patron:{number}", [])]
        return found

    @property
    def paths(self) -> list[Path]:
        return paths_of(self.view["players"])

    @property
    def threats(self) -> list[dict[str, Any]]:
        names = [player["name"] for player in self.view["players"]]
        return [
            {
                "face": face_of(threat["card"]),
                "unseen": threat["unseen"],
                "hits": [names[seat] for seat in threat["hits"]],
            }
            for threat in self.view["threats"]
        ]

    @property
    def piles(self) -> list[tuple[str, str, int]]:
        return [
            (SHAPES[place], gettext(KIND_NAMES[place]), left) for place, left in enumerate(self.view["piles"])
        ]

    @property
    def deck_share(self) -> int:
        options = self.view["options"]
        whole = 1 + len(CATALOGUE.pile(len(self.view["players"]), full=options["full_deck"]))
        return 100 * self.view["deck_count"] // whole

    @cached_property
    def asking(self) -> dict[str, Any] | None:
        """The question put to the reader: which card asks it (none at the end of a turn, when the rules
        themselves ask), what he has already named, how many cards he still has to take."""
        asked = self.view["question"] if self.offers else None
        if asked is None:
            return None
        cards = self._open_cards
        named = [asked["picked"], *(cid for cid in asked["options"] if cid in self._drafted)]
        return {
            "number": asked["number"],
            "kind": asked["kind"],
            "source": face_of(cards[asked["source"]]) if asked["source"] in cards else None,
            "named": [face_of(cards[cid]) for cid in named if cid in cards],
            "remaining": asked["remaining"],
        }

    @property
    def asks_discard(self) -> bool:
        return self.asking is not None and self.asking["kind"] in FROM_DISCARD

    @cached_property
    def _open_cards(self) -> dict[int, str]:
        """What these eyes see under each number: on the board, in the discard, in the cities and in open
        hands."""
        players = self.view["players"]
        places = [self.view["board"], self.view["discard"], *(player["city"] for player in players)]
        places += [[card for card in player["hand"] if card] for player in players]
        return {card["cid"]: card["card"] for place in places for card in place}

    @cached_property
    def standings(self) -> list[dict[str, Any]]:
        """The end: who won and how, and what the other cities had come to. Unfinished ones share the place
        that follows."""
        placed = {placing["seat"]: placing for placing in self.view["ranking"]}
        rows = []
        for seat in [*placed, *[seat for seat in range(len(self.view["players"])) if seat not in placed]]:
            player, placing = self.view["players"][seat], placed.get(seat)
            how = gettext(HOW[placing["ending"]]) if placing else gettext("cité inachevée")
            held = sum(sacrament["held"] for sacrament in player["sacraments"])
            unfinished = {"place": 1 + len(placed), "score": None, "round": None}
            rows.append({**(placing or unfinished), "player": player, "how": how, "held": held})
        return rows

    @property
    def swaps_left(self) -> int:
        mine = self.view["players"][self.me] if self.me is not None else None
        return max(0, mine["swaps_allowed"] - self.view["swaps_done"]) if mine else 0

    @property
    def still_to_do(self) -> bool:
        """Ending the turn now would leave something undone: worth a question."""
        left = {offer.verb for offers in self.offers.values() for offer in offers}
        return "play" in left or "add_resource" in left

    @property
    def _may_start_swap(self) -> bool:
        return any(o.verb == "swap" and not o.complete for offers in self.offers.values() for o in offers)

    @cached_property
    def _drafted(self) -> set[int]:
        """Cards already named in the half-made choice."""
        draft = self.sight.draft if not self.veiled and isinstance(self.sight.draft, dict) else {}
        picks = draft.get("picks")
        named = picks if isinstance(picks, list) else [draft.get("hand"), draft.get("board")]
        return {cid for cid in named if isinstance(cid, int)}

    def _lay(self, card: dict[str, Any]) -> Shown:
        cid = card["cid"]
        choices = list(self.offers.get(f"card:{cid}", ()))
        return Shown(
            cid, face_of(card["card"]), choices, self.moments.marks.get(cid, ""), picked=cid in self._drafted
        )

    def _foresee(self, shown: Shown, verb: str, cost: list[int] | None = None) -> None:
        """What would follow if the card entered my city; nothing more is worth saying of one that wins."""
        offer = next((offer for offer in shown.choices if offer.verb == verb), None)
        if offer is None or offer.wins or self.me is None:
            return
        mine, card = self.view["players"][self.me], shown.face.id
        own = forecast.gains(mine, card) if cost is None else ()
        shown.forecast = [*own, *forecast.race_after(mine, card), *forecast.targets(self.view, self.me, card)]
        shown.left = forecast.upright_after(mine, cost) if cost is not None else None

    def _city(self, player: dict[str, Any]) -> dict[str, Any]:
        """A player's city under its heaven."""
        seat, me = player["seat"], self.me
        hand = [self._lay(card) if card else None for card in player["hand"]]
        return {
            "seat": self.sight.seats[seat],
            "player": player,
            "mine": seat == me,
            "neighbour": me is not None and seat in self.view["players"][me]["neighbours"],
            "active": seat == self.view["active"] and self.view["phase"] not in ("over", "draft"),
            "struck": seat in self.moments.struck,
            "points_changed": (seat, "points") in self.moments.changed,
            "heaven": heaven_of(player["patron"]),
            "groups": self._groups(player["city"]),
            "resources": [self._resource(player, place) for place in range(3)],
            "hand": hand,
            "known": [card for card in hand if card is not None],
            "rites": rites_of(player, self._open_cards),
            "held": sum(sacrament["held"] for sacrament in player["sacraments"]),
            "ending": gettext(HOW[player["ending"]]) if player["ending"] else "",
        }

    def _groups(self, city: list[dict[str, Any]]) -> list[tuple[str, list[Shown]]]:
        """By type, in order of arrival; the last one is what a disaster would take."""
        shown = [self._lay(card) for card in city]
        for card in shown:
            self._foresee(card, "take")
        found = []
        for type_, title in GROUPS:
            cards = [card for card in shown if card.face.type == type_]
            if cards:
                cards[-1].newest = type_ in TAKEABLE_TYPES
                found.append((str(title), cards))
        return found

    def _resource(self, player: dict[str, Any], place: int) -> dict[str, Any]:
        """One kind of resource: upright and tilted, and what the pile still holds."""
        held, used = player["res"][place], player["used"][place]
        mine = player["seat"] == self.me
        return {
            "kind": KINDS[place],
            "name": gettext(KIND_NAMES[place]),
            "shape": SHAPES[place],
            "held": held,
            "upright": range(held - used),
            "tilted": range(used),
            "pile": self.view["piles"][place],
            "changed": (player["seat"], KINDS[place]) in self.moments.changed,
            "offers": self.offers.get(KINDS[place], []) if mine else [],
        }
