"""FIRE, the dice: pools, several sixes, victims drawn in the group, casualties (3.8)."""

import msgspec

from engines.argad.events import Tale
from engines.argad.field.battlefield import Field
from engines.argad.field.geometry import apart, bearing
from engines.argad.fire.aim import Chance, chance
from engines.argad.fire.lines import seen_all_turn
from engines.argad.state import Figure
from engines.argad.tables import WEAPONS
from engines.core.dice import Dice


class Loosed(msgspec.Struct):
    """A decided shot: who, at which group, with what."""

    fig: str
    target: str
    weapon: str
    aim: str = "exposed"
    given: Chance | None = None  # point-blank shots come with their own needs
    planned: Chance | None = None  # worked out when the target was chosen
    mode: str = ""  # how he is told to shoot; empty: the plainest way


class Die(msgspec.Struct):
    fig: str
    natural: int
    victim: str = ""
    need: int = 0
    counts: int = 0
    hit: bool = False


def loose(field: Field, shots: list[Loosed], timing: str, dice: Dice, tale: Tale) -> None:
    """All shots of one timing: targets are fixed, then every die is rolled, then the casualties fall."""
    shots = together(field, shots)
    for shot in shots:
        figure = field.figures[shot.fig]
        tale.reveal(field.state, figure, 40, (figure.x, figure.y))
    _turn_pavises(field, shots)
    bare = {shot.fig for shot in shots if WEAPONS[shot.weapon].bare}
    for id in bare:
        field.figures[id].now.shot = True
    pools: dict[tuple[int, str], list[tuple[Loosed, Chance]]] = {}
    for shot in shots:
        found = shot.given or _still(field, shot, bare) or _chance_now(field, shot)
        if found is not None:
            pools.setdefault((field.figures[shot.fig].seat, found.cluster), []).append((shot, found))
    for shot in shots:
        _spend(field.figures[shot.fig], shot.weapon)
    fallen: list[tuple[str, str]] = []
    for (seat, cluster), pool in sorted(pools.items()):
        fallen += _resolve(field, seat, cluster, pool, timing, dice, tale)
    for victim, by in fallen:
        figure = field.figures[victim]
        if figure.place == "table":
            tale.wound(field.state, figure, "shot", by)


def together(field: Field, shots: list[Loosed]) -> list[Loosed]:
    """The shots that stand now that it is known who shoots: over a shoulder only if that man does not,
    through half a gap only with the whole row. Who cannot keeps his shot, and his row with him."""
    field.all_told = True
    while True:
        field.firing = frozenset(shot.fig for shot in shots)
        kept = [shot for shot in shots if _passes(field, shot)]
        if len(kept) == len(shots):
            return kept
        shots = kept


def _passes(field: Field, shot: Loosed) -> bool:
    if shot.planned is None or not shot.planned.ranked:
        return True
    shot.planned = _chance_now(field, shot)
    return shot.planned is not None


def _chance_now(field: Field, shot: Loosed) -> Chance | None:
    shooter, target = field.figures[shot.fig], field.figures[shot.target]
    return chance(field, shooter, target, shot.weapon, shot.mode)


def _still(field: Field, shot: Loosed, bare: set[str]) -> Chance | None:
    """What was planned holds, unless a pavise has been turned since, or a slinger rises out of his cover to
    shoot."""
    if shot.planned is None or any(
        id in bare or field.figures[id].shield == "pavise" for id in shot.planned.needs
    ):
        return None
    return shot.planned


def _turn_pavises(field: Field, shots: list[Loosed]) -> None:
    """A bearer turns to where most of the shots at his group come from; 90 degrees are covered (3.10)."""
    incoming: dict[str, list[Figure]] = {}
    for shot in shots:
        for id in field.clusters.with_figure(shot.target):
            if field.figures[id].shield == "pavise" and field.figures[id].now.facing < 0:
                incoming.setdefault(id, []).append(field.figures[shot.fig])
    for id, shooters in incoming.items():
        bearer = field.figures[id]
        angles = [bearing(s.x - bearer.x, s.y - bearer.y) for s in shooters]
        best = max(angles, key=lambda a: (sum(apart(a, b) <= 450 for b in angles), -a))
        bearer.now.facing = (best + 5) // 10 % 360


def _spend(figure: Figure, weapon: str) -> None:
    figure.now.shot = True
    if weapon == "javelin":
        figure.javelins -= 1
    elif weapon == "lance":
        figure.weapons = tuple(w for w in figure.weapons if w != "lance")
    elif WEAPONS[weapon].reload:
        figure.unloaded = tuple(sorted({*figure.unloaded, weapon}))


