"""A new table of Argad!: a scenario of one's own, the troop one means to raise, and leading the table without
playing."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.models import Game
from apps.games.table.extra_fields import ExtraFields
from apps.tables.argad.models import KeptScenario
from apps.tables.argad.queries import scenario_by, scenario_choices, troop_by, troop_choices
from apps.tables.argad.services import choose_troop
from engines.argad.meta import ORDER
from engines.argad.scenario.scenarios import SCENARIOS


class ArgadFields(ExtraFields):
    def adjust(self, form: forms.Form, user: User | None, asked: Mapping[str, str]) -> None:
        wanted = asked.get("scenario", "")
        field = form.fields["option_scenario"]
        assert isinstance(field, forms.ChoiceField)
        own = scenario_choices(user) if user is not None else []
        shared = KeptScenario.objects.coded(wanted).first()
        if shared is not None and wanted not in dict(own):
            own.append((shared.code, shared.name))
        offered: Any = field.choices  # a list here: the options of the game gave it
        ready = list(offered)
        form.fields["option_scenario"] = forms.ChoiceField(
            label=field.label,
            initial=wanted if wanted in {**SCENARIOS, **dict(own)} else field.initial,
            choices=[(_("Prêts"), ready), (_("Dessinés par vous ou partagés"), own)] if own else ready,
            help_text=format_html(
                '{} <a href="{}">{}</a>.', _("Vous pouvez en"), reverse("argad:scenarios"), _("dessiner un")
            ),
        )
        self._bind_seats(form, own)
        asked_for = scenario_by(wanted)
        if asked_for is not None:
            form.fields["seats"].initial = asked_for.seats[1]
        if user is not None and ("lord_name" in form.fields or "name" in form.fields):
            self._add_own(form, user, asked)

    def _bind_seats(self, form: forms.Form, own: list[tuple[str, str]]) -> None:
        """Each scenario has its number of seats: said in words, and kept to by the field when a script
        may."""
        ready = [(id, SCENARIOS[id]) for id in ORDER]
        kept = [(code, scenario) for code, _name in own if (scenario := scenario_by(code)) is not None]
        field = form.fields["seats"]
        rows = ((_(scenario.title), _seats(*scenario.seats)) for _id, scenario in (*ready, *kept))
        field.help_text = format_html(
            "{}.", format_html_join(" ; ", "{} : {}", rows)
        )  # titles are people's own
        field.widget.attrs |= {
            "data-bounds-of": "id_option_scenario",
            "data-bounds": json.dumps({id: list(scenario.seats) for id, scenario in (*ready, *kept)}),
        }

    def _add_own(self, form: forms.Form, user: User, asked: Mapping[str, str]) -> None:
        choices = troop_choices(user)
        wanted = asked.get("troupe", "")
        if wanted not in dict(choices) and (shared := troop_by(wanted)) is not None:
            choices.append((wanted, shared.name))
        form.fields["own_troop"] = forms.ChoiceField(
            label=_("Votre troupe"),
            required=False,
            initial=wanted if wanted in dict(choices) else "",
            choices=[("", _("à choisir quand la partie commence")), *choices],
            help_text=format_html(
                '{} <a href="{}">{}</a>.',
                _("Une troupe prête est réduite au budget, la vôtre doit y tenir :"),
                reverse("argad:troops"),
                _("composer une troupe"),
            ),
        )
        form.fields["own_organiser"] = forms.BooleanField(
            label=_("J’organise sans jouer"),
            required=False,
            help_text=_(
                "Vous voyez tout, menez les figurants et tranchez ; chaque acte est inscrit au journal."
            ),
        )

    def options(self, options: dict[str, Any]) -> dict[str, Any]:
        kept = KeptScenario.objects.coded(str(options.get("scenario"))).first()
        return options if kept is None else {**options, "scenario": "custom", "custom": kept.data}

    def sits_down(self, cleaned: Mapping[str, Any]) -> bool:
        return not cleaned.get("own_organiser")

    def after_creation(self, game: Game, user: User, cleaned: Mapping[str, Any]) -> None:
        """An organiser is the table's referee, whom everyone sees named; a player's troop is remembered."""
        if not self.sits_down(cleaned):
            game.referee = user
            game.save(update_fields=["referee"])
            return
        word = cleaned.get("own_troop", "")
        troop = troop_by(word) if word else None
        if troop is not None:
            choose_troop(game, user, word, troop)


def _seats(low: int, high: int) -> str:
    """« 2 », « 2 ou 3 », « de 2 à 4 »"""
    if low == high:
        return str(low)
    words = _("%(low)d ou %(high)d") if high == low + 1 else _("de %(low)d à %(high)d")
    return words % {"low": low, "high": high}
