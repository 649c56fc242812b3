"""How far every city is: the five paths side by side, and the sacraments with what they lack."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from apps.tables.theopolis.faces import CATALOGUE, coins
from engines.theopolis.catalogue import STONES_TO_WIN
from engines.theopolis.state import START_POINTS
from engines.theopolis.vocabulary import Effect

WHERE = {
    "city": ("●", _("dans la cité")),
    "hand": ("◐", _("en main")),
    "board": ("○", _("sur le plateau")),
    "neighbour": ("◇", _("chez un voisin")),
    "unseen": ("·", _("pas en vue")),
}
FAMILIES = {"initiation": _("initiation"), "guerison": _("guérison"), "mission": _("mission")}
SCORE_SPAN = (-START_POINTS, 30)  # what the bar of the Apocalypse covers


@dataclass
class Runner:
    """One city on one path. `share` is the part of the way, in hundredths."""

    player: dict[str, Any]
    value: str
    detail: str
    share: int
    leads: bool = False
    spoken: str = ""  # where the value is written with shapes


@dataclass(frozen=True)
class Path:
    key: str
    title: str
    runners: list[Runner]


@dataclass(frozen=True)
class Place:
    """One place of a sacrament."""

    name: str
    where: str
    sign: str
    words: str
    bishop: str = ""  # who could take it where a neighbour has it


@dataclass(frozen=True)
class Rite:
    """One sacrament in one city."""

    id: str
    name: str
    family: str
    text: str
    held: bool
    missing: int
    wanted: bool  # part of the nearest winning set
    places: list[Place]


def paths_of(players: list[dict[str, Any]]) -> list[Path]:
    tracks = (
        ("origin", gettext("Le Ciel : plus un point originel"), _origin),
        ("stones", gettext("La pierre : dix pierres d’édifice"), _stones),
        (
            "sacraments",
            gettext("Les sacrements : trois d’initiation, un de guérison, un de mission"),
            _sacraments,
        ),
        ("merveille", gettext("La Merveille : de quoi la payer"), _merveille),
        ("apocalypse", gettext("L’Apocalypse : le score si elle venait maintenant"), _apocalypse),
    )
    return [Path(key, title, _mark_leader([run(player) for player in players])) for key, title, run in tracks]


def rites_of(player: dict[str, Any], cards: dict[int, str]) -> list[Rite]:
    """The seven sacraments of a city, the nearest winning set marked. `cards` says what lies openly under
    each number."""
    printed = {sacrament.id: sacrament for sacrament in CATALOGUE.sacraments}
    wanted = _nearest_set(player["sacraments"], printed)
    return [
        Rite(
            id=seen["id"],
            name=gettext(printed[seen["id"]].name),
            family=str(FAMILIES[printed[seen["id"]].family]),
            text=gettext(printed[seen["id"]].text),
            held=seen["held"],
            missing=seen["missing"],
            wanted=seen["id"] in wanted and not seen["held"],
            places=[_place(slot, cards) for slot in seen["slots"]],
        )
        for seen in player["sacraments"]
    ]


def _origin(player: dict[str, Any]) -> Runner:
    points, drain, turns = player["points"], player["drain"], player["race"]["turns_to_heaven"]
    value = ngettext("%(n)d point", "%(n)d points", points) % {"n": points}
    detail = ""
    if turns is not None:
        ahead = ngettext("%(n)d tour", "%(n)d tours", turns) % {"n": turns}
        detail = gettext("−%(drain)d par tour, encore %(ahead)s") % {"drain": drain, "ahead": ahead}
    return Runner(player, value, detail, 100 * (START_POINTS - points) // START_POINTS)


def _stones(player: dict[str, Any]) -> Runner:
    held = player["stones"]
    return Runner(player, f"{held} / {STONES_TO_WIN}", "", _part(held, STONES_TO_WIN))


def _sacraments(player: dict[str, Any]) -> Runner:
    missing = player["race"]["slots_missing"]
    value = ngettext("manque %(n)d carte", "manque %(n)d cartes", missing) % {"n": missing}
    whole = CATALOGUE.slots_missing(0)
    return Runner(player, value, "", _part(whole - missing, whole))


def _merveille(player: dict[str, Any]) -> Runner:
    lacking = coins(player["race"]["merveille_missing"])
    missing = sum(coin.n for coin in lacking)
    goal = sum(CATALOGUE.cards[CATALOGUE.winners[0]].cost) if CATALOGUE.winners else 0
    value = spoken = gettext("de quoi la payer")
    if missing:
        value = gettext("manque %(what)s") % {"what": " ".join(f"{coin.shape}{coin.n}" for coin in lacking)}
        spoken = gettext("manque %(what)s") % {"what": ", ".join(f"{coin.n} {coin.name}" for coin in lacking)}
    detail = gettext("la Merveille est dans cette main") if player["race"]["merveille_seen"] else ""
    return Runner(player, value, detail, _part(goal - missing, goal), spoken=spoken)


def _apocalypse(player: dict[str, Any]) -> Runner:
    score = player["race"]["score"]
    low, high = SCORE_SPAN
    return Runner(player, str(score).replace("-", "−"), "", _part(score - low, high - low))


def _mark_leader(runners: list[Runner]) -> list[Runner]:
    best = max(runner.share for runner in runners)
    for runner in runners:
        runner.leads = runner.share == best and sum(other.share == best for other in runners) < len(runners)
    return runners


def _part(done: int, whole: int) -> int:
    return max(0, min(100, 100 * done // whole)) if whole else 0


def _place(slot: dict[str, Any], cards: dict[int, str]) -> Place:
    sign, words = WHERE[slot["where"]]
    name = gettext(" ou ").join(gettext(CATALOGUE.edition.tags[tag]) for tag in slot["tags"])
    bishop = _bishop_for(cards[slot["cards"][0]]) if slot["where"] == "neighbour" else ""
    return Place(name, slot["where"], sign, str(words), bishop)


def _bishop_for(card: str) -> str:
    """Whose arrival takes cards of that type; empty where no card of the edition does."""
    effect = Effect("take", (CATALOGUE.cards[card].type,))
    return next((gettext(printed.name) for printed in CATALOGUE.edition.cards if effect in printed.enter), "")


def _nearest_set(sacraments: list[dict[str, Any]], printed: dict[str, Any]) -> set[str]:
    """All of initiation, and in each other family the one that lacks least."""
    wanted: set[str] = set()
    for family in FAMILIES:
        own = [seen for seen in sacraments if printed[seen["id"]].family == family]
        if family != "initiation":
            own = [min(own, key=lambda seen: (not seen["held"], seen["missing"]))]
        wanted |= {seen["id"] for seen in own}
    return wanted
