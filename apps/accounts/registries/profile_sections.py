"""What other apps add to a player's public page, for instance the games played.

A section gives a template and its context for a viewer (who may be anonymous) looking at a player, or None
for nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from apps.accounts.models import Person, User

Content = Callable[[Person, User], dict[str, Any] | None]


@dataclass(frozen=True)
class ProfileSection:
    key: str
    template: str
    content: Content


_sections: dict[str, ProfileSection] = {}


def register(section: ProfileSection) -> None:
    if section.key in _sections:
        raise ValueError(f"profile section {section.key!r} is registered twice")
    _sections[section.key] = section


def sections_for(viewer: Person, player: User) -> list[dict[str, Any]]:
    """Each section that has something to show, as {"template", "section"}; they stand as the apps do."""
    shown = []
    for section in _sections.values():
        content = section.content(viewer, player)
        if content is not None:
            shown.append({"template": section.template, "section": content})
    return shown
