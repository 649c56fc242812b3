"""Log-in by name, reset by code, and the limits on attempts."""

import re

import pytest

from apps.accounts.models import User
from tests.apps.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def logged_in_as(client):
    return client.session.get("_auth_user_id")


@pytest.mark.parametrize("typed", ["Jean-René", "JEAN-RENÉ", "jean-rené", "jean rene", " Jean-René "])
def test_name_opens_whatever_its_spelling(client, make_user, log_in, typed):
    user = make_user("Jean-René")
    assert log_in(typed).status_code == 302
    assert logged_in_as(client) == str(user.pk)


def test_address_is_not_a_name_and_the_page_says_so(client, alice, log_in):
    for address in (alice.email, "inconnue@example.test"):
        page = log_in(address)
        assert page.context["form"].errors["login"] == [
            "On entre par son nom, non par son adresse. Si vous l’avez oublié, « Mot de passe oublié ? » "
            "vous le rappelle."
        ]
    assert logged_in_as(client) is None


def test_wrong_password_says_so_without_saying_which(client, alice, log_in):
    response = log_in("Alice", "un autre mot de passe")
    assert "Le nom ou le mot de passe n’est pas le bon." in response.content.decode()
    assert logged_in_as(client) is None


@pytest.mark.postgres
def test_log_in_page_takes_at_most_six_queries(client, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        client.get("/compte/login/")


def test_log_in_comes_back_where_one_was_going(client, alice, log_in):
    assert log_in("Alice", next="/compte/charte/").headers["Location"] == "/compte/charte/"


def test_log_in_never_leads_to_another_site(client, alice, log_in):
    assert "evil" not in log_in("Alice", next="https://evil.example/").headers["Location"]


def test_session_ends_with_the_browser_unless_asked(client, alice, log_in):
    log_in("Alice")
    assert client.session.get_expire_at_browser_close()
    client.logout()
    log_in("Alice", remember="on")
    assert not client.session.get_expire_at_browser_close()


def test_failures_are_counted_together_for_all_spellings_of_a_name(alice, log_in):
    for name in ("Alice", "ALICE", "alice", "Àlice", "Al-ice"):
        log_in(name, "faux faux faux")
    assert "Trop d’essais manqués" in log_in("Alice").content.decode()


def test_too_many_requests_shows_a_page_of_ours(client, alice):
    answers = [client.post("/compte/password/reset/", {"email": f"a{n}@example.test"}) for n in range(21)]
    assert answers[-1].status_code == 429
    assert "html" in answers[-1].headers["Content-Type"]
    assert "Too Many" not in answers[-1].content.decode()


def test_retired_or_closed_account_does_not_open(client, alice, log_in):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert log_in("Alice").headers["Location"] == "/compte/inactive/"
    assert logged_in_as(client) is None


def test_reset_by_code_changes_the_password(client, alice, log_in, mailoutbox):
    assert client.post("/compte/password/reset/", {"email": "alice@example.test"}).status_code == 302
    letter = mailoutbox[0]
    code = re.search(r"^ {4}(\S+)$", letter.body, re.MULTILINE).group(1)
    assert letter.subject == "Votre code pour changer de mot de passe"
    assert "Votre nom à la cour est Alice." in letter.body
    confirmed = client.post("/compte/password/reset/confirm/", {"code": code})
    assert confirmed.headers["Location"] == "/compte/password/reset/complete/"
    assert client.get("/compte/password/reset/complete/").status_code == 200
    new = "un second secret bien long"
    client.post("/compte/password/reset/complete/", {"password1": new, "password2": new})
    assert mailoutbox[1].subject == "Votre mot de passe a changé"
    assert log_in("Alice", PASSWORD).status_code == 200
    assert log_in("Alice", new).status_code == 302


def test_wrong_reset_code_gives_nothing(client, alice):
    client.post("/compte/password/reset/", {"email": "alice@example.test"})
    for _ in range(5):
        client.post("/compte/password/reset/confirm/", {"code": "FAUX-FAUX"})
    assert client.get("/compte/password/reset/complete/").status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_password_change_asks_for_the_old_one_and_warns(client, alice, log_in, mailoutbox):
    log_in("Alice")
    new = "un second secret bien long"
    form = {"oldpassword": "faux", "password1": new, "password2": new}
    assert client.post("/compte/password/change/", form).status_code == 200
    assert client.post("/compte/password/change/", {**form, "oldpassword": PASSWORD}).status_code == 302
    assert [letter.subject for letter in mailoutbox] == ["Votre mot de passe a changé"]


def test_change_of_address_waits_for_the_code(client, alice, proven, mailoutbox):
    proven(alice)
    answer = client.post("/compte/email/", {"action_add": "", "email": "alice@ailleurs.test"})
    assert answer.headers["Location"] == "/compte/confirm-email/"
    alice.refresh_from_db()
    assert alice.email == "alice@example.test"
    code = re.search(r"^ {4}(\S+)$", mailoutbox[0].body, re.MULTILINE).group(1)
    assert client.post("/compte/confirm-email/", {"code": code}).headers["Location"] == "/compte/email/"
    alice.refresh_from_db()
    assert alice.email == "alice@ailleurs.test"
    warning = [letter for letter in mailoutbox if letter.subject == "Votre adresse a changé"]
    assert [letter.to for letter in warning] == [["alice@example.test"]]


def test_change_of_address_asks_for_the_password_first(client, alice, log_in, mailoutbox):
    log_in("Alice")
    answer = client.post("/compte/email/", {"action_add": "", "email": "alice@ailleurs.test"})
    assert answer.headers["Location"].startswith("/compte/reauthenticate/")
    assert mailoutbox == []
