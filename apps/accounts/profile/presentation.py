"""The text a player writes about themselves: Markdown in, safe HTML out. No raw HTML, no pictures, no
script."""

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

ALLOWED_TAGS = {
    "p",
    "br",
    "hr",
    "em",
    "strong",
    "s",
    "ul",
    "ol",
    "li",
    "blockquote",
    "code",
    "pre",
    "a",
    "h3",
    "h4",
    "h5",
    "h6",
}
HEADING_OFFSET = 2  # the page has its h1 and h2 already

_parser = MarkdownIt("commonmark", {"html": False}).enable("strikethrough").disable("image")


def render_presentation(text: str) -> SafeString:
    tokens = _parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + HEADING_OFFSET)}"
    html = _parser.renderer.render(tokens, _parser.options, {})
    clean = nh3.clean(
        html,
        tags=ALLOWED_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https"},
        link_rel="nofollow ugc noopener noreferrer",
    )
    return mark_safe(clean)
