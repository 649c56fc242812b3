"""The blazon: arms described in a French heraldic sentence ("De gueules au lion d’or.")."""

from django.utils.text import capfirst

from apps.heraldry.arms import Arms
from apps.heraldry.charges import CHARGES
from apps.heraldry.vocabulary import COUNTERCHANGED, DIVISIONS, ORDINARIES, TINCTURES

NUMBERS = {1: "un", 2: "deux", 3: "trois", 4: "quatre", 5: "cinq"}
LAST = ("chief", "bordure")  # blazoned after what stands in the field


def blazon(arms: Arms) -> str:
    parts = [_field(arms), *_bearings(arms)]
    return " ".join(parts[:2]) + "".join(f", {part}" for part in parts[2:]) + "."


def _field(arms: Arms) -> str:
    if arms.division == "plain":
        return capfirst(TINCTURES[arms.field[0]].of)
    first, second = (TINCTURES[tincture].of for tincture in arms.field)
    return f"{DIVISIONS[arms.division].french} {first} et {second}"


def _bearings(arms: Arms) -> list[str]:
    ordinary = _ordinary(arms) if arms.ordinary else ""
    charge = _charge(arms) if arms.charge else ""
    if not (ordinary and charge):
        return [part for part in (ordinary, charge) if part]
    if arms.on_ordinary:
        return [f"{ordinary} {_agree('chargé', arms)} {_count_of(arms)}"]
    if arms.ordinary in LAST:
        return [charge, ordinary]
    verb = "cantonné" if arms.ordinary in ("cross", "saltire") else "accompagné"
    return [f"{ordinary} {_agree(verb, arms)} {_count_of(arms)}"]


def _ordinary(arms: Arms) -> str:
    ordinary = ORDINARIES[arms.ordinary]
    named = _with_article(ordinary.french, ordinary.feminine)
    return f"{named} {_of(arms.ordinary_tincture)}{_over(arms, arms.ordinary_tincture)}"


def _charge(arms: Arms) -> str:
    charge = CHARGES[arms.charge]
    if arms.count > 1:
        return f"à {NUMBERS[arms.count]} {charge.plural} {_of(arms.charge_tincture)}"
    named = _with_article(charge.name, charge.feminine)
    return f"{named} {_of(arms.charge_tincture)}{_over(arms, arms.charge_tincture)}"


def _with_article(noun: str, feminine: bool) -> str:
    """« au lion », « à la tour », « à l’aigle »; « à la hache » too: the h of every charge is aspirated."""
    if noun[0] in "aeiouéè":
        return f"à l’{noun}"
    return f"à la {noun}" if feminine else f"au {noun}"


def _count_of(arms: Arms) -> str:
    charge = CHARGES[arms.charge]
    if arms.count == 1:
        return f"{'d’une' if charge.feminine else 'd’un'} {charge.name} {_of(arms.charge_tincture)}"
    return f"de {NUMBERS[arms.count]} {charge.plural} {_of(arms.charge_tincture)}"


def _of(tincture: str) -> str:
    return "de l’un en l’autre" if tincture == COUNTERCHANGED else TINCTURES[tincture].of


def _over(arms: Arms, tincture: str) -> str:
    if arms.division == "plain" or tincture == COUNTERCHANGED or arms.ordinary in LAST:
        return ""
    return " brochant sur le tout"


def _agree(participle: str, arms: Arms) -> str:
    return participle + ("e" if ORDINARIES[arms.ordinary].feminine else "")
