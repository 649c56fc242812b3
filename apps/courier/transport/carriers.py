"""The two ways a mail leaves: over one kept SMTP connection, or into the development folder.

`hand_over(mail, begin)` gives the Answer of the other side. `begin` is called once, just before the point of
no return, and says whether the mail is still ours; a carrier for which trying twice is harmless need not call
it.
"""

import os
import re
import smtplib
from collections.abc import Callable
from dataclasses import dataclass, replace
from email.utils import parseaddr
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop

from apps.courier.models import Mail
from apps.courier.transport.relay import Relay, connect

Begin = Callable[[], bool]


@dataclass(frozen=True)
class Answer:
    """What became of one try. WAITING means: later."""

    result: Mail.State
    code: int | None = None
    text: str = ""
    closed: bool = False  # the connection is of no more use


class Unreachable(Exception):
    """No connection to be had; `answer` says why."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.text)
        self.answer = answer


class SmtpCarrier:
    def __init__(self, relay: Relay) -> None:
        self.relay = relay

    def __enter__(self) -> Self:
        try:
            self.smtp = connect(self.relay, urlsplit(settings.SITE_URL).hostname or "localhost")
        except OSError as error:
            raise Unreachable(_answer_of_lost_line(error)) from error
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            self.smtp.quit()
        except OSError:
            self.smtp.close()

    def hand_over(self, mail: Mail, begin: Begin) -> Answer | None:
        """None when `begin` says that the mail is no longer ours."""
        if not mail.address.isascii():
            return Answer(Mail.State.REFUSED, text=gettext_noop("adresse que le réseau ne sait pas écrire"))
        try:
            refusal = self._envelope(mail)
            if refusal is not None:
                return self._with_envelope_forgotten(refusal)
            if not begin():
                self.smtp.rset()
                return None
            code, text = self.smtp.docmd("DATA")
            if code != 354:
                return self._with_envelope_forgotten(_answer_of(code, text))
            self.smtp.send(_stuff_dots(bytes(mail.content)))  # without its last dot nothing is accepted yet
        except OSError as error:
            return _answer_of_lost_line(error)
        return self._end_of_data()

    def _envelope(self, mail: Mail) -> Answer | None:
        options = [f"SIZE={len(mail.content)}"] if self.smtp.has_extn("size") else []
        code, text = self.smtp.mail(parseaddr(settings.DEFAULT_FROM_EMAIL)[1], options)
        if code != 250:
            return _answer_of(code, text)
        code, text = self.smtp.rcpt(mail.address)
        return None if code in (250, 251) else _answer_of(code, text)

    def _with_envelope_forgotten(self, answer: Answer) -> Answer:
        """The next mail starts afresh: some servers would take its sender for a second one of the mail
        refused."""
        try:
            if not answer.closed:
                self.smtp.rset()
        except OSError:
            return replace(answer, closed=True)
        return answer

    def _end_of_data(self) -> Answer:
        """After the last dot silence is doubt: the other side may have taken the mail (RFC 1047)."""
        try:
            assert self.smtp.sock is not None
            self.smtp.sock.settimeout(self.relay.timeout * 3)
            self.smtp.send(b".\r\n")
            code, text = self.smtp.getreply()
            self.smtp.sock.settimeout(self.relay.timeout)
        except OSError as error:
            doubt = _answer_of_lost_line(error)
            return Answer(Mail.State.UNKNOWN, doubt.code, doubt.text, closed=True)
        return _answer_of(code, text)


class FolderCarrier:
    """Development: each mail is a file, readable at /boite/. Writing one twice changes nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> Self:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unreachable(_answer_of_lost_line(error)) from error
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        return

    def hand_over(self, mail: Mail, begin: Begin) -> Answer | None:
        path = self.folder / f"{mail.created_at:%Y%m%d-%H%M%S}-{mail.pk:06d}.eml"
        draft = path.with_suffix(f".{os.getpid()}.part")
        try:
            draft.write_bytes(bytes(mail.content))
            draft.replace(path)
        except OSError as error:
            return _answer_of_lost_line(error)
        return Answer(Mail.State.SENT, text=gettext_noop("écrit dans le dossier de développement"))


def _answer_of(code: int, text: bytes) -> Answer:
    """2xx taken, 5xx refused, all the rest later. 421 also says that the connection closes."""
    if 200 <= code < 300:
        result = Mail.State.SENT
    elif 500 <= code < 600:
        result = Mail.State.REFUSED
    else:
        result = Mail.State.WAITING
    return Answer(result, code, text.decode("utf-8", "replace"), closed=code == 421 or code < 0)


def _answer_of_lost_line(error: OSError) -> Answer:
    """A connection that failed or broke: whatever was said, it is about the line and not about the mail."""
    if isinstance(error, smtplib.SMTPResponseException):
        told = error.smtp_error
        text = told.decode("utf-8", "replace") if isinstance(told, bytes) else str(told)
        return Answer(Mail.State.WAITING, error.smtp_code if error.smtp_code > 0 else None, text, closed=True)
    return Answer(Mail.State.WAITING, None, str(error) or type(error).__name__, closed=True)


def _stuff_dots(content: bytes) -> bytes:
    """Lines that begin with a dot are given a second one; the last line is ended."""
    body = re.sub(rb"(?m)^\.", b"..", re.sub(rb"\r?\n|\r", b"\r\n", content))
    return body if body.endswith(b"\r\n") else body + b"\r\n"
