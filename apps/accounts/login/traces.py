"""Where a log-in comes from, as keyed digests: the network (/24 or /48) and a long-lived random cookie.

The charter tells players about both. Nothing here can be turned back into an address.
"""

import ipaddress
import re
import secrets

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

COOKIE_NAME = "__Host-kalan-navigateur" if settings.SECURE else "kalan-navigateur"
COOKIE_AGE = 60 * 60 * 24 * 365
_WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{22}")


def read_browser(request: HttpRequest) -> str:
    """The cookie of this browser, or an empty string when it has none or a forged one."""
    value = request.COOKIES.get(COOKIE_NAME, "")
    return value if _WELL_FORMED.fullmatch(value) else ""


def keep_browser(response: HttpResponse, browser: str) -> str:
    """Give the browser its cookie, or prolong the one it has."""
    browser = browser or secrets.token_urlsafe(16)
    response.set_cookie(
        COOKIE_NAME, browser, max_age=COOKIE_AGE, secure=settings.SECURE, httponly=True, samesite="Lax"
    )
    return browser


def browser_digest(browser: str) -> str:
    """A log-in without response to carry a cookie is no shared browser: it gets a digest of its own."""
    return secret_digest("browser", browser or secrets.token_urlsafe(16))


def network_digest(request: HttpRequest) -> str:
    return secret_digest("network", network_of(get_adapter(request).get_client_ip(request)))


def network_of(address: str) -> str:
    ip = ipaddress.ip_address(address)
    prefix = 24 if ip.version == 4 else 48
    return str(ipaddress.ip_network(f"{ip}/{prefix}", strict=False))


def household_of(request: HttpRequest) -> str:
    """The client's address as far as one household has it: an IPv4 address, the /64 of an IPv6 one."""
    ip = ipaddress.ip_address(get_adapter(request).get_client_ip(request))
    return str(ip) if ip.version == 4 else str(ipaddress.ip_network(f"{ip}/64", strict=False))


def secret_digest(kind: str, value: str) -> str:
    """Keyed: nobody without the site's key can tell what it stands for."""
    return salted_hmac(f"apps.accounts.traces.{kind}", value, algorithm="sha256").hexdigest()[:32]
