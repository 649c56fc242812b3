"""MELEE: the tiers of weapon length, bundles, results, ties (2.6, 3.11)."""

import msgspec

from engines.argad.events import Tale
from engines.argad.field.battlefield import Field
from engines.argad.knowledge.odds import outcome_of
from engines.argad.melee.strikers import Striker, find_strikers, modifiers, wanted_targets
from engines.argad.state import Figure
from engines.core.dice import Dice

Modifiers = list[tuple[str, int]]


class Result(msgspec.Struct):
    """What a tier did to one figure by one bundle."""

    target: str
    outcome: str
    by: str
    strikers: list[str]
    natural: int


class Fight(msgspec.Struct):
    """All that MELEE decided, for the aftermath."""

    killed: dict[str, str] = {}  # victim -> killer
    recoiled: dict[str, list[str]] = {}  # victim -> strikers


# --- tiers --------------------------------------------------------------------------------------------------


def fight(field: Field, dice: Dice, tale: Tale) -> Fight:
    """The tiers from the longest weapons to the knives; marks are set at the end of each."""
    strikers = find_strikers(field)
    _choose_targets(field, strikers)
    bundles = _bundles(field, strikers)
    fight = Fight()
    for tier in (3, 2, 1, 0):
        results: list[Result] = []
        for bundle_tier, bundle in bundles:
            if bundle_tier != tier:
                continue
            able = [s for s in bundle if s.fig not in fight.killed and s.fig not in fight.recoiled]
            able = [s for s in able if _reaim(s, fight)]
            if able:
                results += _strike(field, able, dice, tale)
                for striker in able:
                    field.figures[striker.fig].now.struck = True
        _settle(field, results, fight)
    return fight


def _choose_targets(field: Field, strikers: list[Striker]) -> None:
    for striker in strikers:
        striker.target = striker.choices[0]
    if not field.state.has("pooled"):
        return
    for striker in strikers:
        comrades = any(
            other.fig != striker.fig
            and field.figures[other.fig].side == field.figures[striker.fig].side
            and set(other.choices) & set(striker.choices)
            for other in strikers
        )
        striker.picks_late = len(striker.choices) > 1 and not comrades


def _bundles(field: Field, strikers: list[Striker]) -> list[tuple[int, list[Striker]]]:
    """With the option, all who strike the same enemy strike together, at the reach of the longest weapon."""
    grouped: dict[tuple[str, int, int], list[Striker]] = {}
    pooled = field.state.has("pooled")
    for striker in strikers:
        side = field.figures[striker.fig].side
        key = (striker.target, side, -1 if pooled else striker.tier)
        if striker.picks_late:
            key = (striker.fig, side, striker.tier)
        grouped.setdefault(key, []).append(striker)
    return [(max(s.tier for s in bundle), bundle) for bundle in grouped.values()]


def _reaim(striker: Striker, fight: Fight) -> bool:
    """His target fell in an earlier tier: he turns to another he touches, if any."""
    alive = [id for id in striker.choices if id not in fight.killed]
    if striker.target in fight.killed:
        if not alive:
            return False
        striker.target = alive[0]
    striker.choices = alive
    return True


def _strike(field: Field, bundle: list[Striker], dice: Dice, tale: Tale) -> list[Result]:
    """A bundle may have been split by re-aiming: each target gets its own roll."""
    results = []
    by_target: dict[str, list[Striker]] = {}
    for striker in bundle:
        by_target.setdefault(striker.fig if striker.picks_late else striker.target, []).append(striker)
    for group in by_target.values():
        if group[0].picks_late:
            results.append(_pick_after(field, group[0], dice, tale))
            continue
        led = [s for s in group if s.fig in field.in_command]
        alone = [[s] for s in group if s.fig not in field.in_command]
        results += [_blow(field, together, dice, tale) for together in (led, *alone) if together]
    return results


def _blow(field: Field, group: list[Striker], dice: Dice, tale: Tale) -> Result:
    foe = field.figures[group[0].target]
    named = {s.fig: _modifiers(field, s, foe.id) for s in group}
    rolled = [dice.die(f"strike:{s.fig}") for s in group]
    return _land(field, group, rolled, named, dice, tale)


def _modifiers(field: Field, striker: Striker, foe: str) -> Modifiers:
    figure = field.figures[striker.fig]
    return modifiers(field, figure, field.figures[foe], striker.weapon, striker.rank, striker.front)


