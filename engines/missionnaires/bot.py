"""Bots at two levels. Both play from the view alone:
a round to follow, a price for periodicals, an eye on overseers."""

from engines.core.contract import Action, Seen
from engines.core.dice import Dice
from engines.missionnaires.actions import bon_action, move_action, pass_action, pick_action, return_action
from engines.missionnaires.board import BETHEL, PATHS, PORTS, WAYS, WHITE, sections_between
from engines.missionnaires.check import can_drop, must_move
from engines.missionnaires.deck import DECK
from engines.missionnaires.effects import ferry_ports, playable
from engines.missionnaires.obstacles import Ground, Plan, all_plans
from engines.missionnaires.picks import Pick, options_of
from engines.missionnaires.route import ROAD, rest_of_tour, tour, weight_between
from engines.missionnaires.state import Player, State
from engines.missionnaires.view import state_from

SECTION = ROAD  # all weights are in twentieths of a road section
NEAR_HOME = 10 * SECTION
COMPANY = 28  # per cent of the remaining round that an overseer is worth
REACH = 6  # sections within which a lone overseer may become the goal
PATIENCE = 2  # passes in a row
RANDOM_TURNS = 40  # per cent, of the easy bot


def normal(seen: Seen, dice: Dice) -> Action:
    state = state_from(seen.view)
    return _answer(Mind(state), dice) if state.step.ask else _turn(Mind(state))


def easy(seen: Seen, dice: Dice) -> Action:
    """Two turns in five it walks wherever the road leads."""
    state = state_from(seen.view)
    if not state.step.ask and dice.below(100, "bot:whim") < RANDOM_TURNS:
        ground = Ground(state)
        found = all_plans(ground, PATHS[ground.pos])
        if found:
            plan = dice.choice(found, "bot:path")
            return move_action(plan.hops, plan.join)
    return normal(seen, dice)


