"""Accounts in the administration: what a referee may mend. Names never change, people leave by retiring,
secrets stay out.

The administration is entered through the site's own log-in (rate limits, second factor) and needs a second
factor.
"""

from typing import Any

import allauth.account.admin
import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401 — loaded first, so that what they register can be put right below
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse

from apps.accounts.models import Membership, User
from apps.accounts.permissions import can_administer, explain_second_factor

_library_login = secure_admin_login(admin.site.login)


def login(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    if not request.user.is_authenticated:
        return _library_login(request, extra_context)
    if not request.user.is_staff:
        raise Http404
    if not can_administer(request.user):
        return explain_second_factor(request)
    return _library_login(request, extra_context)


admin.site.login = login  # type: ignore[method-assign]  # the site is one object, made by Django
admin.site.has_permission = lambda request: can_administer(request.user)  # type: ignore[method-assign]


class FixedRows:
    """Rows come and go on the pages of the site, where every act has its rules."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnly(FixedRows):
    """To look, never to touch."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MembershipInline(FixedRows, admin.TabularInline):
    model = Membership
    fk_name = "user"
    fields = readonly_fields = ("granted_at", "granted_by", "until")
    extra = 0


@admin.register(User)
class UserAdmin(FixedRows, admin.ModelAdmin):
    """People sign up, and retire: others' games stand on the row of an account, which is never deleted."""

    list_display = ("username", "role", "member_until", "date_joined", "is_active", "is_bot")
    list_filter = ("role", "is_active", "is_bot", "is_staff")
    search_fields = ("username",)
    ordering = ("folded_name",)
    fields = (
        "username",
        "role",
        "is_active",
        "is_staff",
        "is_superuser",
        "is_bot",
        "member_until",
        "presentation",
        "arms",
        "time_zone",
        "language",
        "date_joined",
        "last_login",
        "retired_at",
    )
    readonly_fields = ("username", "is_bot", "member_until", "date_joined", "last_login", "retired_at")
    inlines = [MembershipInline]


class EmailAddressAdmin(ReadOnly, admin.ModelAdmin):
    """To look up whose address it is when somebody writes to the house; nothing is changed here."""

    list_display = ("email", "user", "verified")
    search_fields = ("email", "user__username")


# Keys of second factors and open sessions have no business in the administration; addresses are read-only.
for model in (EmailAddress, Authenticator, UserSession):
    admin.site.unregister(model)
admin.site.register(EmailAddress, EmailAddressAdmin)
