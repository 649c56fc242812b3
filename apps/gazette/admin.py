"""Gazettes for the administration: their names. Articles are not there, since their authors would be."""

from django.contrib import admin

from apps.accounts.admin import FixedRows
from apps.gazette.models import Gazette


@admin.register(Gazette)
class GazetteAdmin(FixedRows, admin.ModelAdmin):
    list_display = ("title", "game", "mode")
    fields = ("name", "motto", "mode")
