"""What other apps add to a player's public page, for instance the games played.

A section gives a template and its context for a viewer (who may be anonymous) looking at a player, or None
for nothing.
"""

from collections.abc import Callable
from typing import Any

from apps.accounts.models import Person, User

Content = Callable[[Person, User], dict[str, Any] | None]

_sections: dict[str, tuple[str, Content]] = {}


def register(key: str, template: str, content: Content) -> None:
    if key in _sections:
        raise ValueError(f"profile section {key!r} is registered twice")
    _sections[key] = template, content


def sections_for(viewer: Person, player: User) -> list[dict[str, Any]]:
    """Each section that has something to show, as {"template", "section"}; they stand as the apps do."""
    shown = []
    for template, content in _sections.values():
        section = content(viewer, player)
        if section is not None:
            shown.append({"template": template, "section": section})
    return shown
