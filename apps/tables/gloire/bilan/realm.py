"""What every lord reads alike: the news of the realm and the table of lords. Made once a turn from the public
view."""

from typing import Any

from apps.tables.gloire.bilan.sheet import Cell, Sheet, bare, clean, markup, row_html
from apps.tables.gloire.bilan.tale import change, lands, place, title_of
from apps.tables.gloire.bilan.words import gettext as _
from apps.tables.gloire.bilan.words import ngettext
from apps.tables.gloire.pages.news import LARGE_COURT, horizon, news
from engines.core.contract import Event
from engines.gloire.words import decimal

View = dict[str, Any]
_NUM = ' class="num"'
MINE = '<tr class="is-mine">'


class Realm:
    """The public part of a BILAN, rendered once. At a large court each lord reads his horizon first."""

    def __init__(
        self, events: list[Event], before: View | None, after: View, more_news: str, ranking: str
    ) -> None:
        """`events` are those that a spectator may see; the views are a spectator's; the rest is at the two
        addresses.

        At the opening there is nothing before.
        """
        self.view, self.more_news, self.ranking = after, more_news, ranking
        self.large = len(after["lords"]) > LARGE_COURT
        self.news = [
            (one.seats, f"<li>{markup(one.words)}</li>", f"- {bare(one.words)}")
            for one in news(events, after)
        ]
        self._order = lords_by_rank(after)
        old = {lord["seat"]: lord for lord in before["lords"]} if before is not None else {}
        self._rows = {lord["seat"]: _lord_row(lord, old.get(lord["seat"])) for lord in self._order}

    def write(self, sheet: Sheet, seat: int) -> None:
        near = horizon(self.view, seat) if self.large else None
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
            text = ngettext(
                "Et {n} autre nouvelle de plus loin", "Et {n} autres nouvelles de plus loin", rest
            )
            sheet.link(text.format(n=rest), self.more_news)

    def _write_lords(self, sheet: Sheet, seat: int, near: set[int] | None) -> None:
        sheet.section("seigneurs", _("Les seigneurs"))
        titles = (
            ("#", ""),
            (_("Seigneur"), ""),
            (_("Renommée"), _NUM),
            (_("Tour"), _NUM),
            (_("Terres"), _NUM),
        )
        head = "".join(f'<th scope="col"{css}>{words}</th>' for words, css in titles)
        body, lines = [], []
        for lord in self._order:
            if near is not None and lord["seat"] not in near:
                continue
            html, text = self._rows[lord["seat"]]
            mine = lord["seat"] == seat
            body.append(f"{MINE if mine else '<tr>'}{html}</tr>")
            lines.append(f"{'>' if mine else ' '} {text}")
        html = (
            '<table class="table '
            f'bilan-lords"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'
        )
        sheet.ready(html, "\n".join(lines))
        if near is not None:
            sheet.link(_("Le classement des {n} seigneurs").format(n=len(self._order)), self.ranking)


def lords_by_rank(view: View) -> list[dict[str, Any]]:
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


def _lord_row(lord: dict[str, Any], old: dict[str, Any] | None) -> tuple[str, str]:
    name, title = clean(lord["name"]), title_of(lord["title"]) if lord["title"] else ""
    moved = change(old["standing"], lord["standing"]) if old is not None else ""
    standing = decimal(lord["standing"], 0)
    cells: tuple[Cell, ...] = (place(lord["rank"]), (name, title), standing, moved or "–", str(lord["lands"]))
    told = f"{standing} ({moved})" if moved else standing
    line = f"{place(lord['rank'])} {name}{f' ({title})' if title else ''} : {told}, {lands(lord['lands'])}"
    return row_html(cells, 2), line
