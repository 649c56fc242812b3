"""Two ways to play, from the view and the menus alone."""

from collections.abc import Callable

from engines.core.contract import Action, Bot, Json, Seen
from engines.core.dice import Dice
from tests.small_game.state import CARDS


def cautious(seen: Seen, dice: Dice) -> Action:
    """Sells its middle card face up, offers up to a third of the lot's worth, never more than half its
    purse."""
    return _play(
        seen,
        dice,
        card=lambda hand: hand[len(hand) // 2],
        face="open",
        share=lambda coins: coins // 2,
        draws=False,
    )


def bold(seen: Seen, dice: Dice) -> Action:
    """Draws, sells its lowest card face down, and offers all it can up to a third of the lot's worth."""
    return _play(seen, dice, card=min, face="hidden", share=lambda coins: coins, draws=True)


BOTS: dict[str, Bot] = {"prudent": cautious, "hardi": bold}


def _play(
    seen: Seen,
    dice: Dice,
    card: Callable[[list[int]], int],
    face: str,
    share: Callable[[int], int],
    draws: bool,
) -> Action:
    view = seen.view
    if view["part"] == "turn":
        return _sell(seen, dice, card, face, draws)
    choices = [choice.action for choice in seen.menu(None).choices]
    most = min(_worth(view) // 3, share(view["players"][seen.seat]["coins"]))
    named = [action for action in choices if action.get("coins", most + 1) <= most]
    if view["part"] == "free":
        return named[min(1, len(named) - 1)] if named and view["seller"] != seen.seat else {"do": "pass"}
    return named[-1] if named else choices[0]


def _sell(seen: Seen, dice: Dice, card: Callable[[list[int]], int], face: str, draws: bool) -> Action:
    view = seen.view
    if draws and not view["drawn"] and view["deck"]:
        return {"do": "draw"}
    if not view["hand"] or dice.die("mood") == 1:
        return {"do": "keep"}
    return {"do": "play", "card": card(view["hand"]), "face": face}


def _worth(view: Json) -> int:
    """The lot's worth: the card's number, or an average one when it is hidden."""
    card = view["lot"]["card"]
    return (card if card is not None else CARDS // 2) + int(view["lot"]["pot"])
