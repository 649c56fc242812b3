"""The questions one may put to the advisers. Every choice comes from the reader's own view."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.site.forms import offer
from apps.site.numbers import whole_number
from engines.gloire.formulas import peasants
from engines.gloire.maps import load_map
from engines.gloire.tables import FORTS

View = dict[str, Any]
MOST_MEN, MOST_ECUS, MOST_RENOWN = 100_000, 1_000_000, 5_000


def land_choices(view: View, *, own: bool) -> list[tuple[str, str]]:
    me, atlas = view["me"], load_map(view["map"]).lands
    return [
        (name, atlas[name].label)
        for name, land in view["lands"].items()
        if (me is not None and land["owner"] == me["seat"]) == own
    ]


class OwnLandForm(forms.Form):
    """A question about one of the reader's lands."""

    land = forms.ChoiceField(label=_("Terre"))

    def __init__(self, data: Any, view: View) -> None:
        super().__init__(data)
        offer(self, "land", land_choices(view, own=True))


class TaxForm(OwnLandForm):
    """What will this tax and this gift do?"""

    level = forms.IntegerField(label=_("Niveau d’impôt"), min_value=0, max_value=10, initial=5)
    gift = forms.IntegerField(
        label=_("Don (écus)"),
        min_value=0,
        max_value=MOST_ECUS,
        required=False,
        help_text=_("Vide : le plus grand don qui ne soit pas gaspillé."),
    )


class PlanForm(forms.Form):
    """How much may the whole plan cost, or must it bring?"""

    need = forms.IntegerField(
        label=_("Écus à dégager ce tour"),
        min_value=0,
        max_value=MOST_ECUS,
        initial=0,
        help_text=_("0 : le plan ne coûte rien au trésor."),
    )


class LevyForm(OwnLandForm):
    """So many écus, or so many men."""

    amount = forms.IntegerField(label=_("Écus"), min_value=0, max_value=MOST_ECUS, required=False)
    men = forms.IntegerField(label=_("ou hommes voulus"), min_value=0, max_value=MOST_MEN, required=False)

    def clean(self) -> dict[str, Any]:
        super().clean()
        found = self.cleaned_data
        if not self.errors and not found.get("amount") and not found.get("men"):
            raise forms.ValidationError(_("Indiquez une somme en écus, ou un nombre d’hommes."))
        return found


class KnightForm(forms.Form):
    """A question about one of the reader's knights, or about another."""

    knight = forms.ChoiceField(label=_("Votre chevalier"), required=False)

    def __init__(self, data: Any, view: View) -> None:
        super().__init__(data)
        knights = view["me"]["knights"] if view["me"] else []
        self.known = {knight["id"]: knight for knight in knights}
        rows = [(k["id"], f"{k['name']} ({k['id']}, {k['renown']:.0f}, {k['men']} h.)") for k in knights]
        offer(self, "knight", [("", _("un autre")), *rows])

    def chosen_knight(self) -> dict[str, Any]:
        """One of whom nothing is known for « un autre »."""
        return self.known.get(self.cleaned_data["knight"], {"men": 0, "renown": 0})


