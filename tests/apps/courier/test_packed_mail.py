"""Rendered mail is kept packed and read back as the same bytes."""

import pytest
from django.db import connection
from django.utils import timezone

from apps.courier.composing.mails import outbox_row
from apps.courier.models import Mail

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
CONTENT = b"From: scribe@kalan.example\r\n\r\n" + b"L'an trois s'ach=C3=A8ve. " * 200


@pytest.fixture
def mail():
    row = outbox_row(
        key="k",
        kind="bilan",
        address="a@example.org",
        subject="s",
        message_id="<m>",
        content=CONTENT,
        now=timezone.now(),
    )
    row.save()
    return row


def kept(mail) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute("SELECT content FROM courier_mail WHERE id = %s", [mail.pk])
        return bytes(cursor.fetchone()[0])


def test_content_is_packed_in_the_database_and_plain_in_python(mail):
    assert len(kept(mail)) < len(CONTENT) / 10
    assert Mail.objects.get(pk=mail.pk).content == CONTENT


def test_mail_written_before_packing_is_read_as_it_stands(mail):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE courier_mail SET content = %s WHERE id = %s", [CONTENT, mail.pk])
    assert Mail.objects.get(pk=mail.pk).content == CONTENT


def test_emptied_content_is_empty_for_sql_too(mail):
    Mail.objects.filter(pk=mail.pk).update(content=b"")
    assert kept(mail) == b""
    assert not Mail.objects.exclude(content=b"").exists()
    assert Mail.objects.get(pk=mail.pk).content == b""
