"""Where our house rules meet the sign-in library: names, who gets which mail, and answers that betray
nobody."""

import base64
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts import queries
from apps.accounts.login import devices, throttle
from apps.accounts.login.traces import household_of, read_browser
from apps.accounts.models import User
from apps.accounts.profile.names import fold_name, is_reserved, normalize_name


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": gettext_lazy(
            "Trop d’essais manqués : attendez quelques minutes, ou choisissez « Mot de passe "
            "oublié ? » : le code reçu par courriel vous fera entrer."
        )
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = normalize_name(username)
        super().clean_username(name, shallow=True)
        if is_reserved(name):
            raise ValidationError(_("Ce nom est réservé à la maison : choisissez-en un autre."))
        if not shallow and User.objects.named(name).exists():
            raise ValidationError(
                _("Ce nom, ou un nom trop semblable, est déjà porté : choisissez-en un autre.")
            )
        return name

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """A name is recognised whatever its case and accents, and its failures are counted once for all
        spellings."""
        if "username" in credentials:
            credentials["username"] = queries.spelled_as_registered(credentials["username"])
        user = super().authenticate(request, **credentials)
        if user is not None:
            self._try.delete()  # earlier ones stay: an account of one's own does not wash guessing clean
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the try (`throttle`), in place of the library's count, which five strangers' failures
        close to the owner."""
        name = credentials.get("username", "")
        known = devices.is_known(request, User.objects.named(name).first())
        source = f"browser {read_browser(request)}" if known else f"address {household_of(request)}"
        try:
            self._try = throttle.begin(fold_name(name), source, known=known, now=timezone.now())
        except throttle.TooManyTries:
            request.is_throttled = True  # type: ignore[attr-defined]  # read by our middleware
            raise self.validation_error("too_many_login_attempts") from None

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """When somebody else holds the address, they are told, no code leaves, and the page is the same
        (T22)."""
        address = emailconfirmation.email_address
        if queries.address_is_held_by_another(address.email, address.user_id):
            self.send_account_already_exists_mail(address.email)
            return
        super().send_confirmation_mail(request, emailconfirmation, signup)

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """A new address is shown where it was changed; whoever signs up goes in."""
        if self.request.user.is_authenticated:
            return reverse("account_email")
        return super().get_email_verification_redirect_url(email_address)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """One logs in by name: whoever forgot the password may have forgotten the name too."""
        more = {"site_url": settings.SITE_URL, "account_name": queries.name_at_address(email)}
        super().send_mail(template_prefix, email, more | context)


class SecondFactorAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": gettext_lazy(
            "Ce code ou cette clé n’est pas le bon : recopiez le code que l’application affiche à présent."
        )
    }

    def _get_user_identifier(self, user: User) -> str:
        """The name, not the address: it is what one types at log-in, and authenticator apps show it to
        bystanders."""
        return user.username

    def _get_site_name(self) -> str:
        return settings.SITE_NAME

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _box().decrypt(encrypted_text.encode()).decode()


def _box() -> MultiFernet:
    """Secrets of second factors are useless to whoever reads the database without the site's key."""
    return MultiFernet(
        [Fernet(_fernet_key(key)) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    )


def _fernet_key(secret: str) -> bytes:
    digest = salted_hmac("apps.accounts.second_factor", "fernet", secret=secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest)