class BattleForm(KnightForm):
    """An attack. What is left empty is taken from the chosen knight and from what one knows of the land."""

    men = forms.IntegerField(label=_("Ses hommes"), min_value=1, max_value=MOST_MEN, required=False)
    renown = forms.FloatField(label=_("Sa renommée"), min_value=1, max_value=MOST_RENOWN, required=False)
    fallback = forms.IntegerField(
        label=_("Il se replie sous (hommes)"), min_value=0, max_value=MOST_MEN, required=False, initial=0
    )
    land = forms.ChoiceField(label=_("Terre attaquée"), required=False)
    their_men = forms.IntegerField(label=_("Défenseurs"), min_value=1, max_value=MOST_MEN, required=False)
    their_renown = forms.FloatField(
        label=_("Renommée de leur chef"),
        min_value=1,
        max_value=MOST_RENOWN,
        required=False,
        help_text=_("Vide : paysans et garnisons sont menés à la moitié de la moyenne."),
    )
    second_men = forms.IntegerField(label=_("Seconde armée"), min_value=1, max_value=MOST_MEN, required=False)
    second_renown = forms.FloatField(
        label=_("Renommée de son chef"), min_value=1, max_value=MOST_RENOWN, required=False
    )
    their_fallback = forms.IntegerField(
        label=_("Ils cèdent sous (%)"), min_value=0, max_value=100, required=False, initial=50
    )
    fort = forms.ChoiceField(label=_("Fortification"), required=False)

    def __init__(self, data: Any, view: View) -> None:
        super().__init__(data, view)
        self.view = view
        offer(self, "land", [("", _("une autre")), *land_choices(view, own=False)])
        offer(
            self,
            "fort",
            [("", _("selon ce que vous savez")), *((key, _(fort.label)) for key, fort in FORTS.items())],
        )

    def clean(self) -> dict[str, Any]:
        """Fill in what the view tells; say what is still missing."""
        super().clean()
        found = self.cleaned_data
        if self.errors:
            return found
        knight = self.chosen_knight()
        found["men"] = found["men"] or knight["men"]
        found["renown"] = found["renown"] or knight["renown"]
        if not found["men"]:
            self.add_error("men", _("Combien d’hommes mène-t-il ? Donnez un nombre."))
        if not found["renown"]:
            self.add_error("renown", _("Choisissez un chevalier, ou donnez sa renommée."))
        self._fill_defence(found)
        return found

    def _fill_defence(self, found: dict[str, Any]) -> None:
        land = self.view["lands"].get(found["land"])
        found["peasants"] = bool(land and land["owner"] is None)
        intel = (self.view["me"] or {"intel": {}})["intel"].get(found["land"], {})
        if found["peasants"]:
            found["their_men"] = found["their_men"] or peasants(land["population"])
        elif intel:
            found["their_men"] = found["their_men"] or intel["men"]
            found["fort"] = found["fort"] or intel["fort"]
        found["fort"] = found["fort"] or "none"
        if not found["their_men"]:
            self.add_error(
                "their_men",
                _("Vous ne savez rien de ses défenseurs : donnez leur nombre, ou envoyez un espion (ESP)."),
            )


class DuelForm(KnightForm):
    """One knight against another."""

    renown = forms.FloatField(label=_("Sa renommée"), min_value=1, max_value=MOST_RENOWN, required=False)
    other = forms.FloatField(label=_("Renommée de l’adversaire"), min_value=1, max_value=MOST_RENOWN)

    def clean(self) -> dict[str, Any]:
        super().clean()
        found = self.cleaned_data
        if self.errors:
            return found
        found["renown"] = found["renown"] or self.chosen_knight()["renown"]
        if not found["renown"]:
            self.add_error("renown", _("Choisissez un chevalier, ou donnez sa renommée."))
        return found


class WhatIfForm(forms.Form):
    """Own orders, and what one supposes of the others."""

    orders = forms.CharField(
        label=_("Vos ordres, un par ligne"),
        max_length=8000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "class": "input-code", "spellcheck": "false"}),
    )
    guesses = forms.CharField(
        label=_("Garnisons que vous supposez"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "class": "input-code", "spellcheck": "false"}),
        help_text=_("Une par ligne : THULE 300. Les terres qui ne sont pas nommées sont supposées vides."),
    )
    roll = forms.IntegerField(
        label=_("Tirage n°"),
        min_value=1,
        max_value=999,
        initial=1,
        help_text=_("Le même numéro donne les mêmes dés."),
    )

    def __init__(self, data: Any, view: View, typed: str = "") -> None:
        super().__init__(data, initial={"orders": typed})
        self.lands = view["lands"]

    def clean_guesses(self) -> dict[str, int]:
        found = {}
        for line in self.cleaned_data["guesses"].splitlines():
            words = line.rsplit(None, 1)
            if not words:
                continue
            name = words[0].upper().replace(" ", "-")
            men = whole_number(words[-1], most=MOST_MEN)
            if len(words) != 2 or name not in self.lands or men is None:
                raise forms.ValidationError(
                    _(
                        "« %(line)s » : écrivez le nom d’une terre puis un nombre d’hommes, par exemple "
                        "THULE 300."
                    ),
                    params={"line": line[:60]},
                )
            found[name] = men
        return found
