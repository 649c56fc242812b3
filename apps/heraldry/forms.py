"""The arms editor as a form, and a form field for arms typed in their text form."""

from dataclasses import fields as parts_of
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.heraldry.arms import Arms
from apps.heraldry.charges import CHARGES
from apps.heraldry.law import problems
from apps.heraldry.vocabulary import COLOURS, COUNTERCHANGED, DIVISIONS, FURS, METALS, ORDINARIES, TINCTURES
from engines.core.texts import render

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# What the herald's words mean to whoever meets them for the first time; those not listed say it themselves.
PLAINLY = {
    "or": gettext_lazy("jaune"),
    "argent": gettext_lazy("blanc"),
    "gules": gettext_lazy("rouge"),
    "azure": gettext_lazy("bleu"),
    "vert": gettext_lazy("vert"),
    "sable": gettext_lazy("noir"),
    "purpure": gettext_lazy("violet"),
    "tenne": gettext_lazy("brun"),
    "ermine": gettext_lazy("blanc moucheté"),
    "vair": gettext_lazy("bleu et blanc"),
    "plain": gettext_lazy("d’un seul tenant"),
    "per-pale": gettext_lazy("deux moitiés côte à côte"),
    "per-fess": gettext_lazy("une moitié sur l’autre"),
    "per-bend": gettext_lazy("en deux, de biais"),
    "per-bend-sinister": gettext_lazy("en deux, de l’autre biais"),
    "quarterly": gettext_lazy("quatre quartiers"),
    "per-saltire": gettext_lazy("quatre, en croix de biais"),
    "barry": gettext_lazy("raies couchées"),
    "paly": gettext_lazy("raies debout"),
    "bendy": gettext_lazy("raies de biais"),
    "checky": gettext_lazy("damier"),
    "lozengy": gettext_lazy("losanges"),
    "gyronny": gettext_lazy("rayons"),
    "fess": gettext_lazy("bandeau couché"),
    "pale": gettext_lazy("bandeau debout"),
    "bend": gettext_lazy("bandeau de biais"),
    "bend-sinister": gettext_lazy("bandeau de l’autre biais"),
    "saltire": gettext_lazy("croix de biais"),
    "chief": gettext_lazy("le haut de l’écu"),
    "bordure": gettext_lazy("le tour de l’écu"),
    "pile": gettext_lazy("pointe vers le bas"),
}


def _plainly(name: str, french: str) -> "StrOrPromise":
    """« gueules (rouge) »; the choice itself stays the herald's word."""
    return format_lazy("{} ({})", french, PLAINLY[name]) if name in PLAINLY else french


def _tinctures(names: tuple[str, ...]) -> "list[tuple[str, StrOrPromise]]":
    return [(name, _plainly(name, TINCTURES[name].french)) for name in names]


# Grouped as the rule of tincture groups them.
SOLID = [(gettext_lazy("Métaux"), _tinctures(METALS)), (gettext_lazy("Couleurs"), _tinctures(COLOURS))]
ANY_TINCTURE = [*SOLID, (gettext_lazy("Fourrures"), _tinctures(FURS))]
IN_TURN = (COUNTERCHANGED, gettext_lazy("de l’un en l’autre"))
WORN_TINCTURE = [("", "—"), *ANY_TINCTURE, IN_TURN]
CHARGE_TINCTURE = [("", "—"), *SOLID, IN_TURN]


class ArmsForm(forms.Form):
    """Every part of a coat of arms as a choice. `arms` holds the result once the form is valid."""

    division = forms.ChoiceField(
        label=gettext_lazy("Partition"),
        choices=[(name, _plainly(name, division.french)) for name, division in DIVISIONS.items()],
    )
    first = forms.ChoiceField(label=gettext_lazy("Émail du champ"), choices=ANY_TINCTURE)
    second = forms.ChoiceField(
        label=gettext_lazy("Second émail"), choices=[("", "—"), *ANY_TINCTURE], required=False
    )
    ordinary = forms.ChoiceField(
        label=gettext_lazy("Pièce"),
        choices=[
            ("", gettext_lazy("aucune")),
            *((name, _plainly(name, ordinary.french)) for name, ordinary in ORDINARIES.items()),
        ],
        required=False,
    )
    ordinary_tincture = forms.ChoiceField(
        label=gettext_lazy("Émail de la pièce"), choices=WORN_TINCTURE, required=False
    )
    charge = forms.ChoiceField(
        label=gettext_lazy("Meuble"),
        choices=[
            ("", gettext_lazy("aucun")),
            *sorted(((name, charge.name) for name, charge in CHARGES.items()), key=lambda pair: pair[1]),
        ],
        required=False,
    )
    charge_tincture = forms.ChoiceField(
        label=gettext_lazy("Émail du meuble"), choices=CHARGE_TINCTURE, required=False
    )
    count = forms.TypedChoiceField(
        label=gettext_lazy("Nombre"),
        choices=[(n, str(n)) for n in range(1, 6)],
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # the stubs know no other value than texts
        required=False,
    )
    on_ordinary = forms.BooleanField(label=gettext_lazy("Posé sur la pièce"), required=False)

    arms: Arms | None = None

    @classmethod
    def choices_of(cls, arms: Arms) -> dict[str, Any]:
        """The values of the form's fields that make these arms."""
        values = {part.name: getattr(arms, part.name) for part in parts_of(arms) if part.name != "field"}
        return values | {"first": arms.field[0], "second": arms.field[1] if len(arms.field) == 2 else ""}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        missing = self._missing(cleaned)
        if missing:
            self.add_error(missing, _("Choisissez un émail."))
            return cleaned
        arms = self._compose(cleaned)
        for problem in problems(arms):
            self.add_error(None, render(problem, _))
        if not self.errors:
            self.arms = arms
        return cleaned

    def _missing(self, cleaned: dict[str, Any]) -> str:
        if cleaned["division"] != "plain" and not cleaned["second"]:
            return "second"
        if cleaned["ordinary"] and not cleaned["ordinary_tincture"]:
            return "ordinary_tincture"
        if cleaned["charge"] and not cleaned["charge_tincture"]:
            return "charge_tincture"
        return ""

    def _compose(self, cleaned: dict[str, Any]) -> Arms:
        field = (
            (cleaned["first"],) if cleaned["division"] == "plain" else (cleaned["first"], cleaned["second"])
        )
        arms = Arms(cleaned["division"], field)
        if cleaned["ordinary"]:
            arms = _with(arms, cleaned, "ordinary", "ordinary_tincture")
        if cleaned["charge"]:
            arms = _with(arms, cleaned, "charge", "charge_tincture", "count")
            arms = replace(arms, on_ordinary=bool(cleaned["on_ordinary"] and cleaned["ordinary"]))
        return arms


def _with(arms: Arms, cleaned: dict[str, Any], *parts: str) -> Arms:
    return replace(arms, **{part: cleaned[part] for part in parts})
