"""Django's mail and the sign-in library's pass through the outbox."""

import email
import email.policy

import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives, send_mail
from django.db import transaction

from apps.courier.composing.mails import frame_html
from apps.courier.models import Mail

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def read(mail):
    return email.message_from_bytes(bytes(mail.content), policy=email.policy.default)


def test_a_django_mail_becomes_a_row_of_its_reader(alice):
    assert send_mail("Objet", "Un mot à la cour", None, ["alice@example.test"]) == 1
    mail = Mail.objects.get()
    message = read(mail)
    assert (mail.kind, mail.user, mail.state, mail.rank) == ("security", alice, "waiting", 0)
    assert message["Message-ID"] == mail.message_id
    assert message["Auto-Submitted"] == "auto-generated"
    assert message.get_content().strip() == "Un mot à la cour"
    assert max(bytes(mail.content)) < 128


def test_no_reader_sees_another_address(alice, bob):
    EmailMessage(
        "Objet", "Texte", to=["alice@example.test"], bcc=["bob@example.test"], cc=["c@example.test"]
    ).send()
    mails = {mail.address: read(mail) for mail in Mail.objects.all()}
    assert {address: message["To"] for address, message in mails.items()} == {
        address: address for address in mails
    }
    assert len(mails) == len({message["Message-ID"] for message in mails.values()}) == 3
    assert all("Cc" not in message for message in mails.values())


def test_html_stands_in_our_frame_and_attachments_are_kept(alice):
    letter = EmailMultiAlternatives("Objet", "Texte é", to=["alice@example.test"])
    letter.attach_alternative("<p>Texte é</p>", "text/html")
    letter.attach("carte.txt", "terre à vous", "text/plain")
    letter.send()
    message = read(Mail.objects.get())
    assert message.get_body(("html",)).get_content().strip() == frame_html("<p>Texte é</p>", "Objet").strip()
    assert [part.get_content() for part in message.iter_attachments()] == ["terre à vous"]


def test_it_is_in_the_transaction_of_its_cause(alice):
    with transaction.atomic():
        send_mail("Objet", "Texte", None, ["alice@example.test"])
        transaction.set_rollback(True)
    assert not Mail.objects.exists()


def test_the_code_of_a_sign_up_is_in_the_outbox(client):
    password = "un mot de passe solide"
    form = {
        "username": "Aubry",
        "email": "aubry@free.fr",
        "password1": password,
        "password2": password,
        "charter": "on",
    }
    client.post("/compte/signup/", form)
    mail = Mail.objects.get()
    assert (mail.kind, mail.provider, mail.user.username) == ("security", "free", "Aubry")
