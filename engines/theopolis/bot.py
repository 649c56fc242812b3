"""The two bots: a greedy builder, and a novice who picks at random.
Both play from the view and menus of their seat alone.

The builder draws no dice: its temperament comes from the patrons on the table,
so that tables differ and replays do not.
"""

from collections.abc import Mapping
from typing import Any

from engines.core.contract import Action, Bot, Seen
from engines.core.dice import Dice
from engines.theopolis.catalogue import Catalogue
from engines.theopolis.view import HandCard, PlayerSeen, Question, View
from engines.theopolis.vocabulary import KINDS
from engines.theopolis.worth import Eyes, Judge

SWAP_MARGIN = 0.008
DENIAL = 0.25
VICTIM = 0.6
BOARD_WEIGHT = 0.3
MERVEILLE_WEIGHT = 3.0
NOVICE_ENDS = 0.08


def bots_of(catalogue: Catalogue) -> Mapping[str, Bot]:
    """Levels by name; the first is the usual one and plays for the absent."""
    return {"greedy": Greedy(catalogue), "novice": novice}


def novice(seen: Seen, dice: Dice) -> Action:
    """Uniform among the legal choices; ends the turn with a small probability at each step."""
    draft = None
    while True:
        choices = seen.menu(draft).choices
        ending = [choice for choice in choices if choice.verb == "end_turn"]
        others = [choice for choice in choices if choice.verb != "end_turn"]
        if ending and (not others or dice.uniform("novice:end") < NOVICE_ENDS):
            return ending[0].action
        choice = dice.choice(others, "novice:pick")
        if choice.complete:
            return choice.action
        draft = choice.action


