from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.accounts import tasks
from apps.accounts.models import Role, User
from apps.accounts.services import retire_account

pytestmark = pytest.mark.django_db


def age(user, **delta):
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - timedelta(**delta))


def test_only_old_unverified_accounts_are_purged(make_user, alice, bob):
    fresh, stale, bot, root = (
        make_user("Fraîche"),
        make_user("Vieille"),
        User.objects.create(username="Automate Guy", is_bot=True),
        make_user("Racine"),
    )
    EmailAddress.objects.filter(user__in=[fresh, stale, root]).update(verified=False)
    User.objects.filter(pk=root.pk).update(is_staff=True)
    retire_account(bob, timezone.now())
    age(fresh, days=2, hours=23)
    for old in (stale, alice, bob, bot, root):
        age(old, days=4)
    tasks.purge_unverified()
    assert set(User.objects.values_list("pk", flat=True)) == {fresh.pk, alice.pk, bob.pk, bot.pk, root.pk}


def test_purge_frees_the_name(client, make_user):
    stale = make_user("Vieille")
    EmailAddress.objects.update(verified=False)
    age(stale, days=4)
    tasks.purge_unverified()
    assert not User.objects.named("Vieille").exists()


def test_tasks_may_come_three_times():
    for _ in range(3):
        tasks.purge_unverified()
        tasks.forget_old_traces()


def test_grant_role_by_command(alice, capsys):
    call_command("grant_role", "ALICE", "referee")
    alice.refresh_from_db()
    assert (alice.role, alice.is_staff) == (Role.REFEREE, False)
    assert capsys.readouterr().out.splitlines()[0] == "Alice : le Roi."
    call_command("grant_role", "Alice", "referee", administration=True)
    alice.refresh_from_db()
    assert alice.is_staff


@pytest.mark.parametrize(
    ("name", "role", "says"), [("Alice", "king", "n’est pas un rôle"), ("Zed", "referee", "Personne")]
)
def test_grant_role_refuses_what_it_does_not_know(alice, name, role, says):
    with pytest.raises(CommandError, match=says):
        call_command("grant_role", name, role)
