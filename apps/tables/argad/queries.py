"""Troops and scenarios as pages show them: the ready ones, mine, one by its address."""

from django.utils.translation import gettext as _

from apps.accounts.models import Person
from apps.games.models import Game
from apps.games.permissions import has_part, is_its_referee
from apps.tables.argad.models import KeptScenario, KeptTroop
from engines.argad.scenario.scenarios import SCENARIOS, Scenario, read_scenario
from engines.argad.scenario.troops import READY, Troop, points, read_troop, troop_cost


def troop_by(word: str) -> Troop | None:
    """A ready troop by its name, or a kept one by its code."""
    if word in READY:
        troop = READY[word]
        return Troop(_(troop.name), troop.era, troop.figures)
    kept = KeptTroop.objects.coded(word).first()
    return read_troop(kept.data)[0] if kept else None


def scenario_by(word: str) -> Scenario | None:
    if word in SCENARIOS:
        return SCENARIOS[word]
    kept = KeptScenario.objects.coded(word).first()
    return read_scenario(kept.data)[0] if kept else None


def troop_choices(user: Person) -> list[tuple[str, str]]:
    """Ready troops, then mine, with their cost: what a form offers."""
    rows = [(id, f"{_(troop.name)} ({points(troop_cost(troop))})") for id, troop in READY.items()]
    for kept in KeptTroop.objects.of(user)[:50]:
        troop, _problems = read_troop(kept.data)
        if troop is not None:
            rows.append((kept.code, f"{kept.name} ({points(troop_cost(troop))})"))
    return rows


def scenario_choices(user: Person) -> list[tuple[str, str]]:
    """The scenarios of one's own that a new table may take."""
    return [(kept.code, kept.name) for kept in KeptScenario.objects.of(user)[:50]]


def can_organise(user: Person, game: Game) -> bool:
    """Who leads a table of Argad! without playing: the one who is named as its organiser, and nobody else. He
    sees all of it at any time; what another referee looks into is a logged act of the common console."""
    return game.slug == "argad" and is_its_referee(user, game) and not has_part(user, game)
