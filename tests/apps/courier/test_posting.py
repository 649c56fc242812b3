"""What posting writes: one row a cause, final bytes, headers, and the reader's wishes obeyed."""

import email
import email.policy

import pytest
from celery.app.task import Task
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from apps.accounts.services import choose_mail
from apps.courier import tasks
from apps.courier.models import Mail
from apps.courier.services.posting import post

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def read(mail):
    return email.message_from_bytes(bytes(mail.content), policy=email.policy.default)


def test_posting_writes_the_final_bytes_and_one_identity(alice, posted):
    mail = posted(alice)
    message = read(mail)
    assert message["Message-ID"] == mail.message_id
    assert message["To"] == "alice@example.test"
    assert message["Subject"] == "Kalan VII, tour 3 : votre bilan"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Id"] == "<bilan.kalan.example>"
    assert mail.state == Mail.State.WAITING
    assert mail.provider == "others"


def test_the_bytes_are_narrow_enough_for_any_relay(alice, posted):
    mail = posted(alice)
    lines = bytes(mail.content).split(b"\r\n")
    assert max(bytes(mail.content)) < 128
    assert max(map(len, lines)) <= 998
    assert b"\n" not in b"".join(lines)


def test_text_and_html_both_stand(alice, posted):
    message = read(posted(alice))
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    assert "l’an trois s’achève" in message.get_body(("plain",)).get_content()
    assert "L’an trois s’achève" in message.get_body(("html",)).get_content()


def test_the_style_is_inlined_and_the_dark_one_kept(alice, posted):
    html = read(posted(alice)).get_body(("html",)).get_content()
    assert '<h1 style="font-size' in html
    assert "@media (prefers-color-scheme: dark)" in html
    assert "<link" not in html


def test_a_kind_that_may_be_stopped_has_a_one_click_address(alice, posted):
    message = read(posted(alice))
    address = message["List-Unsubscribe"].strip("<>")
    assert address.startswith("http://127.0.0.1:8000/courriers/arret/")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert address in message.get_body(("plain",)).get_content()
    assert address in message.get_body(("html",)).get_content()


def test_a_code_cannot_be_stopped(alice, posted):
    message = read(posted(alice, kind="security"))
    assert "List-Unsubscribe" not in message
    assert "courriers/arret" not in message.get_body(("html",)).get_content()


def test_the_mails_of_a_game_share_a_list(alice, posted):
    assert read(posted(alice, list_id="partie-abc"))["List-Id"] == "<partie-abc.kalan.example>"


def test_the_same_cause_is_posted_once(alice, write):
    post([write(alice, subject="le premier")])
    post([write(alice, subject="le second")])
    assert list(Mail.objects.values_list("subject", flat=True)) == ["le premier"]


def test_two_long_causes_stay_two(alice, write):
    post([write(alice, key="reminder:" + "1" * 200 + end) for end in "ab"])
    assert Mail.objects.count() == 2


def test_a_name_cannot_add_a_header(alice, posted):
    mail = posted(alice, subject="Kalan\r\nBcc: rival@example.test\n\nvoilà")
    assert mail.subject == "Kalan Bcc: rival@example.test voilà"
    assert "Bcc" not in read(mail)


def test_what_is_rolled_back_was_never_posted(alice, write):
    with transaction.atomic():
        post([write(alice)])
        transaction.set_rollback(True)
    assert not Mail.objects.exists()


def test_automata_and_people_without_address_get_nothing(make_user, write):
    bot = make_user("Automate", is_bot=True)
    bot.email = ""
    post([write(bot)])
    assert not Mail.objects.exists()


def test_unwanted_mail_is_held_and_daily_mail_gathered(alice, bob, charlie, write):
    choose_mail(alice, {"table_turn": "never"})
    choose_mail(bob, {"table_turn": "daily"})
    post([write(user, f"turn:{user.pk}", "table_turn") for user in (alice, bob, charlie)])
    states = dict(Mail.objects.values_list("user__username", "state"))
    assert states == {"Alice": "held", "Bob": "gather", "Charlie": "waiting"}


def test_an_address_without_account_always_gets_its_mail(write):
    post([write(None, address="Quelqu.un@Orange.FR")])
    mail = Mail.objects.get()
    assert (mail.user, mail.provider, mail.state) == (None, "orange", "waiting")


def test_a_domain_with_accents_is_written_for_the_network(write):
    post([write(None, address="roi@château.example")])
    assert Mail.objects.get().address == "roi@xn--chteau-xta.example"


def test_a_hundred_letters_cost_a_bounded_number_of_queries(make_user, write, django_user_model):
    people = django_user_model.objects.bulk_create(
        django_user_model(
            username=f"Sire{n}", folded_name=f"sire{n}", feed_token=f"t{n}", email=f"sire{n}@orange.fr"
        )
        for n in range(100)
    )
    letters = [write(user, f"bilan:{user.pk}") for user in people]
    with CaptureQueriesContext(connection) as queries:
        post(letters)
    assert Mail.objects.count() == 100
    assert len(queries) <= 6


def test_one_letter_or_three_cost_the_same_queries(alice, bob, charlie, write):
    with CaptureQueriesContext(connection) as one:
        post([write(alice, "a")])
    with CaptureQueriesContext(connection) as three:
        post([write(user, f"b{user.pk}") for user in (alice, bob, charlie)])
    assert len(one) == len(three)


def test_one_hint_at_a_time_is_on_its_way(alice, posted, monkeypatch, django_capture_on_commit_callbacks):
    """A deadline posts thousands of letters: a message that nobody has taken up yet speaks for all of
    them."""
    sent = []
    monkeypatch.setattr(Task, "apply_async", lambda task, *_more, **_options: sent.append(task.name))
    for n in range(3):
        with django_capture_on_commit_callbacks(execute=True):
            posted(alice, f"bilan:{n}")
    assert sent == ["apps.courier.tasks.deliver"]
    tasks.deliver.run()
    with django_capture_on_commit_callbacks(execute=True):
        posted(alice, "bilan:later")
    assert sent == ["apps.courier.tasks.deliver"] * 2
