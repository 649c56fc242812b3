"""What makes the bots differ: three temperaments as figures."""

import msgspec

from engines.core.texts import gettext_noop as _


class Temper(msgspec.Struct, frozen=True):
    """How a bot weighs things. Shares are of the money left after economy and upkeep."""

    label: str  # as players read it
    tax: int  # usual level, with the greatest useful gift
    knights: int  # how many it wants beside its lord, or one for each land if those are more
    odds: float  # strength it wants for each unit of the defender's
    wars: int  # how many enemies it takes on
    loyal: bool  # answers every call
    garrison: float  # share spent on garrisons at a threatened border
    walls: int  # treasury above which it builds
    patience: int  # turns before it breaks an alliance that blocks its way
    glory: float  # how it weighs the way to the throne by renown against the way by lands


TEMPERS: dict[str, Temper] = {
    "batisseur": Temper(_("bâtisseur"), 5, 8, 1.5, 2, True, 0.25, 6000, 16, 3.0),
    "conquerant": Temper(_("conquérant"), 5, 10, 1.25, 3, False, 0.10, 12000, 8, 1.0),
    "diplomate": Temper(_("diplomate"), 5, 9, 1.4, 2, True, 0.15, 9000, 14, 2.0),
}
