"""Forms only validate. The ones that extend the sign-in library's are named in ACCOUNT_FORMS and
MFA_FORMS."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from apps.accounts import services
from apps.accounts.models import MailFrequency, User
from apps.accounts.profile.names import fold_name
from apps.accounts.profile.zones import zone_choices
from apps.accounts.queries import mail_choices
from apps.accounts.registries.mail_kinds import optional_kinds
from apps.site.requests import Request

PASSWORD_HELP = _(
    "Au moins 10 caractères, pas seulement des chiffres, et rien qu’on devine : une phrase fait très "
    "bien l’affaire."
)


def _charter_promise() -> SafeString:
    return format_html(
        _now('Je suis une seule personne avec un seul compte, et j’accepte la <a href="{}">charte</a>.'),
        reverse("accounts:charter"),
    )


class PlainFields:
    """Forms of the sign-in library without its placeholders, and with our one sentence about passwords."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)  # it repeats the label, and disappears when one types
        for name in ("password", "oldpassword"):
            if name in self.fields:
                self.fields[name].help_text = ""  # the page has its own link to a forgotten password
        if "password1" in self.fields:
            self.fields["password1"].help_text = PASSWORD_HELP


class SignupForm(PlainFields, allauth_forms.SignupForm):
    charter = forms.BooleanField(
        label=lazy(_charter_promise, SafeString)(),
        error_messages={
            "required": _("Pour jouer ici, il faut accepter la charte : une personne, un compte.")
        },
    )
    field_order = ["username", "email", "password1", "password2", "charter"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("De 3 à 30 caractères. Il sera public et ne changera jamais.")
        self.fields["email"].help_text = _("Un code y sera envoyé. Elle n’est montrée à aucun autre joueur.")

    def validate_unique_email(self, value: str) -> str:
        """A known address goes on like any other (T22): its holder is told by mail, and it is never verified
        twice."""
        return value

    def custom_signup(self, request: Request, user: User) -> None:
        super().custom_signup(request, user)
        services.accept_charter(user, timezone.now())


class CorrectAddressForm(PlainFields, allauth_forms.ChangeEmailForm):
    """On the code page. A known address goes on like any other, as at sign-up."""

    account_already_exists = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("La bonne adresse e-mail")

    def clean_email(self) -> str:
        return self.cleaned_data["email"]


class LoginForm(PlainFields, allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["remember"].label = _("Rester connecté sur cet appareil")

    def clean_login(self) -> str:
        """Many try their address first. No name holds an @: what is said here tells nothing about any
        account."""
        login = super().clean_login()
        if "@" in login:
            raise forms.ValidationError(
                _(
                    "On entre par son nom, non par son adresse. Si vous l’avez oublié, « Mot de passe "
                    "oublié ? » vous le rappelle."
                )
            )
        return login


class ReauthenticateForm(PlainFields, allauth_forms.ReauthenticateForm):
    pass


class ChangePasswordForm(PlainFields, allauth_forms.ChangePasswordForm):
    pass


class SetPasswordForm(PlainFields, allauth_forms.SetPasswordForm):
    pass


class ForgottenPasswordForm(PlainFields, allauth_forms.ResetPasswordForm):
    pass


class NewPasswordForm(PlainFields, allauth_forms.ResetPasswordKeyForm):
    pass


class NewAddressForm(PlainFields, allauth_forms.AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Nouvelle adresse e-mail")


class AddressCodeForm(PlainFields, allauth_forms.ConfirmEmailVerificationCodeForm):
    pass


class PasswordCodeForm(PlainFields, allauth_forms.ConfirmPasswordResetCodeForm):
    pass


class ActivateApplicationForm(PlainFields, totp_forms.ActivateTOTPForm):
    pass


class SecondFactorForm(PlainFields, mfa_forms.AuthenticateForm):
    pass


class SecondFactorAgainForm(PlainFields, mfa_forms.ReauthenticateForm):
    pass


class AddKeyForm(webauthn_forms.AddWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Nom de la clé")


class RenameKeyForm(webauthn_forms.EditWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Nom de la clé")


class PreferencesForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ["presentation", "time_zone", "language"]
        widgets = {"presentation": forms.Textarea(attrs={"rows": 10, "maxlength": 4000})}
        help_texts = {
            "presentation": _(
                "Visible de tous. Markdown accepté : *italique*, **gras**, listes, citations, liens."
            ),
            "time_zone": _("Les échéances vous sont montrées à l’heure de ce fuseau."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Fuseau horaire"), choices=zone_choices(), help_text=self.fields["time_zone"].help_text
        )
        self.fields["language"] = forms.ChoiceField(
            label=_("Langue"),
            choices=settings.LANGUAGES,
            help_text=_("Le site ne parle encore que le français."),
        )

    def save(self, commit: bool = True) -> User:
        """Writes the three fields only, through the service."""
        services.describe_player(self.instance, **self.cleaned_data)
        return self.instance


class MailForm(forms.Form):
    """One choice a kind of mail that may be chosen."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        current = mail_choices(user)
        for kind in optional_kinds():
            self.fields[kind.key] = forms.ChoiceField(
                label=kind.label,
                help_text=kind.help,
                choices=[(frequency.value, MailFrequency(frequency).label) for frequency in kind.frequencies],
                initial=current[kind.key].value,
            )


class RetireForm(forms.Form):
    name = forms.CharField(
        label=_("Votre nom, pour confirmer"),
        max_length=30,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        if fold_name(name) != fold_name(self.user.username):
            raise forms.ValidationError(
                _("« %(typed)s » n’est pas le nom de ce compte : tapez « %(name)s »."),
                params={"typed": name, "name": self.user.username},
            )
        return name


class MembershipForm(forms.Form):
    until = forms.DateField(
        label=_("Membre jusqu’au"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = timezone.localdate()
        self.latest = services.latest_membership_end(user, self.today)
        self.fields["until"].initial = self.latest

    def clean_until(self) -> Any:
        until = self.cleaned_data["until"]
        if not self.today < until <= self.latest:
            raise forms.ValidationError(
                _("L’adhésion se termine après aujourd’hui et au plus tard le %(latest)s."),
                params={"latest": self.latest.strftime("%d/%m/%Y")},
            )
        return until
