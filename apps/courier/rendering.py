"""The frame every mail stands in: our colours, inlined because mail clients know no style sheet, readable in the dark."""

from functools import cache
from pathlib import Path

import css_inline
from django.conf import settings
from django.template.loader import render_to_string


def framed(body: str, *, title: str, url: str = "", link: str = "") -> str:
    """A whole HTML mail around `body` (trusted HTML of ours), with one link to the site."""
    context = {"body": body, "title": title, "url": url, "link": link, "site_url": settings.SITE_URL, "css": _sheet()}
    return _inliner().inline(render_to_string("courier/frame.html", context))


@cache
def _sheet() -> str:
    return (Path(settings.BASE_DIR) / "templates" / "courier" / "mail.css").read_text()


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(keep_style_tags=True, load_remote_stylesheets=False)
