"""The daily letter: one mail for what a person wants once a day."""

import email
import email.policy
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from apps.accounts.services import choose_mail
from apps.courier.models import Mail
from apps.courier.services.digests import last_hour, post_digests
from apps.courier.services.posting import post

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

MORNING = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
EVENING = datetime(2026, 3, 10, 17, 1, tzinfo=UTC)  # 18 h 01 in Paris


@pytest.fixture
def daily(alice, write):
    """Alice wants letters and mentions once a day; two came this morning."""
    choose_mail(alice, {"letters": "daily"})
    with time_machine.travel(MORNING):
        post(
            [
                write(
                    alice,
                    "lettre:1",
                    "letters",
                    subject="Une lettre de Bob",
                    text="Bob vous écrit : <paix> ?",
                )
            ]
        )
        post([write(alice, "mention:1", "mentions", subject="On parle de vous", text="mot " * 300)])
    return alice


def test_nothing_leaves_before_the_hour(daily):
    assert post_digests(EVENING - timedelta(minutes=5)) == 0
    assert set(Mail.objects.values_list("state", flat=True)) == {"gather"}


def test_at_the_hour_one_letter_holds_them_all(daily):
    assert post_digests(EVENING) == 1
    digest = Mail.objects.get(kind="digest")
    message = email.message_from_bytes(bytes(digest.content), policy=email.policy.default)
    text, html = (message.get_body((kind,)).get_content() for kind in ("plain", "html"))
    assert (digest.subject, digest.state) == ("Votre courrier du jour : 2 nouvelles", "waiting")
    assert text.index("Une lettre de Bob") < text.index("On parle de vous")
    assert "<paix>" in text
    assert "&lt;paix&gt;" in html
    assert text.count("mot ") < 130
    assert set(digest.gathered.values_list("key", "state")) == {
        ("lettre:1", "gathered"),
        ("mention:1", "gathered"),
    }


def test_the_feet_of_the_gathered_mails_are_left_out(daily):
    post_digests(EVENING)
    text = email.message_from_bytes(
        bytes(Mail.objects.get(kind="digest").content), policy=email.policy.default
    )
    assert text.get_body(("plain",)).get_content().count("/courriers/arret/") == 1


def test_each_mail_keeps_its_lines_and_leaves_its_manners_out(daily, write):
    told = "Alice,\n\nBob vous cite dans « Le guet ».\n\nLe Scribe royal\n\nLire : https://kalan.example/x/"
    with time_machine.travel(MORNING):
        post([write(daily, "mention:2", "mentions", subject="Bob vous cite", text=told)])
    post_digests(EVENING)
    text = email.message_from_bytes(
        bytes(Mail.objects.get(kind="digest").content), policy=email.policy.default
    )
    item = text.get_body(("plain",)).get_content().replace("\r\n", "\n").split("— Bob vous cite\n\n")[1]
    assert item.startswith("Bob vous cite dans « Le guet ».\n\nLire : https://kalan.example/x/\n\n")


def test_the_letter_is_posted_once(daily):
    post_digests(EVENING)
    assert post_digests(EVENING + timedelta(minutes=5)) == 0
    assert Mail.objects.filter(kind="digest").count() == 1


def test_what_comes_after_the_hour_waits_for_tomorrow(daily, write):
    post_digests(EVENING)
    with time_machine.travel(EVENING + timedelta(minutes=10)):
        post([write(daily, "lettre:2", "letters")])
    assert post_digests(EVENING + timedelta(hours=3)) == 0
    assert post_digests(EVENING + timedelta(days=1)) == 1


def test_a_kind_stopped_meanwhile_is_held(daily):
    choose_mail(daily, {"letters": "never", "mentions": "never"})
    assert post_digests(EVENING) == 0
    assert set(Mail.objects.values_list("state", flat=True)) == {"held"}


def test_the_hour_is_that_of_the_reader():
    assert last_hour("Europe/Paris", EVENING).astimezone(UTC) == datetime(2026, 3, 10, 17, 0, tzinfo=UTC)
    assert last_hour("America/Montreal", EVENING).astimezone(UTC) == datetime(2026, 3, 9, 22, 0, tzinfo=UTC)


@pytest.mark.parametrize(("day", "hour"), [(28, 17), (29, 16)])
def test_daylight_saving_moves_nothing_for_the_reader(day, hour):
    """Paris goes to summer time on 29 March 2026: 18 h is 17 h UTC before, 16 h after."""
    now = datetime(2026, 3, day, 20, 0, tzinfo=UTC)
    assert last_hour("Europe/Paris", now).astimezone(UTC) == datetime(2026, 3, day, hour, 0, tzinfo=UTC)
