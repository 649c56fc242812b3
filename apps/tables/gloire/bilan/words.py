"""gettext for BILANs: written once in the site's language whatever the worker speaks, and remembered.

A deadline writes thousands of BILANs with the same few hundred phrases; looking each one up anew takes as
long again as all the rest (`make bench NAME=bilan`).
"""

from functools import cache

from django.conf import settings
from django.utils import translation


@cache
def gettext(msgid: str) -> str:
    with translation.override(settings.LANGUAGE_CODE):
        return translation.gettext(msgid)


def ngettext(one: str, many: str, n: int) -> str:
    """The French way: nought and one are singular."""
    return _plural_form(one, many, 2 if n >= 2 else 1)


@cache
def _plural_form(one: str, many: str, n: int) -> str:
    with translation.override(settings.LANGUAGE_CODE):
        return translation.ngettext(one, many, n)