def _land(
    field: Field, group: list[Striker], rolled: list[int], named: dict[str, Modifiers], dice: Dice, tale: Tale
) -> Result:
    """What the dice of those who strike together do to their target. Only a chief's voice makes sixes
    count."""
    foe = field.figures[group[0].target]
    naturals, sums = rolled, [sum(v for _, v in named[s.fig]) for s in group]
    if field.state.has("pooled"):
        naturals, sums = sorted(naturals, reverse=True), sorted(sums, reverse=True)
    label, sixes = f"restrike:{foe.id}:{group[0].fig}", group[0].fig in field.in_command
    outcome, natural, rerolls = outcome_of_bundle(naturals, sums, foe, sixes, label, dice)
    tale.emit(
        "strike",
        target=foe.id,
        at=[foe.x, foe.y],
        tier=max(s.tier for s in group),
        blows=[
            [s.fig, s.weapon, die, [list(m) for m in named[s.fig]]]
            for s, die in zip(group, rolled, strict=True)
        ],
        rerolls=rerolls,
        outcome=outcome,
    )
    figs = [s.fig for s in group]
    return Result(foe.id, outcome, max(zip(rolled, figs, strict=True))[1], figs, natural)


def outcome_of_bundle(
    naturals: list[int], sums: list[int], foe: Figure, sixes: bool, label: str, dice: Dice
) -> tuple[str, int, list[int]]:
    """The best of the blows. Sixes count 6, 7, 8…; a top six that does not kill is rerolled for more (D7)."""
    top = max(foe.cls, foe.armour)
    if foe.posture == "prone":
        return ("kill" if max(naturals) > 1 else "miss"), max(naturals), []
    values = list(naturals)
    if sixes:
        count = naturals.count(6)
        raised = iter(range(5 + count, 5, -1))
        values = [next(raised) if value == 6 else value for value in values]
    outcomes = [outcome_of(value, mod, foe.cls, top) for value, mod in zip(values, sums, strict=True)]
    rerolls: list[int] = []
    if sixes and "kill" not in outcomes and 6 in naturals:
        again = dice.die(label)
        rerolls.append(again)
        if again == 6:
            return "kill", max(values) + 1, rerolls
    best = min(outcomes, key=("kill", "recoil", "miss").index)
    return best, max(values), rerolls


def _pick_after(field: Field, striker: Striker, dice: Dice, tale: Tale) -> Result:
    """A man alone among several picks his victim after seeing his die: whom his player prefers among those he
    can kill, else the costliest; failing a kill, the best he drives back (D23)."""
    wishes = wanted_targets(field, field.figures[striker.fig])
    die = dice.die(f"strike:{striker.fig}")
    named = {id: _modifiers(field, striker, id) for id in striker.choices}

    def rank(id: str) -> tuple[int, int, int, str]:
        foe = field.figures[id]
        outcome = outcome_of(die, sum(v for _, v in named[id]), foe.cls, max(foe.cls, foe.armour))
        worth = foe.cost if outcome == "kill" else foe.cls
        return (
            ("kill", "recoil", "miss").index(outcome),
            wishes.index(id) if id in wishes else len(wishes),
            -worth,
            id,
        )

    striker.target = min(striker.choices, key=rank)
    return _land(field, [striker], [die], {striker.fig: named[striker.target]}, dice, tale)


def _settle(field: Field, results: list[Result], fight: Fight) -> None:
    """Marks at the end of the tier; a killer does not recoil for his victim; ties by class, armour, die
    (option)."""
    kills = [r for r in results if r.outcome == "kill"]
    recoils = [r for r in results if r.outcome == "recoil"]
    if field.state.has("tiebreak"):
        kills = _without_losers(field, kills)
        recoils = _without_losers(field, recoils)
    for result in kills:
        fight.killed.setdefault(result.target, result.by)
    slain_by = {(r.target, fig) for r in kills for fig in r.strikers}
    for result in recoils:
        excused = any((striker, result.target) in slain_by for striker in result.strikers)
        if result.target not in fight.killed and not excused:
            fight.recoiled.setdefault(result.target, []).extend(result.strikers)


def _without_losers(field: Field, results: list[Result]) -> list[Result]:
    """Of two who would do the same to one another, the better man's result stands alone."""
    kept = []
    for mine in results:
        rival = next(
            (o for o in results if o is not mine and o.target in mine.strikers and mine.target in o.strikers),
            None,
        )
        if rival is None or not _beaten(field, mine, rival):
            kept.append(mine)
    return kept


def _beaten(field: Field, mine: Result, rival: Result) -> bool:
    me, other = field.figures[rival.target], field.figures[mine.target]
    ours = (me.cls, me.armour, mine.natural)
    theirs = (other.cls, other.armour, rival.natural)
    return ours < theirs
