"""Deletion severs the identity and keeps the row on which the games of others stand."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from apps.accounts.models import LoginTrace, MailPreference, Membership, User
from apps.accounts.services import (
    account_retiring,
    choose_mail,
    grant_membership,
    latest_membership_end,
    retire_account,
)
from apps.courier.composing.message import open_mail
from apps.courier.models import Mail
from tests.apps.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
PAGE = "/compte/suppression/"


def test_name_must_be_typed(client, alice, proven):
    proven(alice)
    response = client.post(PAGE, {"name": "Bob"})
    assert response.context["form"].errors["name"] == [
        "« Bob » n’est pas le nom de ce compte : tapez « Alice »."
    ]
    alice.refresh_from_db()
    assert not alice.is_retired


def test_password_is_asked_again(client, alice, log_in):
    log_in("Alice")
    assert client.post(PAGE, {"name": "Alice"}).headers["Location"].startswith("/compte/reauthenticate/")
    alice.refresh_from_db()
    assert not alice.is_retired


def test_deletion_erases_what_names_the_person(client, alice, referee, protect, proven):
    User.objects.filter(pk=alice.pk).update(
        presentation="Dame de Narvik", arms="gules; lion or", time_zone="Asia/Tokyo", role="moderator"
    )
    choose_mail(alice, {"letters": "never"})
    grant_membership(referee, alice, latest_membership_end(alice, timezone.localdate()))
    token = alice.feed_token
    proven(alice)
    answer = client.post(PAGE, {"name": "alice"})
    assert answer.headers["Location"] == "/"
    gone = User.objects.get(pk=alice.pk)
    assert gone.username == f"Joueur retiré {alice.pk}"
    assert (gone.email, gone.presentation, gone.arms, gone.time_zone) == ("", "", "", "Europe/Paris")
    assert (gone.role, gone.member_until, gone.last_login, gone.is_active) == ("player", None, None, False)
    assert gone.feed_token != token
    assert not gone.has_usable_password()
    for model in (EmailAddress, Authenticator, MailPreference, LoginTrace, UserSession, Membership):
        assert not model.objects.filter(user=alice.pk).exists()
    last = Mail.objects.get()  # nothing else of hers is left in the outbox
    assert (last.user, last.address, last.subject) == (
        None,
        "alice@example.test",
        "Votre compte est supprimé",
    )
    assert "Votre compte est supprimé, comme vous l’avez demandé." in open_mail(last.content).html


def test_deletion_closes_every_session(client, alice, proven):
    elsewhere = Client()
    elsewhere.post("/compte/login/", {"login": "Alice", "password": PASSWORD})
    elsewhere.get("/compte/")
    key = elsewhere.session.session_key
    proven(alice)
    client.post(PAGE, {"name": "Alice"})
    assert not Session.objects.filter(session_key=key).exists()
    assert elsewhere.get("/compte/").status_code == 302
    assert client.get("/compte/").status_code == 302


def test_nobody_can_log_in_to_a_retired_account_and_the_address_is_free_again(
    client, alice, log_in, mailoutbox
):
    retire_account(alice, timezone.now())
    assert log_in("Alice").status_code == 200
    assert log_in(f"Joueur retiré {alice.pk}").status_code == 200
    client.post("/compte/password/reset/", {"email": "alice@example.test"})
    assert mailoutbox[-1].subject == "Une demande au sujet de votre adresse"


def test_other_apps_are_told_in_the_same_transaction_while_the_name_still_stands(alice):
    heard = []

    def listen(sender, user, at, **kwargs):
        heard.append((user.username, at))

    account_retiring.connect(listen)
    now = timezone.now()
    try:
        retire_account(alice, now)
        retire_account(alice, now)
    finally:
        account_retiring.disconnect(listen)
    assert heard == [("Alice", now)]


def test_a_failing_listener_undoes_the_whole_deletion(alice):
    def fail(sender, **kwargs):
        raise RuntimeError("no")

    account_retiring.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            retire_account(alice, timezone.now())
    finally:
        account_retiring.disconnect(fail)
    alice.refresh_from_db()
    assert (alice.username, alice.is_retired) == ("Alice", False)
    assert EmailAddress.objects.filter(user=alice).exists()
