"""The frame every mail stands in: our colours, written on each tag because mail clients know no style sheet."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string

from apps.courier.inlining import Sheet


def framed(body: str, *, title: str, url: str = "", link: str = "") -> str:
    """A whole HTML mail around `body` (trusted HTML of ours), with one link to the site."""
    sheet = _sheet()
    context = {"body": body, "title": title, "url": url, "link": link, "site_url": settings.SITE_URL, "css": sheet.kept}
    return sheet.inlined(render_to_string("courier/frame.html", context))


@cache
def _sheet() -> Sheet:
    return Sheet((Path(settings.BASE_DIR) / "templates" / "courier" / "mail.css").read_text())
