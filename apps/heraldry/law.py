"""What may be borne: known words, the rule of tincture, and how many charges go where."""

from collections.abc import Collection, Iterable

from apps.heraldry.arms import Arms
from apps.heraldry.charges import CHARGES
from apps.heraldry.places import BESIDE_ORDINARY, UPON_ORDINARY
from apps.heraldry.vocabulary import (
    COLOURS,
    COUNTERCHANGED,
    DIVISIONS,
    FURS,
    METALS,
    ORDINARIES,
    RECTANGULAR,
    TINCTURES,
)
from engines.core.texts import Text, gettext_noop, say


def problems(arms: Arms) -> list[Text]:
    """Everything that forbids these arms; empty when they may be borne."""
    misspelt = _unknown_words(arms)
    if misspelt:
        return misspelt
    return [wrong for wrong in (_wrong_field(arms), _wrong_ordinary(arms), _wrong_charge(arms)) if wrong]


def is_light(tincture: str) -> bool:
    return tincture in METALS or tincture in FURS


def clash(upper: str, lower: str) -> bool:
    """The rule of tincture: no metal on metal, no colour on colour; furs and counterchange go anywhere."""
    if upper == lower:
        return True
    return any(upper in family and lower in family for family in (METALS, COLOURS))


def _unknown_words(arms: Arms) -> list[Text]:
    ordinary = (arms.ordinary,) if arms.ordinary else ()
    charge = (arms.charge,) if arms.charge else ()
    found = [
        *_refuse_unknown(
            (arms.division,),
            DIVISIONS,
            gettext_noop("« {word} » n’est pas une partition connue. Connues : {known}."),
        ),
        *_refuse_unknown(
            (*arms.field, *_tinctures_upon(arms)),
            (*TINCTURES, COUNTERCHANGED),
            gettext_noop("« {word} » n’est pas un émail connu. Connus : {known}."),
        ),
        *_refuse_unknown(
            charge, CHARGES, gettext_noop("« {word} » n’est pas un meuble connu. Connus : {known}.")
        ),
    ]
    # A part that names no known charge is read as an ordinary: it may have been meant as either.
    either = gettext_noop(
        "« {word} » n’est ni une pièce ni un meuble connu. Pièces : {known}. Meubles : {charges}."
    )
    return found + _refuse_unknown(ordinary, ORDINARIES, either, charges=", ".join(CHARGES))


def _refuse_unknown(words: Iterable[str], known: Collection[str], message: str, **more: str) -> list[Text]:
    return [say(message, word=word, known=", ".join(known), **more) for word in words if word not in known]


def _tinctures_upon(arms: Arms) -> tuple[str, ...]:
    ordinary = (arms.ordinary_tincture,) if arms.ordinary else ()
    return ordinary + ((arms.charge_tincture,) if arms.charge else ())


def _wrong_field(arms: Arms) -> Text | None:
    wanted = 1 if arms.division == "plain" else 2
    if len(arms.field) != wanted:
        return say(
            gettext_noop("Un champ « {division} » veut {wanted} émail(s), il y en a {given}."),
            division=arms.division,
            wanted=wanted,
            given=len(arms.field),
        )
    if COUNTERCHANGED in arms.field:
        return say(gettext_noop("Le champ ne peut pas être « de l’un en l’autre » : choisissez un émail."))
    if wanted == 2 and DIVISIONS[arms.division].many and set(arms.field) & set(FURS):
        return say(
            gettext_noop(
                "Une fourrure ne se répète pas en petites pièces : choisissez un métal ou une couleur."
            )
        )
    if wanted == 2 and DIVISIONS[arms.division].many and clash(*arms.field):
        return _rule(arms.field[0], arms.field[1])
    if wanted == 2 and arms.field[0] == arms.field[1]:
        return say(
            gettext_noop("Les deux moitiés du champ portent le même émail : choisissez-en deux différents.")
        )
    return None


def _wrong_ordinary(arms: Arms) -> Text | None:
    if not arms.ordinary:
        return None
    if arms.ordinary == "bordure" and arms.ordinary_tincture in (*FURS, COUNTERCHANGED):
        return say(gettext_noop("La bordure veut un métal ou une couleur."))
    return _against_field(arms, arms.ordinary_tincture)


def _wrong_charge(arms: Arms) -> Text | None:
    if not arms.charge:
        return None
    if arms.charge_tincture in FURS:
        return say(
            gettext_noop("Un meuble ne se peint pas de fourrure : choisissez un métal ou une couleur.")
        )
    table = UPON_ORDINARY if arms.on_ordinary else BESIDE_ORDINARY
    allowed = table.get(arms.ordinary, ())
    if not allowed:
        return say(gettext_noop("Ce meuble n’a pas de place avec cette pièce : changez l’un ou l’autre."))
    if arms.count not in allowed:
        return say(
            gettext_noop("Ici le meuble se porte par {allowed}, non par {count}."),
            allowed=" ou ".join(map(str, allowed)),
            count=arms.count,
        )
    if not arms.on_ordinary:
        return _against_field(arms, arms.charge_tincture)
    if arms.charge_tincture == COUNTERCHANGED:
        return say(
            gettext_noop(
                "Un meuble posé sur une pièce ne peut pas être « de l’un en l’autre » : choisissez un émail."
            )
        )
    if clash(arms.charge_tincture, arms.ordinary_tincture):
        return _rule(arms.charge_tincture, arms.ordinary_tincture)
    return None


def _against_field(arms: Arms, tincture: str) -> Text | None:
    if tincture == COUNTERCHANGED:
        if arms.division in RECTANGULAR and clash(*arms.field):
            return say(gettext_noop("« De l’un en l’autre » demande un champ d’un métal et d’une couleur."))
        if arms.division in RECTANGULAR:
            return None
        return say(gettext_noop("« De l’un en l’autre » demande un champ parti, coupé ou écartelé."))
    if tincture in arms.field:
        return say(
            gettext_noop(
                "« {upper} » se perdrait sur un champ qui porte déjà cet émail : changez l’un des deux."
            ),
            upper=TINCTURES[tincture].french,
        )
    if all(clash(tincture, ground) for ground in arms.field):
        return _rule(tincture, arms.field[0])
    return None


def _rule(upper: str, lower: str) -> Text:
    return say(
        gettext_noop(
            "Règle des émaux : ni métal sur métal, ni couleur sur couleur. « {upper} » ne peut toucher "
            "« {lower} » ; alternez or ou argent avec une couleur."
        ),
        upper=TINCTURES[upper].french,
        lower=TINCTURES[lower].french,
    )
