"""Rulebook §9: supporting members, for a year, granted by a referee."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from apps.accounts.models import Membership, User
from apps.accounts.permissions import is_member
from apps.accounts.services import choose_mail, grant_membership, latest_membership_end
from apps.courier.composing.message import open_mail
from apps.courier.models import Mail

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def today():
    return timezone.localdate()


def test_referee_grants_a_year_and_the_member_is_told(client, referee, alice, today):
    client.force_login(referee)
    until = client.get(f"/compte/arbitre/{alice.pk}/").context["form"].fields["until"].initial
    assert until == latest_membership_end(alice, today)
    assert client.post(f"/compte/arbitre/{alice.pk}/", {"until": until.isoformat()}).status_code == 302
    alice.refresh_from_db()
    assert alice.member_until == until
    assert is_member(alice)
    assert [(grant.granted_by, grant.until) for grant in Membership.objects.all()] == [(referee, until)]
    assert letters_to(alice) == [("association", "Vous êtes membre de l’association", Mail.State.WAITING)]


def letters_to(user):
    return list(Mail.objects.filter(user=user).values_list("kind", "subject", "state"))


def test_letter_is_of_its_kind_in_the_frame_of_our_mail_and_can_be_stopped(client, referee, alice, today):
    grant_membership(referee, alice, today + timedelta(days=30))
    mail = Mail.objects.get(user=alice)
    opened = open_mail(mail.content)
    assert '<p class="brand"' in opened.html
    assert opened.header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click"
    client.force_login(alice)
    assert (
        "Vous pouvez désormais créer des parties privées"
        in client.get(f"/courriers/{mail.code}/").content.decode()
    )


def test_no_letter_leaves_to_whoever_wants_none(referee, alice, today):
    choose_mail(alice, {"association": "never"})
    grant_membership(referee, alice, today + timedelta(days=30))
    assert letters_to(alice) == [("association", "Vous êtes membre de l’association", Mail.State.HELD)]


def test_a_running_membership_is_prolonged_by_a_year(alice):
    alice.member_until = date(2030, 6, 1)
    assert latest_membership_end(alice, date(2030, 1, 1)) == date(2031, 6, 1)
    alice.member_until = date(2020, 6, 1)
    assert latest_membership_end(alice, date(2028, 2, 29)) == date(2029, 2, 28)


@pytest.mark.parametrize("days", [-1, 0, 400])
def test_dates_out_of_the_year_are_refused(client, referee, alice, today, days):
    until = today + timedelta(days=days)
    with pytest.raises(ValidationError, match="au plus tard"):
        grant_membership(referee, alice, until)
    client.force_login(referee)
    response = client.post(f"/compte/arbitre/{alice.pk}/", {"until": until.isoformat()})
    assert list(response.context["form"].errors) == ["until"]
    assert not Membership.objects.exists()


def test_only_a_referee_with_a_second_factor_grants(alice, bob, moderator, bare_referee, today):
    for somebody in (bob, moderator, bare_referee):
        with pytest.raises(PermissionDenied):
            grant_membership(somebody, alice, today + timedelta(days=30))
    assert not Membership.objects.exists()


def test_membership_ends_the_day_after(alice, referee, today):
    alice.member_until = today
    assert alice.is_member_on(today)
    assert not alice.is_member_on(today + timedelta(days=1))
    assert is_member(referee)
    assert not is_member(User.objects.create_user("Zoé"))


def test_page_says_what_membership_allows(client, alice, today):
    client.force_login(alice)
    html = client.get("/compte/adhesion/").content.decode()
    assert "parties privées" in html
    assert "Moyen-Orient" in html
