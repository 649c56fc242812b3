"""Boards for the administration. Posts, letters and sanctions are handled by the pages, where every act is
logged."""

from django.contrib import admin

from apps.forums.models import Board


@admin.register(Board)
class BoardAdmin(admin.ModelAdmin):
    list_display = ("title", "kind", "readers", "openers", "writers", "order", "closed_at")
    list_filter = ("kind", "readers")
    search_fields = ("title", "slug")
    fields = ("title", "about", "order", "emblem", "readers", "openers", "writers")

    def has_delete_permission(self, request, obj=None) -> bool:
        return False
