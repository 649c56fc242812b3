"""What every text that people write has in common, whatever else it may hold."""

from collections.abc import Iterable

from markdown_it.token import Token

TEXT_TAGS = frozenset("p br hr em strong s ul ol li blockquote code pre a h3 h4 h5 h6".split())
SCHEMES = frozenset({"http", "https"})
LINK_REL = "nofollow ugc noopener noreferrer"


def lower_headings(tokens: Iterable[Token], *, by: int = 2, lowest: int = 6) -> None:
    """Below those that the page has already: by default its h1 and h2."""
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(lowest, int(token.tag[1]) + by)}"
