"""What is kept, for how long, what the archive holds, and what goes with an account."""

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.registries.export import export_account
from apps.accounts.services import retire_account
from apps.courier.models import Mail
from apps.courier.services.forgetting import forget_old_mail
from apps.courier.tasks import deliver

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_the_archive_holds_ones_mails_and_not_those_of_others(alice, bob, posted):
    mine = posted(alice, "a", subject="Pour Alice")
    posted(alice, "code", kind="security", subject="Votre code")
    posted(bob, "b", subject="Pour Bob")
    deliver()
    archive = zipfile.ZipFile(io.BytesIO(export_account(alice, timezone.now())))
    listed = json.loads(archive.read("courriers.json"))
    originals = [archive.read(name) for name in archive.namelist() if name.startswith("courriers_originaux/")]
    assert {row["objet"] for row in listed} == {"Pour Alice", "Votre code"}
    assert [row["essais"][0]["resultat"] for row in listed] == ["remis", "remis"]
    assert originals == [bytes(mine.content)]


def test_everything_is_forgotten_after_a_year(alice, posted):
    posted(alice, "a"), posted(alice, "b")
    Mail.objects.update(state=Mail.State.SENT)
    now = timezone.now()
    Mail.objects.filter(key="a").update(created_at=now - timedelta(days=366))
    assert forget_old_mail(now) == 1
    assert list(Mail.objects.values_list("key", flat=True)) == ["b"]


def test_mail_of_nobody_is_forgotten_after_a_week_and_waiting_mail_never(write, posted):
    posted(None, "a", address="a@example.test"), posted(None, "b", address="b@example.test")
    Mail.objects.filter(key="a").update(state=Mail.State.SENT)
    Mail.objects.update(created_at=timezone.now() - timedelta(days=8))
    assert forget_old_mail(timezone.now()) == 1
    assert list(Mail.objects.values_list("key", flat=True)) == ["b"]


def test_codes_that_did_not_arrive_are_emptied_after_a_day(alice, posted):
    posted(alice, kind="security")
    Mail.objects.update(state=Mail.State.REFUSED, created_at=timezone.now() - timedelta(hours=25))
    forget_old_mail(timezone.now())
    assert bytes(Mail.objects.get().content) == b""


def test_a_retired_account_leaves_only_its_last_warning(alice, bob, posted):
    posted(alice, "a"), posted(bob, "b")
    retire_account(alice, timezone.now())
    last = Mail.objects.exclude(user=bob).get()
    assert (last.user, last.kind, last.address, last.state) == (
        None,
        "security",
        "alice@example.test",
        "waiting",
    )
