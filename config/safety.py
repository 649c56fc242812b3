"""What production must have before it may start. Each fault is named, with what would be right."""

from collections.abc import Iterator
from typing import Any

ENVIRONMENTS = ("development", "production")
WEAK_SECRETS = ("", "development-only-never-in-production", "changeme", "change-me", "secret")


class UnsafeConfiguration(SystemExit):
    """Raised at start: the server must not run like this."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("Kalan refuses to start:\n" + "\n".join(f"  - {fault}" for fault in faults))
        self.faults = faults


def require_safe(settings: Any) -> None:
    faults = list(find_faults(settings))
    if faults:
        raise UnsafeConfiguration(faults)


def find_faults(settings: Any) -> Iterator[str]:
    if settings.ENVIRONMENT not in ENVIRONMENTS:
        yield f"KALAN_ENVIRONMENT={settings.ENVIRONMENT} is unknown. Set development or production."
    if settings.PROCESSES > 1 and not settings.REDIS_URL:
        yield (
            f"KALAN_PROCESSES={settings.PROCESSES} without REDIS_URL: live updates would be lost. Set "
            "REDIS_URL or run one process."
        )
    if not settings.PRODUCTION:
        return
    if settings.DEBUG:
        yield "DEBUG is on. Set DEBUG=false."
    if settings.SECRET_KEY.lower() in WEAK_SECRETS or len(settings.SECRET_KEY) < 50:
        yield "SECRET_KEY is empty, a default or shorter than 50 characters. Set a long random one."
    if not settings.ALLOWED_HOSTS or any(
        "*" in host or host.startswith(".") for host in settings.ALLOWED_HOSTS
    ):
        yield "ALLOWED_HOSTS is empty or has a wildcard. List the exact host names."
    if not settings.SITE_URL.startswith("https://"):
        yield "KALAN_SITE_URL does not start with https://. Set the public address."
    if not settings.EMAIL_URL:
        yield (
            "EMAIL_URL is empty: no mail would leave. Set it, for example "
            "smtp+tls://user:password@mail.example:587."
        )
    yield from _weak_passwords(settings)


def _weak_passwords(settings: Any) -> Iterator[str]:
    database = settings.DATABASES["default"]
    networked = not database["ENGINE"].endswith("sqlite3")
    if (
        networked
        and database.get("HOST")
        and database.get("PASSWORD", "") in (*WEAK_SECRETS, "postgres", "kalan")
    ):
        yield "DATABASE_URL has an empty or default password. Set a strong one."
