"""gettext for BILANs: written once in the site's language whatever the worker speaks, and remembered.

A deadline writes thousands of BILANs with the same few hundred phrases; looking each one up anew cost half
the time.
"""

from django.conf import settings
from django.utils import translation


class _Phrases(dict[str, str]):
    def __missing__(self, msgid: str) -> str:
        with translation.override(settings.LANGUAGE_CODE):
            told = self[msgid] = translation.gettext(msgid)
        return told


class _Counted(dict[tuple[str, str, bool], str]):
    def __missing__(self, key: tuple[str, str, bool]) -> str:
        one, many, several = key
        with translation.override(settings.LANGUAGE_CODE):
            told = self[key] = translation.ngettext(one, many, 2 if several else 1)
        return told


_phrases, _counted = _Phrases(), _Counted()


def gettext(msgid: str) -> str:
    return _phrases[msgid]


def ngettext(one: str, many: str, n: int) -> str:
    """The French way: nought and one are singular."""
    return _counted[one, many, n >= 2]
