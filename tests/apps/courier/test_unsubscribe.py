"""One click stops the mail, not the game; nobody needs to log in for it."""

import pytest
from django.test import Client

from apps.accounts.queries import mail_choices
from apps.accounts.services import choose_mail
from apps.courier.composing.unsubscribe_link import unsubscribe_url
from apps.courier.models import Mail
from apps.courier.services.posting import post

pytestmark = pytest.mark.django_db


@pytest.fixture
def stranger():
    """A mail provider's robot: no cookie, and Django's own checks against forged posts on."""
    return Client(enforce_csrf_checks=True)


def path(user, kind="bilan"):
    return unsubscribe_url(user, kind).removeprefix("http://127.0.0.1:8000")


def test_looking_changes_nothing(stranger, alice):
    response = stranger.get(path(alice))
    assert response.status_code == 200
    assert "« Bilans »" in response.content.decode()
    assert mail_choices(alice)["bilan"] == "at_once"


def test_one_click_stops_that_kind_without_cookie(stranger, alice):
    response = stranger.post(path(alice), "List-Unsubscribe=One-Click", "application/x-www-form-urlencoded")
    assert response.status_code == 200
    assert not response.cookies
    assert mail_choices(alice)["bilan"] == "never"
    assert mail_choices(alice)["turn_reminder"] == "at_once"


def test_one_click_as_a_form_of_several_parts(stranger, alice):
    """RFC 8058 allows both encodings."""
    assert stranger.post(path(alice), {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert mail_choices(alice)["bilan"] == "never"


def test_a_human_gets_a_page(stranger, alice):
    response = stranger.post(path(alice))
    assert "C’est noté" in response.content.decode()
    assert mail_choices(alice)["bilan"] == "never"


def test_the_mail_is_kept_and_the_letter_no_longer_leaves(stranger, alice, write):
    stranger.post(path(alice))
    post([write(alice, "bilan:2")])
    assert Mail.objects.get().state == Mail.State.HELD


def test_it_may_be_clicked_twice(stranger, alice):
    assert [stranger.post(path(alice)).status_code for _ in range(2)] == [200, 200]


def test_a_link_that_was_cut_or_forged_says_so(stranger, alice):
    for wrong in (path(alice)[:-4] + "/", "/courriers/arret/n-importe-quoi/"):
        response = stranger.post(wrong)
        assert response.status_code == 404
        assert "Ce lien n’est pas reconnu" in response.content.decode()
    assert mail_choices(alice)["bilan"] == "at_once"


def test_codes_have_no_such_link(alice):
    assert unsubscribe_url(alice, "security") == ""


def test_stopping_the_daily_letter_stops_what_it_gathers(stranger, alice):
    choose_mail(alice, {"letters": "daily"})
    stranger.post(path(alice, "digest"))
    assert {kind: mail_choices(alice)[kind] for kind in ("letters", "mentions", "table_turn")} == {
        "letters": "never", "mentions": "never", "table_turn": "at_once",
    }  # fmt: skip


def test_the_link_of_somebody_who_left_stops_nothing(stranger, alice):
    from django.utils import timezone

    from apps.accounts.services import retire_account

    link = path(alice)
    retire_account(alice, timezone.now())
    assert stranger.post(link).status_code == 404
