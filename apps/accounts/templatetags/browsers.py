"""`{{ session.user_agent|browser_name }}`: “Firefox sur Windows” instead of a line nobody can read."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# First match wins: most browsers also claim to be the ones below them.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@register.filter
def browser_name(user_agent: str) -> str:
    browser, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    if browser and system:
        return _("%(browser)s sur %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Navigateur inconnu")


def _first(table: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in table if mark in user_agent), "")
