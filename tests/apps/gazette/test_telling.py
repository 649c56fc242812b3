"""A new issue waits for every player alike, by mail for those who asked; nothing in it tells who wrote."""

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import MailPreference
from apps.courier.composing.message import open_mail
from apps.courier.models import Mail
from apps.forums.models import Notice
from apps.gazette.services import desk
from apps.site.hooks import waiting_for
from tests.apps.gazette.conftest import resolve_sealed

pytestmark = pytest.mark.django_db


def lines(user):
    return user.notices.unread().filter(kind=Notice.Kind.GAZETTE)


def test_an_issue_waits_for_every_player_alike_and_for_nobody_else(printed, game, alice, bob, charlie):
    printed(alice, "Un libelle")
    rows = [
        lines(user).values_list("kind", "key", "params", "url", "created_at").get() for user in (alice, bob)
    ]
    assert rows[0] == rows[1]
    assert lines(alice).get().text == "La Gazette : le n° 1 vient de paraître (La table d’essai)"
    assert not lines(charlie).exists()
    assert not Mail.objects.filter(kind="gazette").exists()  # unless one asks for it


def test_reading_the_issue_puts_the_line_out_and_the_next_one_wakes_it(
    printed, sent, game, alice, bob, as_user
):
    printed(alice)
    before = waiting_for(bob)
    as_user(bob).get(lines(bob).get().url)
    assert (waiting_for(bob), lines(bob).count(), lines(alice).count()) == (before - 1, 0, 1)
    sent(alice, "Encore un")
    resolve_sealed(game)
    assert "n° 2" in lines(bob).get().text
    assert lines(alice).count() == 1


@pytest.mark.parametrize(
    ("frequency", "state"),
    [("at_once", Mail.State.WAITING), ("daily", Mail.State.GATHERING), ("never", None)],
)
def test_the_mail_comes_at_once_daily_or_never(printed, alice, bob, frequency, state):
    MailPreference.objects.create(user=bob, kind="gazette", frequency=frequency)
    printed(alice, "Un libelle", pen_name="La Corneille")
    mails = Mail.objects.filter(kind="gazette")
    assert [(mail.user, mail.state) for mail in mails] == ([(bob, state)] if state else [])
    for mail in mails:
        assert mail.subject == "La table d’essai : la gazette vient de paraître"
        words = open_mail(mail.content).text
        assert "/numero/1/" in words
        for secret in ("Un libelle", "La Corneille", "Alice"):
            assert secret not in mail.subject + words


def test_one_chooses_it_on_the_page_of_mails(as_user, alice):
    assert "Quand un numéro paraît" in as_user(alice).get(reverse("accounts:mail")).content.decode()


def test_what_the_desk_gives_back_waits_for_its_author_alone(sent, gazette, game, alice, bob, as_user):
    article = sent(alice, "Trop long")
    desk.volunteer(bob, gazette, timezone.now())
    desk.give_back(bob, gazette, article, "Coupez la fin", timezone.now())
    assert lines(alice).get().text == "La Gazette : on vous rend « Trop long »"
    assert not lines(bob).exists()
    assert not Mail.objects.filter(user=alice, kind="gazette").exists()
    as_user(alice).get(reverse("gazette:mine", args=[game.code]))
    assert not lines(alice).exists()
