"""A sheet written once and read twice: as HTML (site and mail) and as plain text, put together as strings for
speed.

Everything is escaped here. `strong()` marks words that stand out; the marks vanish from the plain text.
"""

import re
from collections.abc import Sequence
from html import escape

_BOLD, _PLAIN = "\ue000", "\ue001"
WIDTH = 76
_NUM = ' class="num"'
_SPECIAL = re.compile(f"[&<>\"'{_BOLD}{_PLAIN}]")
OPENING = '<p class="chronicle-opening">'
FOLD, UNFOLD = '<details class="fold"><summary>', '<div class="fold"><p class="quiet">'

Cell = str | tuple[str, str]  # a figure or a name; with a second, smaller line
Row = tuple[tuple[Cell, ...], str]  # the cells, and the same as a line of plain text


def strong(words: str) -> str:
    return f"{_BOLD}{words}{_PLAIN}"


def clean(words: str) -> str:
    """Words chosen by a player, without our marks and on one line."""
    return "".join(mark for mark in words if mark.isprintable())


def markup(words: str) -> str:
    """Escaped, with our marks as tags. Most cells are figures that need nothing: one look tells them
    apart."""
    if _SPECIAL.search(words) is None:
        return words
    return escape(words).replace(_BOLD, "<strong>").replace(_PLAIN, "</strong>")


def bare(words: str) -> str:
    """As plain text. Lines are not broken: mail clients and phones do it better."""
    return words.replace(_BOLD, "").replace(_PLAIN, "")


def letter(html: str) -> str:
    """For mail: nothing is folded, many clients could not open it; cells take their room from their table.

    A style on each of some hundred cells would treble the mail, and past 100 kB mailboxes cut it off.
    """
    open_tables = html.replace(
        '<table class="table bilan-facts"', '<table cellpadding="2" class="table bilan-facts"'
    )
    spaced = open_tables.replace('<table class="table', '<table cellpadding="5" class="table')
    return spaced.replace(FOLD, UNFOLD).replace("</summary>", "</p>").replace("</details>", "</div>")


def first_words(html: str) -> str:
    """The paragraphs with which a kept BILAN opens, before its first table or title."""
    start = html.find(OPENING)
    ends = [
        at for mark in ("<h2", "<table", "<details", '<p class="why"') if (at := html.find(mark, start)) > 0
    ]
    return html[start : min(ends, default=len(html))] if start >= 0 else ""


class Sheet:
    """Both bodies grow together, in reading order."""

    def __init__(self) -> None:
        self._html: list[str] = []
        self._text: list[str] = []

    @property
    def html(self) -> str:
        return "".join(self._html)

    @property
    def text(self) -> str:
        return "\n".join(self._text).strip() + "\n"

    def title(self, words: str, above: str) -> None:
        self._html.append(f'<p class="bilan-game quiet">{markup(above)}</p><h1>{markup(words)}</h1>')
        self._text += [bare(above), bare(words).upper(), "=" * min(WIDTH, len(bare(words))), ""]

    def section(self, key: str, words: str) -> None:
        self._html.append(f'<h2 id="{key}">{markup(words)}</h2>')
        self._text += ["", bare(words).upper(), "-" * min(WIDTH, len(bare(words)))]

    def subtitle(self, words: str) -> None:
        self._html.append(f"<h3>{markup(words)}</h3>")
        self._text += ["", bare(words)]

    def opening(self, words: str) -> None:
        """The first paragraph: its first letter is illuminated on the site, never with the apostrophe behind
        it."""
        body = markup(words)
        if words[:1].isalpha():
            body = f'<span class="initial">{body[0]}</span>{body[1:]}'
        self._html.append(f"{OPENING}{body}</p>")
        self._text += [bare(words), ""]

    def line(self, words: str) -> None:
        self._html.append(f"<p>{markup(words)}</p>")
        self._text.append(bare(words))

    def why(self, words: str) -> None:
        self._html.append(f'<p class="why">{markup(words)}</p>')
        self._text.append(f"  > {bare(words)}")

    def items(self, lines: Sequence[str]) -> None:
        if not lines:
            return
        self._html.append("<ul>" + "".join(f"<li>{markup(one)}</li>" for one in lines) + "</ul>")
        self._text += [f"- {bare(one)}" for one in lines]

    def facts(self, rows: Sequence[tuple[str, str]]) -> None:
        """A short table of two columns: what, and how much."""
        cells = "".join(
            f'<tr class="fact"><td>{markup(what)}</td><td>{markup(much)}</td></tr>' for what, much in rows
        )
        self._html.append(f'<table class="table bilan-facts"><tbody>{cells}</tbody></table>')
        self._text += [bare(f"{what} : {much}") for what, much in rows] + [""]

    def table(self, head: Sequence[str], rows: Sequence[Row], figures: int) -> None:
        """`figures` counts the columns at the right that hold numbers."""
        self._html.append(table_html(head, rows, figures))
        self._text += [f"- {bare(line)}" for _cells, line in rows]

    def folded_table(self, summary: str, head: Sequence[str], rows: Sequence[Row], figures: int) -> None:
        """A table that the reader opens; in plain text it stands open."""
        self._html.append(f"{FOLD}{markup(summary)}</summary>{table_html(head, rows, figures)}</details>")
        self._text += [f"  {bare(line)}" for _cells, line in rows]

    def link(self, words: str, address: str) -> None:
        self._html.append(f'<p><a href="{escape(address)}">{markup(words)}</a></p>')
        self._text.append(f"{bare(words)}\u00a0: {address}")

    def mark(self, words: str, digest: str) -> None:
        """A long fingerprint under its name."""
        self._html.append(
            f'<p class="quiet">{markup(words)}<br><code class="hash">{escape(digest)}</code></p>'
        )
        self._text += [bare(words), f"  {digest}"]

    def ready(self, html: str, text: str) -> None:
        """A part that is the same for every reader, made once."""
        self._html.append(html)
        self._text.append(text)


def table_html(head: Sequence[str], rows: Sequence[Row], figures: int) -> str:
    first = len(head) - figures
    titles = "".join(
        f'<th scope="col"{_NUM if n >= first else ""}>{markup(words)}</th>' for n, words in enumerate(head)
    )
    body = "".join(f"<tr>{row_html(cells, first)}</tr>" for cells, _line in rows)
    return (
        '<div class="table-frame"><table '
        f'class="table"><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def row_html(row: Sequence[Cell], first: int) -> str:
    return "".join(
        f'<td class="num">{_cell(cell)}</td>' if n >= first else f"<td>{_cell(cell)}</td>"
        for n, cell in enumerate(row)
    )


def _cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return markup(cell)
    return (
        f'{markup(cell[0])}<br><small class="quiet">{markup(cell[1])}</small>' if cell[1] else markup(cell[0])
    )
