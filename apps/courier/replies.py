"""Letters that come back: an answer to one of our mails, read down to the words its writer added, and given
to whoever waits for it."""

import email
import email.policy
import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from html import unescape

from django.utils.html import strip_tags

LARGEST = 1_000_000  # bytes
# Where the quoted letter begins, as the usual programs announce it.
QUOTE_STARTS = re.compile(
    r"^(-- ?$|-{2,} ?(message d.origine|original message|message transféré|forwarded message)|_{10,}$"
    r"|(le|on) .*(a écrit|wrote) ?:$|(de|from) ?: .*@|(envoyé (de|depuis) mon|sent from my) )",
    re.IGNORECASE,
)
# « Le lundi …, le Scribe royal a » / « écrit : »
TWO_LINED = re.compile(r"^(le|on) .+(a écrit|wrote) ?:$", re.IGNORECASE)
QUOTED_HTML = re.compile(r"<blockquote.*", re.IGNORECASE | re.DOTALL)
# Each part that holds others names itself; the reader needs some steps of the stack for each.
NESTING = re.compile(rb"^content-type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)
MOST_NESTED = 40
MACHINE = re.compile(rb"^auto-submitted:\s*(?!no\b)|^return-path:\s*<>", re.IGNORECASE | re.MULTILINE)
ADDRESS = re.compile(r"[\w.+-]+@[\w.-]+")
LINE_BREAKS = re.compile(r"<(br|/p|/div|/li|/tr)\b[^>]*>", re.IGNORECASE)


@dataclass(frozen=True)
class Reply:
    """What somebody wrote above our quoted letter. `key` names this very letter, however often it is handed
    over."""

    text: str
    key: str
    is_automatic: bool
    is_tangled: bool = False  # made of too many parts inside one another: nobody reads what it says


# Functions of (recipient, reply): True when the address is theirs. Other apps add theirs when they load.
receivers: list[Callable[[str, Reply], bool]] = []


def hand_over(raw: bytes, recipient: str = "") -> bool:
    """To the first who knows the address; False when nobody does. Without `recipient` the letter's own
    headers say it."""
    reply, addresses = _open(raw)
    if recipient:
        addresses = [recipient]
    return any(receive(address, reply) for address in addresses for receive in receivers)


def _open(raw: bytes) -> tuple[Reply, list[str]]:
    """The letter, and to whom its own headers say it goes. Python's reader descends into every part and every
    bracket of an address: a letter that is too deep for it is only looked through for the addresses of its
    head."""
    if len(NESTING.findall(raw)) <= MOST_NESTED:
        with suppress(RecursionError):
            message = email.message_from_bytes(raw, policy=email.policy.default)
            return read(message), _addresses_of(message)
    key = hashlib.sha256(raw).hexdigest()[:32]
    head = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0]
    automatic = MACHINE.search(head) is not None
    return Reply("", key, automatic, is_tangled=True), ADDRESS.findall(head.decode("ascii", "replace"))


def read(message: EmailMessage) -> Reply:
    named = str(message.get("Message-ID", "")).strip() or message.as_string()
    return Reply(
        own_words(_body(message)), hashlib.sha256(named.encode()).hexdigest()[:32], _automatic(message)
    )


def own_words(text: str) -> str:
    """Without what is quoted, without signature."""
    lines = text.replace("\r\n", "\n").replace("\xa0", " ").split("\n")
    kept = []
    for number, line in enumerate(lines):
        line = line.strip()
        following = lines[number + 1].strip() if number + 1 < len(lines) else ""
        if QUOTE_STARTS.match(line) or TWO_LINED.match(f"{line} {following}"):
            break
        if not line.startswith(">"):
            kept.append(line)
    return "\n".join(kept).strip()


def _body(message: EmailMessage) -> str:
    part = message.get_body(("plain", "html"))
    if part is None:
        return ""
    try:
        content = str(part.get_content())
    except (LookupError, ValueError):  # a character set that nobody knows
        payload = part.get_payload(decode=True)
        content = payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
    return _as_text(content) if part.get_content_subtype() == "html" else content


def _as_text(html: str) -> str:
    return unescape(strip_tags(LINE_BREAKS.sub("\n", QUOTED_HTML.sub("", html))))


def _addresses_of(message: EmailMessage) -> list[str]:
    found = []
    for name in ("X-Original-To", "Delivered-To", "To", "Cc"):
        for header in message.get_all(name, []):
            addresses = getattr(header, "addresses", None)
            found += [one.addr_spec for one in addresses] if addresses is not None else [str(header).strip()]
    return list(dict.fromkeys(found))


def _automatic(message: EmailMessage) -> bool:
    """Answering machines and returned mail: answering them would never end (RFC 3834)."""
    submitted = str(message.get("Auto-Submitted", "no")).split(";")[0].strip().lower()
    return (
        submitted != "no"
        or str(message.get("Precedence", "")).strip().lower() in ("bulk", "junk", "list", "auto_reply")
        or str(message.get("Return-Path", "")).strip() == "<>"
        or message.get_content_type() == "multipart/report"
    )