class Mind:
    """What a bot makes of its position:
    its round, what is left of it, and where an overseer would be worth a detour."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.me: Player = state.players[state.active]
        self.left, self.order = tour(self.me.pos, self.me.todo)
        self.next = self.order[0] if self.order else BETHEL
        self.goal = self._overseer_goal()

    def _overseer_goal(self) -> str:
        """A lone overseer near enough that his company pays for the detour."""
        if self.me.ov:
            return ""
        best, goal = SECTION, ""
        for space in self.state.lone.values():
            if space and sections_between(self.me.pos, space) <= REACH:
                detour = weight_between(self.me.pos, space) + rest_of_tour(space, self.order) - self.left
                gain = self.left * COMPANY // 100 - detour
                if gain > best:
                    best, goal = gain, space
        return goal

    @property
    def price(self) -> int:
        """What a periodical is worth: little when more are left than the way home can use."""
        if self.left * 10 < 22 * SECTION * self.me.per:
            return 6
        return 11 if self.me.per > 2 else 18

    def ahead(self, space: str) -> int:
        """What is left to do from a space, by way of the overseer if he is the goal."""
        if self.goal and space != self.goal:
            return weight_between(space, self.goal) + rest_of_tour(self.goal, self.order)
        return rest_of_tour(space, self.order)

    def judge(self, plan: Plan) -> int:
        """Lower is better."""
        score = self.ahead(plan.end) + self.price * plan.cost
        if plan.join:
            score -= self.left * COMPANY // 100
        for _, push in plan.hops:
            if push:
                score -= min(4, sections_between(push, self.next))
        return score


def _turn(mind: Mind) -> Action:
    state, me = mind.state, mind.me
    bon = _bon_to_play(mind)
    if bon is not None:
        return bon
    if me.pos == BETHEL and me.bons and not me.todo:
        return return_action(me.bons[0])
    ground = Ground(state)
    found = [(mind.judge(plan), False, plan) for plan in all_plans(ground, PATHS[ground.pos])]
    if me.ov == "C" and can_drop(state):
        changed = all_plans(Ground(state, True), PATHS[me.pos])
        found += [(mind.judge(plan), True, plan) for plan in changed if plan.join]
    if not found:
        return pass_action()
    score, drop, plan = min(found, key=lambda one: one[0])
    waits = mind.ahead(me.pos) - score < SECTION * 3 // 10 and me.stay < PATIENCE
    if waits and not must_move(state):
        return pass_action()
    return move_action(plan.hops, plan.join, drop)


def _bon_to_play(mind: Mind) -> Action | None:
    state, me = mind.state, mind.me
    if state.step.bon_used:
        return None
    for card in dict.fromkeys(me.bons):
        if playable(state, card) and _worth_playing(mind, card):
            return bon_action(card, _argument(mind, card))
    return None


def _worth_playing(mind: Mind, card: str) -> bool:
    """At the start of a turn. Near home everything playable goes: nobody finishes with a BON in hand."""
    me = mind.me
    effect = DECK[card].effects[0]
    if effect.op == "ferry":
        gain = mind.left - rest_of_tour(_argument(mind, card), mind.order)
        return gain >= SECTION * 5 // 2
    if mind.left < NEAR_HOME:
        return True
    match effect.op:
        case "reassign":
            return _worst(mind)[0] >= 4 * SECTION
        case "periodicals":
            return me.per <= 5
        case "fill":
            return me.per <= 2
        case "free" if effect.what == "second_space":
            return not me.ov and sections_between(me.pos, mind.next) >= 2
        case "free" if effect.what == "sea_effects":
            return me.ov != "D" and _sails_next(mind)
        case _:
            return not me.ov and any(space in mind.state.gend.values() for space in WAYS[me.pos])


def _sails_next(mind: Mind) -> bool:
    ground = Ground(mind.state)
    found = all_plans(ground, PATHS[ground.pos])
    if not found:
        return False
    best = min(found, key=mind.judge)
    return best.sea_cards > 0


def _argument(mind: Mind, card: str) -> str:
    effect = DECK[card].effects[0]
    if effect.op == "ferry":
        return min(ferry_ports(mind.state, effect.max), key=lambda port: rest_of_tour(port, mind.order))
    return _worst(mind)[1] if effect.op == "reassign" else ""


def _worst(mind: Mind) -> tuple[int, str]:
    """The congregation whose removal shortens the round most, and by how much."""
    stops = [mind.me.pos, *mind.order, BETHEL]
    savings = [
        (weight_between(a, town) + weight_between(town, b) - weight_between(a, b), town)
        for a, town, b in zip(stops, stops[1:], stops[2:], strict=False)
    ]
    return max(savings)


def _answer(mind: Mind, dice: Dice) -> Action:
    options = options_of(mind.state)
    kind = mind.state.step.ask
    if kind == "bon_now":
        return pick_action(1 if _play_now(mind) else 0)
    if kind == "push":
        return pick_action(dice.below(len(options), "bot:push"))
    scores = [_judge_pick(mind, pick) for pick in options]
    return pick_action(scores.index(min(scores)))


def _play_now(mind: Mind) -> bool:
    card = mind.state.step.card
    if DECK[card].effects[0].what == "sea_effects":
        step = mind.state.step
        return step.carded < len(step.hops) and (
            step.hops[0][0] in WHITE and step.hops[1][0] in PORTS | WHITE
        )
    return _worth_playing(mind, card)


def _judge_pick(mind: Mind, pick: Pick) -> int:
    """Lower is better."""
    match pick.kind:
        case "plan":
            return mind.judge(pick.plan)
        case "stay":
            return mind.ahead(mind.me.pos)
        case "go":
            return rest_of_tour(pick.value, mind.order)
        case "patrol":
            return _judge_patrol(mind, pick.value[1])
        case _:
            return -_worst(mind)[0] if pick.value == _worst(mind)[1] else 0


def _judge_patrol(mind: Mind, town: str) -> int:
    """Into the way of the rival with the fewest left, out of one's own."""
    rivals = [player for player in mind.state.players if player is not mind.me and not player.rank]
    leader = max(rivals, key=lambda player: len(player.done))
    return sections_between(town, leader.pos) * 2 - min(6, sections_between(town, mind.next))
