"""Phase 7: attacks, the defence of a land, conquest, felony and death."""

import msgspec

from engines.gloire.formulas import hedge_renown, peasants
from engines.gloire.orders.catalogue import Order
from engines.gloire.phases.battle import Side, fight
from engines.gloire.play import Turn
from engines.gloire.rounding import hundredths, tenths
from engines.gloire.state import Garrison, Knight


class Defender(msgspec.Struct):
    """One army that stands in the way. Peasants have neither lord nor id."""

    renown: float
    men: int
    threshold: float
    lord: int | None = None
    knight: Knight | None = None
    garrison: Garrison | None = None

    @property
    def rank(self) -> tuple[float, int, str]:
        """Ascending renown of the commander; at equal renown garrisons first, then by id."""
        army = self.knight or self.garrison
        return (self.renown, int(self.knight is not None), army.id if army else "")


def attack_lands(turn: Turn) -> None:
    """Phase 7. ATT."""
    fought: set[str] = set()
    for order, knight in turn.led_by_own_knights("ATT"):
        reason = _why_not(turn, order, knight, fought)
        if reason:
            turn.refuse(order, reason, knight=knight.name, land=order.land)
            continue
        fought.add(knight.id)
        attack(turn, order, knight)


def _why_not(turn: Turn, order: Order, knight: Knight, fought: set[str]) -> str:
    land = order.land
    owner = turn.lands[land].owner
    if knight.id in fought:
        return "one_attack"
    if not turn.near(knight.place, land):
        return "too_far"
    if owner == order.seat:
        return "own_land"
    if owner is not None and owner in turn.allies[order.seat]:
        return "allied_land"
    if knight.men < 1:
        return "no_men"
    if knight.men < order.men:
        return "threshold_above_men"
    return ""


def attack(turn: Turn, order: Order, knight: Knight) -> None:
    """One battle against each defender, the losses carrying over,
    until the land falls or the attacker yields."""
    name = order.land
    owner = turn.lands[name].owner
    if owner is not None and owner not in turn.enemies[order.seat]:
        turn.commit_felony(order.seat, owner)
    defenders = [_peasants(turn, name)] if owner is None else defenders_of(turn, name, order.seat)
    for defender in defenders:
        if turn.lands[name].owner != owner:
            break  # its lord fell in the battle before: nobody is left to defend it
        if not _still_there(turn, defender):
            continue
        if defender.lord is not None and defender.lord not in turn.enemies[order.seat]:
            turn.commit_felony(order.seat, defender.lord)
        if not _battle(turn, order, knight, defender):
            turn.fulfil(order, outcome="repelled", men=knight.men)
            turn.tell(
                "attack_failed", *_witnesses(order.seat, owner), lord=order.seat, land=name, owner=owner
            )
            if knight.men == 0:
                bury(turn, knight, defender.lord, _witnesses(order.seat, defender.lord))
            return
    turn.fulfil(order, outcome="taken", men=knight.men)
    conquer(turn, name, knight, unopposed=not defenders)


def _still_there(turn: Turn, defender: Defender) -> bool:
    """An ally's men go home when his knight-lord has fallen beside them."""
    return defender.lord is None or turn.lords[defender.lord].alive


def _witnesses(seat: int, owner: int | None) -> list[int]:
    return [seat] if owner is None else [seat, owner]


def _peasants(turn: Turn, name: str) -> Defender:
    """Neutral land: 5% of the people under a leader of half the mean renown; they re-form for each attack."""
    men = peasants(turn.lands[name].population)
    return Defender(hedge_renown(turn.frozen.renown), men, men * 50 / 100)


def defenders_of(turn: Turn, name: str, attacker: int) -> list[Defender]:
    """Every army of the owner and his allies there, without the knights sent to attack from there."""
    owner = turn.lands[name].owner
    if owner is None:
        return []
    found = []
    for knight in turn.stationed.get(name, ()):
        if knight.men > 0 and _at_his_post(turn, knight) and _defends(turn, knight.lord, owner, attacker):
            threshold = _threshold(turn, knight.id, knight.men, turn.lords[knight.lord].knights)
            found.append(Defender(knight.renown, knight.men, threshold, knight.lord, knight=knight))
    for garrison in turn.posted.get(name, ()):
        if garrison.men > 0 and _defends(turn, garrison.lord, owner, attacker):
            threshold = _threshold(turn, garrison.id, garrison.men, turn.lords[garrison.lord].garrison)
            renown = hedge_renown(turn.frozen.renown)
            found.append(Defender(renown, garrison.men, threshold, garrison.lord, garrison=garrison))
    return sorted(found, key=lambda defender: defender.rank)


