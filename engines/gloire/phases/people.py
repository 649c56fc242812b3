"""Phase 14: people move to happier lands, remember their old lords, and revolt."""

from engines.gloire.formulas import add_up, migration_share, whole
from engines.gloire.play import Turn
from engines.gloire.state import Memory
from engines.gloire.tables import MEMORY_TURNS, REVOLT_BELOW, START_HAPPINESS


def migrate_forget_and_revolt(turn: Turn) -> None:
    """Phase 14."""
    migrate(turn)
    forget(turn)
    revolt(turn)


def migrate(turn: Turn) -> None:
    """All flows come from the same snapshot; whole people move, and none is lost."""
    moved: dict[str, int] = {}
    for name, flows in flows_of(turn).items():
        for other, people in flows:
            moved[name] = moved.get(name, 0) - people
            moved[other] = moved.get(other, 0) + people
    for name, change in moved.items():
        turn.lands[name].population += change
    changes: dict[int, dict[str, int]] = {}
    for name in sorted(moved):
        owner = turn.lands[name].owner
        if owner is not None and moved[name]:
            changes.setdefault(owner, {})[name] = moved[name]
    for seat in sorted(changes):
        turn.tell("migration", seat, lord=seat, lands=changes[seat])


def flows_of(turn: Turn) -> dict[str, list[tuple[str, int]]]:
    """For each land that people leave: where to, and how many."""
    flows: dict[str, list[tuple[str, int]]] = {}
    lands = turn.lands
    for name, land in lands.items():
        here = land.happiness
        moods = [(other, lands[other].happiness) for other in turn.map.lands[name].neighbours]
        better = [(other, mood - here) for other, mood in moods if mood > here]
        if not better:
            continue
        leaving = land.population * migration_share(here, [mood for _, mood in moods])
        total = add_up(gap for _, gap in better)
        flows[name] = [(other, whole(leaving * gap / total)) for other, gap in better]
    return flows


def forget(turn: Turn) -> None:
    """Every third turn after the loss a bad memory grows by one point, up to 20."""
    for land in turn.lands.values():
        for seat, memory in land.memory.items():
            age = turn.state.turn - memory.since
            if memory.happiness < START_HAPPINESS and age > 0 and age % MEMORY_TURNS == 0:
                land.memory[seat] = Memory(min(START_HAPPINESS, memory.happiness + 1), memory.since)


def revolt(turn: Turn) -> None:
    """An owned land whose happiness is nought becomes independent, and remembers nothing good of its lord."""
    for name, land in turn.lands.items():
        if land.owner is None or land.happiness >= REVOLT_BELOW:
            continue
        owner = land.owner
        turn.change_owner(name, None)
        land.memory[owner] = Memory(0.0, turn.state.turn)
        turn.proclaim("land_freed", land=name, lord=owner, how="revolt")
