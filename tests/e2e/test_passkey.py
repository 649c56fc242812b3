"""A passkey from end to end: added on one's account page, then used to sign in without name or password."""

from playwright.sync_api import expect

from tests.e2e.conftest import VISITOR, violations

OWNER = (
    "Perceval",
    "une clef pour une seule porte",
)  # of this test alone: from then on the password does not suffice


def with_key(page):
    """A key in the browser that confirms its owner by itself, as a phone does after a fingerprint."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_is_added_and_opens_the_door(visit, server, backstage):
    backstage("people.with_password", name=OWNER[0], password=OWNER[1])
    page = visit(
        OWNER, base=server.url.replace("127.0.0.1", "localhost")
    )  # keys belong to a name, not to a number
    with_key(page)
    page.goto("/compte/2fa/webauthn/add/")
    if page.locator("input[name=password]").count():  # proves who sits here before a key is added
        page.fill("input[name=password]", OWNER[1])
        page.click("main form button[type=submit]")
    page.fill("input[name=name]", "Mon téléphone")
    page.check("input[name=passwordless]")
    assert violations(page) == []
    page.click("#mfa_webauthn_add")
    page.wait_for_url("**/recovery-codes/**")
    page.goto("/compte/2fa/webauthn/")
    expect(page.locator("main")).to_contain_text("Mon téléphone")
    page.goto("/compte/logout/")
    page.click("main form button[type=submit]")
    page.goto("/compte/login/")
    page.click("#passkey_login")
    page.wait_for_url(lambda url: "/login" not in url)
    expect(page.locator("header").first).to_contain_text(OWNER[0])


def test_where_no_key_can_be_made_the_page_says_so(visit):
    page = visit(VISITOR)
    page.goto("/compte/2fa/webauthn/add/")
    if page.locator("input[name=password]").count():
        page.fill("input[name=password]", VISITOR[1])
        page.click("main form button[type=submit]")
    page.fill("input[name=name]", "Impossible")
    page.click("#mfa_webauthn_add")
    expect(page.locator("#key-fault")).to_contain_text("nom de domaine")