def _resolve(
    field: Field,
    seat: int,
    cluster: str,
    pool: list[tuple[Loosed, Chance]],
    timing: str,
    dice: Dice,
    tale: Tale,
) -> list[tuple[str, str]]:
    """One pool: its dice, its victims, its event. Gives (victim, shooter) of each hit."""
    name = f"{timing}:{seat}:{cluster}"
    needs = {shot.fig: found.needs for shot, found in pool}
    dice_thrown = _roll(field, pool, timing, dice)
    led = [die for die in dice_thrown if die.fig in field.in_command]
    alone = [die for die in dice_thrown if die.fig not in field.in_command]
    rolled = led + alone
    draw_victims(field, rolled, needs, _most_exposed(pool), name, dice)
    rerolls = several_sixes(led, f"reroll:{name}", dice)
    for die in alone:
        die.counts = die.natural
        die.hit = bool(die.victim) and die.natural >= die.need
    tale.emit(
        "volley",
        seat=seat,
        timing=timing,
        target=cluster,
        weapon=pool[0][0].weapon,
        dice=[[d.fig, d.natural, d.victim, d.need, d.counts, d.hit] for d in rolled],
        rerolls=rerolls,
        lines=[[*_spot(field, shot.fig), *_spot(field, shot.target)] for shot, _ in pool],
        mode=pool[0][1].mode,
        band=pool[0][1].band,
    )
    for id in field.clusters.with_figure(cluster):
        target = field.figures[id]
        target.shot_by = tuple(sorted({*target.shot_by, *(die.fig for die in rolled)}))
    return [(die.victim, die.fig) for die in rolled if die.hit]


def _roll(field: Field, pool: list[tuple[Loosed, Chance]], timing: str, dice: Dice) -> list[Die]:
    """A die for each shooter, two for an arrow of the cloud: it falls on a group seen all the turn."""
    rolled = []
    for shot, _ in pool:
        figure = field.figures[shot.fig]
        cloud = figure.now.cloud and timing == "normal" and field.clusters.is_group(shot.target)
        twice = cloud and seen_all_turn(field, figure, field.figures[shot.target])
        rolled += [Die(shot.fig, dice.die(f"shot:{shot.fig}")) for _ in range(2 if twice else 1)]
    return rolled


def _spot(field: Field, id: str) -> tuple[int, int]:
    return field.figures[id].x, field.figures[id].y


def _most_exposed(pool: list[tuple[Loosed, Chance]]) -> list[str]:
    """The men with least cover, if the shooters pick them; everybody otherwise."""
    members: dict[str, int] = {}
    for _, found in pool:
        for id, cover in found.cover.items():
            members[id] = min(cover, members.get(id, cover))
    if any(shot.aim != "exposed" for shot, _ in pool):
        return sorted(members)
    least = min(members.values())
    return sorted(id for id, cover in members.items() if cover == least)


def draw_victims(
    field: Field,
    rolled: list[Die],
    needs: dict[str, dict[str, int]],
    exposed: list[str],
    name: str,
    dice: Dice,
) -> None:
    """Each die that could hit the softest man, or is a 6, draws its victim; nobody twice while his life
    lasts.

    Who needs least draws first, so that a hopeless shot never takes the last man from a good one (D13).
    """
    left = {id: field.figures[id].hp for row in needs.values() for id in row}
    for die in sorted(rolled, key=lambda die: min(needs[die.fig].values())):
        mine = needs[die.fig]
        softest = min(mine.values())
        if die.natural < softest and die.natural != 6:
            continue
        open_ones = [id for id in exposed if id in mine and left[id] > 0]
        choice = open_ones or sorted(id for id in mine if left[id] > 0)
        if not choice:
            continue
        die.victim = choice[dice.below(len(choice), f"victim:{name}")] if len(choice) > 1 else choice[0]
        die.need = mine[die.victim]
        left[die.victim] -= 1


def several_sixes(pool: list[Die], label: str, dice: Dice) -> list[int]:
    """Sixes count 6, 7, 8…; the smallest value that suffices goes to the smallest need; the top one may be
    rerolled. All sixes are numbered, also those for which nobody was left to be hit: three archers on one man
    make a 6, a 7 and an 8."""
    sixes = [die for die in pool if die.natural == 6]
    for die in pool:
        die.counts = die.natural
        die.hit = bool(die.victim) and die.natural != 6 and die.natural >= die.need
    values = list(range(6, 6 + len(sixes)))
    waiting = _hand_out(values, [die for die in sixes if die.victim])
    if not waiting:
        return []
    top = waiting[0]
    top.counts = values.pop()
    for die, value in zip(reversed(waiting[1:]), reversed(values), strict=False):
        die.counts = value
    if top.counts < 5 + len(sixes):
        return []  # the highest six already hit
    return _reroll(top, label, dice)


def _hand_out(values: list[int], sixes: list[Die]) -> list[Die]:
    """To each six the smallest value that suffices, taken from `values`; gives those for which none did."""
    waiting = []
    for die in sorted(sixes, key=lambda d: (d.need, d.fig)):
        enough = next((value for value in values if value >= die.need), None)
        if enough is None:
            waiting.append(die)
            continue
        values.remove(enough)
        die.counts, die.hit = enough, True
    return waiting


def _reroll(top: Die, label: str, dice: Dice) -> list[int]:
    """The highest six again and again while it shows 6 and is not enough."""
    rerolls: list[int] = []
    while top.counts < top.need:
        rerolls.append(dice.die(label))
        if rerolls[-1] != 6:
            break
        top.counts += 1
    top.hit = top.counts >= top.need
    return rerolls
