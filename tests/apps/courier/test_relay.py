"""EMAIL_URL, and the two encrypted ways to a relay, with a certificate made for the test."""

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.core.exceptions import ImproperlyConfigured

from apps.courier.models import Mail
from apps.courier.services import delivering
from apps.courier.transport import checks
from apps.courier.transport.relay import Relay, parse_relay
from tests.apps.courier.post_office import accept_only, open_post_office


@pytest.mark.parametrize(
    ("url", "relay"),
    [
        ("smtp://mail.example", Relay("mail.example", 25, "clear")),
        ("smtp+tls://u:p@mail.example", Relay("mail.example", 587, "starttls", "u", "p")),
        ("submission://u:p@mail.example:2587", Relay("mail.example", 2587, "starttls", "u", "p")),
        (
            "smtps://moi%40kalan.example:p%2Fw@mail.example",
            Relay("mail.example", 465, "tls", "moi@kalan.example", "p/w"),
        ),
        (
            "smtp+ssl://mail.example?timeout=5&ca=/ca.pem",
            Relay("mail.example", 465, "tls", "", "", 5.0, "/ca.pem"),
        ),
        ("smtp://[::1]:2525", Relay("::1", 2525, "clear")),
    ],
)
def test_addresses_that_are_understood(url, relay):
    assert parse_relay(url) == relay


@pytest.mark.parametrize(
    "url", ["mail.example:25", "http://mail.example", "smtp://", "smtp://mail.example:port", "smtp://m?timeout=0",
            "smtp://m?timeout=vite", "smtp://m?tls=yes", "smtp://u:p%C3%A9@m"],
)  # fmt: skip
def test_addresses_that_are_not(url, settings):
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        parse_relay(url)
    settings.EMAIL_URL = url
    assert [error.id for error in checks.email_url_is_readable(None)] == ["courier.E001"]


def test_a_password_is_never_printed():
    assert "motdepasse" not in repr(parse_relay("smtps://u:motdepasse@mail.example"))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A self-signed certificate for 127.0.0.1: (file of both, context for the server)."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM) + secret)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(path)
    return path, context


@pytest.fixture
def guarded(certificate, settings):
    """A post office that asks for STARTTLS, a name and a password."""
    path, context = certificate
    office, controller = open_post_office(
        tls_context=context,
        require_starttls=True,
        auth_required=True,
        authenticator=accept_only("kalan", "sesame"),
    )
    settings.EMAIL_URL = f"smtp+tls://kalan:sesame@127.0.0.1:{office.port}?ca={path}&timeout=30"
    yield office
    controller.stop()


@pytest.mark.django_db
def test_starttls_and_a_password(guarded, alice, posted, clock):
    posted(alice)
    assert delivering.deliver_provider("others", clock) == 1


@pytest.mark.django_db
def test_a_certificate_we_cannot_check_gets_no_mail(guarded, alice, posted, clock, settings):
    settings.EMAIL_URL = settings.EMAIL_URL.split("?")[0] + "?timeout=30"
    mail = posted(alice)
    assert delivering.deliver_provider("others", clock) == 0
    assert (guarded.taken, Mail.objects.get().state) == ([], Mail.State.WAITING)
    assert "certificate" in mail.tries.get().answer.lower()


@pytest.mark.django_db
def test_a_relay_without_encryption_gets_no_password(office, alice, posted, clock, settings):
    settings.EMAIL_URL = f"smtp+tls://kalan:secret@127.0.0.1:{office.port}?timeout=30"
    posted(alice)
    assert delivering.deliver_provider("others", clock) == 0
    assert (office.taken, Mail.objects.get().state) == ([], Mail.State.WAITING)


@pytest.mark.django_db
def test_a_wrong_password_is_our_fault_and_refuses_no_mail(guarded, alice, posted, clock, settings):
    settings.EMAIL_URL = settings.EMAIL_URL.replace("sesame", "faux")
    mail = posted(alice)
    assert delivering.deliver_provider("others", clock) == 0
    assert (Mail.objects.get().state, mail.tries.get().code) == (Mail.State.WAITING, 535)


@pytest.mark.django_db
def test_encrypted_from_the_first_byte(certificate, settings, alice, posted, clock):
    path, context = certificate
    office, controller = open_post_office(ssl_context=context)
    settings.EMAIL_URL = f"smtps://127.0.0.1:{office.port}?ca={path}&timeout=30"
    posted(alice)
    try:
        assert delivering.deliver_provider("others", clock) == 1
    finally:
        controller.stop()
