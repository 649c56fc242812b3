"""What a form brings: which seat, which step, which request, and the action that it makes of a decision."""

from collections.abc import Callable

from django.core import exceptions
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from apps.games.problems import Refusal
from apps.orders.decision import Change, Decision
from apps.site.numbers import whole_number
from apps.site.plain_json import NotPlain, read_json

LARGEST_SEAT = 999
KEY_LENGTHS = range(8, 65)


class BadRequest(Refusal):
    status = 400
    message = _("Cette demande est illisible : rechargez la page et recommencez.")


Reader = Callable[[Decision, QueryDict], Change]


def read_action(decision: Decision, form: QueryDict) -> Change:
    """The action itself, as JSON: what the buttons of a menu send, and the seal of a draft."""
    try:
        return Change(read_json(form.get("action", "")))
    except NotPlain:
        raise BadRequest from None


def seat_number(form: QueryDict) -> int | None:
    """None where the form leaves it to the site: whoever is asked."""
    text = form.get("seat", "")
    number = whole_number(text, LARGEST_SEAT)
    if text and number is None:
        raise exceptions.BadRequest("no seat has such a number")
    return number


def step_number(form: QueryDict, refusal: type[Refusal] = BadRequest) -> int:
    number = whole_number(form.get("step"))
    if number is None:
        raise refusal
    return number


def request_key(form: QueryDict) -> str:
    """The name that a page gave to this request; empty for what is none."""
    key = form.get("key", "")
    return key if len(key) in KEY_LENGTHS and "\0" not in key else ""
