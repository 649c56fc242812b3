"""The outbox in the administration: to look, never to touch. Contents, subjects and codes stay out."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from apps.accounts.admin import ReadOnly
from apps.courier.models import Attempt, Mail, MailQuerySet


class AttemptInline(ReadOnly, admin.TabularInline):
    model = Attempt
    fields = ("at", "result", "code", "answer")
    extra = 0


@admin.register(Mail)
class MailAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("created_at", "kind", "user", "provider", "state", "attempts", "next_attempt_at")
    list_filter = ("state", "kind", "provider")
    search_fields = ("user__username", "message_id")
    list_select_related = ("user",)
    fields = (
        "key",
        "kind",
        "user",
        "provider",
        "message_id",
        "state",
        "attempts",
        "created_at",
        "next_attempt_at",
        "give_up_at",
        "sent_at",
        "claimed_until",
        "handed_at",
    )
    inlines = [AttemptInline]

    def get_queryset(self, request: HttpRequest) -> Any:
        mails = super().get_queryset(request)
        assert isinstance(mails, MailQuerySet)
        return mails.without_content()