class Greedy:
    """Level 2 of the specification, section 8."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.judge = Judge(catalogue)

    def __call__(self, seen: Seen, dice: Dice) -> Action:
        view: View = seen.view
        if view.offers:
            # The stronger bonuses have the higher numbers.
            return {"type": "patron", "number": max(view.offers)}
        eyes = Eyes(self.judge, view, seen.seat)
        if view.question is not None:
            return self._answer(view, eyes, view.question)
        return (
            self._add(view, eyes) or self._swap(view, eyes) or self._play(view, eyes) or {"type": "end_turn"}
        )

    def _add(self, view: View, eyes: Eyes) -> Action | None:
        """The resource that brings the most wanted cards nearest."""
        kinds = [kind for kind in range(3) if view.piles[kind]]
        if view.res_added or not kinds:
            return None
        weighted = [
            (held.card, 1.0 if held.card not in eyes.winners else MERVEILLE_WEIGHT) for held in view.hand
        ]
        weighted += [(lying.card, BOARD_WEIGHT) for lying in view.board]
        wishes = [(card, weight * max(0.0, eyes.value(card))) for card, weight in weighted]
        best = max(kinds, key=lambda kind: (eyes.reach(wishes, kind), -eyes.me.res[kind], -kind))
        return {"type": "add_resource", "kind": KINDS[best]}

    def _swap(self, view: View, eyes: Eyes) -> Action | None:
        if view.swaps_done >= eyes.me.swaps_allowed or not view.hand or not view.board:
            return None
        worst = min(view.hand, key=lambda held: (self._wish_to_keep(held, eyes), held.cid))
        best = max(view.board, key=lambda lying: (eyes.wish_for(lying.card), -lying.cid))
        if eyes.wish_for(best.card) < self._wish_to_keep(worst, eyes) + SWAP_MARGIN:
            return None
        return {"type": "swap", "hand": worst.cid, "board": best.cid}

    def _wish_to_keep(self, held: HandCard, eyes: Eyes) -> float:
        """How much one wants to keep a hand card. A disaster is kept while it would hit oneself."""
        if not eyes.is_disaster(held.card):
            return eyes.wish_for(held.card)
        if eyes.me.seat in held.hits:
            return 0.05
        return -0.01 - 0.02 * len(held.hits)

    def _play(self, view: View, eyes: Eyes) -> Action | None:
        """The most valuable card of the best subset that the upright resources can pay."""
        ready = [held for held in view.hand if held.playable]
        values = {held.cid: eyes.value(held.card) for held in ready}
        ready = [held for held in ready if values[held.cid] > 0]
        most, best = 0.0, list[HandCard]()
        for bits in range(1, 1 << len(ready)):
            subset = [held for place, held in enumerate(ready) if bits >> place & 1]
            total = 0.0
            for held in subset:
                total += values[held.cid]
            if total > most and _can_pay(eyes.me, subset):
                most, best = total, subset
        if not best:
            return None
        return {"type": "play", "cid": max(best, key=lambda held: (values[held.cid], -held.cid)).cid}

    def _answer(self, view: View, eyes: Eyes, question: Question) -> Action:
        picks = _ANSWERS[question.kind](self, view, eyes, question)
        return {"type": "choose", "decision": question.number, "picks": picks}

    def _take(self, view: View, eyes: Eyes, question: Question) -> list[int]:
        """Own gain, and a part of what the victim loses."""
        best, chosen = 0.0, []
        for player in view.players:
            for card in player.city:
                if card.cid in question.options:
                    worth = eyes.value(card.card) + VICTIM * eyes.loss(player.seat, card.cid)
                    if worth > best:
                        best, chosen = worth, [card.cid]
        return chosen

    def _pick_wanted(self, view: View, eyes: Eyes, question: Question) -> list[int]:
        named = {card.cid: card.card for card in (*view.board, *view.discard)}
        return [max(question.options, key=lambda cid: (eyes.wish_for(named[cid]), -cid))]

    def _refill(self, view: View, eyes: Eyes, question: Question) -> list[int]:
        """What one wants, and a part of what it would give the others."""
        named = {card.cid: card.card for card in view.board}
        return [
            max(
                question.options,
                key=lambda cid: (eyes.wish_for(named[cid]) + DENIAL * eyes.envy(named[cid]), -cid),
            )
        ]

    def _flush(self, view: View, eyes: Eyes, question: Question) -> list[int]:
        """The least wanted ones, as many as allowed."""
        order = sorted(view.board, key=lambda card: (eyes.wish_for(card.card), card.cid))
        return [card.cid for card in order[: question.most]]

    def _caveau_discard(self, view: View, eyes: Eyes, question: Question) -> list[int]:
        """The best wanted card, or a disaster that spares oneself."""
        hits = {
            threat: eyes.hits(threat)
            for threat in {card.card for card in view.discard}
            if eyes.is_disaster(threat)
        }

        def worth(card: str) -> float:
            if card not in hits:
                return eyes.wish_for(card)
            return -1.0 if eyes.me.seat in hits[card] else 0.03 * len(hits[card])

        best = max(view.discard, key=lambda card: (worth(card.card), -card.cid))
        return [best.cid] if worth(best.card) > 0 else []

    def _caveau_board(self, view: View, eyes: Eyes, question: Question) -> list[int]:
        """Throw what helps the others most and oneself least."""
        return [
            max(
                view.board,
                key=lambda card: (DENIAL * eyes.envy(card.card) - eyes.wish_for(card.card), -card.cid),
            ).cid
        ]

    def _discard_down(self, view: View, eyes: Eyes, question: Question) -> list[int]:
        """The least wanted; a disaster first, for it does nothing on its way out."""
        order = sorted(
            view.hand,
            key=lambda held: (-1.0 if eyes.is_disaster(held.card) else eyes.wish_for(held.card), held.cid),
        )
        return [held.cid for held in order[: question.least]]


def _can_pay(me: PlayerSeen, cards: list[HandCard]) -> bool:
    return all(sum(card.cost[kind] for card in cards) <= me.res[kind] - me.used[kind] for kind in range(3))


_ANSWERS: dict[str, Any] = {
    "take": Greedy._take,
    "board_to_hand": Greedy._pick_wanted,
    "discard_to_hand": Greedy._pick_wanted,
    "flush_board": Greedy._flush,
    "caveau_discard": Greedy._caveau_discard,
    "caveau_board": Greedy._caveau_board,
    "discard_down": Greedy._discard_down,
    "refill": Greedy._refill,
}
