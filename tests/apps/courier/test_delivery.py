"""Delivery to a real SMTP server that refuses, greylists, stalls, hangs up after DATA or bears few
connections (T13)."""

from datetime import timedelta

import pytest

from apps.courier.models import Attempt, Mail, ProviderConnection
from apps.courier.services import claims, delivering
from apps.courier.services.posting import post
from apps.courier.services.resending import resend
from apps.courier.tasks import deliver
from config import hints
from tests.apps.courier.post_office import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

State = Mail.State


def deliver_all(clock):
    for provider in delivering.providers_waiting(clock()):
        delivering.deliver_provider(provider, clock)


def fresh(mail):
    return Mail.objects.get(pk=mail.pk)


def tries(mail):
    return list(Attempt.objects.filter(mail=mail).order_by("at", "pk").values_list("code", "result"))


def test_a_mail_arrives_as_it_was_written(office, alice, posted, clock):
    mail = posted(alice)
    deliver_all(clock)
    (taken,) = office.taken
    assert (taken.sender, taken.to) == ("scribe@kalan.example", "alice@example.test")
    assert taken.message["Message-ID"] == mail.message_id
    assert (
        ".une ligne qui commence par un point"
        in taken.message.get_body(("plain",)).get_content().splitlines()
    )
    assert taken.raw.rstrip() == bytes(mail.content).rstrip()
    assert (fresh(mail).state, fresh(mail).sent_at, tries(mail)) == (State.SENT, clock(), [(250, "sent")])


def test_one_connection_carries_a_whole_share(office, make_user, write, clock):
    people = [make_user(f"Sire{n}") for n in range(5)]
    post([write(user, f"bilan:{user.pk}") for user in people])
    deliver_all(clock)
    assert len(office.taken) == 5
    assert office.connections == 1


def test_a_refusal_is_final_and_the_others_arrive(office, alice, bob, posted, clock):
    office.at_recipient.append("550 5.1.1 <{address}> inconnu")
    refused, sent = posted(alice, "a"), posted(bob, "b")
    deliver_all(clock)
    assert (fresh(refused).state, fresh(sent).state) == (State.REFUSED, State.SENT)
    clock.forward(days=3)
    deliver_all(clock)
    assert office.recipients.count("alice@example.test") == 1


def test_answers_are_kept_without_the_address(office, alice, posted, clock):
    office.at_recipient.append("550 5.1.1 <{address}> inconnu ici")
    mail = posted(alice)
    deliver_all(clock)
    attempt = mail.tries.get()
    assert (attempt.code, attempt.answer) == (550, "5.1.1 <[…]> inconnu ici")


def test_an_address_that_cannot_be_written_is_refused_and_blocks_nobody(office, alice, write, posted, clock):
    post([write(None, "a", address="sîre@example.test")])
    posted(alice, "b")
    deliver_all(clock)
    assert dict(Mail.objects.values_list("key", "state")) == {"a": "refused", "b": "sent"}


def test_a_refusal_after_data_is_final(office, alice, posted, clock):
    office.at_data.append("554 5.7.1 contenu refusé")
    mail = posted(alice)
    deliver_all(clock)
    assert (fresh(mail).state, tries(mail)) == (State.REFUSED, [(554, "refused")])


def test_greylisting_delays_and_then_the_same_mail_arrives(office, alice, posted, clock):
    office.at_recipient.append("451 4.7.1 revenez plus tard")
    mail = posted(alice)
    deliver_all(clock)
    assert (fresh(mail).state, fresh(mail).next_attempt_at) == (State.WAITING, clock() + timedelta(minutes=1))
    deliver_all(clock)
    assert len(office.recipients) == 1
    clock.forward(minutes=1)
    deliver_all(clock)
    assert office.identities == [mail.message_id]
    assert tries(mail) == [(451, "waiting"), (250, "sent")]


def test_greylisting_of_one_does_not_delay_the_next(office, alice, bob, posted, clock):
    office.at_recipient.append("451 4.7.1 revenez plus tard")
    posted(alice, "a"), posted(bob, "b")
    deliver_all(clock)
    assert office.readers == ["bob@example.test"]
    assert office.connections == 1


