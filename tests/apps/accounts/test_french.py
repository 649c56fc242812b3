"""Every page and every mail of the accounts is in French, in our frame, and its mails carry two forms."""

import re
from pathlib import Path

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone

from apps.accounts.templatetags.browsers import browser_name

pytestmark = pytest.mark.django_db

ENGLISH = re.compile(
    r"\b(the|your|you|password|sign|please|address|account|email|confirm|security|login|log "
    r"in|submit|with|enter|"
    r"remove|code was|new key|sessions? ended|name:|delete)\b",
    re.IGNORECASE,
)
DOORS = (
    "login/",
    "signup/",
    "password/reset/",
    "inactive/",
    "charte/",
    "joueur/Alice/",
    "password/reset/done/",
)
ROOMS = (
    "",
    "preferences/",
    "armoiries/",
    "courrier/",
    "adhesion/",
    "donnees/",
    "suppression/",
    "email/",
    "password/change/",
    "logout/",
    "reauthenticate/",
    "sessions/",
    "2fa/",
    "2fa/totp/activate/",
    "2fa/webauthn/",
    "2fa/webauthn/add/",
)
PROTECTED_ROOMS = (
    "2fa/",
    "2fa/totp/deactivate/",
    "2fa/recovery-codes/",
    "2fa/recovery-codes/generate/",
    "arbitre/",
)


def words_of(html):
    main = html.split("<main", 1)[1].split("</main>", 1)[0]
    main = re.sub(r"<script.*?</script>|<option.*?</option>|<code.*?</code>", " ", main, flags=re.DOTALL)
    spoken = re.findall(r'(?:alt|title|aria-label|placeholder)="([^"]*)"', main)
    return " ".join([re.sub(r"<[^>]+>", " ", main), *spoken])


def assert_french(response):
    assert response.status_code == 200
    text = words_of(response.content.decode())
    assert ENGLISH.findall(text.replace("e-mail", "").replace("example.test", "")) == []
    assert "'" not in re.sub(r"&#x27;", "'", text)


@pytest.mark.parametrize("page", DOORS)
def test_doors(client, alice, page):
    assert_french(client.get(f"/compte/{page}"))


@pytest.mark.parametrize("page", ROOMS)
def test_rooms(client, alice, proven, page):
    proven(alice)
    assert_french(client.get(f"/compte/{page}"))


@pytest.mark.parametrize("page", PROTECTED_ROOMS)
def test_rooms_of_a_protected_account(client, referee, page):
    RecoveryCodes.activate(referee)
    client.force_login(referee)
    client.post("/compte/reauthenticate/", {"password": "un mot de passe solide"})
    assert_french(client.get(f"/compte/{page}"))


def test_second_factor_door(client, referee, log_in):
    log_in("Lothaire")
    assert_french(client.get("/compte/2fa/authenticate/"))


def test_code_pages(client, alice):
    form = {
        "username": "Nouvelle",
        "email": "n@example.test",
        "password1": "une rose",
        "password2": "une autre",
        "charter": "",
    }
    assert_french(client.post("/compte/signup/", form))
    form |= {"password1": "une rose à Poitiers", "password2": "une rose à Poitiers", "charter": "on"}
    assert_french(client.post("/compte/signup/", form, follow=True))
    client.cookies.clear()
    assert_french(client.post("/compte/password/reset/", {"email": "alice@example.test"}, follow=True))
    assert_french(client.post("/compte/login/", {"login": "Alice", "password": "faux faux faux"}))


MAILS = sorted(
    str(path.relative_to(settings.BASE_DIR / "templates")).removesuffix("_subject.txt")
    for path in Path(settings.BASE_DIR / "templates").glob("*/email/*_subject.txt")
    if path.parts[-3] in ("account", "accounts", "mfa")
)


@pytest.mark.parametrize("prefix", MAILS)
def test_mail(alice, prefix):
    context = {
        "user": alice,
        "code": "ABC-DEF",
        "email": "a@x.test",
        "ip": "192.0.2.1",
        "user_agent": ("Navigateur & Cie"),
        "timestamp": timezone.now(),
        "site_url": "https://kalan.example",
        "signup_url": "https://kalan.example/s",
        "password_reset_url": "https://kalan.example/r",
        "from_email": "a@x.test",
        "to_email": "b@x.test",
        "deleted_email": "a@x.test",
        "account_name": "Alice",
        "membership": {"until": timezone.localdate()},
    }
    subject = render_to_string(f"{prefix}_subject.txt", context).strip()
    text = render_to_string(f"{prefix}_message.txt", context)
    html = render_to_string(f"{prefix}_message.html", context)
    assert "ABC-DEF" not in subject
    assert "Le Scribe royal" in text
    assert "Le Scribe royal" in html
    assert "&amp;" not in text
    assert ENGLISH.findall(subject + text) == []
    assert "<script" not in html
    assert "http" not in re.sub(r"https://kalan\.example\S*", "", html)


def test_every_mail_the_library_can_send_is_ours():
    import allauth

    library = Path(allauth.__file__).parent / "templates"
    theirs = {
        str(path.relative_to(library))
        for folder in ("account", "mfa")
        for path in library.glob(f"{folder}/email/*_message.txt")
    }
    ours = {f"{prefix}_message.txt" for prefix in MAILS} | {"account/email/base_message.txt"}
    assert theirs - ours == set()


def test_compiled_words_follow_their_source():
    """The .mo is kept beside the .po: a machine without gettext must speak French too."""
    import gettext

    folder = settings.BASE_DIR / "apps" / "accounts" / "locale" / "fr" / "LC_MESSAGES"
    source = (folder / "django.po").read_text()
    with (folder / "django.mo").open("rb") as compiled:
        catalogue = gettext.GNUTranslations(compiled)._catalog
    entries = re.findall(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)', source, re.MULTILINE)
    for identifier, translation in entries[1:]:
        joined = ["".join(re.findall(r'"(.*)"', part)) for part in (identifier, translation)]
        assert catalogue[joined[0]] == joined[1]
    assert len(entries) == len(catalogue)


def test_typography_of_templates_and_sources():
    """French puts a no-break space before : ; ! ? and inside « »."""
    root = Path(settings.BASE_DIR)
    folders = [root / "templates" / name for name in ("account", "accounts", "mfa", "usersessions")]
    files = [path for folder in folders for path in folder.rglob("*.*")] + list(
        (root / "apps" / "accounts").rglob("*.py")
    )
    breaking = re.compile(r'[a-zà-ÿ»%}] [:;!?»](?=[\s"<]|$)|« ', re.MULTILINE)
    assert {
        path.name: breaking.findall(path.read_text()) for path in files if breaking.findall(path.read_text())
    } == {}


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 "
            "Safari/537.36",
            "Chrome sur Linux",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox sur Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
            "Safari sur iPhone",
        ),
        ("curl/8", "Navigateur inconnu"),
    ],
)
def test_browsers_are_named(agent, name):
    assert browser_name(agent) == name
