"""The acts of the console: what each is called, what it would do, and doing it.

Another app may add an act to `ACTS` under a word that `GROUPS` has a place for: `orders` does, for an absent
player.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from apps.accounts.requests import SignedInRequest
from apps.games.models import Game, Step
from apps.games.referee import course, inspection, seat_changes
from apps.games.referee import view_previews as previews
from apps.games.referee.view_fields import (
    posted_moment,
    posted_person,
    posted_seat,
    posted_step,
)

READ_BY_ALL = _("Raison, lue par tous les joueurs")


class Act(NamedTuple):
    label: Any
    hint: Any  # beside the act, in a few words
    preview: Callable[[SignedInRequest, Game], list[str]]  # what is confirmed, as it is read
    do: Callable[[SignedInRequest, Game, str], Any]
    # Shown with it, and free to change until then.
    aside: Callable[[SignedInRequest, Game], list[str]] | None = None
    then: Callable[[Any], None] | None = None  # once it is written
    words: Any = READ_BY_ALL  # what the text that goes with it is
    rehearses: bool = False  # a dry run is shown first to those who may look
    looks: bool = False  # only for those who may look into what is sealed
    goal: str = "referee:game"  # where one is led afterwards


ACTS: dict[str, Act] = {
    "reporter": Act(
        _("Reporter l’échéance"),
        _("Plus tard, sur la grille de la partie."),
        previews.postpone,
        lambda r, g, why: course.postpone(g, r.user, why, posted_moment(r)),
    ),
    "suspendre": Act(
        _("Suspendre la partie"),
        _("Aucun délai ne court, quatre semaines au plus."),
        previews.pause,
        lambda r, g, why: course.pause(g, r.user, why),
        aside=previews.pause_until,
    ),
    "reprendre": Act(
        _("Reprendre la partie"),
        _("Le temps qui restait est rendu."),
        previews.resume,
        lambda r, g, why: course.resume(g, r.user, why),
        aside=previews.resume_when,
    ),
    "resoudre": Act(
        _("Résoudre le tour maintenant"),
        _("Sans attendre l’échéance ; l’essai à blanc est montré d’abord à qui ne joue pas."),
        previews.resolve,
        lambda r, g, why: course.seal_now(g, r.user, why),
        aside=previews.resolve_for_whom,
        then=course.resolve_sealed,
        rehearses=True,
    ),
    "liberer": Act(
        _("Lever la quarantaine"),
        _("Le tour est tenté de nouveau, avec les mêmes ordres."),
        previews.release,
        lambda r, g, why: course.release(g, r.user, why),
    ),
    "revenir": Act(
        _("Revenir à un pas antérieur"),
        _("Le journal garde tout ; tous lisent la raison."),
        previews.roll_back,
        lambda r, g, why: course.roll_back(g, r.user, posted_step(r), why),
        aside=previews.roll_back_over_orders,
    ),
    "remplacer": Act(
        _("Remplacer un joueur"),
        _("Un autre tient le siège dès maintenant."),
        previews.replace,
        lambda r, g, why: seat_changes.replace_player(g, r.user, posted_seat(r, g), posted_person(r), why),
    ),
    "ecarter": Act(
        _("Écarter un joueur"),
        _("Son siège s’ouvre à un remplaçant."),
        previews.remove,
        lambda r, g, why: seat_changes.remove_player(g, r.user, posted_seat(r, g), why),
    ),
    "message": Act(
        _("Écrire à toute la table"),
        _("Par courrier, et au journal public."),
        previews.message,
        lambda r, g, why: course.message_all(g, r.user, why),
        words=_("Votre message, lu par tous les joueurs"),
    ),
    "renvoyer": Act(
        _("Renvoyer le dernier courrier"),
        _("À qui ne l’a pas reçu ; la table n’en sait rien."),
        previews.resend,
        lambda r, g, why: course.resend_mail(g, r.user, posted_seat(r, g), why),
        words=_("Raison, gardée au journal de la console"),
    ),
    "ordres": Act(
        _("Ouvrir les ordres scellés"),
        _("Tous les joueurs en sont avertis, avec la raison."),
        previews.open_orders,
        lambda r, g, why: inspection.open_sealed_orders(g, r.user, why),
        looks=True,
        goal="referee:orders",
    ),
    "annuler": Act(
        _("Annuler la partie"),
        _("Pour toujours, sans résultat."),
        previews.cancel,
        lambda r, g, why: course.cancel(g, r.user, why),
    ),
}

GROUPS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (_("Le temps"), ("reporter", "suspendre", "reprendre")),
    (_("Le tour"), ("liberer", "resoudre", "revenir")),
    (_("Les joueurs"), ("repondre", "remplacer", "ecarter")),
    (_("Le courrier"), ("message", "renvoyer")),
    (_("En dernier recours"), ("ordres", "annuler")),
)


class Offer(NamedTuple):
    verb: str
    act: Act
    has_fields: bool


WITH_FIELDS = frozenset({"reporter", "revenir", "repondre", "remplacer", "ecarter", "renvoyer"})


def offers(game: Game, step: Step | None, *, may_look: bool) -> list[tuple[Any, list[Offer]]]:
    """The acts that make sense as the game stands, in their groups; empty groups are left out."""
    useless = _useless(game, step)
    groups = []
    for label, verbs in GROUPS:
        rows = [
            Offer(verb, ACTS[verb], verb in WITH_FIELDS)
            for verb in verbs
            if verb in ACTS and verb not in useless and (may_look or not ACTS[verb].looks)
        ]
        if rows:
            groups.append((label, rows))
    return groups


def _useless(game: Game, step: Step | None) -> set[str]:
    """What could only be refused: with no turn under way, almost everything."""
    if game.is_over:
        return set(ACTS) - {"message", "renvoyer"}
    if step is None:
        return set(ACTS) - {"message", "annuler"}
    paused, held = game.status == Game.Status.PAUSED, step.status == Step.Status.QUARANTINED
    tests: Sequence[tuple[str, bool]] = (
        ("reporter", paused or held or step.due_at is None),
        ("suspendre", paused),
        ("reprendre", not paused),
        ("liberer", not held),
        ("resoudre", paused or held),
        ("revenir", course.last_returnable(step) < 0),
        ("repondre", paused or held),
        ("ordres", step.mode != "sealed"),
    )
    return {verb for verb, is_useless in tests if is_useless}
