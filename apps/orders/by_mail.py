"""Orders sent in answer to a report: the same words, the same checks and the same seal as on the site; always
answered.

The answer goes to the account's own address, never to the sender's: whoever forges a letter tells the player
so.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from apps.courier.composing.mails import Link, compose
from apps.courier.models import Mail
from apps.courier.replies import Reply
from apps.courier.services.posting import post
from apps.games.mail.reply_address import reply_address, seat_at
from apps.games.models import Seat
from apps.games.problems import GameOver, IllegalAction, Refusal, StaleStep
from apps.orders.decision import Decision, open_decision
from apps.orders.services import LONGEST_TEXT, answer
from engines.core.contract import Problem
from engines.core.texts import render

MOST_ANSWERS = 50  # a turn and seat: beyond, something writes to itself
KIND = "receipts"


class Unreadable(Refusal):
    """Some lines are no orders: each is told, none is kept."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(gettext("Des lignes ne se lisent pas :"))


def receive(recipient: str, reply: Reply) -> bool:
    """Take the orders of a letter; False when its address is none of ours."""
    found = seat_at(recipient)
    if found is None:
        return False
    seat, n = found
    if reply.is_automatic or _answers(seat, n) >= MOST_ANSWERS:
        return True
    try:
        sealed = seal(seat, n, reply)
    except Refusal as refusal:
        _answer(seat, n, reply, "orders/mail/refused", {"why": refusal.text, "lines": _lines(refusal)})
    else:
        _answer(seat, n, reply, "orders/mail/sealed", sealed)
    return True


def seal(seat: Seat, n: int, reply: Reply) -> dict[str, Any]:
    """The whole letter or nothing. It replaces what was sealed before, and the draft, as the desk would."""
    try:
        decision = open_decision(seat, n, seat.user, f"mail-{reply.key}")
        action, orders = read(decision, reply)
        receipt = answer(decision, action, drafts=True)
    except (StaleStep, GameOver):
        words = gettext(
            "Ce bilan n’est plus le dernier : répondez au plus récent, ou donnez vos ordres sur le site."
        )
        raise Refusal(words) from None
    return {"orders": orders, "receipt": receipt, "step": decision.step}


def read(decision: Decision, reply: Reply) -> tuple[Any, str]:
    """The orders of a letter, and as the site would write them."""
    if reply.is_tangled:
        words = gettext(
            "Votre lettre est faite de trop de morceaux emboîtés pour être lue : envoyez vos ordres en texte "
            "simple, un par ligne."
        )
        raise Refusal(words)
    rules = decision.game.rules
    action, problems = rules.parse(decision.state, decision.number, reply.text[:LONGEST_TEXT])
    if problems:
        raise Unreadable(problems)
    if action is not None:
        decision.judge(action)
    orders = rules.notate(decision.state, decision.number, action) if action is not None else ""
    if not orders.strip():
        words = gettext(
            "Votre lettre ne contient aucun ordre : écrivez-les au-dessus du bilan cité, un par ligne."
        )
        raise Refusal(words)
    return action, orders


def _lines(refusal: Refusal) -> list[str]:
    """Each problem with its line, where it has one."""
    if not isinstance(refusal, Unreadable | IllegalAction):
        return []
    said = []
    for problem in refusal.problems:
        line = problem.where[0] if problem.where and isinstance(problem.where[0], int) else None
        words = render(problem.text, gettext)
        guesses = ", ".join(problem.suggestions)
        hint = gettext("Peut-être : %(words)s.") % {"words": guesses} if guesses else ""
        said.append(f"{gettext('Ligne %(n)d') % {'n': line} + ' — ' if line else ''}{words} {hint}".strip())
    return said


def _answers(seat: Seat, n: int) -> int:
    return Mail.objects.filter(key__startswith=f"by-mail:{seat.pk}:{n}:").count()


def _answer(seat: Seat, n: int, reply: Reply, template: str, context: dict[str, Any]) -> None:
    """It can be answered in its turn: that is how a mistake is mended."""
    mail = compose(
        seat.held_by,
        kind=KIND,
        key=f"by-mail:{seat.pk}:{n}:{reply.key}",
        subject=gettext("%(game)s : vos ordres par courrier") % {"game": seat.game.name},
        template=template,
        context={**context, "reader": seat, "game": seat.game, "sent": reply.text},
        link=Link(seat.game.get_absolute_url(), gettext("Ouvrir la partie")),
        list_id=f"partie-{seat.game.code}",
        reply_to=reply_address(seat, n),
    )
    post([mail])
