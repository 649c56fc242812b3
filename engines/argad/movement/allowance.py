"""How far each may go: allowances, terrain and slowness dice, what counts as having moved (2.1, 2.2, 3.3,
3.5)."""

from engines.argad.field.geometry import CM, COS2_30, Point, length, within_cone
from engines.argad.state import Figure, State, is_mounted, paces
from engines.argad.tables import ALLOWANCE, EASY, HARD, NEVER, SPECIAL, VERY

# Acts that leave no more than two paces; void if an enemy touches the figure during the turn.
IDLE_ACTS = {
    "hold",
    "reload",
    "work",
    "mount",
    "dismount",
    "cut_lance",
    "talk",
    "help",
    "climb",
    "embark",
    "land",
    "surrender",
    "cross_carefully",
}
RUSHING_ACTS = {"charge", "keep_distance", "follow", "leave_melee", "caracole", "jump", "flee"}


def allowance(state: State, figure: Figure) -> int:
    """The movement of a turn in hundredths of a centimetre, before any die."""
    if figure.aboard:
        return SPECIAL["boat"]
    column = 2 if figure.armour == 5 else 1 if figure.armour == 4 or figure.shield != "none" else 0
    most = ALLOWANCE[figure.mount][column]
    if figure.mount == "foot":
        if "clumsy" in figure.traits:
            most = min(most, SPECIAL["clumsy"])
        if "slow" in figure.traits:
            most = min(most, SPECIAL["slow"])
        if figure.wounded:
            most = min(most, SPECIAL["wounded"])
        if figure.formation:
            most = min(most, SPECIAL["close_front"])
    for item in state.items:
        if item.carrier == figure.id and item.weight in SPECIAL:
            most -= SPECIAL[item.weight]
    return max(0, most)


def path_length(figure: Figure, path: tuple[Point, ...]) -> int:
    x, y, walked = figure.x, figure.y, 0
    for px, py in path:
        walked += length(px - x, py - y)
        x, y = px, py
    return walked


def may_relieve(state: State, figure: Figure, friend: Figure) -> bool:
    """3.13: a friend who arrives behind exchanges places with who leaves the melee."""
    both = friend.id != figure.id and friend.seat == figure.seat and friend.mount == figure.mount == "foot"
    free = not friend.now.contacts and not friend.aboard and not friend.fleeing and not friend.hesitating
    far = length(friend.x - figure.x, friend.y - figure.y)
    return both and free and far <= min(allowance(state, friend), allowance(state, figure))


def counts_as_moved(figure: Figure, do: str, walk: int, budget: int) -> bool:
    """An announced mover never becomes immobile because the enemy was slow; a budget of two paces is the
    exception."""
    if do in ("keep_distance", "follow") and 0 < budget <= paces(figure):
        return False
    return do in RUSHING_ACTS or walk > paces(figure)


def is_stuck(rolled: tuple[int, ...], grade: int) -> bool:
    """Foot: a 6. Mounted: both 6 in hard ground, any 6 in very hard ground."""
    if len(rolled) == 1:
        return rolled[0] == 6
    return all(die == 6 for die in rolled) if grade <= HARD else any(die == 6 for die in rolled)


def what_is_left(most: int, grade: int, rolled: tuple[int, ...]) -> int:
    """What is left of the move: less the dice in hard ground, half and less the dice in very hard ground."""
    if grade == EASY:
        return most
    if grade == NEVER:
        return 0
    whole = most // 2 if grade == VERY else most
    return max(0, whole - CM * sum(rolled))


def swim_cap(figure: Figure) -> int:
    """Swimmers go 4 or 8 cm and carry no more than a knife; others stay on the bank."""
    burdened = figure.armour or figure.shield != "none" or figure.weapons
    return 0 if burdened or is_mounted(figure) else figure.swims * CM


def slow_groups(
    figures: list[Figure], start_cluster: dict[str, str], directions: dict[str, Point]
) -> dict[str, str]:
    """Who shares slowness dice: same owner, same start group, same kind, directions within 30 degrees. Figure
    -> leader."""
    leaders: dict[tuple[int, str, bool], list[str]] = {}
    group: dict[str, str] = {}
    for figure in figures:
        key = (figure.seat, start_cluster.get(figure.id, figure.id), is_mounted(figure))
        mine = directions[figure.id]
        for leader in leaders.setdefault(key, []):
            if within_cone(*mine, *directions[leader], COS2_30) or mine == (0, 0):
                group[figure.id] = leader
                break
        else:
            leaders[key].append(figure.id)
            group[figure.id] = figure.id
    return group
