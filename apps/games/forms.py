"""Forms of the lobby. The options' fields are generated from the engine's own description."""

import json
import unicodedata
from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.permissions import acting_referees, can_referee, is_member
from apps.accounts.profile.zones import zone_name
from apps.games.models import Game
from apps.games.services.lobby.gathering import new_game, seats_allowed, usual_seats
from apps.games.table import extra_fields
from apps.games.timing.pace import Pace
from apps.site.forms import offer
from engines.core.contract import BoundsSeats, Option, Rules

MYSELF = "me"
TYPED_SIGNS = str.maketrans(
    {"’": "'", "‘": "'", "–": "-", "—": "-", "‑": "-", "“": '"', "”": '"', "«": '"', "»": '"'}
)
PACES = [
    ("weekly", _("Un tour par semaine")),
    ("daily", _("Un tour par jour")),
    ("hours", _("Par correspondance")),
    ("live", _("En direct, à la pendule")),
]
ZONES = [
    (zone, zone_name(zone))
    for zone in (
        "Europe/Paris",
        "Europe/Brussels",
        "Europe/Zurich",
        "America/Montreal",
        "America/Martinique",
        "Indian/Reunion",
        "Pacific/Noumea",
        "UTC",
    )
]
AUDIENCES = [
    (Game.Visibility.PUBLIC, _("tout le monde")),
    (Game.Visibility.PRIVATE, _("ceux que j’invite")),
]


def option_field(option: Option) -> forms.Field:
    label, help_text = gettext(option.label), gettext(option.help) if option.help else ""
    common = {"label": label, "help_text": help_text, "initial": option.default}
    if option.kind == "bool":
        return forms.BooleanField(required=False, **common)
    if option.kind == "int":
        return forms.IntegerField(min_value=option.low, max_value=option.high, **common)
    choices = [(str(value), gettext(name)) for value, name in option.choices]
    values = {str(value): value for value, _name in option.choices}
    return forms.TypedChoiceField(choices=choices, coerce=lambda text: values[text], **common)


def _seats_help(rules: Rules) -> str:
    low, high = rules.meta.seats
    if low == high:
        return gettext("Ce jeu se joue à %(n)d.") % {"n": high}
    if by_choice := _seats_by_choice(rules):
        return by_choice
    words = gettext("De %(low)d à %(high)d.")
    if isinstance(rules, BoundsSeats):
        words = gettext("De %(low)d à %(high)d, selon les options.")
    return words % {"low": low, "high": high}


def _seats_by_choice(rules: Rules) -> str:
    """Where a map decides, the numbers of each: « Scandinavie : de 6 à 10 ; Europe : de 18 à 30. »"""
    told = []
    for option in rules.meta.options:
        for value, label in option.choices:
            low, high = option.seats.get(value, (0, 0))
            if high:
                numbers = (
                    gettext("de %(low)d à %(high)d") % {"low": low, "high": high} if low < high else str(high)
                )
                told.append(f"{gettext(label)} : {numbers}")
    return f"{' ; '.join(told)}." if told else ""


def _seats_bounds(rules: Rules) -> dict[str, str]:
    """For seats.js: the number follows the map that is chosen."""
    option = next((one for one in rules.meta.options if one.seats), None)
    if option is None:
        return {}
    return {"data-bounds-of": f"id_option_{option.key}", "data-bounds": json.dumps(option.seats)}


