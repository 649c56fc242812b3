"""Delivering what waits: one connection to the relay for each provider's share, gently; or everything to the
folder."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.utils import timezone

from apps.courier.models import Mail
from apps.courier.services import claims, connections
from apps.courier.transport.carriers import FolderCarrier, SmtpCarrier, Unreachable
from apps.courier.transport.providers import Provider, provider_named
from apps.courier.transport.relay import parse_relay

RUN = timedelta(seconds=60)  # a run stops after that, between two mails; what is left goes back
FOLDER_BATCH = 200

Clock = Callable[[], datetime]
Carrier = SmtpCarrier | FolderCarrier


def providers_waiting(now: datetime) -> list[str]:
    """The providers some mail is due for, those with codes first."""
    rows = Mail.objects.due(now).order_by("rank").values_list("provider", "rank").distinct()
    return list(dict.fromkeys(provider for provider, _rank in rows))


def deliver_provider(key: str, clock: Clock = timezone.now) -> int:
    """One run over one connection; 0 when all of the provider's connections are taken or resting. Returns
    mails sent."""
    provider, claim = provider_named(key), claims.new_claim()
    if not connections.take_connection(provider, claim, clock()):
        return 0
    try:
        mails = claims.claim_mails(claim, clock(), provider.messages, key)
        if not mails:
            return 0
        return _carry(mails, claim, SmtpCarrier(parse_relay(settings.EMAIL_URL)), clock, provider)
    finally:
        connections.give_back(provider, claim)


def deliver_to_folder(clock: Clock = timezone.now) -> int:
    """Development: everything that is due, at once."""
    sent = 0
    while mails := claims.claim_mails(claim := claims.new_claim(), clock(), FOLDER_BATCH):
        sent += _carry(mails, claim, FolderCarrier(settings.MAIL_DIR), clock)
    return sent


def _carry(
    mails: list[Mail], claim: str, carrier: Carrier, clock: Clock, provider: Provider | None = None
) -> int:
    try:
        with carrier:
            return _hand_over_all(mails, claim, carrier, clock, provider)
    except Unreachable as failure:
        for mail in mails:
            claims.record(mail, claim, failure.answer, clock())
        if provider is not None:
            connections.rest(provider, clock())
        return 0


def _hand_over_all(
    mails: list[Mail], claim: str, carrier: Carrier, clock: Clock, provider: Provider | None
) -> int:
    sent, stop_at = 0, clock() + RUN
    untouched = list(mails)
    try:
        while untouched and clock() < stop_at:
            mail = untouched.pop(0)
            answer = carrier.hand_over(mail, partial(_begin, mail, claim, clock))
            if answer is None:
                continue
            claims.record(mail, claim, answer, clock())
            sent += answer.result == Mail.State.SENT
            if answer.closed:
                if provider is not None:
                    connections.rest(provider, clock())
                break
    finally:
        claims.release(untouched, claim)
    return sent


def _begin(mail: Mail, claim: str, clock: Clock) -> bool:
    return claims.begin_hand_over(mail, claim, clock())
