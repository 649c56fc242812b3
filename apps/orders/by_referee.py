"""A referee enters what an absent player sent by other means: typed like his own orders, judged and kept like
them."""

import secrets
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts.models import User
from apps.accounts.requests import SignedInRequest
from apps.games.models import Game, RefereeAct, Seat, Submission
from apps.games.problems import IllegalAction, Refusal
from apps.games.referee.acts import record
from apps.games.referee.seat_changes import require_absent
from apps.games.referee.view_acts import Act
from apps.games.referee.view_fields import posted_seat
from apps.orders.decision import Decision, open_decision
from apps.orders.services import answer
from engines.core.contract import errors

LONGEST_ORDERS = 20_000


def answer_for(game: Game, actor: User, seat: Seat, action: Any, reason: str, key: str) -> Submission:
    """The table sees that it was done."""
    with transaction.atomic():
        step = require_absent(game, seat)
        decision = open_decision(seat, step.n, actor, key)
        record(game, actor, RefereeAct.Kind.ANSWER, reason, step=step.n, seat=seat.number, lord=seat.name)
        return answer(decision, action)


def read_orders(request: SignedInRequest, game: Game) -> tuple[Decision, Any]:
    """The typed orders, judged, and the decision that they would be."""
    seat = posted_seat(request, game)
    step = require_absent(game, seat)
    text = request.POST.get("orders", "")[:LONGEST_ORDERS]
    if not text.strip():
        raise Refusal(_("Écrivez les ordres de l’absent, comme il les aurait tapés."))
    decision = open_decision(seat, step.n, request.user)
    action, problems = game.rules.parse(decision.state, seat.number, text)
    if errors(problems):
        raise IllegalAction(errors(problems))
    if action is None:
        raise Refusal(_("Ces ordres sont illisibles."))
    wrong = errors(decision.judge(action))
    if wrong:
        raise IllegalAction(wrong)
    return decision, action


def preview(request: SignedInRequest, game: Game) -> list[str]:
    decision, action = read_orders(request, game)
    written = game.rules.notate(decision.state, decision.number, action)
    facts = {"seat": decision.seat.name, "n": decision.step.n, "orders": written}
    sealed = decision.step.mode == "sealed"
    return [
        _("Pour %(seat)s, le pas %(n)d : %(orders)s") % facts,
        _("Il peut encore les changer avant l’échéance.") if sealed else _("Le coup est joué aussitôt."),
        _("Le journal public dit que l’arbitre l’a fait."),
    ]


def _do(request: SignedInRequest, game: Game, reason: str) -> None:
    decision, action = read_orders(request, game)
    answer_for(game, request.user, decision.seat, action, reason, secrets.token_hex(16))


ACT = Act(
    gettext_lazy("Répondre pour un absent"),
    gettext_lazy("Ce qu’il vous a fait parvenir autrement ; la table le voit."),
    preview,
    _do,
    looks=True,
)
