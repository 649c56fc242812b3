"""The bytes of a mail: headers that every client understands, a plain text and an HTML, seven bits wide."""

import email
import email.policy
import re
import secrets
from binascii import b2a_qp
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr, parsedate_to_datetime

from django.conf import settings
from django.utils.html import format_html
from django.utils.translation import gettext as _

# Seven bits: some relay on the way always has no 8BITMIME. Lines ended as SMTP wants them.
WIRE = email.policy.SMTP.clone(cte_type="7bit")
_SPACES = re.compile(" +")
FOOT = "<!--courier:foot-->"  # where frame.html leaves room for the link that stops this kind of mail


def render(
    *,
    to: str,
    subject: str,
    message_id: str,
    text: str,
    html: str,
    list_name: str,
    unsubscribe: str,
    now: datetime,
    reply_to: str = "",
) -> bytes:
    """Put together here: a turn of a hundred lords is a hundred of these. With EmailMessage a game of
    `deadline-storm` costs two fifths more."""
    # Neither part can hold it: quoted-printable writes every = as =3D.
    boundary = f"=_{secrets.token_hex(16)}"
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "To": to,
        "Subject": subject,
        "Message-ID": message_id,
        "Date": format_datetime(now),
        **({"Reply-To": f"<{reply_to}>"} if reply_to else {}),
        **automatic_headers(list_name, unsubscribe),
        "MIME-Version": "1.0",
    }
    return b"".join(
        [
            *(_header(name, value) for name, value in headers.items()),
            f'Content-Type: multipart/alternative; boundary="{boundary}"\r\n\r\n'.encode(),
            _body_part(boundary, "plain", _text_with_foot(text, unsubscribe)),
            _body_part(boundary, "html", html.replace(FOOT, _html_foot(unsubscribe))),
            f"--{boundary}--\r\n".encode(),
        ]
    )


def _header(name: str, value: str) -> bytes:
    """One header. Plain short words stand as they are; the rest is folded and encoded as the standard wants
    it.

    Addresses in angle brackets are never folded: readers of List-Unsubscribe want it whole.
    """
    if (
        value.isascii()
        and value.isprintable()
        and (len(name) + len(value) < 76 or (value.startswith("<") and len(value) < 900))
    ):
        return f"{name}: {value}\r\n".encode()
    return WIRE.fold_binary(name, WIRE.header_store_parse(name, value)[1])


def _body_part(boundary: str, kind: str, content: str) -> bytes:
    lines = content.replace("\r\n", "\n").rstrip("\n").replace("\n", "\r\n") + "\r\n"
    head = (
        f"--{boundary}\r\nContent-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: "
        "quoted-printable\r\n\r\n"
    )
    return head.encode() + b2a_qp(lines.encode(), istext=True) + b"\r\n"


def automatic_headers(list_name: str, unsubscribe: str = "") -> dict[str, str]:
    """No answering machine should answer; mail of one game stays together; one click stops a kind (RFC
    8058)."""
    headers = {"Auto-Submitted": "auto-generated", "List-Id": f"<{list_name}.{our_domain()}>"}
    if unsubscribe:
        headers["List-Unsubscribe"] = f"<{unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def new_message_id() -> str:
    return make_msgid(domain=our_domain())


def our_domain() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]


def one_line(subject: str) -> str:
    """A header has one line: names chosen by players may not add another. French spacing stays as it was
    written."""
    kept = "".join(mark if mark.isprintable() or mark == "\u00a0" else " " for mark in subject)
    return _SPACES.sub(" ", kept).strip()


def plain_address(address: str) -> str:
    """The domain as the network writes it: é becomes xn--…"""
    local, at, domain = address.rpartition("@")
    if not at:
        return address
    try:
        return f"{local}@{domain.encode('idna').decode('ascii')}"
    except UnicodeError:
        return address


def on_the_wire(raw: bytes) -> bytes:
    """Any message made narrow enough for every relay, lines ended as SMTP wants them."""
    return email.message_from_bytes(raw, policy=WIRE).as_bytes()


@dataclass(frozen=True)
class OpenMail:
    """A stored mail as a page shows it."""

    headers: list[tuple[str, str]]
    subject: str
    to: str
    reply_to: str
    text: str
    html: str

    @property
    def date(self) -> datetime | None:
        """A zone of -0000, as Django writes it, is UTC that does not say where it comes from: it parses as
        naive."""
        if not self.header("Date"):
            return None
        sent = parsedate_to_datetime(self.header("Date"))
        return sent if sent.tzinfo else sent.replace(tzinfo=UTC)

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")


def open_mail(content: bytes | memoryview) -> OpenMail:
    message = email.message_from_bytes(bytes(content), policy=email.policy.default)
    return OpenMail(
        headers=[(name, str(value)) for name, value in message.items()],
        subject=str(message.get("Subject", "")),
        to=str(message.get("To", "")),
        reply_to=str(message.get("Reply-To", "")),
        text=_part(message, "plain"),
        html=_part(message, "html"),
    )


def _part(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return part.get_content().replace("\r\n", "\n").strip() if part is not None else ""


def _text_with_foot(text: str, unsubscribe: str) -> str:
    if not unsubscribe:
        return text
    words = _("Ne plus recevoir ce genre de courrier :")
    return f"{text.rstrip()}\n\n-- \n{words} {unsubscribe}\n"


def _html_foot(unsubscribe: str) -> str:
    if not unsubscribe:
        return ""
    return format_html(
        '<br><a href="{}" style="color:inherit">{}</a>',
        unsubscribe,
        _("Ne plus recevoir ce genre de courrier"),
    )
