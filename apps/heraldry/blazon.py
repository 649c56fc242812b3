"""Reading the text form of arms.

The text form round-trips: "per-pale gules argent; bend or; on 3 mullet sable". The field comes first, then
the ordinary, then the charge ("on" when it is borne by the ordinary).
"""

from dataclasses import replace

from apps.heraldry.arms import Arms, ArmsError
from apps.heraldry.charges import CHARGES
from apps.heraldry.law import problems
from apps.heraldry.lots import from_seed
from engines.core.texts import gettext_noop, say


def parse(text: str) -> Arms:
    """The arms written in `text`; raises ArmsError when they are misspelt or break a rule."""
    parts = [part.split() for part in text.strip().lower().split(";")]
    if not parts[0]:
        raise ArmsError(say(gettext_noop("Il manque le champ : écrivez par exemple « gules; lion or ».")))
    arms = _with_field(parts[0])
    for words in parts[1:]:
        arms = _with_charge(arms, words) if _speaks_of_charge(words) else _with_ordinary(arms, words)
    found = problems(arms)
    if found:
        raise ArmsError(found[0])
    return arms


def arms_or_lot(text: str, name: str) -> Arms:
    """Those written in the text; where none can be read, those that the name receives by lot."""
    try:
        return parse(text)
    except ArmsError:
        return from_seed(name)


def _with_field(words: list[str]) -> Arms:
    if len(words) == 1:
        return Arms("plain", (words[0],))
    return Arms(words[0], tuple(words[1:]))


def _speaks_of_charge(words: list[str]) -> bool:
    return bool(words) and (words[0] == "on" or words[0].isdecimal() or words[0] in CHARGES)


def _with_ordinary(arms: Arms, words: list[str]) -> Arms:
    if len(words) != 2:
        raise ArmsError(
            say(
                gettext_noop(
                    "« {part} » ne se lit pas : écrivez une pièce ou un meuble puis son émail, comme "
                    "« bend or »."
                ),
                part=" ".join(words),
            )
        )
    if arms.ordinary:
        raise ArmsError(
            say(gettext_noop("Un écu ne porte ici qu’une pièce : retirez « {part} »."), part=" ".join(words))
        )
    return replace(arms, ordinary=words[0], ordinary_tincture=words[1])


def _with_charge(arms: Arms, words: list[str]) -> Arms:
    rest = list(words)
    on_ordinary = rest[0] == "on"
    if on_ordinary:
        rest.pop(0)
    count = int(rest.pop(0)) if rest and rest[0].isdecimal() and len(rest[0]) < 3 else 1
    if len(rest) != 2 or arms.charge:
        raise ArmsError(
            say(
                gettext_noop(
                    "« {part} » ne se lit pas : un seul meuble, son nombre s’il y en a plusieurs, puis "
                    "son émail, comme « 3 rose or »."
                ),
                part=" ".join(words),
            )
        )
    return replace(arms, charge=rest[0], charge_tincture=rest[1], count=count, on_ordinary=on_ordinary)
