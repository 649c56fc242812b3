"""A real SMTP server on loopback that behaves as badly as a test asks."""

import asyncio
import email
import email.policy
import socket
import time
from collections import Counter, deque
from dataclasses import dataclass, field

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult


@dataclass
class Taken:
    sender: str
    to: str
    raw: bytes

    @property
    def message(self):
        return email.message_from_bytes(self.raw, policy=email.policy.default)


@dataclass
class PostOffice:
    """What arrived, and how the next clients are treated. Rules are read at each command."""

    port: int = 0
    taken: list[Taken] = field(default_factory=list)
    connections: int = 0
    open_now: int = 0
    most_open: int = 0
    most_open_for: Counter = field(default_factory=Counter)
    open_for: Counter = field(default_factory=Counter)
    data_begun: int = 0
    recipients: list[str] = field(default_factory=list)  # every RCPT, accepted or not
    at_recipient: deque = field(default_factory=deque)  # answers to the next RCPTs, then 250
    at_data: deque = field(default_factory=deque)  # answers to the next DATAs, then 250
    always_at_recipient: str = ""
    greeting: str = ""  # an answer to EHLO instead of the usual one
    stalls_at: str = ""  # "ehlo", "recipient" or "data": no answer comes
    drops_after_data: bool = False  # takes the mail, then hangs up without a word
    most_connections: int = 1000  # more clients than that are sent away with 421
    slow: float = 0.0  # seconds before every answer to DATA

    # The server's side
    async def handle_EHLO(self, server, session, envelope, hostname, responses):  # noqa: N802
        session.host_name = hostname
        await self._maybe_stall("ehlo")
        if self.greeting:
            return [self.greeting]
        return ["421 trop de connexions"] if self.open_now > self.most_connections else responses

    async def handle_HELO(self, server, session, envelope, hostname):  # noqa: N802
        session.host_name = hostname
        return self.greeting or "421 trop de connexions"

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        self.recipients.append(address)
        self._count_provider(server, address)
        await self._maybe_stall("recipient")
        answer = self.at_recipient.popleft() if self.at_recipient else self.always_at_recipient
        if answer and answer != "250":
            return answer.format(address=address)
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        self.data_begun += 1
        await self._maybe_stall("data")
        await asyncio.sleep(self.slow)
        answer = self.at_data.popleft() if self.at_data else "250 pris"
        if answer.startswith("250"):
            self.taken += [Taken(envelope.mail_from, to, envelope.content) for to in envelope.rcpt_tos]
        if self.drops_after_data:
            server.transport.abort()
        return answer

    async def _maybe_stall(self, where):
        if self.stalls_at == where:
            await asyncio.sleep(3600)

    def _count_provider(self, server, address):
        if getattr(server, "counted_for", None) is None:
            server.counted_for = address.rpartition("@")[2]
            self.open_for[server.counted_for] += 1
            self.most_open_for[server.counted_for] = max(
                self.most_open_for[server.counted_for], self.open_for[server.counted_for]
            )

    def arrived(self):
        self.connections += 1
        self.open_now += 1
        self.most_open = max(self.most_open, self.open_now)

    def gone(self, server):
        self.open_now -= 1
        if getattr(server, "counted_for", None):
            self.open_for[server.counted_for] -= 1

    # The test's side
    def forget_the_probe(self):
        """The controller makes sure that its server answers: that connection does not count."""
        while self.open_now or not self.connections:
            time.sleep(0.005)
        self.connections = self.most_open = 0

    @property
    def url(self):
        return f"smtp://127.0.0.1:{self.port}?timeout=30"

    @property
    def readers(self):
        return [mail.to for mail in self.taken]

    @property
    def identities(self):
        return [mail.message["Message-ID"] for mail in self.taken]


class _Counter(SMTP):
    def connection_made(self, transport):
        self.event_handler.arrived()
        super().connection_made(transport)

    def connection_lost(self, error):
        self.event_handler.gone(self)
        super().connection_lost(error)


class _Controller(Controller):
    def factory(self):
        return _Counter(self.handler, **self.SMTP_kwargs)


def open_post_office(**kwargs):
    """The office and the controller to stop."""
    office = PostOffice(port=free_port())
    controller = _Controller(office, hostname="127.0.0.1", port=office.port, **kwargs)
    controller.start()
    office.forget_the_probe()
    return office, controller


def accept_only(user, password):
    def authenticate(server, session, envelope, mechanism, auth_data):
        right = (auth_data.login, auth_data.password) == (user.encode(), password.encode())
        return AuthResult(success=right, handled=False)

    return authenticate


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
