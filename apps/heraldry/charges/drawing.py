"""A charge: its drawing and its French name."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Charge:
    name: str  # "lion"
    plural: str  # "lions"
    body: str  # filled with the tincture, outlined as one silhouette
    lines: str = ""  # inner lines, in ink or ivory according to the tincture
    spots: str = ""  # small inner fills: eyes, doors
    width: float = 2.2  # of the inner lines
    feminine: bool = False
