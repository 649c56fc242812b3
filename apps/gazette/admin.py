"""Gazettes for the administration: their names. Articles are not there, since their authors would be."""

from django.contrib import admin

from apps.gazette.models import Gazette


@admin.register(Gazette)
class GazetteAdmin(admin.ModelAdmin):
    list_display = ("title", "game", "mode")
    fields = ("name", "motto", "mode")

    def has_add_permission(self, request) -> bool:
        return False

    def has_delete_permission(self, request, obj=None) -> bool:
        return False
