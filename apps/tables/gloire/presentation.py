"""How Gloire et Pouvoir shows itself to the host: its board (map and order desk), tabs, scripts and
reports."""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from apps.games.engine.kept import KeptValues
from apps.games.engine.positions import view_for
from apps.games.models import Game, Report, Seat, Step
from apps.games.table.presentation import Happening, Presentation, ReportDraft
from apps.games.table.sight import Sight
from apps.site.texts import LazyText
from apps.tables.gloire.bilan.reports import reports_of
from apps.tables.gloire.bilan.sheet import bare, first_words, letter
from apps.tables.gloire.desk.draft import Desk, desk_of, drafted_orders
from apps.tables.gloire.desk.forms import order_forms
from apps.tables.gloire.map import layers
from apps.tables.gloire.map.chart import Box, Chart, chart, first_look, horizon, scale_of
from apps.tables.gloire.map.film import news_of
from apps.tables.gloire.map.land import land_rows
from apps.tables.gloire.pages.curves import history
from apps.tables.gloire.pages.guide import guide_for
from apps.tables.gloire.pages.news import news
from apps.tables.gloire.pages.realm import moved_since
from apps.tables.gloire.pages.rules import rules_context
from engines.core.contract import Event
from engines.gloire.maps import distances_from
from engines.gloire.orders.catalogue import CATALOGUE, COURT, ECONOMY, ORDERS, OTHER, WAR
from engines.gloire.words import decimal, number

FAMILIES = (ECONOMY, WAR, COURT, OTHER)  # of the menu of orders, as people use them
NEIGHBOURHOOD = 12  # lords in the short table of the realm
ORDERS_HERE = "<!--orders-->"  # where the drafted orders go in the kept map


class GloirePresentation(Presentation):
    board_template = "gloire/board.html"
    stylesheet = "css/gloire/map.css"
    script = "js/gloire/index.js"
    table_label = _("Ordres")

    tabs = (
        ("gloire:map", _("Carte")),
        ("games:reports", _("Bilans")),
        ("gloire:realm", _("Royaume")),
        ("gloire:diplomacy", _("Diplomatie")),
        ("gloire:news", _("Nouvelles")),
        ("gloire:advisers", _("Conseillers")),
    )
    rules_template = "gloire/rules.html"
    end_page = "gloire:coronation"
    curtain_hides_all = True
    keeps_views = True
    takes_mail = True

    def table_tab(self, sight: Sight) -> LazyText:
        """A desk for those who have one; the others come to see the court."""
        return self.table_label if sight.me is not None and sight.pending is not None else _("La cour")

    def board(self, sight: Sight) -> "Board":
        return Board(sight)

    def rules(self) -> dict[str, Any]:
        return rules_context()

    def history(self, sight: Sight, step: Step) -> tuple[str, list[str]]:
        """A turn and its news; what concerns one's own house alone stands in the BILAN."""
        events = sight.events_of(step)
        turn = next((event.params["turn"] for event in events if event.kind == "turn"), 0)
        title = _("Tour {n}").format(n=turn) if turn else str(_("L’ouverture"))
        return title, news_of(sight, events, sight.view)

    def reports(self, happening: Happening, seats: list[Seat]) -> list[ReportDraft]:
        return reports_of(happening, seats)

    def public_news(self, game: Game, events: Sequence[Event], state: Any, most: int) -> list[str]:
        """As in the BILAN: what is alike is gathered, what matters most comes first."""
        return [bare(one.words) for one in news(list(events), view_for(game, state, None))][:most]

    def html_in_mail(self, html: str) -> str:
        """In a mail nothing can be unfolded: battles stand open."""
        return letter(html)


