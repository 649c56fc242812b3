"""What a seat prepares, without a page: for tests and measures that want a draft to be there."""

from apps.orders.decision import Change, open_decision
from apps.orders.services import draft


def save_draft(seat, n, action, text, author) -> None:
    draft(open_decision(seat, n, author), Change(action, text))
