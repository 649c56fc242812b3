"""Text that people write, made safe to show: Markdown without raw HTML, then an allow-list. Nothing remote is
loaded.

`render_markdown` serves forums and letters; `clean_html` is the allow-list alone.
"""

import re
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from typing import Any

import nh3
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from apps.accounts.profile.names import fold_name
from apps.forums.models import Picture
from apps.site.markup import LINK_REL, SCHEMES, TEXT_TAGS, lower_headings

LONGEST = 20_000  # characters of one text
MOST_MENTIONS = 10
MOST_CELLS = 3000  # of one table

TAGS = TEXT_TAGS | {"img", "figure", "table", "thead", "tbody", "tr", "th", "td"}
ATTRIBUTES = {
    "a": {"href", "class"},
    "img": {"src", "alt", "width", "height", "loading"},
    "ol": {"start"},
}
CLASSES = frozenset({"mention"})
OWN_PICTURE = re.compile(r"/forums/images/[A-Za-z0-9_-]{20,40}/")

MENTION = re.compile(r"(?<![\w@/])@(?:\"([^\"\n@]{3,30})\"|([^\W_](?:[._'’-]?[^\W_]){2,29}))")
PICTURE = re.compile(r"image:([1-9][0-9]?)\Z")


# Rendering
# -----------------------------------------------------------------------------------------------------------
def render_markdown(
    text: str, *, pictures: Sequence[Picture | None] = (), people: Mapping[str, str] | None = None
) -> SafeString:
    """Safe HTML. `people` maps folded names to the address of their page. `![légende](image:1)` shows the
    first of the pictures; those that no line shows follow the text. None holds the place of a picture that
    was taken away: the others keep their numbers."""
    env: dict[str, Any] = {"pictures": pictures, "people": people or {}, "used": set()}
    html = parser_for(text[:LONGEST], _parsers).render(text[:LONGEST], env)
    rest = [
        picture for place, picture in enumerate(pictures, start=1) if picture and place not in env["used"]
    ]
    return clean_html(html + "".join(f"<figure>{_img(picture)}</figure>" for picture in rest))


def clean_html(html: str) -> SafeString:
    """Only these tags, attributes and classes; pictures only from our own addresses."""

    def keep(tag: str, attribute: str, value: str) -> str | None:
        if attribute == "src":
            return value if OWN_PICTURE.fullmatch(value) else None
        if attribute == "class":
            return " ".join(name for name in value.split() if name in CLASSES) or None
        return value

    cleaned = nh3.clean(
        html,
        tags=set(TAGS),
        clean_content_tags={"script", "style"},
        attributes=ATTRIBUTES,
        attribute_filter=keep,
        url_schemes=set(SCHEMES),
        link_rel=LINK_REL,
    )
    return mark_safe(cleaned)


def mentioned_names(text: str) -> list[str]:
    """Folded names written after an @, in order, each once, ten at most."""
    found = (fold_name(quoted or bare) for quoted, bare in MENTION.findall(text))
    return list(dict.fromkeys(found))[:MOST_MENTIONS]


def quote(text: str, *, who: str, url: str) -> str:
    """A text as the beginning of an answer: who said it, then their lines. Quotes inside it are left out."""
    own = "\n".join(line.rstrip() for line in text.splitlines() if not line.lstrip().startswith(">"))
    squeezed = re.sub(r"\n{3,}", "\n\n", own).strip("\n")
    lines = "\n".join(f"> {line}".rstrip() for line in squeezed.splitlines()) or "> …"
    name = re.sub(r"([\\`*_\[\]<>])", r"\\\1", who)
    return f"> **{name}** [↗]({url})\n>\n{lines}\n\n"


def absolute_links(html: str) -> str:
    """For feeds and mails: our own addresses with the name of the site before them."""
    return re.sub(r'((?:href|src)=")/(?!/)', rf"\g<1>{settings.SITE_URL}/", html)


# The parser
# ----------------------------------------------------------------------------------------------------------
def make_parsers(name: str, adapt: Callable[[StateCore], None]) -> tuple[MarkdownIt, MarkdownIt]:
    """One with tables and one without: see `parser_for`."""
    with_tables, plain = (
        MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": 20}) for _ in range(2)
    )
    for parser in (with_tables, plain):
        parser.enable(["strikethrough"])
        parser.core.ruler.push(name, adapt)
    with_tables.enable(["table"])
    return with_tables, plain


def parser_for(text: str, parsers: tuple[MarkdownIt, MarkdownIt]) -> MarkdownIt:
    """Short lines under a wide head are filled up with empty cells: twenty thousand letters would become
    sixty thousand cells. A text whose tables could grow like that is shown without them."""
    blocks = (block.splitlines() for block in re.split(r"\n[ \t]*\n", text) if "|" in block)
    cells = max((len(lines) * max(line.count("|") for line in lines) for lines in blocks), default=0)
    return parsers[0] if cells <= MOST_CELLS else parsers[1]


def _adapt(state: StateCore) -> None:
    """Headings below the page's own, pictures that are ours or none at all, names as links."""
    lower_headings(state.tokens)
    for token in state.tokens:
        if token.type == "inline" and token.children:
            token.children = list(_adapt_inline(token.children, state.env))


def _adapt_inline(children: Iterable[Token], env: MutableMapping[str, Any]) -> Iterable[Token]:
    depth = 0
    for child in children:
        depth += child.nesting if child.type in ("link_open", "link_close") else 0
        if child.type == "image":
            yield _picture(child, env)
        elif child.type == "text" and "@" in child.content and depth == 0:
            yield from _with_mentions(child.content, env.get("people", {}))
        else:
            yield child


def _picture(token: Token, env: MutableMapping[str, Any]) -> Token:
    """The picture of that number, or its legend where there is none: a remote picture would tell who
    reads."""
    match = PICTURE.match(str(token.attrGet("src") or ""))
    pictures = env.get("pictures", ())
    place = int(match[1]) if match is not None else 0
    shown = pictures[place - 1] if 1 <= place <= len(pictures) else None
    if shown is None:
        return _text(token.content)
    env.setdefault("used", set()).add(place)
    token.attrs = {
        "src": shown.get_absolute_url(),
        "alt": "",
        "width": shown.width,
        "height": shown.height,
        "loading": "lazy",
    }
    return token


def _with_mentions(content: str, people: Mapping[str, str]) -> Iterable[Token]:
    end = 0
    for match in MENTION.finditer(content):
        name = match[1] or match[2]
        address = people.get(fold_name(name))
        if address is None:
            continue
        yield _text(content[end : match.start()])
        yield Token("link_open", "a", 1, attrs={"href": address, "class": "mention"})
        yield _text(f"@{name}")
        yield Token("link_close", "a", -1)
        end = match.end()
    yield _text(content[end:])


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _img(picture: Picture) -> str:
    address = picture.get_absolute_url()
    return f'<img src="{address}" alt="" width="{picture.width}" height="{picture.height}" loading="lazy">'


_parsers = make_parsers("kalan", _adapt)