def _at_his_post(turn: Turn, knight: Knight) -> bool:
    """5.8: an order to attack, carried out or not, keeps a knight from defending the land he started from.
    The land he has just taken he defends (8.1.2: Amaréthuse's knight beats off those who come to THULE
    after him)."""
    return knight.id not in turn.attackers or knight.id in turn.victors


def _defends(turn: Turn, lord: int, owner: int, attacker: int) -> bool:
    if lord == attacker or lord in turn.allies[attacker]:
        return False
    return lord == owner or lord in turn.allies[owner]


def _threshold(turn: Turn, army: str, men: int, percent: int) -> float:
    fixed = turn.fixed_fallback.get(army)
    return men * percent / 100 if fixed is None else fixed


def _battle(turn: Turn, order: Order, knight: Knight, defender: Defender) -> bool:
    """Fight it out, write the outcome back to both armies, and tell those who were there."""
    name, threshold = order.land, order.men
    land = turn.lands[name]
    men, renown = knight.men, knight.renown
    ours, theirs = Side(men, renown, threshold), Side(defender.men, defender.renown, defender.threshold)
    label = f"battle:{knight.id}:{name}"
    dice = turn.dice
    won, passes = fight(
        ours, theirs, lambda: dice.uniform(label), fort=land.fort, peasants=defender.lord is None
    )
    knight.men, knight.renown = ours.men, ours.renown
    event = {
        "lord": order.seat,
        "land": name,
        "knight": knight.id,
        "name": knight.name,
        "men": [men, ours.men],
        "renown": [hundredths(renown), hundredths(ours.renown)],
        "threshold": threshold,
        "won": won,
        "fort": land.fort,
        "passes": passes,
        "against": _after(turn, order.seat, defender, theirs),
    }
    turn.tell("battle", *_witnesses(order.seat, defender.lord), **event)
    return won


def _after(turn: Turn, attacker: int, defender: Defender, side: Side) -> dict[str, object]:
    """The defender after the battle:
    a defending knight gains no renown, peasants and garrisons have none to keep."""
    facts: dict[str, object] = {"lord": defender.lord, "men": [defender.men, side.men]}
    facts["threshold"] = tenths(defender.threshold)
    kept = min(defender.renown, side.renown)
    facts["renown"] = [hundredths(defender.renown), hundredths(kept if defender.knight else side.renown)]
    if defender.knight is not None:
        knight = defender.knight
        knight.men, knight.renown = side.men, kept
        facts |= {"kind": "knight", "army": knight.id, "name": knight.name}
        if knight.men == 0:
            bury(turn, knight, attacker, [knight.lord])
    elif defender.garrison is not None:
        garrison = defender.garrison
        garrison.men = side.men
        facts |= {"kind": "garrison", "army": garrison.id}
        if garrison.men == 0:
            turn.remove_garrison(garrison)
    else:
        facts |= {"kind": "peasants"}
    return facts


def bury(turn: Turn, knight: Knight, by: int | None, witnesses: list[int]) -> None:
    """A knight left with no men is dead; a dead knight-lord ends his house."""
    turn.remove_knight(knight)
    facts = {"lord": knight.lord, "knight": knight.id, "name": knight.name}
    turn.tell("knight_died", *witnesses, land=knight.place, **facts)
    if knight.is_lord:
        turn.end_lord(knight.lord, "battle", by)


def conquer(turn: Turn, name: str, knight: Knight, unopposed: bool) -> None:
    """The victor stands on the land; fortifications fall; a beaten garrison leaves at once."""
    land = turn.lands[name]
    before = land.owner
    turn.change_owner(name, knight.lord)
    land.fort = "none"
    turn.station(knight, name)
    turn.victors.add(knight.id)
    turn.proclaim("land_taken", land=name, lord=knight.lord, before=before, unopposed=unopposed)
    for garrison in [g for g in turn.posted.get(name, ()) if g.lord != knight.lord]:
        if before is not None and (garrison.lord == before or garrison.lord not in turn.allies[knight.lord]):
            turn.send_garrison_home(garrison)
