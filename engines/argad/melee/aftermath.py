"""After the blows: the dead, recoils, pushes through the ranks, surrender, follow-ups, overrun, falls
(3.11)."""

from math import isqrt

from engines.argad.events import Tale
from engines.argad.field.battlefield import Field
from engines.argad.field.geometry import ONE, UNIT, Base, along, overlap, rotate, scale
from engines.argad.field.ground import inside_table
from engines.argad.melee.blows import Fight
from engines.argad.phases.trials import fall_test
from engines.argad.state import Figure, base_at, base_of, is_mounted, paces
from engines.argad.tables import NEVER, RANK_TOL
from engines.core.dice import Dice

DIRECTIONS = (0, 450, 3150, 900, 2700)  # straight back, then aside
DEEPEST_FILE = 5
SLACK = 8


def conclude(field: Field, fight: Fight, dice: Dice, tale: Tale) -> None:
    vacated: dict[str, tuple[int, int]] = {}
    for victim, killer in fight.killed.items():
        figure = field.figures[victim]
        if figure.place == "table" and tale.wound(field.state, figure, "melee", killer):
            vacated[victim] = (figure.x, figure.y)
    for victim in sorted(fight.recoiled):
        figure = field.figures[victim]
        if figure.place == "table":
            _recoil(field, figure, fight.recoiled[victim], vacated, dice, tale)
    _follow_ups(field, fight, vacated, tale)
    if field.state.has("overrun"):
        _overrun(field, fight, dice, tale)


def _recoil(
    field: Field,
    figure: Figure,
    strikers: list[str],
    vacated: dict[str, tuple[int, int]],
    dice: Dice,
    tale: Tale,
) -> None:
    if field.state.has("rank_push") and _holds_the_push(field, figure, strikers):
        tale.emit("held", fig=figure.id, at=[figure.x, figure.y])
        return
    if figure.on_ladder:
        _fall(field, figure, dice, tale)
        return
    size = paces(figure)
    away = _away(field, figure, strikers)
    spot = (figure.x, figure.y)
    for angle in () if figure.aboard else DIRECTIONS:  # there is no stepping back in a boat
        dx, dy = scale(*rotate(*away, angle), size)
        chain = push_chain(field, figure, dx, dy)
        if chain is None:
            continue
        for pushed in chain:
            _shift(field, pushed, dx, dy, "recoil" if pushed is figure else "push", tale)
        vacated[figure.id] = spot
        return
    if field.packet_of(figure).blocked.get(figure.id) == "die":
        tale.kill(field.state, figure, "blocked", strikers[0])
    else:
        tale.capture(field.state, figure, strikers[0])
    vacated[figure.id] = spot


def _away(field: Field, figure: Figure, strikers: list[str]) -> tuple[int, int]:
    """The sum of unit vectors away from the enemies he touches."""
    x = y = 0
    for foe in (field.figures[id] for id in field.touching.get(figure.id) or strikers):
        dx, dy = scale(figure.x - foe.x, figure.y - foe.y, 1000)
        x, y = x + dx, y + dy
    if x == 0 and y == 0:
        foe = field.figures[strikers[0]]
        x, y = figure.x - foe.x, figure.y - foe.y
    return (x, y) if (x, y) != (0, 0) else (1000, 0)


def push_chain(field: Field, figure: Figure, dx: int, dy: int) -> list[Figure] | None:
    """Everybody who must move for him to step back, himself first; None if someone cannot."""
    chain = [figure]
    for mover in chain:
        base = base_at(mover, mover.x + dx, mover.y + dy)
        if not free_ground(field, mover, base):
            return None
        for other in around(field, base):
            if other in chain or not overlap(base, base_of(other), SLACK):
                continue
            firm = other.side != figure.side or other.aboard or (is_mounted(other) and not is_mounted(mover))
            if firm or len(chain) > 12:
                return None
            chain.append(other)
    return chain


def is_encircled(field: Field, figure: Figure) -> bool:
    """None of eight directions lets him slide one base length past enemies, walls and friends he cannot push
    (3.2)."""
    size = paces(figure)
    slides = (along(angle, size) for angle in range(0, 3600, 450))
    return all(push_chain(field, figure, dx, dy) is None for dx, dy in slides)


def around(field: Field, base: Base) -> list[Figure]:
    """The figures near enough to be in the way of a base."""
    x, y = base.x, base.y
    return [f for f in field.present if -600 < f.x - x < 600 and -600 < f.y - y < 600 and f.place == "table"]


def is_crowded(field: Field, figure: Figure, base: Base) -> bool:
    """Somebody else stands where his base would be."""
    return any(other is not figure and overlap(base, base_of(other), SLACK) for other in around(field, base))


def free_ground(field: Field, figure: Figure, base: Base) -> bool:
    ground = field.ground
    if not inside_table(ground, base.x, base.y):
        return True  # off the table: he fled
    if ground.wall_between(figure.x, figure.y, base.x, base.y, is_mounted(figure)) is not None:
        return False
    return ground.going(base.x, base.y, figure.mount)[0].grade < NEVER


