"""Examples for the pattern book: a form with every control, and a small royal court."""

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.heraldry.arms import Arms
from apps.heraldry.lots import distinct_arms


@dataclass(frozen=True)
class Lord:
    rank: int
    name: str
    title: str
    standing: int
    change: int
    lands: int
    arms: Arms
    mine: bool = False

    @property
    def fall(self) -> int:
        return -self.change


def royalty() -> list[Lord]:
    court = (
        ("Hyliath", "Comte", 287, 41, 5),
        ("Rodrigue", "Comte", 262, 18, 4),
        ("WellDone", "Vicomte", 241, 22, 4),
        ("Hawkmoon", "Vicomte", 214, 9, 4),
        ("Jon Snow", "Baron", 198, 12, 3),
        ("Amaréthuse", "Baron", 171, -6, 2),
    )
    arms = distinct_arms(len(court), "cour")
    return [
        Lord(rank, *row, arms[rank - 1], mine=row[0] == "Hawkmoon") for rank, row in enumerate(court, start=1)
    ]


TOKENS = (
    "ink",
    "ink-soft",
    "paper",
    "sheet",
    "sunken",
    "line",
    "line-strong",
    "gules",
    "or",
    "vert",
    "azure",
    "land",
    "sea",
)
TABS = (
    {"label": _("Le bilan"), "url": "#bilan"},
    {"label": _("Ordres"), "url": "#ordres", "current": True},
    {"label": _("Carte"), "url": "#carte"},
    {"label": _("Forum"), "url": "#forum", "count": 4},
    {"label": _("Lettres"), "url": "#lettres", "count": 2},
)


class SpecimenForm(forms.Form):
    name = forms.CharField(
        label=_("Nom du seigneur"),
        min_length=3,
        max_length=30,
        help_text=_("De 3 à 30 caractères. Il ne changera plus."),
    )
    mail = forms.EmailField(label=_("Adresse électronique"))
    map = forms.ChoiceField(label=_("Carte"), choices=[("scandinavie", "Scandinavie"), ("europe", "Europe")])
    pace = forms.ChoiceField(
        label=_("Rythme"),
        choices=[("week", _("Un tour par semaine")), ("day", _("Un tour par jour"))],
        widget=forms.RadioSelect,
        initial="week",
    )
    words = forms.CharField(label=_("Présentation"), widget=forms.Textarea(attrs={"rows": 3}), required=False)
    oath = forms.BooleanField(
        label=_("Je jure de jouer jusqu’au bout"),
        help_text=_("Un remplaçant sera cherché après deux absences."),
    )
