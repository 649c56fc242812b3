"""What Argad! adds to the rest of the site: tabs at its tables, fields of a new table, the export of one's
data."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import Person, User
from apps.accounts.registries import export
from apps.accounts.services import account_retiring
from apps.games.models import Game, Step
from apps.games.signals import step_resolved
from apps.games.table import extra_fields, presentation
from apps.tables.argad.extra_fields import ArgadFields
from apps.tables.argad.queries import can_organise
from apps.tables.argad.services import draft_chosen_troops


def organiser_tab(game: Game, user: Person) -> tuple[str, str, int] | None:
    return (
        (_("Organisateur"), reverse("argad:organiser", args=[game.code]), 0)
        if can_organise(user, game)
        else None
    )


def troop_tab(game: Game, user: Person) -> tuple[str, str, int] | None:
    """While troops are being raised, and for whoever sits at the table."""
    if game.slug != "argad" or not user.is_authenticated or not game.seats.filter(user=user).exists():
        return None
    mustering = Step.objects.pending().filter(game=game, n=1).exists()
    return (_("Lever une troupe"), reverse("argad:raise", args=[game.code]), 0) if mustering else None


def exported_work(user: User) -> dict[str, Any]:
    return {
        "troupes": [{"nom": kept.name, "troupe": kept.data} for kept in user.argad_troops.all()],
        "scénarios": [{"nom": kept.name, "scénario": kept.data} for kept in user.argad_scenarios.all()],
    }


def on_step(sender: Any, step: Step, **_more: Any) -> None:
    draft_chosen_troops(step)


def retire(sender: Any, user: User, **_more: Any) -> None:
    """Troops and scenarios go with their owner; tables that were opened with them keep what they took."""
    user.argad_troops.all().delete()
    user.argad_scenarios.all().delete()


account_retiring.connect(retire, dispatch_uid="argad.retire")
extra_fields.EXTRA_FIELDS["argad"] = ArgadFields()
presentation.extra_tabs += [troop_tab, organiser_tab]
export.register("argad", exported_work)
step_resolved.connect(on_step, dispatch_uid="argad.drafts")
