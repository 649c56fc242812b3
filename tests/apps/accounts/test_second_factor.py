"""TOTP, recovery codes, keys, and what a second factor changes for sessions."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core.cache import cache
from django.test import Client

from tests.apps.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def code_for(secret):
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


@pytest.mark.django_db(transaction=True)
def test_activation_then_log_in_asks_for_the_code(
    client, alice, proven, mailoutbox, django_capture_on_commit_callbacks
):
    proven(alice)
    page = client.get("/compte/2fa/totp/activate/")
    secret = page.context["form"].secret
    assert secret in page.content.decode()
    assert client.post("/compte/2fa/totp/activate/", {"code": "000000"}).status_code == 200
    assert client.post("/compte/2fa/totp/activate/", {"code": code_for(secret)}).status_code == 302
    assert "Second facteur activé" in [letter.subject for letter in mailoutbox]

    other = Client()
    answer = other.post("/compte/login/", {"login": "Alice", "password": PASSWORD})
    assert answer.headers["Location"] == "/compte/2fa/authenticate/"
    assert "_auth_user_id" not in other.session
    assert other.post("/compte/2fa/authenticate/", {"code": "000000"}).status_code == 200
    cache.clear()  # the code just used to activate may serve again within its thirty seconds
    assert other.post("/compte/2fa/authenticate/", {"code": code_for(secret)}).status_code == 302
    assert other.session["_auth_user_id"] == str(alice.pk)


def test_activation_asks_for_the_password_first(client, alice, log_in):
    log_in("Alice")
    assert client.get("/compte/2fa/totp/activate/").headers["Location"].startswith("/compte/reauthenticate/")


def test_recovery_code_serves_once(client, alice, protect, log_in):
    protect(alice)
    code = RecoveryCodes.activate(alice).get_unused_codes()[0]
    log_in("Alice")
    assert client.post("/compte/2fa/authenticate/", {"code": code}).status_code == 302
    client.logout()
    log_in("Alice")
    assert client.post("/compte/2fa/authenticate/", {"code": code}).status_code == 200


def test_label_in_the_app_is_the_name_not_the_address(client, alice, proven):
    proven(alice)
    page = client.get("/compte/2fa/totp/activate/")
    assert "otpauth://totp/Alice?" in page.context["totp_url"]
    assert alice.email not in page.context["totp_url"]


@pytest.mark.django_db(transaction=True)
def test_second_factor_closes_the_sessions_opened_without_it(client, alice, proven):
    elsewhere = Client()
    elsewhere.post("/compte/login/", {"login": "Alice", "password": PASSWORD})
    proven(alice)
    secret = client.get("/compte/2fa/totp/activate/").context["form"].secret
    client.post("/compte/2fa/totp/activate/", {"code": code_for(secret)})
    assert elsewhere.get("/compte/").status_code == 302
    assert client.get("/compte/").status_code == 200


def test_deactivation_warns(client, alice, protect, log_in, mailoutbox):
    secret = protect(alice)
    log_in("Alice")
    client.post("/compte/2fa/authenticate/", {"code": code_for(secret)})
    client.post("/compte/reauthenticate/", {"password": PASSWORD})
    assert client.post("/compte/2fa/totp/deactivate/").status_code == 302
    assert not Authenticator.objects.filter(user=alice, type="totp").exists()
    assert [letter.subject for letter in mailoutbox] == ["Second facteur désactivé"]


def test_key_pages_offer_a_registration(client, alice, proven):
    proven(alice)
    page = client.get("/compte/2fa/webauthn/add/")
    assert page.status_code == 200
    assert page.context["js_data"]["creation_options"]["publicKey"]["user"]["name"] == "Alice"


def test_passkey_challenge_is_given_to_anybody(client):
    answer = client.get("/compte/2fa/webauthn/login/", headers={"accept": "application/json"})
    assert "challenge" in answer.json()["request_options"]["publicKey"]


def test_secret_is_not_readable_in_the_database(alice, protect):
    secret = protect(alice)
    stored = Authenticator.objects.get(user=alice)
    assert secret not in str(stored.data)
    assert stored.wrap().validate_code(code_for(secret))


def test_secret_survives_a_change_of_the_site_s_key(alice, protect, settings):
    secret = protect(alice)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, as long as one wishes, for this test only"
    assert Authenticator.objects.get(user=alice).wrap().validate_code(code_for(secret))
