"""Forms only validate. The ones that extend the sign-in library's are named in ACCOUNT_FORMS and
MFA_FORMS."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from apps.accounts import services
from apps.accounts.models import MailFrequency, User
from apps.accounts.profile.names import fold_name
from apps.accounts.profile.zones import zone_choices
from apps.accounts.queries import mail_choices
from apps.accounts.registries.mail_kinds import optional_kinds
from apps.site.requests import Request
from apps.site.texts import LazyText

PASSWORD_HELP = _(
    "Au moins 10 caractères, pas seulement des chiffres, et rien qu’on devine : une phrase fait très "
    "bien l’affaire."
)


class PlainFields:
    """Forms of the sign-in library without its placeholders, and with our one sentence about passwords."""

    fields: dict[str, forms.Field]
    labels: Mapping[str, LazyText] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)  # it repeats the label, and disappears when one types
        for name in ("password", "oldpassword"):
            if name in self.fields:
                self.fields[name].help_text = ""  # the page has its own link to a forgotten password
        if "password1" in self.fields:
            self.fields["password1"].help_text = PASSWORD_HELP
        for name, label in self.labels.items():
            self.fields[name].label = label


class SignupForm(PlainFields, allauth_forms.SignupForm):
    charter = forms.BooleanField(
        error_messages={
            "required": _("Pour jouer ici, il faut accepter la charte : une personne, un compte.")
        },
    )
    field_order = ["username", "email", "password1", "password2", "charter"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("De 3 à 30 caractères. Il sera public et ne changera jamais.")
        self.fields["email"].help_text = _("Un code y sera envoyé. Elle n’est montrée à aucun autre joueur.")
        self.fields["charter"].label = format_html(
            _now('Je suis une seule personne avec un seul compte, et j’accepte la <a href="{}">charte</a>.'),
            reverse("accounts:charter"),
        )

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
    labels = {"email": _("La bonne adresse e-mail")}

    def clean_email(self) -> str:
        return self.cleaned_data["email"]


class LoginForm(PlainFields, allauth_forms.LoginForm):
    labels = {"remember": _("Rester connecté sur cet appareil")}

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


def plain(form: type[forms.Form], **labels: LazyText) -> type[forms.Form]:
    """A form of the sign-in library with plain fields; `labels` where its own would not do."""
    return type(form.__name__, (PlainFields, form), {"labels": labels})


ReauthenticateForm = plain(allauth_forms.ReauthenticateForm)
ChangePasswordForm = plain(allauth_forms.ChangePasswordForm)
SetPasswordForm = plain(allauth_forms.SetPasswordForm)
ForgottenPasswordForm = plain(allauth_forms.ResetPasswordForm)
NewPasswordForm = plain(allauth_forms.ResetPasswordKeyForm)
NewAddressForm = plain(allauth_forms.AddEmailForm, email=_("Nouvelle adresse e-mail"))
AddressCodeForm = plain(allauth_forms.ConfirmEmailVerificationCodeForm)
PasswordCodeForm = plain(allauth_forms.ConfirmPasswordResetCodeForm)
ActivateApplicationForm = plain(totp_forms.ActivateTOTPForm)
SecondFactorForm = plain(mfa_forms.AuthenticateForm)
SecondFactorAgainForm = plain(mfa_forms.ReauthenticateForm)
AddKeyForm = plain(webauthn_forms.AddWebAuthnForm, name=_("Nom de la clé"))
RenameKeyForm = plain(webauthn_forms.EditWebAuthnForm, name=_("Nom de la clé"))


class PreferencesForm(forms.ModelForm):
    time_zone = forms.ChoiceField(
        label=_("Fuseau horaire"),
        choices=zone_choices,
        help_text=_("Les échéances vous sont montrées à l’heure de ce fuseau."),
    )
    language = forms.ChoiceField(
        label=_("Langue"),
        choices=settings.LANGUAGES,
        help_text=_("Le site ne parle encore que le français."),
    )

    class Meta:
        model = User
        fields = ["presentation", "time_zone", "language"]
        widgets = {"presentation": forms.Textarea(attrs={"rows": 10, "maxlength": 4000})}
        help_texts = {
            "presentation": _(
                "Visible de tous. Markdown accepté : *italique*, **gras**, listes, citations, liens."
            ),
        }

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
        self.user, self.today = user, timezone.localdate()
        self.fields["until"].initial = services.latest_membership_end(user, self.today)

    def clean_until(self) -> date:
        until = self.cleaned_data["until"]
        services.require_membership_end(self.user, until, self.today)
        return until
