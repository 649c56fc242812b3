"""The Rules of Argad!: what the host calls."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engines.argad import notation, report
from engines.argad.bot.plan import BOTS
from engines.argad.check import check_packet, check_plot
from engines.argad.events import Tale
from engines.argad.field.groups import contacts
from engines.argad.knowledge.imagine import imagine_battle
from engines.argad.knowledge.scramble import scramble
from engines.argad.menu import menu_of
from engines.argad.meta import META
from engines.argad.orders import Packet, Plot, as_json
from engines.argad.organiser import check_act, organise
from engines.argad.phases.speech import check_speech, is_speech, speak
from engines.argad.phases.start import open_turn
from engines.argad.scenario.objectives import score
from engines.argad.scenario.proofread import what_is_wrong
from engines.argad.scenario.scenarios import (
    SCENARIOS,
    Scenario,
    deal_secrets,
    items_of,
    objectives_of,
    pieces_of,
    read_scenario,
    roles_of,
    without_secrets,
)
from engines.argad.scenario.setup import check_deploy, check_muster, raise_troops, role_of, set_up
from engines.argad.state import Now, Place, copy_of
from engines.argad.state import State as Battle
from engines.argad.tables import preset
from engines.argad.turn import resolve_packets, resolve_plots
from engines.argad.view import full_view, known_state, view_of
from engines.core.contract import (
    BAD_SHAPE,
    Action,
    Ask,
    BadOptions,
    Bot,
    Event,
    Menu,
    Meta,
    Outcome,
    Problem,
    Rank,
    Seat,
    Step,
    errors,
)
from engines.core.dice import Dice
from engines.core.texts import gettext_noop, say

ASKS = {
    "muster": gettext_noop("Levez votre troupe."),
    "deploy": gettext_noop("Placez votre troupe."),
    "plot": gettext_noop("Tour {turn} : donnez vos ordres."),
    "combat": gettext_noop("Tour {turn} : tirs et mêlée."),
}
PACES = {"muster": "normal", "deploy": "normal", "plot": "long", "combat": "quick"}


class Argad:
    """One version of the rules. What differs between versions asks the battle itself: `if state.since(2)`."""

    State = Battle
    bots: Mapping[str, Bot] = BOTS
    bot_levels: Mapping[str, str] = {"normal": gettext_noop("aguerri"), "easy": gettext_noop("débutant")}
    view = staticmethod(view_of)
    organiser_view = staticmethod(full_view)  # hidden men, reserves, notes, secret objectives too
    narrate = staticmethod(report.narrate)
    scramble = staticmethod(scramble)  # for the conformance suite

    def __init__(self, version: int) -> None:
        self.meta: Meta = msgspec.structs.replace(META, version=version)

    def setup(self, seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Step:
        chosen = _options(seats, options)
        scenario = chosen["opening"]
        roles = roles_of(scenario, len(seats))
        state = Battle(
            scenario=chosen["scenario"],
            options=preset(chosen["preset"]),
            width=scenario.size[0] * 100,
            height=scenario.size[1] * 100,
            terrain=pieces_of(scenario),
            figures=[],
            items=items_of(scenario),
            objectives=objectives_of(scenario, roles),
            seats=[
                Place(name, role.name, role.side, role.budget * chosen["budget"] // 100, role.troop)
                for name, role in zip(seats, roles, strict=True)
            ],
            last_turn=scenario.turns,
            margin=scenario.margin,
            custom=chosen.get("custom"),
            bases=chosen["bases"],
            hints=chosen["hints"],
            edition=self.meta.version if self.meta.version > 1 else msgspec.UNSET,
        )
        for seat in range(len(seats)):
            deal_secrets(state, seat, chosen["cards"], dice)
        return Step(state, (Event("opened", {"scenario": state.scenario}),))

    def asks(self, state: Battle) -> Ask | None:
        if state.phase == "over":
            return None
        seats = tuple(range(len(state.seats)))
        if state.phase in ("plot", "combat"):
            present = {f.seat for f in state.figures if f.place == "table"}
            seats = tuple(s for s in seats if s in present and not state.seats[s].conceded) or seats
        return Ask(seats, "sealed", say(ASKS[state.phase], turn=state.turn), PACES[state.phase])  # type: ignore[arg-type]

    def menu(self, state: Battle, seat: Seat, draft: Action | None = None) -> Menu:
        ask = self.asks(state)
        if ask is None or seat not in ask.seats:
            return Menu(say(gettext_noop("Rien à décider pour le moment.")))
        return menu_of(known_state(view_of(state, seat)), seat, draft)

    def check(self, state: Battle, seat: Seat, action: Action) -> list[Problem]:
        ask = self.asks(state)
        if ask is None or seat not in ask.seats:
            return [Problem("not_asked", say(gettext_noop("Ce n’est pas à vous de décider maintenant.")))]
        if not isinstance(action, dict) or action.get("kind") != state.phase:
            text = gettext_noop("On attend ici une action de genre « {kind} ».")
            return [Problem(BAD_SHAPE, say(text, kind=state.phase))]
        return _CHECKS[state.phase](state, seat, action)

    def apply(self, state: Battle, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        new = copy_of(state)
        tale = Tale(new)
        if new.phase == "muster":
            raise_troops(new, moves, tale)
            new.phase = "deploy"
        elif new.phase == "deploy":
            set_up(new, moves, tale)
            open_turn(new, dice, tale)
        elif new.phase == "plot":
            resolve_plots(new, moves, dice, tale)
        else:
            resolve_packets(new, moves, dice, tale)
        return Step(new, tuple(tale.events), reveals=True)

    def default(self, state: Battle, seat: Seat, why: str) -> Action:
        """Absent: the scenario's troop, the usual layout, men who hold, the usual policy in combat."""
        if state.phase == "muster":
            return {"kind": "muster", "troop": role_of(state, seat).troop}
        if state.phase == "deploy":
            return {"kind": "deploy"}
        if state.phase == "plot":
            return as_json(Plot())
        return as_json(Packet(auto=True))

    def outcome(self, state: Battle) -> Outcome | None:
        return _outcome(state) if state.phase == "over" else None

    def notate(self, state: Battle, seat: Seat, action: Action) -> str:
        return notation.notate(action)

    def parse(self, state: Battle, seat: Seat, text: str) -> tuple[Action | None, list[Problem]]:
        return notation.parse(text)

    def arrange(self, state: Battle) -> Battle:
        """For case files: men put down by hand begin the turn where they stand, at grips with whom they
        touch."""
        new = copy_of(state)
        touched = contacts(new)
        for figure in new.figures:
            figure.now = Now(start=(figure.x, figure.y), contacts=tuple(sorted(touched.get(figure.id, ()))))
        return new

    def check_organise(self, state: Battle, act: Any) -> list[Problem]:
        """What is wrong with an organiser's act, or with a seat's speech; empty if `organise` accepts it."""
        return check_speech(state, act) if is_speech(act) else check_act(state, act)

    def organise(self, state: Battle, act: Any, dice: Dice) -> Step:
        """An act of the organiser (`organiser.py`) or a speech of a seat (`speech.py`), at any moment between
        two steps."""
        return speak(state, act) if is_speech(act) else organise(state, act, dice)

    def seat_bounds(self, options: Mapping[str, Any]) -> tuple[int, int] | None:
        """The fewest and most seats of a scenario that the table brings; None where the options say it."""
        scenario, problems = _own_scenario(options)
        return scenario.seats if scenario is not None and not problems else None

    def imagine(self, state: Battle, seat: Seat | None, dice: Dice) -> Battle:
        """A battle to try things in, made of what the seat sees; see `imagine.py`."""
        ask = self.asks(state)
        return imagine_battle(view_of(state, seat), seat, ask.seats if ask is not None else (), dice)

    def options_shown(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options as every seat may read them: a scenario of the table's own keeps its secrets."""
        own = without_secrets(options.get("custom"))
        return {**options, "custom": own} if own is not None else dict(options)


_CHECKS = {"muster": check_muster, "deploy": check_deploy, "plot": check_plot, "combat": check_packet}


def _options(seats: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """The chosen options, with the scenario itself as `opening`: one of ours, or the table's own under
    `custom`."""
    chosen: dict[str, Any] = {option.key: option.default for option in META.options}
    own, problems = _own_scenario(options)
    for key, value in options.items():
        if own is None or key not in ("scenario", "custom"):
            problems += _wrong_option(key, value)
            chosen[key] = value
    if problems:
        raise BadOptions(problems)
    if own is not None:
        chosen |= {"scenario": "custom", "custom": options["custom"]}
    chosen["opening"] = own or SCENARIOS[chosen["scenario"]]
    low, high = chosen["opening"].seats
    if not low <= len(seats) <= high:
        text = say(gettext_noop("Ce scénario se joue de {low} à {high}."), low=low, high=high)
        raise BadOptions([Problem("bad_seats", text)])
    return chosen


def _wrong_option(key: str, value: Any) -> list[Problem]:
    option = next((o for o in META.options if o.key == key), None)
    if option is None:
        return [Problem("unknown_option", say(gettext_noop("Option inconnue : {key}."), key=key))]
    known = [v for v, _ in option.choices]
    whole = isinstance(value, int) and not isinstance(value, bool)
    if value in known if known else whole and (option.low or 0) <= value <= (option.high or 0):
        return []
    text = say(gettext_noop("Valeur impossible pour « {key} » ; voyez les choix proposés."), key=key)
    return [Problem("bad_option", text, (key,))]


def _own_scenario(options: Mapping[str, Any]) -> tuple[Scenario | None, list[Problem]]:
    """The scenario that the table brings, and what is wrong with it."""
    if options.get("scenario") != "custom":
        return None, []
    scenario, problems = read_scenario(options.get("custom"))
    return scenario, problems or errors(what_is_wrong(scenario) if scenario else [])


def _outcome(state: Battle) -> Outcome:
    """By score; scores within the scenario's margin of the best share the first place."""
    scores = [score(state, seat) for seat in range(len(state.seats))]
    gone = [place.conceded for place in state.seats]
    order = sorted(range(len(scores)), key=lambda s: (gone[s], -scores[s], s))
    best = scores[order[0]]
    ranking: list[Rank] = []
    for number, seat in enumerate(order, 1):
        before = ranking[-1] if ranking else None
        tied = before is not None and scores[seat] == scores[before.seat] and gone[seat] == gone[before.seat]
        place = before.place if before is not None and tied else number
        if not gone[seat] and best - scores[seat] <= state.margin:
            place = 1
        ranking.append(Rank(seat, place, float(scores[seat]), report.points(scores[seat])))
    first = [rank.seat for rank in ranking if rank.place == 1]
    verdict = report.verdict([state.seats[seat].name for seat in first], scores[first[0]])
    how = say("{ending} {verdict}", ending=say(report.ENDINGS[state.ended]), verdict=verdict)
    return Outcome(tuple(ranking), how)
