"""A text as code passes it on: written already, or still waiting for the language of its reader."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    LazyText = str | _StrPromise
else:
    LazyText = str
