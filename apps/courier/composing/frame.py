"""The frame every mail stands in: our colours, written on each tag because mail clients know no style
sheet."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string

from apps.courier.composing.style_sheet import Sheet


def set_in_frame(body: str, *, title: str, url: str = "", link: str = "") -> str:
    """A whole HTML mail around `body` (trusted HTML of ours), with one link to the site."""
    sheet = _sheet()
    context = {"title": title, "url": url, "link": link, "site_url": settings.SITE_URL, "css": sheet.kept}
    return sheet.inline(render_to_string("courier/frame.html", {**context, "body": body}))


@cache  # a file, read once
def _sheet() -> Sheet:
    return Sheet((Path(settings.BASE_DIR) / "templates" / "courier" / "mail.css").read_text())
