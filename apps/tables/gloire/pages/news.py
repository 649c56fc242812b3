"""What the realm talks about after a turn: its public events in sentences, alike ones gathered into one.

Read by every BILAN, by the page of news and under the film of the map. At a court of a hundred a turn has
several hundred events: told one by one they would bury what matters.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext_noop

from apps.tables.gloire.bilan.sheet import clean, strong
from apps.tables.gloire.bilan.tale import enumeration, retell, title_of
from apps.tables.gloire.bilan.words import gettext as _
from apps.tables.gloire.bilan.words import ngettext
from engines.core.contract import Event
from engines.core.texts import render
from engines.gloire.maps import load_map
from engines.gloire.report import narrate

View = dict[str, Any]
Pair = tuple[int, int]
PARTS = ("lord", "enemy", "ally", "victim", "before", "by")  # of an event: the lords it speaks of
LARGE_COURT = 30
FIRST = 10  # of the ranking: everybody hears of them
TIES = {  # made by two, and by one lord with several
    "peace": (
        gettext_noop("{lord} et {names} font la paix."),
        gettext_noop("{lord} fait la paix avec {names}."),
    ),
    "alliance": (gettext_noop("{lord} et {names} s’allient."), gettext_noop("{lord} s’allie à {names}.")),
}


class News(NamedTuple):
    """One sentence, and the lords it speaks of."""

    seats: frozenset[int]
    words: str


def news(events: Sequence[Event], view: View) -> list[News]:
    """The crown and the dead first, then lands, wars, ties, and the court."""
    events = retell(events)
    names = [strong(clean(lord["name"])) for lord in view["lords"]]
    marked = {**view, "lords": [{"name": name} for name in names]}
    return [
        *_as_told(events, view, "opening"),
        *_as_told(events, marked, "victory", "lord_fell", "succession"),
        *_conquests(events, view, names),
        *_as_told(events, marked, "attack_failed"),
        *_freed_lands(events, view, names),
        *_as_told(events, marked, "land_sold", "felony"),
        *_wars(events, names),
        *_ties(events, "peace", "enemy", names),
        *_ties(events, "alliance", "ally", names),
        *_cancelled_alliances(events, names),
        *_as_told(events, view, "royal_joust"),
        *_titles(events, names),
    ]


def horizon(view: View, seat: int | None) -> set[int]:
    """Whom a lord hears of at a large court: the first ten, those around his rank, his ties, and whose lands
    touch his."""
    near = {lord["seat"] for lord in view["lords"] if lord["rank"] and lord["rank"] <= FIRST}
    if seat is None:
        return near
    me, lands = view["lords"][seat], view["lands"]
    rank = me["rank"] or 0
    near |= {seat, *me["allies"], *me["enemies"]}
    near |= {lord["seat"] for lord in view["lords"] if lord["rank"] and abs(lord["rank"] - rank) <= 3}
    atlas = load_map(view["map"]).lands
    for name, land in lands.items():
        if land["owner"] == seat:
            near.update(
                lands[other]["owner"] for other in atlas[name].neighbours if lands[other]["owner"] is not None
            )
    return near


def near_first(told: list[News], view: View, seat: int | None) -> tuple[list[News], int]:
    """The news to show, and how many more come from further away: at a small court none."""
    if len(view["lords"]) <= LARGE_COURT or seat is None:
        return told, 0
    near = horizon(view, seat)
    shown = [one for one in told if one.seats & near or not one.seats]
    return shown, len(told) - len(shown)


def _as_told(events: Sequence[Event], view: View, *kinds: str) -> list[News]:
    told = []
    for event in events:
        text = narrate(event, view) if event.kind in kinds else None
        if text is not None:
            seats = frozenset(event.params[key] for key in PARTS if event.params.get(key) is not None)
            told.append(News(seats, render(text, _)))
    return told


# --- lands --------------------------------------------------------------------------------------------------


def _conquests(events: Sequence[Event], view: View, names: list[str]) -> list[News]:
    """What each lord took in the turn, in one sentence: « prend Jutland et Scanie à Drogon ; Courlande à
    Hermine »."""
    atlas = load_map(view["map"]).lands
    taken: dict[int, dict[int | None, list[str]]] = {}
    for event in events:
        if event.kind == "land_taken":
            by_victim = taken.setdefault(event.params["lord"], {})
            by_victim.setdefault(event.params["before"], []).append(atlas[event.params["land"]].label)
    told = []
    for lord, by_victim in taken.items():
        seats = frozenset((lord, *(victim for victim in by_victim if victim is not None)))
        told.append(News(seats, f"{names[lord]} {_feats(by_victim, names)}."))
    return told


def _feats(by_victim: dict[int | None, list[str]], names: list[str]) -> str:
    won = [
        _("{lands} à {victim}").format(lands=enumeration(lands), victim=names[victim])
        for victim, lands in by_victim.items()
        if victim is not None
    ]
    feats = [_("prend {won}").format(won=" ; ".join(won))] if won else []
    if None in by_victim:
        feats.append(_("soumet {lands}").format(lands=enumeration(by_victim[None])))
    return _(" et ").join(feats) if len(won) < 2 else " ; ".join(feats)


def _freed_lands(events: Sequence[Event], view: View, names: list[str]) -> list[News]:
    """Lands without a master since this turn, gathered by whom they had: after a revolt, or with the end of a
    house."""
    atlas = load_map(view["map"]).lands
    free: dict[tuple[int, str], list[str]] = {}
    for event in events:
        if event.kind == "land_freed":
            free.setdefault((event.params["lord"], event.params["how"]), []).append(
                atlas[event.params["land"]].label
            )
    told = []
    for (lord, how), lands in free.items():
        text = ngettext(
            "{lands} se révolte contre {lord} et reprend son indépendance.",
            "{lands} se révoltent contre {lord} et reprennent leur indépendance.",
            len(lands),
        )
        if how == "end":
            text = ngettext(
                "{lands} redevient indépendante : son seigneur, {lord}, n’est plus.",
                "{lands} redeviennent indépendantes : leur seigneur, {lord}, n’est plus.",
                len(lands),
            )
        told.append(News(frozenset((lord,)), text.format(lands=enumeration(lands), lord=names[lord])))
    return told


# --- wars and ties ------------------------------------------------------------------------------------------


def _wars(events: Sequence[Event], names: list[str]) -> list[News]:
    """Wars, each with the alliances that fall with it; those which break nothing are gathered by who declares
    them."""
    declared: dict[int, list[int]] = {}
    breaking, fallen = [], set[int]()
    for event in events:
        p = event.params
        if event.kind == "alliance_ended" and p["why"] != "cancelled":
            fallen |= {p["lord"], p["ally"]}
        elif event.kind == "war":
            common = fallen - {p["lord"], p["enemy"]}
            if common or p["why"] != "declared":
                breaking.append(_breaking(p, sorted(common), names))
            else:
                declared.setdefault(p["lord"], []).append(p["enemy"])
            fallen = set()
    text = _("{lord} déclare la guerre à {names}.")
    return [_lord_and_others(lord, foes, names, text) for lord, foes in declared.items()] + breaking


def _breaking(p: dict[str, Any], common: list[int], names: list[str]) -> News:
    one, other = names[p["lord"]], names[p["enemy"]]
    if p["why"] == "declared":
        words = _("{one} déclare la guerre à {other}").format(one=one, other=other)
    else:
        words = _("La guerre éclate entre {one} et {other}").format(one=one, other=other)
    if common:
        text = ngettext(
            "{war} ; leur allié commun, {names}, les quitte tous deux.",
            "{war} ; leurs alliés communs, {names}, les quittent tous deux.",
            len(common),
        )
        words = text.format(war=words, names=enumeration([names[seat] for seat in common]))
        return News(frozenset((p["lord"], p["enemy"], *common)), words)
    return News(frozenset((p["lord"], p["enemy"])), words + ".")


def _ties(events: Sequence[Event], kind: str, other: str, names: list[str]) -> list[News]:
    """Ties between two, gathered around the lords who made the most of them."""
    pairs = [(event.params["lord"], event.params[other]) for event in events if event.kind == kind]
    between_two, around_one = TIES[kind]
    return [
        _lord_and_others(hub, others, names, _(between_two if len(others) == 1 else around_one))
        for hub, others in around_hubs(pairs)
    ]


def _lord_and_others(lord: int, others: list[int], names: list[str], text: str) -> News:
    listed = enumeration([names[seat] for seat in others])
    return News(frozenset((lord, *others)), text.format(lord=names[lord], names=listed))


def around_hubs(pairs: Iterable[Pair]) -> list[tuple[int, list[int]]]:
    """Every pair once, under as few lords as a greedy choice finds."""
    left, found = list(pairs), []
    while left:
        count: dict[int, int] = {}
        for pair in left:
            for seat in pair:
                count[seat] = count.get(seat, 0) + 1
        hub = max(count, key=lambda seat: count[seat])
        found.append((hub, [a if b == hub else b for a, b in left if hub in (a, b)]))
        left = [pair for pair in left if hub not in pair]
    return found


def _cancelled_alliances(events: Sequence[Event], names: list[str]) -> list[News]:
    """Alliances that one side cancelled."""
    left: dict[int, list[int]] = {}
    for event in events:
        if event.kind == "alliance_ended" and event.params["why"] == "cancelled":
            left.setdefault(event.params["lord"], []).append(event.params["ally"])
    text = _("{lord} rompt son alliance avec {names}.")
    return [_lord_and_others(lord, allies, names, text) for lord, allies in left.items()]


# --- titles -------------------------------------------------------------------------------------------------


def _titles(events: Sequence[Event], names: list[str]) -> list[News]:
    moved: dict[tuple[bool, int], list[int]] = {}
    for event in events:
        if event.kind == "title":
            p = event.params
            moved.setdefault((p["title"] > p["before"], p["title"]), []).append(p["lord"])
    told = []
    for (up, title), seats in sorted(moved.items(), reverse=True):
        words = _title_words(up, title, len(seats)).format(
            names=enumeration([names[seat] for seat in seats]), title=title_of(title)
        )
        told.append(News(frozenset(seats), words))
    return told


def _title_words(up: bool, title: int, count: int) -> str:
    """Said so that it suits a lord as well as a lady."""
    if up:
        return ngettext(
            "{names} reçoit le titre de {title}.", "{names} reçoivent le titre de {title}.", count
        )
    if title:
        return ngettext(
            "{names} retombe au titre de {title}.", "{names} retombent au titre de {title}.", count
        )
    return ngettext("{names} perd son titre.", "{names} perdent leur titre.", count)
