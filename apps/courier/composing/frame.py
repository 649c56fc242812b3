"""The frame every mail stands in: our colours, written on each tag because mail clients know no style
sheet."""

from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language

from apps.courier.composing.style_sheet import Sheet

BODY = "<!--courier:body-->"


def set_in_frame(body: str, *, title: str, url: str = "", link: str = "") -> str:
    """A whole HTML mail around `body` (trusted HTML of ours), with one link to the site."""
    before, after = _around(title, url, link, settings.SITE_URL, get_language())
    return before + _sheet().inline(body) + after


@lru_cache(maxsize=128)
def _around(title: str, url: str, link: str, site: str, _language: str) -> tuple[str, str]:
    """What stands before and after the body: the same for every reader of a turn."""
    sheet = _sheet()
    context = {"body": BODY, "title": title, "url": url, "link": link, "site_url": site, "css": sheet.kept}
    before, _body, after = sheet.inline(render_to_string("courier/frame.html", context)).partition(BODY)
    return before, after


@cache
def _sheet() -> Sheet:
    return Sheet((Path(settings.BASE_DIR) / "templates" / "courier" / "mail.css").read_text())
