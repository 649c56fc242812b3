"""What an article may hold, in HTML or Markdown: our tags, our classes, its own pictures and sounds, nothing
remote.

This is the first layer. The wall is the sandboxed frame of `frame.py`.
"""

import re
from collections.abc import Mapping
from html import unescape

import nh3
from django.utils.html import strip_tags
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from apps.forums.markup import make_parsers, parser_for
from apps.site.markup import LINK_REL, lower_headings

LONGEST = 30_000  # characters of a source
TAGS = frozenset(
    "p br hr em strong b i u s sub sup small mark ul ol li dl dt dd blockquote q cite code pre a h2 h3 "
    "h4 div section"
    " aside span figure figcaption img audio table caption thead tbody tr th td".split()
)
ANIMATIONS = ("anim-defile", "anim-fondu", "anim-pulse", "anim-frappe", "anim-tampon", "anim-balance")
LAYOUT = (
    "colonnes",
    "encadre",
    "manchette",
    "lettrine",
    "centre",
    "droite",
    "a-gauche",
    "a-droite",
    "grand",
    "petit",
)
COLOURS = ("gueules", "azur", "sinople", "or")
CLASSES = frozenset((*ANIMATIONS, *LAYOUT, *COLOURS))
ATTRIBUTES = {
    **{tag: {"class"} for tag in TAGS},
    "a": {"href", "class"},
    "img": {"src", "alt", "class"},
    "audio": {"src", "class"},
    "ol": {"start", "class"},
    "td": {"colspan", "rowspan", "class"},
    "th": {"colspan", "rowspan", "class"},
}
FORCED = {
    "a": {"target": "_blank"},
    "img": {"loading": "lazy"},
    "audio": {"controls": "", "preload": "none"},
}
MARKS = {"img": "image", "audio": "son"}
SMALL_NUMBER = re.compile(r"[1-9][0-9]?")
CHARACTERS_A_LINE = 62


def render_article(source: str, format: str, media: Mapping[str, str]) -> str:
    """Safe HTML. `media` maps marks ("image:1") to addresses of ours; any other picture or sound is
    dropped."""
    html = source[:LONGEST]
    if format != "html":
        html = parser_for(html, _parsers).render(html)
    return clean(html, media)


def clean(html: str, media: Mapping[str, str]) -> str:
    def keep(tag: str, attribute: str, value: str) -> str | None:
        if attribute == "src":
            ours = value.startswith(f"{MARKS.get(tag, '')}:")
            return media.get(value) if ours else None
        if attribute == "href":
            return value if value.startswith(("https://", "http://")) else None
        if attribute == "class":
            return " ".join(name for name in value.split() if name in CLASSES) or None
        if attribute in ("start", "colspan", "rowspan"):
            return value if SMALL_NUMBER.fullmatch(value) else None
        return value

    cleaned = nh3.clean(
        html,
        tags=set(TAGS),
        clean_content_tags={"script", "style", "title", "textarea", "template", "noscript", "iframe"},
        attributes=ATTRIBUTES,
        attribute_filter=keep,
        set_tag_attribute_values=FORCED,
        url_schemes={"http", "https", "image", "son"},
        link_rel=LINK_REL,
    )
    return re.sub(r"<img(?![^>]* alt=)", '<img alt=""', cleaned)


def text_of(html: str) -> str:
    """The words alone, for feeds, reports and search."""
    spaced = re.sub(r"<(/p|br|/h\d|/li|/div)", r" <\1", html)
    return re.sub(r"\s+", " ", unescape(strip_tags(spaced))).strip()


def estimated_lines(html: str, pictures: int, sounds: int) -> int:
    """About how many lines the article takes in a column of the page."""
    blocks = len(re.findall(r"<(?:p|h[234]|li|tr|blockquote|figure|hr|br)\b", html))
    return min(4000, len(text_of(html)) // CHARACTERS_A_LINE + blocks + 13 * pictures + 3 * sounds + 1)


# Markdown
# ------------------------------------------------------------------------------------------------------------
def _adapt(state: StateCore) -> None:
    """Headings below the article's own, sounds written like pictures: `![légende](son:1)`."""
    lower_headings(state.tokens, by=1, lowest=4)
    for token in state.tokens:
        if token.type == "inline" and token.children:
            token.children = [_sound(child) or child for child in token.children]


def _sound(token: Token) -> Token | None:
    if token.type != "image" or not re.fullmatch(r"son:[1-9]", str(token.attrGet("src") or "")):
        return None
    return Token("html_inline", "", 0, content=f'<audio src="{token.attrGet("src")}"></audio>')


_parsers = make_parsers("gazette", _adapt)
