"""Addresses of pictures and sounds as the sandboxed frame asks for them: it has no cookie, so the address
itself is the key.

A key lasts half a day at least and a day at most. Media of public gazettes need none once they are published.
"""

import re
from collections.abc import Mapping
from datetime import datetime

from django.utils.crypto import constant_time_compare, salted_hmac

LASTS = 12 * 60 * 60
# In a picture or a sound only: an address that an author writes as words must not be given a key.
MEDIA = re.compile(r'(<(?:img|audio) (?:[^<>"]|"[^"]*")*?src=")(/gazettes/medias/([A-Za-z0-9_-]{20,40})/)"')


def with_keys(html: str, now: datetime, sizes: Mapping[str, tuple[int, int]] | None = None) -> str:
    """Cleaned HTML whose own media carry the key of the moment; pictures, by their codes, also the size they
    will have."""

    def with_key(found: re.Match[str]) -> str:
        width, height = (sizes or {}).get(found[3], (0, 0))
        room = f' width="{width}" height="{height}"' if width and height else ""
        return f'{found[1]}{found[2]}?cle={key_of(found[3], now)}"{room}'

    return MEDIA.sub(with_key, html)


def key_of(code: str, now: datetime) -> str:
    return _key(code, _period(now))


def is_key(code: str, key: str, now: datetime) -> bool:
    return any(constant_time_compare(key, _key(code, _period(now) - age)) for age in (0, 1))


def _period(now: datetime) -> int:
    return int(now.timestamp()) // LASTS


def _key(code: str, period: int) -> str:
    return salted_hmac("apps.gazette.media", f"{code}:{period}", algorithm="sha256").hexdigest()[:32]
