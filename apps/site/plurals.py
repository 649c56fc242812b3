"""French counts nothing as one: « 0 message », « 2 messages ».

Our source texts are French and need no catalogue; for a text that stands in none Django counts as Germanic
languages do.
"""

from typing import Any

from django.utils.translation.trans_real import DjangoTranslation


def count_as_french() -> None:
    DjangoTranslation.ngettext = _ngettext  # type: ignore[method-assign, assignment]  # on purpose


def _ngettext(self: Any, singular: str, plural: str, n: float) -> str:
    """As Django has it, but for the last line."""
    try:
        return self._catalog.plural(singular, n)
    except KeyError:
        if self._fallback:
            return self._fallback.ngettext(singular, plural, n)
    return plural if abs(n) >= 2 else singular
