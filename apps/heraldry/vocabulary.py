"""The words of heraldry: tinctures, divisions, ordinaries. Tables only."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tincture:
    french: str  # "gueules"
    of: str  # "de gueules"
    colour: str  # how it is painted


@dataclass(frozen=True)
class Division:
    french: str  # "Parti"
    many: bool = False  # repeated pieces: the two tinctures must respect the rule


@dataclass(frozen=True)
class Ordinary:
    french: str  # "bande"
    feminine: bool = False


INK = "#241c14"
IVORY = "#f9f1de"
METALS = ("or", "argent")
COLOURS = ("gules", "azure", "vert", "sable", "purpure", "tenne")
FURS = ("ermine", "vair")
COUNTERCHANGED = "counterchanged"

TINCTURES = {
    "or": Tincture("or", "d’or", "#e2b040"),
    "argent": Tincture("argent", "d’argent", "#f5eedc"),
    "gules": Tincture("gueules", "de gueules", "#a4262b"),
    "azure": Tincture("azur", "d’azur", "#22508a"),
    "vert": Tincture("sinople", "de sinople", "#2c6b3d"),
    "sable": Tincture("sable", "de sable", "#26242a"),
    "purpure": Tincture("pourpre", "de pourpre", "#6b3a7c"),
    "tenne": Tincture("tanné", "de tanné", "#a8572a"),
    "ermine": Tincture("hermine", "d’hermine", "#f5eedc"),
    "vair": Tincture("vair", "de vair", "#f5eedc"),
}

DIVISIONS = {
    "plain": Division("Plain"),
    "per-pale": Division("Parti"),
    "per-fess": Division("Coupé"),
    "per-bend": Division("Tranché"),
    "per-bend-sinister": Division("Taillé"),
    "quarterly": Division("Écartelé"),
    "per-saltire": Division("Écartelé en sautoir"),
    "per-chevron": Division("Divisé en chevron"),
    "barry": Division("Fascé", many=True),
    "paly": Division("Palé", many=True),
    "bendy": Division("Bandé", many=True),
    "chevronny": Division("Chevronné", many=True),
    "checky": Division("Échiqueté", many=True),
    "lozengy": Division("Losangé", many=True),
    "gyronny": Division("Gironné", many=True),
}
RECTANGULAR = ("per-pale", "per-fess", "quarterly")

ORDINARIES = {
    "fess": Ordinary("fasce", feminine=True),
    "pale": Ordinary("pal"),
    "bend": Ordinary("bande", feminine=True),
    "bend-sinister": Ordinary("barre", feminine=True),
    "chevron": Ordinary("chevron"),
    "cross": Ordinary("croix", feminine=True),
    "saltire": Ordinary("sautoir"),
    "chief": Ordinary("chef"),
    "bordure": Ordinary("bordure", feminine=True),
    "pile": Ordinary("pile", feminine=True),
}
