"""The charges: every figure that may be borne on a shield, drawn for this site."""

from apps.heraldry.charges import beasts, objects, signs
from apps.heraldry.charges.drawing import Charge

CHARGES: dict[str, Charge] = {
    "lion": beasts.LION,
    "eagle": beasts.EAGLE,
    "fleur-de-lis": signs.FLEUR_DE_LIS,
    "tower": objects.TOWER,
    "sword": objects.SWORD,
    "rose": signs.ROSE,
    "crescent": signs.CRESCENT,
    "mullet": signs.MULLET,
    "estoile": signs.ESTOILE,
    "sun": signs.SUN,
    "cross-pattee": signs.CROSS_PATTEE,
    "crosslet": signs.CROSSLET,
    "maltese-cross": signs.MALTESE,
    "oak": signs.OAK,
    "wolf": beasts.WOLF,
    "boar": beasts.BOAR,
    "stag": beasts.STAG,
    "bear": beasts.BEAR,
    "raven": beasts.RAVEN,
    "horse": beasts.HORSE,
    "fish": beasts.FISH,
    "bee": beasts.BEE,
    "ship": objects.SHIP,
    "key": objects.KEY,
    "horn": objects.HORN,
    "anchor": objects.ANCHOR,
    "chalice": objects.CHALICE,
    "axe": objects.AXE,
    "hammer": objects.HAMMER,
    "arrow": objects.ARROW,
    "crown": objects.CROWN,
    "wheel": objects.WHEEL,
    "harp": objects.HARP,
    "trefoil": signs.TREFOIL,
    "sheaf": signs.SHEAF,
    "escallop": signs.ESCALLOP,
    "lozenge": signs.LOZENGE,
    "roundel": signs.ROUNDEL,
}

__all__ = ["CHARGES", "Charge"]
