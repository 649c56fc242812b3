"""What one man sees from where he stands: an outline for the table, and the same in a sentence."""

from typing import Any

from django.utils.translation import gettext as _

from apps.tables.argad import words
from engines.argad.field.ground import ground_of
from engines.argad.field.sight import look_at, sight_fan
from engines.argad.state import Figure, State, enemies


def gaze(state: State, figure: Figure) -> dict[str, Any]:
    """Millimetres for the drawing; enemies in view and out of view by name."""
    ground = ground_of(state.terrain, state.width, state.height)
    return {
        "points": [[x / 10, y / 10] for x, y in sight_fan(ground, figure)],
        "text": in_view(state, figure),
    }


def in_view(state: State, figure: Figure) -> str:
    """« Archer A14 voit Picte B02, Picte B05 ; hors de vue : Picte B01 »"""
    ground = ground_of(state.terrain, state.width, state.height)
    foes = [f for f in state.figures if f.place == "table" and enemies(f, figure) and f.mount != "pack"]
    looked = [(words.name_of(foe), look_at(ground, figure, foe).visible) for foe in foes]
    visible = [name for name, sure in looked if sure]
    unseen = [name for name, sure in looked if not sure]
    name = words.name_of(figure)
    if not foes:
        return _("{name} ne connaît aucun ennemi sur la table.").format(name=name)
    if not visible:
        return _("{name} ne voit aucun des {n} ennemis connus.").format(name=name, n=len(foes))
    if not unseen:
        return _("{name} voit tous les ennemis connus ({n}).").format(name=name, n=len(foes))
    said = _("{name} voit {visible} ; hors de vue : {unseen}.")
    return said.format(name=name, visible=", ".join(visible), unseen=", ".join(unseen))
