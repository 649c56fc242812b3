"""A man caught without his harness (1.2): no armour, and the class of a knight who fights in his shirt."""

from engines.argad.state import Figure


def take_off(figure: Figure) -> None:
    """Nothing to take off: nothing happens. The player's own character keeps his class (`troops.enlist`)."""
    if figure.armour and not figure.stripped:
        figure.stripped = (figure.cls, figure.armour)
        figure.cls, figure.armour = figure.cls_unarmoured or figure.cls, 0


def put_on(figure: Figure) -> None:
    if figure.stripped:
        figure.cls, figure.armour = figure.stripped
        figure.stripped = ()
