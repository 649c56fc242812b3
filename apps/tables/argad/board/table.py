"""The table top as these eyes see it, made from the view, the seat's own draft and the events addressed to
it.

At a single screen a seat's hidden men and plans stay veiled until its player says that he is there; until
then the page is made from the spectators' view.
"""

from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.games.table.sight import Sight
from apps.tables.argad import words
from apps.tables.argad.board import chronicle, decoys, figures, roster, terrain
from apps.tables.argad.board.film import scenes
from apps.tables.argad.decisions import conditions, pending, plan, setup
from apps.tables.argad.decisions.combat import Combat
from apps.tables.one_screen import Faces
from apps.tables.past import steps_to
from engines.argad.check import FALLEN_ROLES
from engines.argad.menu import LAYOUT_NAMES
from engines.argad.orders import Packet, Plot, read_packet
from engines.argad.phases import speech
from engines.argad.scenario.scenarios import scenario_of
from engines.argad.scenario.setup import LAYOUTS, Deploy, read_deploy
from engines.argad.state import State, by_id
from engines.argad.view import TableView, known_state
from engines.argad.words import ACT_NAMES, ROLE_NAMES
from engines.core.texts import render


class Views(Faces):
    """Both faces of the page."""

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight)
        # the form that was refused, or that holds more than was given, to be shown again
        self.entered: Any = {}
        self.seal_refusal = ""  # why nothing was sealed, said beside the button

    @cached_property
    def open(self) -> "Table":
        return Table(self.sight, self.sight.engine_view, self.entered)

    @cached_property
    def public_table(self) -> "Table":
        return Table(
            self.sight, self.sight.game.rules.view(self.sight.state, None), self.entered, veiled=True
        )


