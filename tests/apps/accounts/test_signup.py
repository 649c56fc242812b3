"""Sign-up: name, address, password twice, charter; a code is mailed and typed on the next page."""

import re

import pytest
from allauth.account.models import EmailAddress

from apps.accounts.models import User

PAGE, CODE_PAGE = "/compte/signup/", "/compte/confirm-email/"
FORM = {
    "username": "Aliénor",
    "email": "alienor@example.test",
    "password1": "une rose à Poitiers",
    "password2": "une rose à Poitiers",
    "charter": "on",
}

pytestmark = pytest.mark.django_db


def sign_up(client, **changes):
    return client.post(PAGE, {**FORM, **changes})


def code_in(mail):
    return re.search(r"^ {4}(\S+)$", mail.body, re.MULTILINE).group(1)


def errors(response):
    return response.context["form"].errors


def test_sign_up_then_code_opens_the_account(client, mailoutbox):
    assert sign_up(client).headers["Location"] == CODE_PAGE
    response = client.post(CODE_PAGE, {"code": code_in(mailoutbox[0])})
    user = User.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, "/parties/")
    assert client.session["_auth_user_id"] == str(user.pk)
    assert (user.username, user.email) == ("Aliénor", "alienor@example.test")
    assert user.charter_accepted_at is not None
    assert EmailAddress.objects.get().verified


def test_without_the_code_nobody_is_logged_in(client):
    sign_up(client)
    assert "_auth_user_id" not in client.session
    assert not EmailAddress.objects.get().verified


def test_mail_is_french_signed_in_two_forms_and_its_subject_has_no_code(client, mailoutbox):
    sign_up(client)
    mail = mailoutbox[0]
    code = code_in(mail)
    html = mail.alternatives[0][0]
    assert mail.to == ["alienor@example.test"]
    assert mail.from_email.startswith("Le Scribe royal <")
    assert mail.subject == "Votre code pour entrer à la cour"
    assert code not in mail.subject
    assert mail.body.startswith("Bonjour Aliénor,")
    assert "Le Scribe royal" in mail.body
    assert code in html
    assert "Le Scribe royal" in html


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", "ab"),
        ("username", "Le Roi"),
        ("username", "Joueur retiré 3"),
        ("username", "Ann@"),
        ("email", "alienor"),
        ("password1", "court"),
        ("password2", "une autre phrase"),
        ("charter", ""),
    ],
)
def test_bad_field_is_refused_and_nothing_is_created(client, mailoutbox, field, value):
    response = sign_up(client, **{field: value})
    assert field in errors(response)
    assert not User.objects.exists()
    assert mailoutbox == []


def test_charter_is_shown_and_must_be_accepted(client):
    html = client.get(PAGE).content.decode()
    assert "/compte/charte/" in html
    assert "une seule personne" in html
    assert errors(sign_up(client, charter=""))["charter"] == [
        "Pour jouer ici, il faut accepter la charte : une personne, un compte."
    ]


@pytest.mark.parametrize("name", ["alice", "ALICE", "Àlice", "Al-ice"])
def test_name_already_borne_is_refused_whatever_its_spelling(client, alice, name):
    assert "username" in errors(sign_up(client, username=name))


def test_wrong_code_five_times_ends_the_attempt(client, mailoutbox):
    sign_up(client)
    for _ in range(4):
        assert client.post(CODE_PAGE, {"code": "FAUX-FAUX"}).status_code == 200
    assert client.post(CODE_PAGE, {"code": "FAUX-FAUX"}).headers["Location"] == "/compte/login/"
    assert client.post(CODE_PAGE, {"code": code_in(mailoutbox[0])}).headers["Location"] == "/compte/login/"
    assert not EmailAddress.objects.get().verified


def test_wrong_code_says_what_is_wrong(client):
    sign_up(client)
    response = client.post(CODE_PAGE, {"code": "FAUX-FAUX"})
    assert "Ce code n’est pas le bon" in response.content.decode()


def test_mistyped_address_is_corrected_on_the_code_page(client, mailoutbox):
    sign_up(client, email="alienor@exemple.test")
    response = client.post(CODE_PAGE, {"action": "change", "email": "alienor@example.test"})
    assert response.headers["Location"] == CODE_PAGE
    assert mailoutbox[1].to == ["alienor@example.test"]
    assert code_in(mailoutbox[0]) != code_in(mailoutbox[1])
    assert client.post(CODE_PAGE, {"code": code_in(mailoutbox[0])}).status_code == 200
    client.post(CODE_PAGE, {"code": code_in(mailoutbox[1])})
    assert User.objects.get().email == "alienor@example.test"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("alienor@example.test", True)]


def test_corrected_address_that_is_none_is_refused_and_the_first_stays(client, mailoutbox):
    sign_up(client)
    page = client.post(CODE_PAGE, {"action": "change", "email": "alienor"})
    assert page.status_code == 200
    assert "email" in page.context["change_form"].errors
    assert len(mailoutbox) == 1
    client.post(CODE_PAGE, {"code": code_in(mailoutbox[0])})
    assert User.objects.get().email == "alienor@example.test"


def test_a_new_code_can_be_asked_for_and_replaces_the_first(client, mailoutbox, time_machine_later):
    sign_up(client)
    time_machine_later(30)
    assert client.post(CODE_PAGE, {"action": "resend"}).headers["Location"] == CODE_PAGE
    assert len(mailoutbox) == 2
    assert client.post(CODE_PAGE, {"code": code_in(mailoutbox[0])}).status_code == 200
    client.post(CODE_PAGE, {"code": code_in(mailoutbox[1])})
    assert EmailAddress.objects.get().verified


def test_a_second_code_within_ten_seconds_is_too_many(client):
    sign_up(client)
    response = client.post(CODE_PAGE, {"action": "resend"})
    assert response.status_code == 429


def test_code_expires_after_a_quarter_of_an_hour(client, mailoutbox, time_machine_later):
    sign_up(client)
    time_machine_later(901)
    client.post(CODE_PAGE, {"code": code_in(mailoutbox[0])})
    assert not EmailAddress.objects.get().verified
