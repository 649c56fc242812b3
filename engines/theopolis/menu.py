"""What the seat may choose now, as choices a page can glow and a bot can pick.
Hints are cached.

A swap is chosen in two steps (the hand card, then the board card), several cards one after the other:
the half-made action is the draft.
"""

from typing import Any

from engines.core.contract import Action, Choice, Menu
from engines.core.texts import Text, gettext_noop, say
from engines.theopolis.catalogue import Catalogue, Facts
from engines.theopolis.check import NOT_YOUR_TURN
from engines.theopolis.edition import Card
from engines.theopolis.effects import bounds_of, options_of
from engines.theopolis.preview import Previews
from engines.theopolis.state import Decision, Player, State, facts_of
from engines.theopolis.vocabulary import KIND_NAMES, KINDS
from engines.theopolis.words import QUESTIONS

TARGETS = tuple(f"card:{cid}" for cid in range(512))
WAIT = Menu(say(NOT_YOUR_TURN))
YOUR_TURN = say(gettext_noop("Ajoutez une ressource, échangez une carte, jouez-en, ou finissez votre tour."))
SWAP_PROMPT = say(gettext_noop("Contre quelle carte du plateau ?"))
SWAP_GIVE_PROMPT = say(gettext_noop("Quelle carte de votre main donnez-vous ?"))
DRAFT_PROMPT = say(gettext_noop("Choisissez votre saint patron."))
MORE_PROMPT = say(gettext_noop("Une autre carte, ou validez."))
END_LABEL = say(gettext_noop("Finir le tour"))
DECLINE_LABEL = say(gettext_noop("Aucune carte"))
PLAY = gettext_noop("Jouer {card}")
SWAP = gettext_noop("Échanger {card}")
SWAP_FOR = gettext_noop("Échanger {given} contre {taken}")
PICK = gettext_noop("Choisir {card}")
CONFIRM = gettext_noop("Valider ({count})")
PATRON = gettext_noop("{number}. {name}")
ADD_LABELS = tuple(say(gettext_noop("Ajouter 1 {kind}"), kind=Text(name)) for name in KIND_NAMES)
PROMPTS = {kind: Text(text.msgid[0].upper() + text.msgid[1:]) for kind, text in QUESTIONS.items()}


