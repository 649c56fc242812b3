"""What every lord reads alike: the news of the realm and the table of lords. Made once a turn from the public view."""

from typing import Any, NamedTuple

from apps.tables.gloire.bilan_sheet import Cell, Sheet, bare, clean, markup, row_html, strong
from apps.tables.gloire.bilan_tale import change, lands, listed, place, title_of
from apps.tables.gloire.bilan_words import gettext as _
from apps.tables.gloire.bilan_words import ngettext
from engines.core.contract import Event
from engines.core.texts import render
from engines.gloire.maps import load_map
from engines.gloire.narrate import narrate
from engines.gloire.wording import decimal

View = dict[str, Any]
TOLD = (
    "opening",
    "lord_fell",
    "succession",
    "felony",
    "war",
    "peace",
    "alliance",
    "alliance_ended",
    "royal_joust",
    "victory",
)
PARTS = ("lord", "enemy", "ally", "victim", "before", "by")  # of an event: the lords it speaks of
LARGE_COURT = 30
_NUM = ' class="num"'
MINE = '<tr class="is-mine">'


class News(NamedTuple):
    """One sentence, and the lords it speaks of."""

    seats: frozenset[int]
    words: str


class Realm:
    """The public part of a BILAN, rendered once. At a large court each lord reads his horizon first."""

    def __init__(self, events: list[Event], before: View, after: View, more: str) -> None:
        """`events` are those that a spectator may see; the views are a spectator's; `more` is where the rest is."""
        self.view, self.more = after, more
        self.large = len(after["lords"]) > LARGE_COURT
        self.news = [
            (one.seats, f"<li>{markup(one.words)}</li>", f"- {bare(one.words)}") for one in news(events, after)
        ]
        self._order = ranked(after)
        old = {lord["seat"]: lord for lord in before["lords"]}
        self._rows = {lord["seat"]: _lord_row(lord, old[lord["seat"]]) for lord in self._order}

    def write(self, sheet: Sheet, seat: int) -> None:
        near = self._horizon(seat) if self.large else None
        self._write_news(sheet, near)
        self._write_lords(sheet, seat, near)

    def _write_news(self, sheet: Sheet, near: set[int] | None) -> None:
        sheet.section("royaume", _("Nouvelles du royaume"))
        told = [one for one in self.news if near is None or one[0] & near or not one[0]]
        if told:
            sheet.ready(f"<ul>{''.join(one[1] for one in told)}</ul>", "\n".join(one[2] for one in told))
        if not self.news:
            sheet.line(_("Le royaume est calme."))
        rest = len(self.news) - len(told)
        if rest:
            text = ngettext("Et {n} autre nouvelle de plus loin", "Et {n} autres nouvelles de plus loin", rest)
            sheet.link(text.format(n=rest), self.more)

    def _write_lords(self, sheet: Sheet, seat: int, near: set[int] | None) -> None:
        sheet.section("seigneurs", _("Les seigneurs"))
        titles = (("#", ""), (_("Seigneur"), ""), (_("Renommée"), _NUM), (_("Tour"), _NUM), (_("Terres"), _NUM))
        head = "".join(f'<th scope="col"{css}>{words}</th>' for words, css in titles)
        body, lines = [], []
        for lord in self._order:
            if near is not None and lord["seat"] not in near:
                continue
            html, text = self._rows[lord["seat"]]
            mine = lord["seat"] == seat
            body.append(f"{MINE if mine else '<tr>'}{html}</tr>")
            lines.append(f"{'>' if mine else ' '} {text}")
        html = f'<table class="table bilan-lords"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'
        sheet.ready(html, "\n".join(lines))
        if near is not None:
            sheet.link(_("Le classement des {n} seigneurs").format(n=len(self._order)), self.more)

    def _horizon(self, seat: int) -> set[int]:
        """Myself, the first ten, those around my rank, those I am linked to, and those whose lands touch mine."""
        me, lands = self.view["lords"][seat], self.view["lands"]
        near = {seat, *me["allies"], *me["enemies"]}
        rank = me["rank"] or 0
        near |= {
            lord["seat"]
            for lord in self._order
            if lord["rank"] and (lord["rank"] <= 10 or abs(lord["rank"] - rank) <= 3)
        }
        atlas = load_map(self.view["map"]).lands
        for name, land in lands.items():
            if land["owner"] == seat:
                near.update(lands[other]["owner"] for other in atlas[name].neighbours)
        near.discard(None)  # type: ignore[arg-type]
        return near