class Table:
    """What the templates ask for; each part is worked out when it is asked."""

    compass = [(key, label) for key, (label, _angle) in words.COMPASS.items()]
    # What may be ordered: key, name, what it asks and does.
    acts = [(key, gettext_lazy(ACT_NAMES[key]), told) for key, told in words.ACT_HELP.items()]
    fallen_roles = [(role, gettext_lazy(ROLE_NAMES[role])) for role in FALLEN_ROLES]
    fallbacks = [(act, gettext_lazy(ACT_NAMES[act])) for act in conditions.FALLBACKS]
    layouts = [(key, gettext_lazy(LAYOUT_NAMES[key])) for key in LAYOUTS]

    def __init__(self, sight: Sight, view: TableView, entered: Any, *, veiled: bool = False) -> None:
        self.sight, self.view, self.entered, self.veiled = sight, view, entered, veiled
        self.words = words
        self.seat, self.phase = view.you, view.phase
        self._seat = -1 if view.you is None else view.you
        self.width, self.height = view.width // 10, view.height // 10  # millimetres
        self.asked = sight.is_asked and not veiled and self.seat is not None

    @cached_property
    def state(self) -> State:
        """What the seat knows; during set-up, with its own men where the draft puts them."""
        known = known_state(self.view)
        if self.view.phase == "deploy" and self.asked:
            return setup.trial_of(known, self._seat, self.deploy)
        return known

    @property
    def entered_figs(self) -> list[str]:
        """Who was chosen in a form that is shown again."""
        return self.entered.getlist("figs") if self.entered else []

    @property
    def entered_squads(self) -> list[str]:
        return self.entered.getlist("units") if self.entered else []

    @property
    def entered_units(self) -> set[str]:
        return {man.figure.unit for man in self.men if man.id in self.entered_figs}

    @property
    def scenario(self) -> str:
        return _(scenario_of(known_state(self.view)).title)

    # --- what is seen ---------------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> SafeString:
        return terrain.ground_svg(self.view.terrain)

    @cached_property
    def sprite(self) -> SafeString:
        return figures.sprite({seat.number: seat.arms or seat.name for seat in self.sight.seats})

    @cached_property
    def men(self) -> list[roster.Man]:
        found = roster.men_of(self.state, self.seat)
        orders = {id: plan.sentence(self.state, order) for order in self.plot.orders for id in order.figs}
        for man in found:
            man.plan = orders.get(man.id, "")
        return found

    @cached_property
    def parties(self) -> list[roster.Party]:
        found = roster.parties(self.men, self.state, self.seat, self.view.scores)
        offered = plan.offers_by_unit(self.state, self._seat) if self.asked and self.phase == "plot" else {}
        for party in found:
            for unit in party.units:
                unit.offers = offered.get(unit.key, []) if party.mine else []
        return found

    @property
    def mine(self) -> roster.Party | None:
        return next((party for party in self.parties if party.mine), None)

    @cached_property
    def tokens(self) -> list[dict[str, Any]]:
        """Groups of the others that nobody of ours sees, each under its animal."""
        return [
            {
                "token": token,
                "name": words.ANIMALS[token.animal],
                "owner": self.view.seats[token.seat].name,
                "x": token.x / 10,
                "y": token.y / 10,
                "spot": words.spot((token.x, token.y)),
                "art": decoys.token_svg(token.animal, token.seat),
            }
            for token in self.view.tokens
        ]

    @cached_property
    def items(self) -> list[dict[str, Any]]:
        return [
            {
                "id": item.id,
                "kind": item.kind,
                "name": words.thing(item),
                "x": item.x / 10,
                "y": item.y / 10,
                "spot": f"{words.cm(item.x)}/{words.cm(item.y)}",
                "free": not item.carrier,
                "is_boat": item.kind == "boat",
                "heading": item.heading,
                "crew": self._crew(item.id) if item.kind == "boat" else "",
            }
            for item in self.state.items
            if not item.gone
        ]

    def _crew(self, boat: str) -> str:
        """Who is in a boat, by name."""
        return ", ".join(
            man.name
            for man in sorted(self.men, key=lambda m: m.id)
            if man.present and man.figure.aboard == boat
        )

    @cached_property
    def home(self) -> str:
        """Where the eye goes first: around the men who look, or everybody."""
        men = [man for man in self.men if man.present and (man.mine or self.seat is None)]
        men = men or [man for man in self.men if man.present]
        if not men:
            return f"0 0 {self.width} {self.height}"
        left, right = min(m.x for m in men) - 120, max(m.x for m in men) + 120
        top, bottom = min(m.y for m in men) - 120, max(m.y for m in men) + 120
        return f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"

    @cached_property
    def zones(self) -> list[setup.Ground]:
        return setup.zones(self.state, self._seat) if self.phase == "deploy" and self.seat is not None else []

    @cached_property
    def objectives(self) -> list[dict[str, Any]]:
        """What brings points, and how many it brings each now; allies who are after the same things are told
        of together."""
        found: dict[tuple[Any, ...], dict[str, Any]] = {}
        for party in self.parties:
            rows = [o for o in self.view.objectives if o.seat == party.seat]
            aims = tuple((o.points, words.objective(o, counted=True), o.secret) for o in rows)
            if not aims:
                continue
            lines = [
                {"points": points, "text": text, "secret": secret, "now": []} for points, text, secret in aims
            ]
            group = found.setdefault(aims, {"parties": [], "lines": lines})
            group["parties"].append(party)
            for line, one in zip(group["lines"], rows, strict=True):
                line["now"].append(self.view.points[one.id])
        return list(found.values())

    # --- what is decided ------------------------------------------------------------------------------------

    @cached_property
    def draft(self) -> Any:
        """The seat's own preparation, or what it sealed last."""
        return plan.sound_draft(self.sight) if self.asked else None

    @cached_property
    def faults_told(self) -> list[str]:
        """Why the stored draft, or a part of it, cannot be carried out and is left out of what is drawn."""
        faults = plan.faults_of(self.sight) if self.asked else []
        return [render(fault.text, _)[:200] for fault in faults[:5]]

    @property
    def is_sealed(self) -> bool:
        return self.asked and bool(self.sight.my_submissions)

    @cached_property
    def is_changed(self) -> bool:
        """The plan differs from the one that is sealed."""
        return self.is_sealed and self.draft != self.sight.my_submissions[0].decision()

    @cached_property
    def plot(self) -> Plot:
        return plan.plot_of(self.draft) if self.phase == "plot" else Plot()

    @property
    def end(self) -> str:
        """What the form says of the battle's end: as filled in, else as planned."""
        return str(self.entered.get("end", self.plot.end))

    @cached_property
    def orders(self) -> list[dict[str, Any]]:
        named = by_id(self.state)
        return [
            {
                "row": row,
                "who": ", ".join(words.name_of(named[id]) for id in order.figs if id in named),
                "text": plan.sentence(self.state, order),
            }
            for row, order in enumerate(self.plot.orders)
        ]

    @property
    def holding(self) -> int:
        """How many of one's men have no order and hold."""
        ordered = {id for order in self.plot.orders for id in order.figs}
        return sum(
            man.mine and man.present and man.id not in ordered and man.figure.mount != "pack"
            for man in self.men
        )

    @cached_property
    def ghosts(self) -> list[plan.Ghost]:
        return plan.ghosts(self.state, self.plot)

    @cached_property
    def combat(self) -> Combat | None:
        if not self.asked or self.phase != "combat":
            return None
        return Combat(self.state, self._seat, read_packet(self.draft)[0] or Packet(auto=True))

    @cached_property
    def deploy(self) -> Deploy:
        return read_deploy(self.draft)[0] or Deploy()

    @property
    def hand_placed(self) -> list[tuple[str, str]]:
        return [(id, f"{words.cm(x)}/{words.cm(y)}") for id, (x, y) in self.deploy.places.items()]

    @cached_property
    def troops(self) -> list[setup.Offer]:
        if not self.asked or self.phase != "muster":
            return []
        chosen = self.draft.get("troop") if isinstance(self.draft, dict) else ""
        return setup.troops(self.state, self._seat, chosen if isinstance(chosen, str) else "")

    @property
    def budget(self) -> int:
        return self.view.seats[self._seat].budget

    @property
    def conditions(self) -> list[dict[str, Any]]:
        return conditions.rows(self.entered or {})

    @property
    def entered_stance(self) -> bool:
        """The fold of stances was filled in: it stays open."""
        return pending.stance_entered(self.entered)

    @cached_property
    def pending(self) -> pending.Pending | None:
        """The half-made order over which a plan was not sealed."""
        if not self.entered or "seal" not in self.entered or self.phase != "plot":
            return None
        return pending.pending_order(self.entered, self.state, self._seat, self.plot)

    @property
    def may_cloud(self) -> bool:
        return "cloud" in self.view.options and not self.view.seats[self._seat].cloud_used

    @cached_property
    def foes(self) -> list[roster.Man]:
        return [man for man in sorted(self.men, key=lambda m: m.id) if man.present and not man.mine]

    @cached_property
    def friends(self) -> list[roster.Man]:
        return [man for man in sorted(self.men, key=lambda m: m.id) if man.present and man.mine]

    # --- what is said ---------------------------------------------------------------------------------------

    @cached_property
    def speakers(self) -> list[roster.Man]:
        """Those of one's men who may be heard; nobody where all sit at one screen, or against automata
        alone."""
        is_mute = self.veiled or self.seat is None or self.sight.game.is_solo
        if is_mute or self.phase not in ("plot", "combat"):
            return []
        return [man for man in self.friends if not man.figure.hidden and man.figure.mount != "pack"]

    @property
    def may_signal(self) -> bool:
        return any("musician" in man.figure.roles for man in self.speakers)

    @cached_property
    def listeners(self) -> list[tuple[str, str]]:
        """Whom some man of ours touches, with who touches him."""
        found: dict[str, list[str]] = {}
        for man in self.speakers:
            for other in speech.within_talk(self.state, man.figure):
                found.setdefault(other.id, []).append(man.id)
        named = by_id(self.state)
        return [(id, f"{words.name_of(named[id])} ({', '.join(ids)})") for id, ids in sorted(found.items())]

    @property
    def words_left(self) -> int:
        return max(0, speech.MOST - self.view.seats[self._seat].said)

    # --- what happened --------------------------------------------------------------------------------------

    @cached_property
    def steps(self) -> list[Any]:
        return list(steps_to(self.sight)[: chronicle.SHOWN])

    @cached_property
    def deed(self) -> Any:
        """The last step in which something happened besides talk."""
        return next((step for step in self.steps if not chronicle.is_talk(step)), None)

    @cached_property
    def log(self) -> list[dict[str, Any]]:
        return chronicle.log_of(self.sight, self.steps, self.view)

    @cached_property
    def film(self) -> list[dict[str, Any]]:
        events = self.sight.events_of(self.deed) if self.deed else []
        return [scene.as_json() for scene in scenes(events, self.view, self.sight.game.rules.narrate)]

    @cached_property
    def places(self) -> list[dict[str, Any]]:
        """The final ranking; empty while the battle goes on."""
        outcome = self.sight.game.outcome or {}
        rows = outcome.get("ranking", []) if self.phase == "over" else []
        seats = {party.seat: party for party in self.parties}
        return [
            {"place": row["place"], "party": seats[row["seat"]], "score": int(row["score"])} for row in rows
        ]
