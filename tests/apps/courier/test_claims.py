"""In whose hands a mail is: leases, what a dead worker leaves, and the answer that comes late."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.courier.models import Mail
from apps.courier.services import claims, connections
from apps.courier.transport.carriers import Answer
from apps.courier.transport.providers import OTHERS, provider_named, provider_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

SENT = Answer(Mail.State.SENT, 250, "pris")


@pytest.fixture
def now():
    """Later than any mail of the test was posted, however busy the machine is."""
    return timezone.now() + timedelta(hours=1)


def test_a_mail_is_claimed_once(alice, posted, now):
    mail = posted(alice)
    assert claims.claim_mails("one", now, 10) == [mail]
    assert claims.claim_mails("two", now, 10) == []


def test_a_claim_comes_back_when_the_lease_ends(alice, posted, now):
    mail = posted(alice)
    claims.claim_mails("dead", now, 10)
    later = now + claims.LEASE
    assert claims.recover_lapsed(later) == 0
    assert claims.recover_lapsed(later + timedelta(seconds=1)) == 1
    assert claims.claim_mails("alive", later, 10) == [mail]


def test_a_worker_that_overslept_may_not_send(alice, posted, now):
    mail = posted(alice)
    claims.claim_mails("slow", now, 10)
    later = now + claims.LEASE + timedelta(seconds=1)
    claims.recover_lapsed(later)
    claims.claim_mails("quick", later, 10)
    assert not claims.begin_hand_over(mail, "slow", later)
    assert claims.begin_hand_over(mail, "quick", later)


def test_a_hand_over_begins_once(alice, posted, now):
    mail = posted(alice)
    claims.claim_mails("mine", now, 10)
    assert claims.begin_hand_over(mail, "mine", now)
    assert not claims.begin_hand_over(mail, "mine", now)


def test_a_worker_that_died_after_data_leaves_doubt(alice, posted, now):
    mail = posted(alice)
    claims.claim_mails("dead", now, 10)
    claims.begin_hand_over(mail, "dead", now)
    later = now + claims.LEASE + timedelta(seconds=1)
    claims.recover_lapsed(later)
    assert Mail.objects.get().state == Mail.State.UNKNOWN
    assert claims.claim_mails("alive", later + timedelta(days=1), 10) == []


def test_a_late_answer_settles_the_doubt(alice, posted, now):
    mail = posted(alice)
    (mine,) = claims.claim_mails("slow", now, 10)
    claims.begin_hand_over(mail, "slow", now)
    later = now + claims.LEASE + timedelta(seconds=1)
    claims.recover_lapsed(later)
    claims.record(mine, "slow", SENT, later)
    assert Mail.objects.get().state == Mail.State.SENT


def test_what_was_not_touched_is_given_back(alice, posted, now):
    mail = posted(alice)
    mails = claims.claim_mails("one", now, 10)
    claims.release(mails, "one")
    assert claims.claim_mails("two", now, 10) == [mail]


def test_mail_not_yet_due_is_left(alice, posted):
    due = posted(alice).next_attempt_at
    assert claims.claim_mails("early", due - timedelta(microseconds=1), 10) == []
    assert len(claims.claim_mails("in time", due, 10)) == 1


def test_a_provider_has_so_many_connections_and_gets_them_back(now):
    laposte, orange = provider_named("laposte"), provider_named("orange")
    assert [connections.take_connection(orange, holder, now) for holder in "abc"] == [True, True, False]
    assert [connections.take_connection(laposte, holder, now) for holder in "ab"] == [True, False]
    connections.give_back(orange, "a")
    assert connections.take_connection(orange, "c", now)
    assert connections.take_connection(laposte, "b", now + connections.LEASE + timedelta(seconds=1))


def test_a_provider_that_rests_has_no_lane(now):
    orange = provider_named("orange")
    connections.take_connection(orange, "a", now)
    connections.give_back(orange, "a")
    connections.rest(orange, now)
    assert not connections.take_connection(orange, "b", now + timedelta(seconds=59))
    assert connections.take_connection(orange, "b", now + timedelta(seconds=60))


def test_french_providers_are_known_and_bear_one_to_three_connections():
    known = {
        "orange.fr": "orange",
        "wanadoo.fr": "orange",
        "free.fr": "free",
        "SFR.fr": "sfr",
        "laposte.net": "laposte",
    }
    assert {domain: provider_of(f"sire@{domain}").key for domain in known} == known
    assert all(1 <= provider_named(key).connections <= 3 for key in known.values())
    assert provider_of("sire@kalan.example") == OTHERS