class Menus:
    """The menus of one edition."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.titles = catalogue.titles
        self.previews = Previews(catalogue)

    def menu(self, state: State, seat: int, draft: Action | None = None) -> Menu:
        if state.phase == "draft":
            return self._patrons(state, seat)
        if seat != state.active or state.phase == "over":
            return WAIT
        if state.pending:
            return self._question(state, state.pending[-1], draft)
        if draft is not None and type(draft) is dict and draft.get("type") == "swap":
            swap = self._swap(state, draft)
            if swap is not None:
                return swap
        return self._turn(state)

    def _turn(self, state: State) -> Menu:
        player = state.players[state.active]
        facts = facts_of(state, self.catalogue, state.active)
        choices: list[Choice] = []
        if not state.res_added:
            self._add_choices(state, choices)
        cards, kinds = state.cards, self.catalogue.cards
        hand = [(cid, kinds[cards[cid]]) for cid in player.hand]
        self._play_choices(player, facts, hand, choices)
        if state.swaps_done < facts.swaps and state.board:
            for cid, card in hand:
                hint = self.previews.disaster(state, card) if card.type == "desastre" else None
                label = say(SWAP, card=self.titles[card.id])
                action = {"type": "swap", "hand": cid}
                choices.append(Choice(action, label, "swap", TARGETS[cid], False, False, hint))
        reveals = len(player.hand) == facts.hand_size  # otherwise there are board cards to take first
        choices.append(Choice({"type": "end_turn"}, END_LABEL, "end_turn", "turn", True, reveals))
        return Menu(YOUR_TURN, tuple(choices))

    def _play_choices(
        self, player: Player, facts: Facts, hand: list[tuple[int, Card]], choices: list[Choice]
    ) -> None:
        res, used = player.res, player.used
        faith, hope, love = res[0] - used[0], res[1] - used[1], res[2] - used[2]
        cheaper = facts.discounts
        for cid, card in hand:
            cost = self.catalogue.cost(card, facts) if cheaper else card.cost
            if cost[0] <= faith and cost[1] <= hope and cost[2] <= love and card.type != "desastre":
                hint = self.previews.play(card, cost, player.points, facts)
                label = say(PLAY, card=self.titles[card.id])
                action = {"type": "play", "cid": cid}
                choices.append(Choice(action, label, "play", TARGETS[cid], True, False, hint))

    def _add_choices(self, state: State, choices: list[Choice]) -> None:
        for place, left in enumerate(state.piles):
            if left:
                action = {"type": "add_resource", "kind": KINDS[place]}
                hint = self.previews.left[left]
                choices.append(
                    Choice(action, ADD_LABELS[place], "add_resource", KINDS[place], True, False, hint)
                )

    def _swap(self, state: State, draft: dict[str, Any]) -> Menu | None:
        """The second half of a swap: from either end."""
        if state.swaps_done >= facts_of(state, self.catalogue, state.active).swaps:
            return None
        given, taken = draft.get("hand"), draft.get("board")
        hand = state.players[state.active].hand
        if type(given) is int and given in hand:
            return Menu(
                SWAP_PROMPT, tuple([self._swap_choice(state, given, cid, cid) for cid in state.board])
            )
        if type(taken) is int and taken in state.board:
            return Menu(SWAP_GIVE_PROMPT, tuple([self._swap_choice(state, cid, taken, cid) for cid in hand]))
        return None

    def _swap_choice(self, state: State, given: int, taken: int, target: int) -> Choice:
        give, get = state.cards[given], state.cards[taken]
        label = say(SWAP_FOR, given=self.titles[give], taken=self.titles[get])
        reveals = self.catalogue.cards[give].type == "desastre"
        action = {"type": "swap", "hand": given, "board": taken}
        return Choice(action, label, "swap", TARGETS[target], True, reveals, self.previews.blurbs[get])

    def _question(self, state: State, question: Decision, draft: Action | None) -> Menu:
        least, most = bounds_of(state, self.catalogue, question)
        options = options_of(state, self.catalogue, question)
        picked = _picks_so_far(draft, question, options, most)
        choices: list[Choice] = []
        if len(picked) >= least and (picked or least == 0):
            label = say(CONFIRM, count=len(picked)) if picked else DECLINE_LABEL
            verb = "confirm" if picked else "decline"
            reveals = bool(picked) and self._answer_reveals(state, question)
            choices.append(Choice(_choose(question, picked), label, verb, "decision", True, reveals))
        if len(picked) < most:
            last = len(picked) + 1 == most
            reveals = last and self._answer_reveals(state, question)
            for cid in options:
                if cid not in picked:
                    choices.append(self._option(state, question, [*picked, cid], last, reveals))
        return Menu(MORE_PROMPT if picked else PROMPTS[question.kind], tuple(choices))

    def _option(
        self, state: State, question: Decision, picks: list[int], complete: bool, reveals: bool
    ) -> Choice:
        cid = picks[-1]
        card = state.cards[cid]
        hint = self.previews.blurbs[card]
        if question.kind == "take":
            victim = next(seat for seat, player in enumerate(state.players) if cid in player.city)
            hint = self.previews.taking(state, cid, victim)
        elif question.kind == "caveau_discard" and self.catalogue.cards[card].type == "desastre":
            hint = self.previews.disaster(state, self.catalogue.cards[card])
        action, label = _choose(question, picks), say(PICK, card=self.titles[card])
        return Choice(action, label, question.kind, TARGETS[cid], complete, reveals, hint)

    def _answer_reveals(self, state: State, question: Decision) -> bool:
        """Whether the answer turns up a card of the deck or passes the turn."""
        kind = question.kind
        if kind == "caveau_board":
            return self.catalogue.cards[state.cards[question.picked]].type == "desastre"
        if kind == "refill":
            size = facts_of(state, self.catalogue, state.active).hand_size
            return len(state.players[state.active].hand) + 1 >= size
        return kind in ("board_to_hand", "flush_board", "discard_down")

    def _patrons(self, state: State, seat: int) -> Menu:
        if not 0 <= seat < len(state.players):
            return WAIT
        return Menu(DRAFT_PROMPT, tuple([self._patron(number) for number in state.players[seat].offers]))

    def _patron(self, number: int) -> Choice:
        patron = self.catalogue.patrons[number]
        label = say(PATRON, number=number, name=Text(patron.name))
        action = {"type": "patron", "number": number}
        return Choice(action, label, "patron", f"patron:{number}", hint=Text(patron.text))


def _choose(question: Decision, picks: list[int]) -> dict[str, Any]:
    return {"type": "choose", "decision": question.number, "picks": picks}


def _picks_so_far(draft: Action | None, question: Decision, options: list[int], most: int) -> list[int]:
    """The cards a draft has named so far; none when the draft belongs to something else."""
    if (
        type(draft) is not dict
        or draft.get("decision") != question.number
        or type(draft.get("picks")) is not list
    ):
        return []
    picks: list[int] = draft["picks"]
    fine = (
        len(picks) < most
        and all(type(cid) is int and cid in options for cid in picks)
        and len(set(picks)) == len(picks)
    )
    return picks if fine else []
