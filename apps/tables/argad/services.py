"""Keep, copy and drop troops and scenarios; remember which troop someone means to raise."""

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.models import Draft, Game, Step
from apps.games.problems import Refusal
from apps.tables.argad.models import K, KeptScenario, KeptTroop, TroopChoice
from engines.argad.scenario.scenarios import Scenario
from engines.argad.scenario.troops import READY, Troop
from engines.core import codec

MOST_KEPT = 60


def keep_troop(user: User, troop: Troop, budget: int, kept: KeptTroop | None = None) -> KeptTroop:
    """A new troop, or the changed one; it may be unfinished, the builder says what is missing."""
    kept = kept or _new(KeptTroop, user)
    kept.name, kept.data, kept.budget = troop.name[:80], codec.builtins(troop), budget
    kept.save()
    return kept


def keep_scenario(user: User, scenario: Scenario, kept: KeptScenario | None = None) -> KeptScenario:
    kept = kept or _new(KeptScenario, user)
    kept.name, kept.data = scenario.title[:80], codec.builtins(scenario)
    kept.save()
    return kept


def copy_kept(user: User, kept: K) -> K:
    """One's own copy of a troop or a scenario, under an address of its own."""
    copy = _new(type(kept), user)
    for name in kept.shared:
        setattr(copy, name, getattr(kept, name))
    copy.save()
    return copy


def _new(kind: type[K], user: User) -> K:
    if kind.objects.of(user).count() >= MOST_KEPT:
        raise Refusal(_("Vous en gardez déjà %(n)d : supprimez-en d’abord.") % {"n": MOST_KEPT})
    return kind(owner=user)


def choose_troop(game: Game, user: User, word: str, troop: Troop) -> None:
    """Before the start: what this person means to raise. It binds nobody until the first step is resolved."""
    TroopChoice.objects.update_or_create(
        game=game, user=user, defaults={"troop": word if word in READY else codec.builtins(troop)}
    )


def draft_chosen_troops(step: Step) -> None:
    """After the setup: each choice becomes the draft of its seat, which counts if nothing else is sealed."""
    game = step.game
    if game.slug != "argad" or step.n != 0:
        return
    pending = Step.objects.pending_of(game)
    if pending is None:
        return
    chosen = dict(TroopChoice.objects.filter(game=game).values_list("user_id", "troop"))
    with transaction.atomic():
        for seat in game.seats.filter(user__in=chosen):
            if seat.user_id is None:
                continue
            action = {"kind": "muster", "troop": chosen[seat.user_id]}
            mine = {"author_id": seat.user_id, "holder_id": seat.user_id}
            Draft.objects.get_or_create(step=pending, seat=seat, defaults={"action": action, **mine})
