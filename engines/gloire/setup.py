"""The opening position: a fief, a knight-lord and 5,000 écus for each lord."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.contract import BadOptions, Event, Problem, Step
from engines.core.dice import Dice
from engines.core.texts import gettext_noop as _
from engines.core.texts import say
from engines.gloire.maps import START_POPULATION, START_WEALTH, load_map
from engines.gloire.meta import META
from engines.gloire.phases.crown import public_tables
from engines.gloire.standing import averages
from engines.gloire.state import Knight, Land, Lord, State
from engines.gloire.tables import LIMITS, START_FALLBACK, START_HAPPINESS, START_RENOWN, START_TREASURY


def chosen_options(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The options with their defaults; BadOptions with every problem otherwise."""
    problems: list[Problem] = []
    options = {option.key: given.get(option.key, option.default) for option in META.options}
    options["fiefs"] = _chosen_fiefs(given.get("fiefs", ""))
    for key in given:
        if key not in options:
            problems.append(Problem("unknown_option", say(_("Option inconnue : {key}."), key=key), (key,)))
    if not isinstance(options["map"], str) or options["map"] not in LIMITS:
        known = list(LIMITS)
        problems.append(Problem("bad_option", say(_("Cartes possibles : {known}."), known=known), ("map",)))
    else:
        low, high = LIMITS[options["map"]].seats
        if not low <= seats <= high:
            text = say(
                _("Cette carte se joue de {low} à {high} seigneurs ; il y en a {seats}."),
                low=low,
                high=high,
                seats=seats,
            )
            problems.append(Problem("bad_seats", text, ("seats",)))
    turns = options["turns"]
    if type(turns) is not int or not 10 <= turns <= 300:
        problems.append(Problem("bad_option", say(_("Le nombre de tours va de 10 à 300.")), ("turns",)))
    if options["fiefs"] and not _fiefs_fit(options, seats):
        text = say(_("Les fiefs choisis sont des terres de la carte, toutes différentes, une par seigneur."))
        problems.append(Problem("bad_option", text, ("fiefs",)))
    if type(options["draw"]) is not bool:
        problems.append(Problem("bad_option", say(_("Les fiefs sont tirés au sort, ou non.")), ("draw",)))
    if problems:
        raise BadOptions(problems)
    return options


def _chosen_fiefs(given: Any) -> list[str]:
    """Scenarios may name the fiefs, seat by seat: `fiefs=NARVIK+DOLON+…`. The lobby does not offer it."""
    return [name.strip() for name in given.split("+")] if isinstance(given, str) and given else []


def _fiefs_fit(options: dict[str, Any], seats: int) -> bool:
    fiefs = options["fiefs"]
    if (
        not isinstance(options["map"], str)
        or options["map"] not in LIMITS
        or len(fiefs) != seats
        or len(set(fiefs)) != seats
    ):
        return False
    lands = load_map(options["map"]).lands
    return all(name in lands for name in fiefs)


def open_game(seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Step:
    chosen = chosen_options(options, len(seats))
    game_map = load_map(chosen["map"])
    starts = chosen["fiefs"] or list(game_map.starts)
    if chosen["draw"] and not chosen["fiefs"]:
        dice.shuffle(starts, "starts")
    lands = {
        name: Land(land.population, land.wealth, START_HAPPINESS)
        for name, land in sorted(game_map.lands.items())
    }
    lords, knights = [], []
    for seat, (name, start) in enumerate(zip(seats, starts, strict=False)):
        lands[start] = Land(START_POPULATION, START_WEALTH, START_HAPPINESS, seat)
        peasants, garrison, knight = START_FALLBACK
        lords.append(Lord(name, START_TREASURY, start, peasants=peasants, garrison=garrison, knights=knight))
        knights.append(Knight(f"C{seat + 1}", name, seat, START_RENOWN, start, is_lord=True))
    state = State(chosen["map"], 1, chosen["turns"], lands, lords, knights, next_knight=len(lords) + 1)
    fiefs = [[seat, lord.home] for seat, lord in enumerate(lords)]
    opening = Event("opening", {"map": state.map, "fiefs": fiefs})
    return Step(state, (opening, *public_tables(state, averages(state), 0)))