def test_deferred_mail_is_tried_for_forty_eight_hours_and_not_less(office, alice, posted, clock):
    office.always_at_recipient = "452 4.2.2 boîte pleine"
    mail, moments = posted(alice), []
    while fresh(mail).state == State.WAITING:
        clock.now = max(clock(), fresh(mail).next_attempt_at)
        moments.append((clock() - mail.created_at).total_seconds() / 60)
        deliver_all(clock)
    assert [round(moment) for moment in moments[:7]] == [0, 1, 6, 21, 51, 111, 171]
    assert round(moments[-1]) == 48 * 60
    assert fresh(mail).state == State.EXPIRED
    assert len(moments) == len(office.recipients) == 53


def test_a_stalled_server_delays_and_loses_nothing(office, alice, posted, clock, settings):
    settings.EMAIL_URL = f"smtp://127.0.0.1:{office.port}?timeout=0.3"
    for where in ("ehlo", "recipient"):
        office.stalls_at = where
        mail = posted(alice, where)
        deliver_all(clock)
        assert (fresh(mail).state, tries(mail)) == (State.WAITING, [(None, "waiting")])
        clock.forward(minutes=2)
    office.stalls_at, settings.EMAIL_URL = "", office.url
    deliver_all(clock)
    assert len(office.taken) == 2


def test_a_server_that_never_answers_data_leaves_doubt(office, alice, posted, clock, settings):
    settings.EMAIL_URL = f"smtp://127.0.0.1:{office.port}?timeout=1"  # all before is answered sooner
    office.stalls_at = "data"
    mail = posted(alice)
    deliver_all(clock)
    assert fresh(mail).state == State.UNKNOWN


def test_a_connection_dropped_after_data_is_doubt_and_nothing_is_resent(office, alice, bob, posted, clock):
    office.drops_after_data = True
    doubtful, untouched = posted(alice, "a"), posted(bob, "b")
    deliver_all(clock)
    assert (fresh(doubtful).state, fresh(untouched).state) == (State.UNKNOWN, State.WAITING)
    assert (fresh(untouched).attempts, fresh(untouched).claim) == (0, "")
    office.drops_after_data = False
    clock.forward(days=2, hours=1)
    claims.recover_lapsed(clock())
    deliver_all(clock)
    assert office.readers == ["alice@example.test", "bob@example.test"]
    assert fresh(doubtful).state == State.UNKNOWN


def test_a_doubtful_mail_sent_again_keeps_its_identity(office, alice, posted, clock):
    office.drops_after_data = True
    mail = posted(alice)
    deliver_all(clock)
    office.drops_after_data = False
    clock.forward(minutes=2)
    assert resend(fresh(mail), clock(), by_owner=False)
    deliver_all(clock)
    assert office.identities == [mail.message_id, mail.message_id]
    assert fresh(mail).state == State.SENT
    assert tries(mail) == [(None, "unknown"), (None, "waiting"), (250, "sent")]


def test_a_sent_mail_is_not_sent_again(office, alice, posted, clock):
    mail = posted(alice)
    deliver_all(clock)
    assert not resend(fresh(mail), clock(), by_owner=True)


def test_an_unreachable_relay_delays_all_and_is_left_in_peace(settings, alice, bob, posted, clock):
    settings.EMAIL_URL = f"smtp://127.0.0.1:{free_port()}?timeout=1"
    mails = [posted(alice, "a"), posted(bob, "b")]
    deliver_all(clock)
    assert [fresh(mail).state for mail in mails] == [State.WAITING, State.WAITING]
    assert [fresh(mail).attempts for mail in mails] == [1, 1]
    clock.forward(seconds=59)
    posted(alice, "c")
    deliver_all(clock)
    assert Attempt.objects.count() == 2


def test_a_server_that_bears_one_connection_is_asked_again_later(office, alice, posted, clock):
    import smtplib

    office.most_connections = 1
    mail = posted(alice)
    with smtplib.SMTP("127.0.0.1", office.port) as another:
        another.noop()
        deliver_all(clock)
    assert (fresh(mail).state, tries(mail)) == (State.WAITING, [(421, "waiting")])
    clock.forward(minutes=1)
    deliver_all(clock)
    assert fresh(mail).state == State.SENT


def test_quiet_asked_for_in_the_middle_leaves_the_rest_untouched(office, make_user, write, clock):
    people = [make_user(f"Sire{n}") for n in range(4)]
    post([write(user, f"bilan:{n}") for n, user in enumerate(people)])
    office.at_recipient.extend(["250", "421 4.7.0 trop vite"])
    deliver_all(clock)
    assert list(Mail.objects.order_by("key").values_list("state", "attempts")) == [
        ("sent", 1),
        ("waiting", 1),
        ("waiting", 0),
        ("waiting", 0),
    ]
    deliver_all(clock)
    assert office.connections == 1
    clock.forward(minutes=1)
    deliver_all(clock)
    assert len(office.taken) == 4


