"""T22: whether an address or a name is known never shows, in what is answered or in what is done."""

import re

import pytest
from allauth.account.models import EmailAddress

from apps.accounts.models import User

pytestmark = pytest.mark.django_db

KNOWN, UNKNOWN = "alice@example.test", "zelie@example.test"


def shape(response):
    """A page without what must differ: tokens, and the words the visitor typed."""
    html = re.sub(r"\b[A-Za-z0-9]{64}\b", "", response.content.decode())
    for typed in (KNOWN, UNKNOWN, "Nouveau1", "Nouveau2", "Alice", "Zelie"):
        html = html.replace(typed, "…")
    return response.status_code, re.sub(r"\s+", " ", html)


def sign_up(client, name, email):
    password = "une rose à Poitiers"
    form = {"username": name, "email": email, "password1": password, "password2": password, "charter": "on"}
    return client.post("/compte/signup/", form, follow=True)


def test_sign_up_with_a_known_address_shows_the_same_page(client, alice, mailoutbox):
    unknown = sign_up(client, "Nouveau1", UNKNOWN)
    client.session.flush()
    client.cookies.clear()
    known = sign_up(client, "Nouveau2", KNOWN)
    assert shape(known) == shape(unknown)
    assert "mal écrite" in known.content.decode()


def test_sign_up_with_a_known_address_takes_the_name_all_the_same(client, alice):
    """Else a second sign-up under the same name would tell whether the first was real."""
    sign_up(client, "Nouveau2", KNOWN)
    assert User.objects.named("Nouveau2").exists()


def test_sign_up_with_a_known_address_tells_its_holder_and_sends_no_code(client, alice, mailoutbox):
    sign_up(client, "Nouveau2", KNOWN)
    assert [letter.subject for letter in mailoutbox] == ["Une demande au sujet de votre adresse"]
    assert not re.search(r"^ {4}\S+$", mailoutbox[0].body, re.MULTILINE)


def test_known_address_stays_with_its_holder(client, alice):
    sign_up(client, "Nouveau2", KNOWN)
    stolen = client.session["account_email_verification_code"]["code"]
    client.post("/compte/confirm-email/", {"code": stolen})
    assert list(EmailAddress.objects.filter(verified=True).values_list("user__username", "email")) == [
        ("Alice", KNOWN)
    ]


def test_correcting_to_a_known_address_shows_the_same_page(client, alice, mailoutbox):
    sign_up(client, "Nouveau1", "premier@example.test")
    known = client.post("/compte/confirm-email/", {"action": "change", "email": KNOWN}, follow=True)
    client.session.flush()
    client.cookies.clear()
    sign_up(client, "Nouveau2", "second@example.test")
    unknown = client.post("/compte/confirm-email/", {"action": "change", "email": UNKNOWN}, follow=True)
    assert shape(known) == shape(unknown)


def test_reset_shows_the_same_pages_and_always_writes_one_letter(client, alice, mailoutbox):
    pages = []
    for email in (KNOWN, UNKNOWN):
        client.cookies.clear()
        pages.append([
            shape(client.post("/compte/password/reset/", {"email": email}, follow=True)),
            shape(client.post("/compte/password/reset/confirm/", {"code": "FAUX-FAUX"})),
        ])  # fmt: skip
    assert pages[0] == pages[1]
    assert [letter.to for letter in mailoutbox] == [[KNOWN], [UNKNOWN]]


def test_log_in_answers_the_same_to_known_and_unknown_names(client, alice):
    known = client.post("/compte/login/", {"login": "Alice", "password": "faux faux faux"})
    unknown = client.post("/compte/login/", {"login": "Zelie", "password": "faux faux faux"})
    assert shape(known) == shape(unknown)


def test_log_in_hashes_a_password_for_unknown_names_too(client, alice, counted_hashes):
    client.post("/compte/login/", {"login": "Alice", "password": "faux faux faux"})
    known = counted_hashes.pop()
    client.post("/compte/login/", {"login": "Zelie", "password": "faux faux faux"})
    assert counted_hashes.pop() == known == 1


def test_sign_up_does_the_same_work_for_known_and_unknown_addresses(
    client, alice, counted_hashes, query_count
):
    with query_count() as unknown:
        sign_up(client, "Nouveau1", UNKNOWN)
    hashes = counted_hashes.pop()
    client.cookies.clear()
    with query_count() as known:
        sign_up(client, "Nouveau2", KNOWN)
    assert counted_hashes.pop() == hashes == 1
    assert abs(len(known) - len(unknown)) <= 1


def test_adding_a_known_address_to_my_account_shows_the_same_page(client, alice, bob, proven, mailoutbox):
    proven(bob).get("/compte/charte/")  # takes the greetings away
    known = client.post("/compte/email/", {"action_add": "", "email": KNOWN}, follow=True)
    unknown = client.post("/compte/email/", {"action_add": "", "email": UNKNOWN}, follow=True)
    assert shape(known) == shape(unknown)
    assert [letter.subject for letter in mailoutbox] == [
        "Une demande au sujet de votre adresse",
        "Votre code de confirmation",
    ]