class Board:
    """What the board's templates ask for, each part made when it is asked for.

    Everything but the draft depends on the position, the eyes and the arms of the houses: such parts are
    kept. The page takes a quarter longer without the drawn map, a third without the pieces
    (`make bench NAME=order-desk`); the last BILAN is kept for the sake of its query.
    """

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.kept = sight.kept_values.take(("board", self.houses), KeptValues)
        self.view = sight.view
        self.chart: Chart = chart(self.view["map"])
        self.own = layers.lands_of_reader(self.view)
        self.look = first_look(self.chart, self.own)
        self.scale = scale_of(self.look)

    @property
    def houses(self) -> tuple[tuple[str, str], ...]:
        return tuple((seat.arms, seat.name) for seat in self.sight.seats)

    @cached_property
    def map(self) -> tuple[SafeString, SafeString]:
        """The figure of the map before and after the drafted orders, which alone are drawn anew."""
        return self.kept.take(("map", self.has_desk), self._drawn_map)

    def _drawn_map(self) -> tuple[SafeString, SafeString]:
        drawn, view, scale = self.chart, self.view, self.scale
        address = reverse("gloire:land", args=[self.sight.game.code, "LAND"])
        parts = {
            "look": _as_view_box(self.look),
            "whole": _as_view_box(drawn.view_box),
            "near": _as_view_box(horizon(drawn, self.own)),
            "definitions": layers.definitions(drawn, self.houses),
            "lands": layers.land_layer(drawn, view, address),
            "links": SafeString(drawn.links),
            "land_names": SafeString(drawn.names),
            "borders": layers.border_layer(drawn, view),
            "labels": layers.label_layer(drawn, view, scale),
            "arms": layers.arms_layer(drawn, view, scale),
            "forces": layers.force_layer(drawn, view, scale),
            "orders_here": mark_safe(ORDERS_HERE),
        }
        before, after = self._render("gloire/_map.html", **parts).split(ORDERS_HERE)
        return mark_safe(before), mark_safe(after)

    def realm_sheet(self) -> SafeString:
        return self._piece("gloire/_realm.html")

    def near_sheet(self) -> SafeString:
        return self._piece("gloire/_near.html")

    def list_sheet(self) -> SafeString:
        return self._piece("gloire/_list.html")

    def news_lines(self) -> SafeString:
        return self._piece("gloire/_news_lines.html")

    def news(self) -> list[str]:
        return news_of(self.sight, self.sight.events_of(self.sight.shown_step), self.view)

    @property
    def last_turn(self) -> int:
        return self.view["turn"] - 1

    @cached_property
    def unread(self) -> bool:
        """The BILAN of the turn that has just been resolved still waits to be read."""
        return self.sight.is_present and self.last_turn > 0 and getattr(self.sight.me, "report_waits", False)

    def tale(self) -> SafeString | None:
        """How the reader's last BILAN begins. An automaton receives none: whoever takes its seat reads the
        next one."""
        return self.kept.take("last report", self._read_last_report)

    def _read_last_report(self) -> SafeString | None:
        mine = Report.objects.filter(step=self.sight.shown_step, seat=self.sight.me)
        html = mine.values_list("html", flat=True).first()
        return None if html is None else mark_safe(first_words(html))

    def order_menu(self) -> SafeString:
        return self._piece("gloire/_order_menu.html")

    def _piece(self, template: str) -> SafeString:
        return self.kept.take(template, lambda: self._render(template))

    def _render(self, template: str, **more: str) -> SafeString:
        context = {"board": self, "sight": self.sight, "game": self.sight.game, **more}
        return render_to_string(template, context)

    def orders(self) -> SafeString:
        has_draft = self.sight.pending is not None and self.sight.me is not None
        drafted = drafted_orders(self.sight) if has_draft else []
        return layers.order_layer(self.chart, self.view, drafted, self.scale)

    @cached_property
    def has_desk(self) -> bool:
        """A lord who may still give orders, or whose sealed orders wait."""
        step = self.sight.pending
        return step is not None and self.view["me"] is not None and self.sight.number in step.asked

    def edit_url(self) -> str:
        """The address of the desk's verbs, without the verb."""
        return reverse("gloire:edit", args=[self.sight.game.code, "v"]).removesuffix("v/")

    @cached_property
    def guide(self) -> Any:
        """The guided first turn, until the newcomer puts it away."""
        return guide_for(self.sight)

    @cached_property
    def desk(self) -> Desk | None:
        return desk_of(self.sight) if self.has_desk else None

    @cached_property
    def form_groups(self) -> list[dict[str, Any]]:
        """The catalogue by family, each order with its address; those that make no sense now are left out."""
        possible = order_forms(self.sight)
        groups: dict[str, dict[str, Any]] = {}
        for spec in ORDERS:
            if spec.code in possible:
                group = groups.setdefault(spec.family, {"title": _(spec.family), "orders": []})
                url = reverse("gloire:order", args=[self.sight.game.code, spec.code])
                group["orders"].append(
                    {"code": spec.code, "label": _(spec.label), "url": f"{url}?siege={self.sight.number}"}
                )
        return [groups[family] for family in FAMILIES if family in groups]

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The list twin: the lord's horizon first, nearest first."""
        far = self._steps_from_home
        return land_rows(self.sight, sorted(self.view["lands"], key=lambda name: (far.get(name, 99), name)))

    @cached_property
    def near_rows(self) -> list[dict[str, Any]]:
        far = self._steps_from_home
        near = [name for name, steps in far.items() if steps <= 1]
        return land_rows(self.sight, sorted(near, key=lambda name: (far[name], name)))

    @property
    def _steps_from_home(self) -> dict[str, int]:
        return distances_from(self.chart.game_map.lands, *self.own) if self.own else {}

    @cached_property
    def realm(self) -> list[dict[str, Any]]:
        """The lords by rank: all of them at a small court, else the first, myself and my neighbours."""
        lords = sorted((lord for lord in self.view["lords"] if lord["alive"]), key=lambda lord: lord["rank"])
        shown = lords if len(lords) <= NEIGHBOURHOOD else [lord for lord in lords if self._close(lord)]
        past = history(self.sight.game, self.sight.shown_step.n)
        return [
            {
                **lord,
                **moved_since(past, lord, places=0),
                "arms": self.sight.seats[lord["seat"]].arms,
                "url": reverse("gloire:lord", args=[self.sight.game.code, lord["seat"]]),
                "relation": layers.standing_to(self.view, lord["seat"]),
                "standing_shown": decimal(lord["standing"], 0),
            }
            for lord in shown
        ]

    def _close(self, lord: dict[str, Any]) -> bool:
        if self.view["me"] is None:
            return lord["rank"] <= NEIGHBOURHOOD
        mine = self.view["lords"][self.view["me"]["seat"]]
        linked = lord["seat"] in (*mine["allies"], *mine["enemies"])
        return lord["rank"] <= 5 or abs(lord["rank"] - mine["rank"]) <= 2 or linked

    def words(self) -> dict[str, list[str]]:
        """What may be completed while typing, by kind of argument; lands from the nearest to the farthest."""
        me = self.view["me"] or {"knights": [], "garrisons": []}
        knights = [knight["id"] for knight in me["knights"]]
        garrisons = [garrison["id"] for garrison in me["garrisons"]]
        places = {*self.own, *(knight["place"] for knight in me["knights"])}
        far = distances_from(self.chart.game_map.lands, *places) if places else {}
        foreign = self.view["lands"].keys() - self.own
        return {
            "land": [*sorted(foreign, key=lambda name: (far.get(name, 99), name)), *self.own],
            "own_land": self.own,
            "lord": [lord["name"] for lord in self.view["lords"] if lord["alive"]],
            "knight": knights,
            "any_knight": knights,
            "knights": ["*", *knights],
            "garrison": garrisons,
            "army": [*knights, *garrisons],
            "fort": ["palissade", "muraille", "enceinte"],
        }

    def hints(self) -> dict[str, str]:
        """Who hides behind the number of an army, for the completion."""
        me = self.view["me"] or {"knights": [], "garrisons": []}
        label = self.chart.shapes
        told = {
            one["id"]: f"{one['name']}, {label[one['place']].label}, {number(one['men'])} h."
            for one in me["knights"]
        }
        return told | {
            one["id"]: f"{label[one['place']].label}, {number(one['men'])} h." for one in me["garrisons"]
        }

    def reach(self) -> dict[str, list[str]]:
        """The lands beside each of the reader's knights: what he may attack or ride to."""
        atlas = self.chart.game_map.lands
        return {
            one["id"]: list(atlas[one["place"]].neighbours)
            for one in (self.view["me"] or {"knights": []})["knights"]
        }

    def syntax(self) -> dict[str, dict[str, Any]]:
        """The kinds of the arguments of every order, for completion."""
        return {
            code: {
                "label": str(_(spec.label)),
                "kinds": [arg.kind for arg in spec.args],
                "example": spec.example,
            }
            for code, spec in CATALOGUE.items()
        }


def _as_view_box(box: Box) -> str:
    return " ".join(f"{side:g}" for side in box)


PRESENTATION = GloirePresentation()
