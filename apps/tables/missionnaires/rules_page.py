"""The tables of the rules page, printed from the engine's own board and cards."""

from typing import Any

from apps.tables.missionnaires.chart import GROUND, NAMES, TOWNS, VIEW_BOX
from apps.tables.missionnaires.faces import faces_of
from apps.tables.missionnaires.listing import KINDS
from engines.missionnaires.board import REGIONS, SPACES
from engines.missionnaires.edition import MAP
from engines.missionnaires.setup import HAND


def context() -> dict[str, Any]:
    return {
        "ground": GROUND,
        "towns": TOWNS,
        "names": NAMES,
        "view_box": VIEW_BOX,
        "hands": sorted(HAND.items()),
        "kinds": [_kind(kind) for kind in KINDS],
        "regions": [(zone.name, [SPACES[town] for town in REGIONS[zone.id]]) for zone in MAP.zones],
        "land_cards": faces_of("territoires"),
        "sea_cards": faces_of("mer"),
    }


def _kind(kind: str) -> dict[str, Any]:
    spaces = [space for space in MAP.spaces if space.kind == kind]
    return {
        "key": kind,
        "name": KINDS[kind],
        "count": len(spaces),
        "ports": sum(space.port for space in spaces),
    }
