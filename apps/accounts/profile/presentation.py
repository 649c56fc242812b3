"""The text a player writes about themselves: Markdown in, safe HTML out. No raw HTML, no pictures, no
script."""

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from apps.site.markup import LINK_REL, SCHEMES, TEXT_TAGS, lower_headings

_parser = MarkdownIt("commonmark", {"html": False}).enable("strikethrough").disable("image")


def render_presentation(text: str) -> SafeString:
    tokens = _parser.parse(text)
    lower_headings(tokens)
    html = _parser.renderer.render(tokens, _parser.options, {})
    clean = nh3.clean(
        html,
        tags=set(TEXT_TAGS),
        attributes={"a": {"href"}},
        url_schemes=set(SCHEMES),
        link_rel=LINK_REL,
    )
    return mark_safe(clean)