class OptionsForm(forms.Form):
    """The options of one game, and how many play."""

    seats = forms.IntegerField(label=_("Nombre de places"), min_value=1, max_value=100)

    def __init__(
        self, rules: Rules, *args: Any, player: User | None = None, asked: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.extra = extra_fields.of(rules.meta.slug)
        for option in rules.meta.options:
            self.fields[f"option_{option.key}"] = option_field(option)
        self.fields["seats"].initial = usual_seats(rules, {})
        self.fields["seats"].help_text = _seats_help(rules)
        self.fields["seats"].widget.attrs.update(_seats_bounds(rules))
        self.extra.adjust(self, player, asked or {})
        # A map decides how many play.
        self.order_fields([f"option_{option.key}" for option in rules.meta.options])

    @property
    def options(self) -> dict[str, Any]:
        chosen = {option.key: self.cleaned_data[f"option_{option.key}"] for option in self.rules.meta.options}
        return self.extra.options(chosen)

    def clean(self) -> dict[str, Any]:
        super().clean()
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        low, high = seats_allowed(self.rules, self.options)
        if not low <= cleaned["seats"] <= high:
            exactly = gettext("Avec ces options, on joue à %(low)d exactement : écrivez %(low)d.")
            between = gettext("Avec ces options, il faut de %(low)d à %(high)d places.")
            self.add_error("seats", (exactly if low == high else between) % {"low": low, "high": high})
        return cleaned


class TrainingForm(OptionsForm):
    """The options, and against which automata."""

    bot = forms.ChoiceField(label=_("Caractère des automates"), required=False)

    def __init__(self, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(rules, *args, **kwargs)
        levels = [(level, gettext(rules.bot_levels[level])) for level in rules.bots]
        if len(levels) < 2:
            del self.fields["bot"]
        else:
            offer(self, "bot", [("", gettext("mêlés")), *levels])


class NewGameForm(OptionsForm):
    """Everything the creator of a table chooses."""

    name = forms.CharField(label=_("Nom de la partie"), max_length=80)
    lord_name = forms.CharField(label=_("Votre nom à cette table"), max_length=40)
    visibility = forms.ChoiceField(
        label=_("Qui peut s’asseoir ?"), choices=AUDIENCES, initial=Game.Visibility.PUBLIC
    )
    password = forms.CharField(
        label=_("Mot de passe de la partie"),
        required=False,
        max_length=60,
        help_text=_("Sans mot de passe, on entre par le lien d’invitation."),
    )
    pace = forms.ChoiceField(label=_("Rythme"), choices=PACES)
    weekday = forms.TypedChoiceField(label=_("Jour de l’échéance"), choices=WEEKDAYS, coerce=int, initial=4)
    time = forms.TimeField(
        label=_("Heure de l’échéance"), initial="23:00", widget=forms.TimeInput(attrs={"type": "time"})
    )
    zone = forms.ChoiceField(label=_("Fuseau horaire"), choices=ZONES, initial="Europe/Paris")
    every = forms.IntegerField(
        label=_("Heures pour répondre"),
        min_value=1,
        max_value=240,
        initial=24,
        help_text=_("De 1 à 240 ; passé ce délai, une réponse par défaut est jouée."),
    )
    clock = forms.IntegerField(label=_("Minutes à la pendule"), min_value=1, max_value=180, initial=20)
    increment = forms.IntegerField(
        label=_("Secondes ajoutées à chaque coup"), min_value=0, max_value=600, initial=30
    )
    early = forms.BooleanField(
        label=_("Résoudre dès que tous sont prêts"),
        required=False,
        help_text=_("Sans attendre l’échéance, là où tous décident en même temps."),
    )
    bots_allowed = forms.BooleanField(
        label=_("Admettre des automates"),
        required=False,
        initial=True,
        help_text=_("Ils tiennent les sièges vides, et chacun est annoncé comme tel."),
    )
    spectators = forms.ChoiceField(label=_("Spectateurs"), choices=Game.Spectators.choices)
    referee = forms.ChoiceField(
        label=_("Arbitre"),
        required=False,
        help_text=_("L’arbitre d’une partie n’y joue pas. Sans arbitre attitré, ceux du site veillent."),
    )
    special_rules = forms.CharField(
        label=_("Règles particulières"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Chacun les lit avant de s’asseoir."),
    )

    GROUPS = (
        (_("La table"), "", ("name", "lord_name", "seats", "visibility")),
        ("", "private-only", ("password",)),
        ("", "", ("spectators", "referee", "bots_allowed", "special_rules")),
        (_("Le rythme"), "", ("pace",)),
        ("", "pace-weekly", ("weekday",)),
        ("", "pace-clock", ("time", "zone")),
        ("", "pace-hours", ("every",)),
        ("", "pace-live", ("clock", "increment")),
        ("", "pace-early", ("early",)),
    )

    def groups(self) -> list[tuple[Any, str, list[forms.BoundField]]]:
        """The fields as the page shows them: the game's own options first; those of other paces stay
        folded."""
        own = [self[name] for name in self.fields if name.startswith(("option_", "own_"))]
        rest = [(legend, kind, [self[name] for name in names]) for legend, kind, names in self.GROUPS]
        return [(_("Le jeu"), "", own), *rest] if own else rest

    def __init__(self, rules: Rules, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(rules, *args, player=user, **kwargs)
        self.user = user
        self.fields["pace"].initial = "weekly" if rules.meta.pace == "weekly" else "hours"
        self.fields["lord_name"].initial = user.username
        self.fields["name"].initial = gettext("La table de %(name)s") % {"name": user.username}
        self.referees = {str(one.pk): one for one in acting_referees().exclude(pk=user.pk)}
        named = [(pk, one.username) for pk, one in self.referees.items()]
        others = [("", gettext("aucun")), (MYSELF, gettext("moi-même, sans jouer"))]
        offer(self, "referee", [*others, *named])

    def clean_visibility(self) -> str:
        chosen = self.cleaned_data["visibility"]
        if (
            chosen == Game.Visibility.PRIVATE
            and self.rules.meta.slug == "gloire"
            and not is_member(self.user)
        ):
            raise forms.ValidationError(
                gettext(
                    "Les parties privées de ce jeu sont ouvertes par les membres de l’association ; la "
                    "vôtre peut être publique."
                )
            )
        return chosen

    def clean(self) -> dict[str, Any]:
        super().clean()
        cleaned = self.cleaned_data
        public = cleaned.get("visibility") == Game.Visibility.PUBLIC
        if cleaned.get("referee") == MYSELF and public and not can_referee(self.user):
            words = gettext(
                "Une partie publique est arbitrée par un arbitre du site : choisissez-en un, ou « aucun »."
            )
            self.add_error("referee", words)
        return cleaned

    @property
    def sits_down(self) -> bool:
        """Whether who creates the table also plays at it."""
        return self.cleaned_data["referee"] != MYSELF and self.extra.sits_down(self.cleaned_data)

    def new_game(self) -> Game:
        data = self.cleaned_data
        pace = Pace(
            kind=data["pace"],
            weekday=data["weekday"],
            hour=data["time"].hour,
            minute=data["time"].minute,
            zone=data["zone"],
            every=data["every"],
            clock=data["clock"] * 60,
            increment=data["increment"],
        )
        as_chosen = ("password", "bots_allowed", "spectators", "special_rules")
        return new_game(
            self.rules.meta.slug,
            data["name"],
            self.options,
            data["seats"],
            pace=pace,
            private=data["visibility"] == Game.Visibility.PRIVATE,
            early=pace.kind == "live" or (data["early"] and pace.kind != "weekly"),
            referee=self.user if data["referee"] == MYSELF else self.referees.get(data["referee"]),
            **{name: data[name] for name in as_chosen},
        )


class JoinForm(forms.Form):
    name = forms.CharField(label=_("Votre nom à cette table"), max_length=40)
    password = forms.CharField(label=_("Mot de passe de la partie"), required=False, max_length=60)


class QueueForm(forms.Form):
    lord_name = forms.CharField(label=_("Votre nom de seigneur"), max_length=40)


class HotseatForm(TrainingForm):
    """Who sits around the screen; automata hold the seats that are left."""

    names = forms.CharField(
        label=_("Les noms, séparés par des virgules"),
        max_length=400,
        widget=forms.TextInput(attrs={"placeholder": _("Anna, Basile"), "autocomplete": "off"}),
    )

    def __init__(self, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(rules, *args, **kwargs)
        if rules.bots:
            self.fields["names"].help_text = _("Deux suffisent : des automates tiennent les autres places.")
        self.order_fields(["names"])

    def clean(self) -> dict[str, Any]:
        super().clean()
        cleaned = self.cleaned_data
        names = [" ".join(name.split()) for name in cleaned.get("names", "").split(",") if name.strip()]
        if "seats" in cleaned and "names" in cleaned and (fault := self._fault_of(names, cleaned["seats"])):
            self.add_error("names", fault)
        cleaned["name_list"] = names
        return cleaned

    def _fault_of(self, names: list[str], seats: int) -> str:
        """What is wrong with the names, and what would be right."""
        fewest = min(2, seats) if self.rules.bots else seats
        if len(names) < fewest:
            return self._names_wanted(fewest, seats) % {"n": fewest}
        if len(names) > seats:
            words = gettext("%(n)d noms pour %(seats)d places : ajoutez des places, ou retirez des noms.")
            return words % {"n": len(names), "seats": seats}
        if len({name.casefold() for name in names}) < len(names):
            return gettext("Deux noms sont les mêmes : donnez à chacun le sien.")
        if any(len(name) > 40 for name in names):
            return gettext("Un nom a de 1 à 40 caractères.")
        return ""

    def _names_wanted(self, fewest: int, seats: int) -> str:
        if fewest == seats:
            return ngettext("Il faut %(n)d nom.", "Il faut %(n)d noms, séparés par des virgules.", fewest)
        return gettext("Il faut au moins %(n)d noms, séparés par des virgules ; les automates font le reste.")


class AbsenceForm(forms.Form):
    """Whole days of the reader's time zone, the last one included."""

    first = forms.DateField(label=_("Du"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    last = forms.DateField(
        label=_("Au"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Ce jour compris."),
    )
    note = forms.CharField(label=_("Un mot pour la table"), required=False, max_length=120)

    @property
    def starts(self) -> datetime:
        return timezone.make_aware(datetime.combine(self.cleaned_data["first"], time.min))

    @property
    def ends(self) -> datetime:
        return timezone.make_aware(datetime.combine(self.cleaned_data["last"], time(23, 59)))


class StewardForm(forms.Form):
    username = forms.CharField(label=_("Nom du joueur"), max_length=30)
    steps = forms.IntegerField(label=_("Pour combien de tours"), min_value=1, max_value=4, initial=1)


class RefereeActForm(forms.Form):
    """The reason or the message, and the game's name typed as a confirmation."""

    reason = forms.CharField(max_length=1000, widget=forms.Textarea(attrs={"rows": 3}))
    typed_name = forms.CharField(
        label=_("Nom de la partie, pour confirmer"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, game: Game, words: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["reason"].label = words
        # Help texts are shown as HTML, and a game is named by anybody.
        self.fields["typed_name"].help_text = format_html(gettext("Écrivez : {}"), game.name)

    def clean_typed_name(self) -> str:
        typed = self.cleaned_data["typed_name"]
        if as_typed(typed) != as_typed(self.game.name):
            raise forms.ValidationError(
                gettext("Ce n’est pas le nom de la partie : écrivez « %(name)s ».") % {"name": self.game.name}
            )
        return typed


def as_typed(name: str) -> str:
    """A name whatever the keyboard: capitals, spaces, and the signs that French typography prefers to those
    one types."""
    plain = unicodedata.normalize("NFKC", name).translate(TYPED_SIGNS)
    return " ".join(plain.split()).casefold()
