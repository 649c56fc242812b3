"""T19: every address of the accounts × every role, and the gates that other apps use."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.urls import reverse

from apps.accounts.models import User
from apps.accounts.permissions import can_moderate, can_referee, moderator_required, referee_required
from apps.accounts.urls import urlpatterns

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "alice", "bob", "moderator", "bare_referee", "referee")
LOGIN = "→ login"
PROVE = "→ reauthenticate"
EVERYBODY = dict.fromkeys(ROLES, 200)
MEMBERS_ONLY = {**EVERYBODY, "anonymous": LOGIN}
PROVEN_ONLY = {**dict.fromkeys(ROLES, PROVE), "anonymous": LOGIN}
REFEREES_ONLY = {**dict.fromkeys(ROLES, 404), "bare_referee": 403, "referee": 200}
POST_ONLY = {**dict.fromkeys(ROLES, 405), "anonymous": LOGIN}

EXPECTED = {
    "profile": MEMBERS_ONLY,
    "settings": MEMBERS_ONLY,
    "arms": MEMBERS_ONLY,
    "mail": MEMBERS_ONLY,
    "renew_feed": POST_ONLY,
    "close_session": POST_ONLY,
    "membership": MEMBERS_ONLY,
    "export": PROVEN_ONLY,
    "retire": PROVEN_ONLY,
    "confirm_code": {**dict.fromkeys(ROLES, "/compte/email/"), "anonymous": LOGIN},  # no code is awaited
    "charter": EVERYBODY,
    "player": EVERYBODY,
    "referee_accounts": REFEREES_ONLY,
    "referee_account": REFEREES_ONLY,
}


def address(name, alice):
    arguments = {"player": ["Alice"], "referee_account": [alice.pk], "close_session": [1]}
    return reverse(f"accounts:{name}", args=arguments.get(name))


def outcome(response):
    if response.status_code != 302:
        return response.status_code
    for page, name in (("/compte/login/", LOGIN), ("/compte/reauthenticate/", PROVE)):
        if response.headers["Location"].startswith(page):
            return name
    return response.headers["Location"]


def test_every_address_is_in_the_table():
    assert {pattern.name for pattern in urlpatterns} == set(EXPECTED)


@pytest.mark.parametrize("role", ROLES)
def test_address_by_role(client, request, alice, role):
    if role != "anonymous":
        client.force_login(request.getfixturevalue(role))
    found = {name: outcome(client.get(address(name, alice))) for name in EXPECTED}
    assert found == {name: expected[role] for name, expected in EXPECTED.items()}


@pytest.mark.parametrize("role", ROLES)
def test_granting_a_membership_by_role(client, request, alice, role):
    if role != "anonymous":
        client.force_login(request.getfixturevalue(role))
    client.post(address("referee_account", alice), {"until": "2000-01-01"})
    alice.refresh_from_db()
    assert alice.member_until is None


def test_referee_page_explains_the_missing_second_factor(client, bare_referee):
    client.force_login(bare_referee)
    html = client.get("/compte/arbitre/").content.decode()
    assert "Second facteur nécessaire" in html
    assert reverse("mfa_index") in html


@pytest.mark.parametrize(
    ("role", "referees", "moderates"),
    [
        ("alice", False, False),
        ("moderator", False, True),
        ("bare_referee", False, False),
        ("referee", True, True),
    ],
)
def test_predicates(request, role, referees, moderates):
    user = request.getfixturevalue(role)
    assert (can_referee(user), can_moderate(user)) == (referees, moderates)


def test_predicates_of_nobody_and_of_a_closed_account(referee):
    assert not can_referee(AnonymousUser())
    assert not can_moderate(AnonymousUser())
    referee.is_active = False
    assert not can_referee(referee)


def test_recovery_codes_alone_are_no_second_factor(bare_referee):
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes

    RecoveryCodes.activate(bare_referee)
    assert not can_referee(bare_referee)


@pytest.mark.postgres
def test_a_player_costs_no_query_to_turn_away(alice, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert not can_moderate(alice)


@pytest.mark.parametrize(
    ("gate", "role", "status"),
    [
        (referee_required, "alice", 404),
        (referee_required, "moderator", 404),
        (referee_required, "bare_referee", 403),
        (referee_required, "referee", 200),
        (moderator_required, "alice", 404),
        (moderator_required, "moderator", 200),
        (moderator_required, "bare_referee", 403),
        (moderator_required, "referee", 200),
    ],
)
def test_gates_for_other_apps(request, client, rf, gate, role, status):
    asked = rf.get("/")
    asked.user = request.getfixturevalue(role)
    view = gate(lambda request: HttpResponse("ok"))
    if status == 404:
        with pytest.raises(Http404):
            view(asked)
    else:
        assert view(asked).status_code == status


def test_list_of_accounts_takes_as_many_queries_for_one_as_for_three(client, referee, make_user, query_count):
    client.force_login(referee)
    client.get("/compte/arbitre/")
    with query_count() as one:
        client.get("/compte/arbitre/", {"nom": "Lothaire"})
    for name in ("Lothaire le jeune", "Lothaire l’ancien"):
        make_user(name)
    with query_count() as three:
        page = client.get("/compte/arbitre/", {"nom": "lothaire"})
    assert len(page.context["page"]) == 3
    assert len(one) == len(three)


def test_account_page_takes_as_many_queries_for_one_trace_as_for_three(
    client, referee, alice, bob, charlie, query_count
):
    from django.utils import timezone

    from apps.accounts.services import record_login

    now = timezone.now()
    client.force_login(referee)
    record_login(alice, "n", "b", now)
    record_login(bob, "n", "b2", now)
    client.get(f"/compte/arbitre/{alice.pk}/")
    with query_count() as one:
        client.get(f"/compte/arbitre/{alice.pk}/")
    for user, network in ((charlie, "n"), (referee, "n"), (bob, "n3")):
        record_login(user, network, "b", now)
    with query_count() as three:
        client.get(f"/compte/arbitre/{alice.pk}/")
    assert len(one) == len(three)


@pytest.mark.parametrize("url", ["/administration/", "/administration/accounts/user/"])
def test_administration_goes_through_our_log_in_and_needs_a_second_factor(
    client, alice, bare_referee, referee, url
):
    assert client.get(url, follow=True).redirect_chain[-1][0].startswith("/compte/login/")
    client.force_login(alice)
    assert client.get(url, follow=True).status_code == 404
    User.objects.filter(pk__in=[bare_referee.pk, referee.pk]).update(is_staff=True, is_superuser=True)
    client.force_login(bare_referee)
    assert client.get(url, follow=True).status_code == 403
    client.force_login(referee)
    assert client.get(url).status_code == 200


def test_administration_never_changes_a_name_nor_adds_nor_deletes(client, alice, referee):
    User.objects.filter(pk=referee.pk).update(is_staff=True, is_superuser=True)
    client.force_login(referee)
    page = f"/administration/accounts/user/{alice.pk}/change/"
    html = client.get(page).content.decode()
    assert 'name="username"' not in html
    assert 'name="password"' not in html
    assert alice.email not in html
    assert client.get("/administration/accounts/user/add/").status_code == 403
    assert client.get(f"/administration/accounts/user/{alice.pk}/delete/").status_code == 403


def test_administration_holds_no_key_no_session_no_trace():
    from django.contrib import admin

    registered = {model._meta.label for model in admin.site._registry}
    assert registered.isdisjoint({"mfa.Authenticator", "usersessions.UserSession", "accounts.LoginTrace"})