def ranked(view: View) -> list[dict[str, Any]]:
    """The living by rank, then the fallen, the last to fall first; the crowned one before all."""
    return sorted(
        view["lords"],
        key=lambda lord: (
            lord["seat"] != view["winner"] if view["victory"] else True,
            lord["rank"] is None,
            lord["rank"] or 0,
            -lord["fell"],
            lord["seat"],
        ),
    )


def _lord_row(lord: dict[str, Any], old: dict[str, Any]) -> tuple[str, str]:
    name, title = clean(lord["name"]), title_of(lord["title"]) if lord["title"] else ""
    moved = change(old["standing"], lord["standing"])
    standing = decimal(lord["standing"], 0)
    cells: tuple[Cell, ...] = (place(lord["rank"]), (name, title), standing, moved, str(lord["lands"]))
    line = (
        f"{place(lord['rank'])} {name}{f' ({title})' if title else ''} : {standing} ({moved}), {lands(lord['lands'])}"
    )
    return row_html(cells, 2), line


def news(events: list[Event], view: View) -> list[News]:
    """The public events of a turn in sentences; conquests and titles are gathered lord by lord."""
    told = [*_conquests(events, view), *_others(events, view, ("land_freed", "land_sold"))]
    return told + _others(events, view, TOLD) + _titles(events, view)


def _others(events: list[Event], view: View, kinds: tuple[str, ...]) -> list[News]:
    told = []
    for event in events:
        text = narrate(event, view) if event.kind in kinds else None
        if text is not None:
            told.append(
                News(
                    frozenset(event.params[key] for key in PARTS if event.params.get(key) is not None), render(text, _)
                )
            )
    return told


def _conquests(events: list[Event], view: View) -> list[News]:
    atlas, names = load_map(view["map"]).lands, [strong(clean(lord["name"])) for lord in view["lords"]]
    taken: dict[tuple[int, int], list[str]] = {}
    for event in events:
        if event.kind == "land_taken":
            victim = event.params["before"]
            taken.setdefault((event.params["lord"], -1 if victim is None else victim), []).append(
                atlas[event.params["land"]].label
            )
    told = []
    for (lord, victim), labels in taken.items():
        if victim < 0:
            text = ngettext("{lord} soumet {lands}, jusqu’alors indépendante.", "{lord} soumet {lands}, jusqu’alors indépendantes.", len(labels))  # fmt: skip
        else:
            text = _("{lord} prend {lands} à {victim}.")
        words = text.format(lord=names[lord], lands=listed(labels), victim=names[victim])
        told.append(News(frozenset((lord, victim)), words))
    return told


def _titles(events: list[Event], view: View) -> list[News]:
    moved: dict[tuple[bool, int], list[int]] = {}
    for event in events:
        if event.kind == "title":
            p = event.params
            moved.setdefault((p["title"] > p["before"], p["title"]), []).append(p["lord"])
    told = []
    for (up, title), seats in sorted(moved.items(), reverse=True):
        text = ngettext("{names} devient {title}.", "{names} reçoivent le titre de {title}.", len(seats))
        if not up:
            text = ngettext("{names} déchoit : le voilà {title}.", "{names} déchoient : ils se retrouvent {title}.", len(seats))  # fmt: skip
        names = listed([strong(clean(view["lords"][seat]["name"])) for seat in seats])
        told.append(News(frozenset(seats), text.format(names=names, title=title_of(title))))
    return told