def test_a_provider_bears_so_many_messages_a_run(office, write, clock):
    post([write(None, f"bilan:{n}", address=f"sire{n}@laposte.net") for n in range(20)])
    deliver_all(clock)
    assert len(office.taken) == 15
    deliver_all(clock)
    assert len(office.taken) == 20


def test_codes_pass_before_a_burst_of_bilans(office, write, clock):
    post([write(None, f"bilan:{n}", address=f"sire{n}@laposte.net") for n in range(20)])
    post([write(None, "code", "security", address="neuf@laposte.net")])
    deliver_all(clock)
    assert office.readers[0] == "neuf@laposte.net"


def test_all_the_connections_of_a_provider_taken_means_wait(office, write, clock):
    post([write(None, "bilan", address="sire@laposte.net")])
    delivering.deliver_provider("laposte", clock)  # writes its connections
    post([write(None, "bilan:2", address="sire@laposte.net")])
    ProviderConnection.objects.filter(provider="laposte").update(
        holder="another", held_until=clock() + timedelta(minutes=5)
    )
    assert delivering.deliver_provider("laposte", clock) == 0
    clock.forward(minutes=6)
    assert delivering.deliver_provider("laposte", clock) == 1


def test_a_code_that_has_left_is_not_kept(office, alice, posted, clock):
    mail = posted(alice, kind="security")
    deliver_all(clock)
    assert bytes(fresh(mail).content) == b""


def test_the_folder_takes_everything_at_once(settings, make_user, write):
    people = [make_user(f"Sire{n}") for n in range(3)]
    post([write(user, f"bilan:{n}") for n, user in enumerate(people)])
    deliver()
    files = sorted(settings.MAIL_DIR.glob("*.eml"))
    assert [path.read_bytes() for path in files] == [bytes(m.content) for m in Mail.objects.order_by("pk")]
    assert set(Mail.objects.values_list("state", flat=True)) == {"sent"}


def test_after_the_commit_the_mail_leaves_without_waiting_for_the_sweep(
    settings, alice, write, django_capture_on_commit_callbacks, jobs_at_once
):
    with django_capture_on_commit_callbacks(execute=True):
        post([write(alice)])
        assert Mail.objects.get().state == State.WAITING
    assert Mail.objects.get().state == State.SENT
    assert len(list(settings.MAIL_DIR.glob("*.eml"))) == 1


def test_the_sweep_sends_what_no_hint_announced(office, alice, write, jobs_at_once):
    post([write(alice)])
    deliver()
    assert office.readers == ["alice@example.test"]


def test_a_broker_that_does_not_answer_costs_the_caller_one_wait_and_no_mail(
    alice, write, django_capture_on_commit_callbacks, broken_broker, caplog
):
    with django_capture_on_commit_callbacks(execute=True):
        post([write(alice, "a")])
    silent_until = hints._silent_until
    with django_capture_on_commit_callbacks(execute=True):
        post([write(alice, "b")])
    assert hints._silent_until == silent_until > 0  # a second try would have failed as well, and put it off
    assert dict(Mail.objects.values_list("key", "state")) == {"a": State.WAITING, "b": State.WAITING}


def test_refusals_leave_the_line_clean_for_the_next_mail(office, alice, bob, posted, clock):
    """The server forgets nothing by itself: without RSET Bob's mail would be refused with 503."""
    office.at_recipient.extend(["550 inconnu", "550 inconnu"])
    posted(alice, "a"), posted(alice, "b"), posted(bob, "c")
    deliver_all(clock)
    assert list(Mail.objects.order_by("key").values_list("state", flat=True)) == [
        "refused",
        "refused",
        "sent",
    ]


def test_nothing_personal_is_logged(office, alice, posted, clock, caplog, capfd):
    """Of what we write; the post office of the tests talks in the logger "mail.log"."""
    office.at_recipient.append("550 <{address}> inconnu")
    posted(alice)
    with caplog.at_level("DEBUG"):
        deliver_all(clock)
    ours = [record.getMessage() for record in caplog.records if record.name != "mail.log"]
    written = capfd.readouterr()
    assert "mail attempt" in "".join([*ours, written.out, written.err])
    assert "example.test" not in "".join([*ours, written.out, written.err])