def _shift(field: Field, figure: Figure, dx: int, dy: int, kind: str, tale: Tale) -> None:
    tale.shift(kind, figure, (figure.x + dx, figure.y + dy))
    if not inside_table(field.ground, figure.x, figure.y):
        tale.emit("fled", figure, fig=figure.id)
        tale.remove(field.state, figure, "fled")


def _holds_the_push(field: Field, figure: Figure, strikers: list[str]) -> bool:
    """A man on foot stays if the ranks behind him are as many as those that push (D16)."""
    if figure.mount != "foot":
        return False
    foes = [field.figures[id] for id in strikers]
    if any(foe.mount != "foot" for foe in foes):
        return False
    pushing = max(1 + file_behind(field, foe, figure) for foe in foes)
    return file_behind(field, figure, foes[0]) >= pushing


def file_behind(field: Field, figure: Figure, enemy: Figure) -> int:
    """How many foot comrades stand in file straight behind, seen from the enemy."""
    dx, dy = scale(figure.x - enemy.x, figure.y - enemy.y, ONE)
    count, last = 0, figure
    while count < DEEPEST_FILE:
        follower = next((f for f in field.present if _next_in_file(last, f, dx, dy)), None)
        if follower is None:
            return count
        count, last = count + 1, follower
    return count


def _next_in_file(last: Figure, other: Figure, dx: int, dy: int) -> bool:
    if other.side != last.side or other.id == last.id or other.mount != "foot" or other.place != "table":
        return False
    ex, ey = other.x - last.x, other.y - last.y
    if abs(ex) > 400 or abs(ey) > 400:
        return False
    back = (ex * dx + ey * dy) // ONE
    aside = abs(ey * dx - ex * dy) // ONE
    space = isqrt(ex * ex + ey * ey) - base_of(last).r - base_of(other).r
    return back > 0 and aside <= 100 and space <= RANK_TOL


def _fall(field: Field, figure: Figure, dice: Dice, tale: Tale) -> None:
    """Thrown off a ladder."""
    figure.on_ladder = ""
    if not field.state.has("fall"):
        return
    verdict = fall_test(figure, dice, f"fall:{figure.id}")
    tale.emit("fall", fig=figure.id, **verdict.params())
    if verdict.result == "dies":
        tale.wound(field.state, figure, "fall", "")
    elif verdict.result == "prone":
        figure.posture = "prone"


def _follow_ups(field: Field, fight: Fight, vacated: dict[str, tuple[int, int]], tale: Tale) -> None:
    """The killer, or one who drove him back, may step into the place; a successful charger must."""
    done: set[str] = set()
    for victim in sorted(vacated):
        killed = victim in fight.killed
        strikers = [fight.killed[victim]] if killed else sorted(fight.recoiled.get(victim, ()))
        for id in strikers:
            figure = field.figures[id]
            if figure.place != "table" or id in done or id in fight.recoiled:
                continue
            if _wants_to(field, figure, killed) and _steps_into(field, figure, vacated[victim], tale):
                done.add(id)
                break


def _wants_to(field: Field, figure: Figure, killed: bool) -> bool:
    if figure.now.charged:
        return True
    if figure.formation or figure.aboard:
        return False
    word = field.packet_of(figure).follow.get(figure.id, "on_kill")
    return word == "always" or (word == "on_kill" and killed)


def _steps_into(field: Field, figure: Figure, spot: tuple[int, int], tale: Tale) -> bool:
    dx, dy = spot[0] - figure.x, spot[1] - figure.y
    size = min(paces(figure), isqrt(dx * dx + dy * dy))
    dx, dy = scale(dx, dy, size)
    base = base_at(figure, figure.x + dx, figure.y + dy)
    across = field.ground.obstacle_between(figure.x, figure.y, spot[0], spot[1]) is not None
    passable = figure.mount == "foot" if across else free_ground(field, figure, base)
    if not passable or not inside_table(field.ground, base.x, base.y) or is_crowded(field, figure, base):
        return False
    figure.on_ladder = ""
    tale.shift("follow", figure, (base.x, base.y))
    return True


def _overrun(field: Field, fight: Fight, dice: Dice, tale: Tale) -> None:
    """A charger neither killed nor driven back runs 2d6 cm straight on, stopping half a centimetre short of
    anyone."""
    for figure in field.present:
        if figure.place != "table" or not figure.now.charged or figure.id in fight.recoiled:
            continue
        if figure.now.charged not in fight.killed and figure.now.charged not in fight.recoiled:
            continue
        label = f"overrun:{figure.id}"
        rolled = [dice.die(label), dice.die(label)]
        ux, uy = UNIT[figure.heading * 10 % 3600]
        start = [figure.x, figure.y]
        for _ in range(sum(rolled) * 2):
            ahead = base_at(figure, figure.x + ux * 100 // ONE, figure.y + uy * 100 // ONE)
            step = (figure.x + ux * 50 // ONE, figure.y + uy * 50 // ONE)
            blocked = any(f is not figure and overlap(ahead, base_of(f)) for f in around(field, ahead))
            if blocked or not inside_table(field.ground, *step) or not free_ground(field, figure, ahead):
                break
            figure.x, figure.y = step
        tale.emit("overrun", figure, fig=figure.id, dice=rolled, track=[start, [figure.x, figure.y]])
