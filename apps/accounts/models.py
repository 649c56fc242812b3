"""A person's account. The name is immutable and unique whatever its case; the address is shown to nobody
else."""

import secrets
import zoneinfo
from collections.abc import Collection
from datetime import date
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser, AnonymousUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from apps.accounts.profile.names import fold_name, username_validators


class Role(models.TextChoices):
    PLAYER = "player", _("joueur")
    MODERATOR = "moderator", _("aide de camp")
    REFEREE = "referee", _("le Roi")


class MailFrequency(models.TextChoices):
    AT_ONCE = "at_once", _("aussitôt")
    DAILY = "daily", _("une fois par jour")
    NEVER = "never", _("jamais")


def validate_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(
            _("« %(name)s » n’est pas un fuseau horaire connu, par exemple Europe/Paris."),
            params={"name": name},
        )


def new_token() -> str:
    return secrets.token_urlsafe(24)


class FoldedNameField(models.CharField):  # type: ignore[type-arg]  # Django's has none when it runs
    """Follows `username` at every write, so that uniqueness holds for accents too, on every database."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        folded = fold_name(model_instance.username)  # type: ignore[attr-defined]  # an account, now or in a migration
        setattr(model_instance, self.attname, folded)
        return folded


class AccountQuerySet(models.QuerySet["User"]):
    def named(self, name: str) -> Self:
        return self.filter(folded_name=fold_name(name))

    def present(self) -> Self:
        """Accounts of people who are still with us."""
        return self.filter(retired_at=None, is_active=True)


class AccountManager(UserManager["User"]):
    def get_queryset(self) -> AccountQuerySet:
        return AccountQuerySet(model=self.model, using=self._db, hints=self._hints)  # type: ignore[attr-defined]

    def named(self, name: str) -> AccountQuerySet:
        return self.get_queryset().named(name)

    def present(self) -> AccountQuerySet:
        return self.get_queryset().present()

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(folded_name=fold_name(username or ""))


class User(AbstractUser):
    username = models.CharField(
        _("nom"),
        max_length=30,
        unique=True,
        validators=username_validators,
        error_messages={"unique": _("Ce nom est déjà porté.")},
    )
    folded_name = FoldedNameField(max_length=60, unique=True, editable=False)
    first_name = None  # type: ignore[assignment]  # Django's way to drop a field of AbstractUser
    last_name = None  # type: ignore[assignment]
    role = models.CharField(_("rôle"), max_length=12, choices=Role.choices, default=Role.PLAYER)
    member_until = models.DateField(_("membre de l’association jusqu’au"), null=True, blank=True)
    charter_accepted_at = models.DateTimeField(_("charte acceptée le"), null=True, blank=True, editable=False)
    presentation = models.TextField(_("présentation"), blank=True, max_length=4000)
    arms = models.CharField(_("armoiries"), blank=True, max_length=200)  # the text form of apps/heraldry
    time_zone = models.CharField(
        _("fuseau horaire"), max_length=64, default="Europe/Paris", validators=[validate_time_zone]
    )
    language = models.CharField(_("langue"), max_length=8, default="fr")
    feed_token = models.CharField(
        max_length=48, default=new_token, unique=True, editable=False
    )  # private calendar feed
    is_bot = models.BooleanField(_("automate"), default=False)
    retired_at = models.DateTimeField(null=True, blank=True, editable=False)  # identity severed, games kept

    at_screen: list[Any] | None  # who sits at a screen that several share; see apps/games/table/screen.py

    objects: ClassVar[AccountManager] = AccountManager()

    class Meta:
        verbose_name = _("compte")
        verbose_name_plural = _("comptes")
        constraints = [models.UniqueConstraint(Lower("username"), name="username_unique_whatever_the_case")]

    @classmethod
    def from_db(
        cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any
    ) -> Self:
        user = super().from_db(db, field_names, values, **more)
        if "username" in field_names:
            user._name_in_database = user.username
        return user

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Refuses a changed name. Only `services.retire_account` changes one, and it writes around this."""
        self._refuse_new_name()
        super().save(*args, **kwargs)
        self._name_in_database = self.username

    def clean(self) -> None:
        super().clean()
        self._refuse_new_name()

    def _refuse_new_name(self) -> None:
        if getattr(self, "_name_in_database", self.username) != self.username:
            raise ValidationError({"username": _("Le nom d’un compte ne change jamais.")})

    def get_full_name(self) -> str:
        return self.username

    @property
    def is_retired(self) -> bool:
        return self.retired_at is not None

    @property
    def is_referee(self) -> bool:
        """Bears the role; to act as one, `permissions.can_referee` also asks for a second factor."""
        return self.role == Role.REFEREE

    @property
    def is_moderator(self) -> bool:
        return self.role in (Role.MODERATOR, Role.REFEREE)

    def is_member_on(self, day: date) -> bool:
        """Supporting member of the association on that day (rulebook §9)."""
        return self.member_until is not None and self.member_until >= day


Person = User | AnonymousUser  # whoever asks: somebody with an account, or a visitor


class MailPreference(models.Model):
    """How often one kind of mail may reach one person. No row: the default of the kind."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mail_preferences")
    kind = models.CharField(max_length=24)
    frequency = models.CharField(max_length=8, choices=MailFrequency.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="one_preference_a_kind")]


class Membership(models.Model):
    """One grant of a year of membership, kept so that one may see who granted what."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    granted_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships_granted")
    granted_at = models.DateTimeField(_("accordée le"))
    until = models.DateField(_("jusqu’au"))

    class Meta:
        ordering = ["-granted_at", "-pk"]
        verbose_name = _("adhésion")
        verbose_name_plural = _("adhésions")

    def __str__(self) -> str:
        return f"{self.user_id} → {self.until}"


class LoginTrace(models.Model):
    """Whence somebody logged in, as keyed hashes: enough to notice two accounts together, not to learn an
    address.

    A weak signal for referees, never a proof; forgotten after twelve months.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="login_traces")
    network = models.CharField(max_length=32, db_index=True)  # hash of the /24 or /48
    browser = models.CharField(max_length=32, db_index=True)  # hash of the long-lived cookie
    last_seen_at = models.DateTimeField(db_index=True)
    times = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "network", "browser"], name="one_trace_a_place")
        ]


class LoginTry(models.Model):
    """A password that did not open, for a day: which account and whence, as keyed hashes. See `throttle`."""

    login = models.CharField(max_length=32)
    source = models.CharField(max_length=32)  # an address, or a browser that the account knows
    known = models.BooleanField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [
            models.Index(fields=["login", "at"], name="tries_at_an_account"),
            models.Index(fields=["source", "at"], name="tries_from_a_place"),
        ]
