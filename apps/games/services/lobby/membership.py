"""What supporting members alone may do (rulebook §9): sit down in a game on the map of the Moyen-Orient."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.accounts.permissions import is_member
from apps.games.problems import Refusal

MEMBERS_MAP = "moyen_orient"


def require_map_open(user: User, options: Mapping[str, Any]) -> None:
    if options.get("map") == MEMBERS_MAP and not is_member(user):
        raise Refusal(
            _(
                "Le Moyen-Orient est réservé aux membres de l’association. La Scandinavie et l’Europe "
                "vous sont ouvertes."
            )
        )
