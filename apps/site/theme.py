"""Light or dark: the choice lives in a cookie, so that the server draws the right page at once."""

from django.http import HttpRequest

COOKIE = "theme"
THEMES = ("auto", "light", "dark")
ONE_YEAR = 60 * 60 * 24 * 365


def chosen_theme(request: HttpRequest) -> str:
    chosen = request.COOKIES.get(COOKIE, "auto")
    return chosen if chosen in THEMES else "auto"
