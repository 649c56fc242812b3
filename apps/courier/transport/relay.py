"""Where mail leaves from: EMAIL_URL read into a relay, and the connection to it.

smtp://host:25 in clear, smtp+tls://user:password@host:587 with STARTTLS (required, never optional),
smtps://user:password@host:465 encrypted from the first byte. ?timeout=20 in seconds,
?ca=/path/to/authority.pem.
"""

import smtplib
import ssl
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SCHEMES = {
    "smtp": ("clear", 25),
    "smtp+tls": ("starttls", 587),
    "submission": ("starttls", 587),
    "smtps": ("tls", 465),
    "smtp+ssl": ("tls", 465),
}
EXAMPLE = "smtp+tls://user:password@mail.example:587"


@dataclass(frozen=True)
class Relay:
    host: str
    port: int
    security: str  # clear, starttls or tls
    user: str = ""
    password: str = field(default="", repr=False)
    timeout: float = 20.0
    authority: str = ""  # file of the certificate authority, when it is not a public one


def parse_relay(url: str) -> Relay:
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES:
        raise ImproperlyConfigured(
            f"EMAIL_URL: {parts.scheme or 'no scheme'}:// is not one of {', '.join(SCHEMES)}. Example: "
            f"{EXAMPLE}"
        )
    security, usual_port = SCHEMES[parts.scheme]
    options = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    if unknown := options.keys() - {"timeout", "ca"}:
        raise ImproperlyConfigured(
            f"EMAIL_URL: unknown option {', '.join(sorted(unknown))}; timeout and ca are known."
        )
    try:
        port, timeout = parts.port or usual_port, float(options.get("timeout", 20))
    except ValueError as error:
        raise ImproperlyConfigured(f"EMAIL_URL: {error}. Example: {EXAMPLE}") from None
    if not parts.hostname or timeout <= 0:
        raise ImproperlyConfigured(f"EMAIL_URL needs a host and a timeout above 0. Example: {EXAMPLE}")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if not (user + password).isascii():
        raise ImproperlyConfigured(
            "EMAIL_URL: the user and the password may hold no accents: relays do not agree on them."
        )
    return Relay(parts.hostname, port, security, user, password, timeout, options.get("ca", ""))


def connect(relay: Relay, our_name: str) -> smtplib.SMTP:
    """A greeted, encrypted and authenticated connection; raises OSError (smtplib's errors are) when it cannot
    be had."""
    if relay.security == "tls":
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(
            relay.host, relay.port, local_hostname=our_name, timeout=relay.timeout, context=_context(relay)
        )
    else:
        smtp = smtplib.SMTP(relay.host, relay.port, local_hostname=our_name, timeout=relay.timeout)
    try:
        smtp.ehlo_or_helo_if_needed()
        if relay.security == "starttls":
            _encrypt(smtp, relay)
        if relay.user:
            smtp.login(relay.user, relay.password)
    except OSError:
        smtp.close()
        raise
    return smtp


def _encrypt(smtp: smtplib.SMTP, relay: Relay) -> None:
    code, answer = smtp.starttls(context=_context(relay))
    if code != 220:
        raise smtplib.SMTPResponseException(code, answer)
    smtp.ehlo_or_helo_if_needed()


def _context(relay: Relay) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=relay.authority or None)
